"""The redemption of continuation tokens."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from rest_framework import exceptions
from rest_framework.permissions import DjangoModelPermissions, IsAuthenticated
from rest_framework.test import APIClient
from rest_framework.views import APIView

from frisian_pipeline import agent_answers, conf
from frisian_pipeline.drf import AgentRenderer, reporting
from frisian_pipeline.drf.pipelines import STORE
from frisian_pipeline.stages import Encode, Report
from frisian_pipeline.stores import MemoryStore
from tests.project.models import Device

pytestmark = pytest.mark.django_db

PRIVATE = "private, no-store"
GONE = (
    b'{"detail":"This continuation token is not valid here: it may be unknown, expired or issued to another caller or '
    b'tool. Repeat the read that answers the same data; do not repeat a write."}'
)
ODD = {"name": "Bûter \U0001f9c8 \u2028", "config": {"big": 2**70, "float": 1e-7, "null": None, "": [[]]}}


def url(token: str) -> str:
    """Where a token is redeemed."""
    return f"/agent/continuations/{token}/"


def write(client: APIClient, data: Any = ODD) -> str:
    """Create something and return the token for the rest."""
    response = client.post("/devices/", data)
    assert response.status_code == 201
    return str(response.json()["continuation_token"])


def client_of(name: str, **headers: Any) -> APIClient:
    """A client that a user has logged in with."""
    client = APIClient(HTTP_ACCEPT=AgentRenderer.media_type, **headers)
    client.force_login(User.objects.get_or_create(username=name)[0])
    return client


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of the store, which a test may move."""
    clock = [0.0]
    store = MemoryStore(ttl=300, timer=lambda: clock[0])
    monkeypatch.setattr(conf, "store", lambda: store)
    return clock


def fail(store: Any) -> Any:
    """A pipeline that cannot be made."""
    raise ImportError


class TestReport:
    def test_what_a_token_buys_is_told(self, caplog: pytest.LogCaptureFixture) -> None:
        """It is an answer like any other: one event, with what it cost and nothing saved; what buys nothing is none."""
        client = client_of("ann")
        token = write(client)
        caplog.set_level("INFO", "frisian_pipeline")
        whole = client.get(url(token)).content
        (record,) = caplog.records
        told = ("tool", "action", "answer_bytes", "tokens_saved", "format")
        assert [getattr(record, name) for name in told] == ["rest", "continue", len(whole), 0, "json"]
        assert token not in repr(vars(record))
        caplog.clear()
        assert client.get(url(token), {"mode": "summary"}).status_code == 200
        assert client.get(url("nonsense")).status_code == 404
        assert [getattr(one, "action", "") for one in caplog.records].count("continue") == 1

    @pytest.mark.parametrize(
        "make",
        [
            pytest.param(fail, id="cannot be made"),
            pytest.param(lambda store: Encode(), id="one stage"),
            pytest.param(lambda store: agent_answers(store).without(Report), id="reports nothing"),
        ],
    )
    def test_where_nobody_reports(
        self, make: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A host without a report hears nothing, and its tokens buy what they always did."""
        client = client_of("ann")
        token = write(client)
        caplog.set_level("INFO", "frisian_pipeline")
        monkeypatch.setattr(reporting, "pipeline", make)
        assert client.get(url(token)).json()["config"] == ODD["config"]
        assert caplog.records == []


class TestRedemption:
    @pytest.mark.parametrize(
        "data",
        [
            pytest.param(ODD, id="one"),
            pytest.param([ODD, {"name": "b"}], id="many"),
            pytest.param([{"name": "x" * 100}] * 200, id="large"),
            pytest.param([], id="none"),
        ],
    )
    def test_gives_the_whole_result(self, agent: APIClient, data: Any) -> None:
        """A token buys the bytes that ``verify`` would have shown, as often as it is redeemed."""
        response = agent.post("/devices/", data)
        envelope = response.json()
        bought = [agent.get(url(envelope["continuation_token"])) for _ in range(2)]
        assert {each.content for each in bought} == {bought[0].content}
        assert len(bought[0].content) == envelope["data_size"]
        assert bought[0].json() == response.data

    def test_is_what_rest_reads(self, agent: APIClient, plain: APIClient) -> None:
        """What comes back is what another client reads of the object."""
        bought = agent.get(url(write(agent)))
        assert bought.json() == plain.get(f"/devices/{Device.objects.get().pk}/").json()

    @pytest.mark.parametrize(
        ("accept", "expected"),
        [
            pytest.param("*/*", "application/json", id="anything"),
            pytest.param("application/json", "application/json", id="json"),
            pytest.param("application/json; indent=4", "application/json", id="indented"),
            pytest.param(AgentRenderer.media_type, AgentRenderer.media_type, id="agent"),
        ],
    )
    def test_its_headers(self, agent: APIClient, accept: str, expected: str) -> None:
        """The same bytes are sent as what was asked for; nobody but the caller may keep them."""
        token = write(agent)
        response = agent.get(url(token), HTTP_ACCEPT=accept)
        assert response.status_code == 200
        assert response.content == agent.get(url(token)).content
        assert response.headers["Content-Type"] == expected
        assert response.headers["Cache-Control"] == PRIVATE
        assert response.headers["Vary"] == "Accept, Cookie"

    def test_head(self, agent: APIClient) -> None:
        """HEAD tells whether a token is good, and sends nothing."""
        token = write(agent)
        good, bad = agent.head(url(token)), agent.head(url("unknown"))
        assert (good.status_code, good.content, bad.status_code, bad.content) == (200, b"", 404, b"")

    @pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
    def test_is_only_read(self, agent: APIClient, method: str) -> None:
        """A token cannot be written to, and stays good."""
        token = write(agent)
        assert getattr(agent, method)(url(token)).status_code == 405
        assert agent.get(url(token)).status_code == 200

    def test_under_a_namespace_of_the_hosts(self, agent: APIClient) -> None:
        """Where the host has the URL under a name of its own, tokens are issued and redeemed as well."""
        with override_settings(ROOT_URLCONF="tests.project.renamed_urls"):
            token = write(agent)
            assert agent.get(f"/tokens/continuations/{token}/").status_code == 200


class TestOwner:
    def test_the_same_user_by_other_means(self) -> None:
        """A token that was issued to a session is redeemed with the same user's password."""
        User.objects.create_user("ann", password="p")
        token = write(client_of("ann"))
        client = APIClient(HTTP_AUTHORIZATION="Basic YW5uOnA=")
        assert client.get(url(token)).status_code == 200

    def test_anonymous_callers_share(self, agent: APIClient, plain: APIClient) -> None:
        """What nobody in particular was given, anybody who has the token may have, but no user by mistake."""
        token = write(agent)
        assert plain.get(url(token)).status_code == 200
        assert client_of("ann").get(url(token)).content == GONE

    def test_a_user_without_a_key_gets_no_token(self, agent: APIClient) -> None:
        """A caller that could not be known again gets an envelope without a token."""
        agent.force_authenticate(User())
        assert "continuation_token" not in agent.post("/devices/", {"name": "a"}).json()


def unknown(token: str, now: list[float]) -> Any:
    """A token that nobody issued."""
    return client_of("ann").get(url("unknown"))


def expired(token: str, now: list[float]) -> Any:
    """A token whose time is over."""
    now[0] = 300
    return client_of("ann").get(url(token))


def tampered(token: str, now: list[float]) -> Any:
    """A token with other letters."""
    return client_of("ann").get(url(token.swapcase()))


def foreign(token: str, now: list[float]) -> Any:
    """Another user's token."""
    return client_of("bob").get(url(token))


def anonymous(token: str, now: list[float]) -> Any:
    """A user's token from nobody in particular."""
    return APIClient(HTTP_ACCEPT=AgentRenderer.media_type).get(url(token))


def keyless(token: str, now: list[float]) -> Any:
    """A token from a user without a key."""
    client = APIClient(HTTP_ACCEPT=AgentRenderer.media_type)
    client.force_authenticate(User())
    return client.get(url(token))


def long(token: str, now: list[float]) -> Any:
    """A token that is far too long."""
    return client_of("ann").get(url(token * 100))


def outlandish(token: str, now: list[float]) -> Any:
    """A token that is none."""
    return client_of("ann").get(url("%00%F0%9F%A7%88"))


DOUBTS = [unknown, expired, tampered, foreign, anonymous, keyless, long, outlandish]


class TestDoubt:
    @pytest.mark.parametrize("doubt", DOUBTS, ids=[doubt.__name__ for doubt in DOUBTS])
    def test_is_one_answer(self, now: list[float], doubt: Any) -> None:
        """Whatever is wrong with a token, the answer is the same 404, which nobody may keep."""
        token = write(client_of("ann"))
        now[0] = 299
        assert client_of("ann").get(url(token)).status_code == 200
        response = doubt(token, now)
        assert (response.status_code, response.content) == (404, GONE)
        assert response.headers["Cache-Control"] == PRIVATE

    @pytest.mark.parametrize("store", ["raising_store", "dropping_store", "unreachable_store", "missing_store"])
    def test_a_store_that_fails(self, agent: APIClient, store: str) -> None:
        """A store that fails in any way cannot tell, and the answer is the same."""
        token = write(agent)
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": f"tests.project.hosts.{store}"}}):
            response = agent.get(url(token))
        assert (response.status_code, response.content) == (404, GONE)

    def test_a_log_that_fails(self, agent: APIClient, failing_log: Any) -> None:
        """A log that fails to take what a store did is no other answer."""
        token = write(agent)
        failing_log.failed = 0
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": "tests.project.hosts.unreachable_store"}}):
            response = agent.get(url(token))
        assert (response.status_code, response.content) == (404, GONE)
        assert failing_log.failed

    def test_wrong_settings(self, agent: APIClient) -> None:
        """So it is where the settings are wrong."""
        with override_settings(FRISIAN_PIPELINE={"STORE": 1}):
            response = agent.get(url("unknown"))
        assert (response.status_code, response.content) == (404, GONE)

    def test_nothing_is_logged_of_it(self, agent: APIClient, caplog: pytest.LogCaptureFixture) -> None:
        """A store that fails is no reason to write down a token."""
        token = write(agent)
        caplog.clear()
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": "tests.project.hosts.unreachable_store"}}):
            agent.get(url(token))
        ours = [record.getMessage() for record in caplog.records if record.name == "frisian_pipeline"]
        assert ours == ["the store could not be made (ConnectionError); answers go without tokens"]


class Header:
    """An authenticator that says how to authenticate."""

    def authenticate(self, request: Any) -> None:
        if "HTTP_X_BAD" in request.META:
            raise exceptions.AuthenticationFailed

    def authenticate_header(self, request: Any) -> str:
        return "Key"


class TestAuthority:
    @pytest.mark.parametrize(
        ("authenticators", "headers", "status"),
        [
            pytest.param([Header], {}, 401, id="no credentials"),
            pytest.param([Header], {"HTTP_X_BAD": "1"}, 401, id="bad credentials"),
            pytest.param([], {}, 403, id="no way to authenticate"),
        ],
    )
    def test_is_the_hosts(
        self,
        agent: APIClient,
        monkeypatch: pytest.MonkeyPatch,
        authenticators: list[Any],
        headers: dict[str, Any],
        status: int,
    ) -> None:
        """Where the host lets nobody in without a login, a token does not either, good or bad."""
        token = write(agent)
        monkeypatch.setattr(APIView, "permission_classes", [IsAuthenticated])
        monkeypatch.setattr(APIView, "authentication_classes", authenticators)
        refused = [agent.get(url(each), **headers) for each in (token, "unknown")]
        assert {each.status_code for each in refused} == {status}
        assert refused[0].content == refused[1].content
        assert refused[0].headers["Cache-Control"] == PRIVATE

    def test_model_permissions_are_for_models(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A host that demands model permissions by default lets its users redeem, and nobody else."""
        token = write(client_of("ann"))
        monkeypatch.setattr(APIView, "permission_classes", [DjangoModelPermissions])
        assert client_of("ann").get(url(token)).status_code == 200
        assert client_of("bob").get(url(token)).status_code == 404
        assert APIClient().get(url(token)).status_code == 403

    def test_the_keeper_is_the_shared_store(self, agent: APIClient) -> None:
        """What the view gives is what the store of all views kept."""
        token = write(agent)
        assert agent.get(url(token)).content == STORE.get(token, owner="anonymous")
