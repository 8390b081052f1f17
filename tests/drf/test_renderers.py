"""Real requests through the agent renderer, from a real database."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.test import modify_settings, override_settings
from django.utils.functional import lazystr
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory
from rest_framework.views import APIView

from frisian_pipeline.drf import AgentRenderer, CsvRenderer
from frisian_pipeline.drf.renderers import WHOLE
from tests.project import views
from tests.project.hosts import PROVERB
from tests.project.models import Device, Site, Tag
from tests.project.serializers import DeviceSerializer

pytestmark = pytest.mark.django_db

AGENT = AgentRenderer.media_type
TOKENLESS = override_settings(ROOT_URLCONF="tests.project.api")


def loads(content: bytes) -> Any:
    """What an agent reads."""
    return json.loads(content)


def render(data: Any, query: str = "", *, status: int = 200, method: str = "GET", **attributes: Any) -> bytes:
    """What a view without a serializer sends when it answers this."""

    def respond(self: APIView, request: Request) -> Response:
        return Response(data, status=status)

    members: dict[str, Any] = {"renderer_classes": [AgentRenderer], "get": respond, "post": respond, **attributes}
    view: Any = type("HandMade", (APIView,), members)
    response = view.as_view()(APIRequestFactory().generic(method, f"/?{query}"))
    return bytes(response.render().content)


class TestNegotiation:
    @pytest.mark.parametrize(
        ("url", "accept"),
        [
            pytest.param("/devices/", AGENT, id="the media type"),
            pytest.param("/devices/", f"text/*, {AGENT}, */*", id="the media type among others"),
            pytest.param("/devices/?format=agent", "*/*", id="the format"),
            pytest.param("/devices.agent", "*/*", id="the suffix"),
        ],
    )
    def test_who_asks_gets_it(self, plain: APIClient, devices: list[Device], url: str, accept: str) -> None:
        """A client asks by media type, query parameter or suffix."""
        response = plain.get(url, HTTP_ACCEPT=accept)
        assert response.headers["Content-Type"] == AGENT
        assert response.json()[0] == {"name": "edge-01", "uid": str(devices[0].pk), "site": {"name": "Ljouwert"}}

    @pytest.mark.parametrize(
        "headers",
        [
            pytest.param({}, id="nothing"),
            pytest.param({"HTTP_ACCEPT": "*/*"}, id="anything"),
            pytest.param({"HTTP_ACCEPT": "application/*"}, id="any application"),
            pytest.param({"HTTP_ACCEPT": "application/json"}, id="json"),
        ],
    )
    def test_who_does_not_ask_gets_json(self, plain: APIClient, devices: list[Device], headers: Any) -> None:
        """A client that asks for nothing in particular gets DRF's JSON."""
        response = plain.get("/devices/?fields=name", **headers)
        assert response.headers["Content-Type"] == "application/json"
        assert response.json()[0].keys() == {"name", "uid", "serial", "comments", "site", "config", "archived"}


REQUESTS: dict[str, tuple[str, str, Any]] = {
    "list": ("get", "/sites/", None),
    "masked list": ("get", "/sites/?fields=name&view=full&verify=true", None),
    "paged list": ("get", "/paged-devices/", None),
    "list without a number for a budget": ("get", "/sites/?budget=many", None),
    "retrieve": ("get", "/sites/ljouwert/", None),
    "head": ("head", "/sites/", None),
    "create": ("post", "/sites/?verify=true", {"identifier": "snits", "name": "Snits"}),
    "update": ("put", "/sites/ljouwert/", {"identifier": "ljouwert", "name": "Liwwadden"}),
    "partial update": ("patch", "/sites/ljouwert/", {"name": "Bûter"}),
    "delete": ("delete", "/sites/ljouwert/", None),
    "refused by the serializer": ("post", "/sites/", {"identifier": "no slug"}),
    "refused by the view": ("post", "/devices/refuse/", {}),
    "no such object": ("get", "/sites/nowhere/", None),
    "no such method": ("delete", "/sites/", None),
    "no such format": ("get", "/sites/?format=nonsense", None),
    "no body": ("get", "/echo/?status=204", None),
    "an error of the view's": ("post", "/echo/?status=409", {"id": 1}),
}
SECRETS = re.compile(rb"[A-Za-z0-9]{64}")
MENU = re.compile(rb'\s*<li>\s*<a class="js-tooltip format-option"[^>]*format=agent[^>]*>agent</a>\s*</li>')


def answer_to(client: APIClient, request: tuple[str, str, Any]) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and bytes of an answer, whose traces in the database are wiped out."""
    method, url, data = request
    with transaction.atomic():
        response = getattr(client, method)(url, data)
        transaction.set_rollback(True)
    return response.status_code, dict(response.headers), SECRETS.sub(b"", response.content)


@pytest.mark.usefixtures("devices")
@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS.keys())
class TestOtherRenderers:
    """A client of another renderer notices nothing."""

    @pytest.fixture
    def listing(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        """Makes every view of the project list these renderers."""

        def set_renderers(*renderers: Any) -> None:
            monkeypatch.setattr(APIView, "renderer_classes", renderers)
            monkeypatch.setattr(views.echo.cls, "renderer_classes", renderers)

        return set_renderers

    @pytest.mark.parametrize("accept", ["application/json", "text/html"])
    def test_of_the_app(self, listing: Any, request_: Any, accept: str) -> None:
        """Installing the app changes neither a byte nor a header."""
        client = APIClient(HTTP_ACCEPT=accept)
        listing(JSONRenderer, BrowsableAPIRenderer)
        with_app = answer_to(client, request_)
        with modify_settings(INSTALLED_APPS={"remove": "frisian_pipeline"}), TOKENLESS:
            assert answer_to(client, request_) == with_app

    @pytest.mark.parametrize("accept", ["application/json", "text/html"])
    def test_of_agent_views(self, listing: Any, request_: Any, accept: str) -> None:
        """Agent views in the settings change nothing for a client of JSON or HTML."""
        client = APIClient(HTTP_ACCEPT=accept)
        listing(JSONRenderer, BrowsableAPIRenderer)
        without = answer_to(client, request_)
        views = {"*": "auto", "/*": "name", "tests.project.views.SiteViewSet": {"retrieve": ["slug"]}}
        with override_settings(FRISIAN_PIPELINE={"VIEWS": views}):
            assert answer_to(client, request_) == without

    def test_of_the_renderer(self, listing: Any, plain: APIClient, request_: Any) -> None:
        """Listing the renderer changes nothing for a client of JSON."""
        listing(JSONRenderer, BrowsableAPIRenderer, AgentRenderer)
        listed = answer_to(plain, request_)
        listing(JSONRenderer, BrowsableAPIRenderer)
        assert answer_to(plain, request_) == listed

    def test_of_a_second_renderer(self, listing: Any, plain: APIClient, request_: Any) -> None:
        """Beside JSON alone it is DRF that tells caches that answers vary."""
        listing(JSONRenderer, AgentRenderer)
        status, headers, content = answer_to(plain, request_)
        listing(JSONRenderer)
        unlisted = answer_to(plain, request_)
        assert headers.pop("Vary").split(", ") == ["Accept", *unlisted[1].pop("Vary", "").split()]
        assert unlisted == (status, headers, content)

    def test_of_the_browsable_api(self, listing: Any, request_: Any) -> None:
        """A browser sees one more entry in the menu of formats, and nothing else."""
        client = APIClient(HTTP_ACCEPT="text/html")
        listing(JSONRenderer, BrowsableAPIRenderer, AgentRenderer)
        status, headers, content = answer_to(client, request_)
        listing(JSONRenderer, BrowsableAPIRenderer)
        assert answer_to(client, request_) == (status, headers, MENU.sub(b"", content))


class TestWrites:
    """Real writes without the redemption URL, as an agent sees them."""

    @pytest.fixture(autouse=True)
    def _tokenless(self) -> Any:
        with TOKENLESS:
            yield

    def test_create(self, agent: APIClient) -> None:
        """A created object is confirmed by its key under its own name, its name, its light key, and its size."""
        response = agent.post("/devices/", {"name": "edge-01", "serial": "S1"})
        uid = Device.objects.get().pk
        assert response.status_code == 201
        assert response.headers["Content-Type"] == AGENT
        assert response.content.decode() == (
            f'{{"uid":"{uid}","name":"edge-01","serial":"S1","status_code":201,"data_size":134}}'
        )

    def test_bulk_create(self, agent: APIClient) -> None:
        """Created objects are confirmed by their count and all their keys, in order."""
        response = agent.post("/devices/", [{"name": "b"}, {"name": "a"}])
        second, first = Device.objects.all()
        assert response.content.decode() == (
            f'{{"accepted":2,"status_code":201,"data_size":255,"ids":["{first.pk}","{second.pk}"]}}'
        )

    def test_empty_bulk_create(self, agent: APIClient) -> None:
        """Nothing created is nothing accepted."""
        assert agent.post("/devices/", []).content == b'{"accepted":0,"status_code":201,"data_size":2,"ids":[]}'

    @pytest.mark.parametrize("method", ["put", "patch"])
    def test_update(self, agent: APIClient, devices: list[Device], method: str) -> None:
        """A changed object is confirmed like a created one, with its own status."""
        uid = devices[2].pk
        response = getattr(agent, method)(f"/devices/{uid}/", {"name": "nij"})
        assert response.content.decode() == (
            f'{{"uid":"{uid}","name":"nij","serial":"","status_code":200,"data_size":128}}'
        )
        devices[2].refresh_from_db()
        assert devices[2].name == "nij"

    def test_delete(self, agent: APIClient, devices: list[Device]) -> None:
        """A 204 stays empty, and has no content type."""
        response = agent.delete(f"/devices/{devices[0].pk}/")
        assert (response.status_code, response.content) == (204, b"")
        assert "Content-Type" not in response.headers
        assert Device.objects.count() == 2

    def test_an_action(self, agent: APIClient, devices: list[Device]) -> None:
        """An action that the host declares a write is confirmed, by the serializer that it really used."""
        uid = devices[0].pk
        response = agent.post(f"/devices/{uid}/archive/")
        assert response.content.decode() == (
            f'{{"uid":"{uid}","name":"edge-01","archived":true,"status_code":200,"data_size":79}}'
        )

    def test_a_search(self, agent: APIClient, devices: list[Device]) -> None:
        """A POST that answers 200 is a read: its rows are shown, as far as the serializer shows them to agents."""
        response = agent.post("/devices/search/", {"name": "02"})
        assert response.json() == [
            {
                "name": "edge-02",
                "uid": str(devices[1].pk),
                "serial": "",
                "comments": "old",
                "site": None,
                "archived": False,
            }
        ]

    def test_a_function(self, agent: APIClient) -> None:
        """A view without a serializer is confirmed by what its answer says."""
        response = agent.post("/echo/?status=201", {"id": 5, "x": "y"})
        assert response.content == b'{"id":5,"status_code":201,"data_size":16}'

    def test_a_view_without_actions(self, agent: APIClient) -> None:
        """The host declares the operation of a view without actions by the method."""
        response = agent.post("/count/", {"x": 1})
        assert response.content == b'{"id":7,"status_code":200,"data_size":23}'

    @pytest.mark.parametrize(
        ("url", "data", "expected"),
        [
            pytest.param("/sites/", {"identifier": "snits", "name": "Snits"},
                         '{"identifier":"snits","name":"Snits","status_code":201,"data_size":56}', id="slug"),
            pytest.param("/tags/", {"code": "core", "label": "Core"},
                         '{"code":"core","label":"Core","status_code":201,"data_size":30}', id="a slug as key"),
            pytest.param("/system-tags/", {"code": "core", "origin": "lldp"},
                         '{"code":"core","status_code":201,"data_size":31}', id="the parent's key"),
            pytest.param("/linked-sites/", {"name": "Snits"},
                         '{"self":"http://testserver/linked-sites/5/","name":"Snits","status_code":201,"data_size":59}',
                         id="only a URL"),
        ],
    )  # fmt: skip
    def test_identifiers(self, agent: APIClient, url: str, data: Any, expected: str) -> None:
        """An object is identified by what its retrieve URL takes, under the serializer's name for it."""
        Site.objects.create(pk=4, slug="earlier")
        assert agent.post(url, data).content.decode() == expected

    def test_the_identifier_is_good(self, agent: APIClient) -> None:
        """What identifies an object retrieves it."""
        for url, data, key in [
            ("/sites/", {"identifier": "snits", "name": "Snits"}, "identifier"),
            ("/tags/", {"code": "core"}, "code"),
            ("/system-tags/", {"code": "leaf", "origin": "lldp"}, "code"),
            ("/devices/", {"name": "edge-01"}, "uid"),
        ]:
            found = agent.get(f"{url}{agent.post(url, data).json()[key]}/?view=full")
            assert found.json().items() >= data.items()
        link = agent.post("/linked-sites/", {"name": "Boalsert"}).json()["self"]
        assert agent.get(link).json() == {"name": "Boalsert", "self": link}

    def test_another_models_key(self, agent: APIClient) -> None:
        """An object whose key is another model's is identified by it."""
        user = User.objects.create(username="ann")
        response = agent.post("/profiles/", {"user": user.pk, "motto": "Eala"})
        assert response.json()["user"] == user.pk

    def test_what_is_shown_once(self, agent: APIClient) -> None:
        """What no retrieve returns again is in the envelope, and a bulk of it is whole."""
        assert agent.post("/tags/", {"code": "a", "label": "A"}).json()["label"] == "A"

    def test_verify(self, agent: APIClient) -> None:
        """A caller that verifies sees the whole result, without view or mask."""
        response = agent.post("/devices/?verify=true&fields=name", {"name": "a", "config": {"vlan": [10]}})
        assert response.json() == {
            "name": "a",
            "uid": str(Device.objects.get().pk),
            "serial": "",
            "comments": None,
            "site": None,
            "config": {"vlan": [10]},
            "archived": False,
        }

    def test_integers_and_text_are_exact(self, agent: APIClient) -> None:
        """Large numbers and text beyond ASCII are sent as they are."""
        response = agent.post("/devices/?verify", {"name": "Bûter \U0001f9c8", "config": {"n": 2**70}})
        assert "Bûter \U0001f9c8".encode() in response.content
        assert b"1180591620717411303424" in response.content


class TestTokens:
    def test_one(self, agent: APIClient) -> None:
        """Where tokens can be redeemed the envelope has one."""
        envelope = agent.post("/devices/", {"name": "a"}).json()
        assert list(envelope) == ["uid", "name", "serial", "status_code", "data_size", "continuation_token"]

    def test_many(self, agent: APIClient) -> None:
        """A token takes the place of the identifiers."""
        envelope = agent.post("/devices/", [{"name": "a"}] * 3).json()
        assert list(envelope) == ["accepted", "status_code", "data_size", "continuation_token"]

    def test_sixty(self, agent: APIClient) -> None:
        """Sixty devices are confirmed in at most 100 bytes."""
        response = agent.post("/devices/", [{"name": f"edge-{number}", "comments": "x" * 600} for number in range(60)])
        assert response.json()["data_size"] > 43_190
        assert len(response.content) <= 100

    def test_reads_have_none(self, agent: APIClient, devices: list[Device]) -> None:
        """What is shown is not kept."""
        assert b"continuation_token" not in agent.get("/devices/").content


EDGE = {"name": "edge-01", "site": {"name": "Ljouwert"}}


class TestReads:
    @pytest.mark.parametrize(
        ("url", "envelope"),
        [
            pytest.param("/devices/", None, id="bare"),
            pytest.param("/paged-devices/", ["count", "next", "previous", "results"], id="pages"),
            pytest.param("/offset-devices/", ["count", "next", "previous", "results"], id="offsets"),
            pytest.param("/cursor-devices/", ["next", "previous", "results"], id="cursors"),
        ],
    )
    def test_a_list(self, agent: APIClient, devices: list[Device], url: str, envelope: Any) -> None:
        """A list shows the agent view, and a page keeps its envelope."""
        shown = agent.get(url).json()
        if envelope:
            assert list(shown) == envelope
            assert agent.get(shown["next"]).json()["results"][0]["name"] == "edge-03"
            shown = shown["results"]
        assert shown[0] == {"name": "edge-01", "uid": str(devices[0].pk), "site": {"name": "Ljouwert"}}

    def test_one(self, agent: APIClient, devices: list[Device]) -> None:
        """Where the view names no mask for an action, the serializer's counts."""
        shown = agent.get(f"/devices/{devices[0].pk}/").json()
        assert list(shown) == ["name", "uid", "serial", "comments", "site", "archived"]
        whole = agent.get(f"/devices/{devices[0].pk}/?view=full").json()
        assert list(whole) == ["name", "uid", "serial", "comments", "site", "config", "archived"]

    @pytest.mark.parametrize(
        ("url", "expected"),
        [
            pytest.param("/devices/?view=full", ["name", "uid", "serial", "comments", "site", "config", "archived"],
                         id="the full view"),
            pytest.param("/devices/?fields=serial", ["uid", "serial"], id="the caller's fields"),
            pytest.param("/devices/?fields=serial&fields=archived", ["uid", "serial", "archived"], id="more of them"),
            pytest.param("/devices/?exclude=site", ["name", "uid"], id="without"),
            pytest.param("/devices/?view=agent", ["name", "uid", "site"], id="the agent view by name"),
            pytest.param("/struct-devices/", ["name", "serial"], id="a Struct"),
            pytest.param("/asked-devices/", ["uid"], id="a view that is asked"),
            pytest.param("/paged-devices/?fields=serial", ["uid", "serial"], id="a page"),
        ],
    )  # fmt: skip
    def test_masks(self, agent: APIClient, devices: list[Device], url: str, expected: list[str]) -> None:
        """A caller and the host say what is shown; keys are always there, but for a Struct's."""
        shown = agent.get(url).json()
        rows = shown["results"] if isinstance(shown, dict) else shown
        assert list(rows[0]) == expected

    def test_a_struct_leaves_out_defaults(self, agent: APIClient, devices: list[Device]) -> None:
        """What equals a Struct's default is not shown."""
        assert agent.get("/struct-devices/").json() == [
            {"name": "edge-01", "serial": "S1"},
            {"name": "edge-02"},
            {"name": "edge-03"},
        ]

    def test_the_serializers_fields(self, agent: APIClient) -> None:
        """A serializer's mask is a list of names, and keeps the key that is not called id."""
        Tag.objects.create(code="core", label="Core")
        assert agent.get("/tags/").json() == [{"label": "Core", "code": "core"}]

    @pytest.mark.parametrize(
        ("query", "note"),
        [
            pytest.param("fields=nmae", "unknown field: nmae (name?)", id="unknown"),
            pytest.param("exclude=nmae", "unknown field: nmae (name?)", id="unknown to exclude"),
        ],
    )
    def test_a_name_that_nobody_knows(self, agent: APIClient, devices: list[Device], query: str, note: str) -> None:
        """A misspelt name is said, with the one that was meant."""
        assert agent.get(f"/devices/?{query}").json()["_notes"] == [note]

    @pytest.mark.parametrize("query", ["fields=name(", "fields=" + "x" * 3000, "exclude=)", "fields=a..b"])
    def test_a_mask_that_cannot_be_read(self, agent: APIClient, devices: list[Device], query: str) -> None:
        """A mask that cannot be read is a note, and no error."""
        response = agent.get(f"/devices/?{query}")
        assert response.status_code == 200
        assert len(response.json()["results"]) == 3
        assert len(response.json()["_notes"]) == 1

    def test_a_view_without_a_serializer(self, agent: APIClient) -> None:
        """Any view may have an agent view."""
        assert agent.get("/count/").content == b'{"devices":0}'
        assert agent.get("/count/?view=full").content == b'{"devices":0,"sites":0}'

    def test_head(self, agent: APIClient, devices: list[Device]) -> None:
        """HEAD sends nothing under the headers of GET."""
        got, head = agent.get("/devices/"), agent.head("/devices/")
        assert (head.status_code, head.content) == (200, b"")
        assert dict(head.headers) == dict(got.headers)

    def test_options(self, agent: APIClient) -> None:
        """What a view says of itself is whole, whatever the masks."""
        whole = agent.options("/devices/")
        assert whole.json()["renders"] == ["application/json", "text/html", AGENT]
        assert agent.options("/devices/?fields=name&exclude=renders").content == whole.content

    def test_an_empty_list(self, agent: APIClient) -> None:
        """Nothing found is an empty list, with a mask or without."""
        assert agent.get("/devices/").content == b"[]"


class TestErrors:
    @pytest.mark.parametrize(
        ("request_", "status", "expected"),
        [
            pytest.param(("post", "/devices/", {}), 400, {"name": ["This field is required."]}, id="refused"),
            pytest.param(("post", "/devices/?verify=true", {}), 400, {"name": ["This field is required."]},
                         id="refused though it verifies"),
            pytest.param(("post", "/devices/refuse/?fields=x", {}), 403,
                         {"detail": "You do not have permission to perform this action."}, id="forbidden"),
            pytest.param(("get", "/sites/nowhere/?fields=x", None), 404,
                         {"detail": "No Site matches the given query."}, id="not found"),
            pytest.param(("delete", "/sites/nowhere/", None), 404,
                         {"detail": "No Site matches the given query."}, id="not found to delete"),
            pytest.param(("delete", "/sites/", None), 405, {"detail": 'Method "DELETE" not allowed.'}, id="no method"),
            pytest.param(("post", "/echo/?status=409", {"id": 1, "name": "x", "deleted": True}), 409,
                         {"id": 1, "name": "x", "deleted": True}, id="returned"),
            pytest.param(("post", "/echo/?status=500", {"id": 1}), 500, {"id": 1}, id="returned by a broken view"),
            pytest.param(("post", "/echo/?status=302", {"id": 1}), 302, {"id": 1}, id="redirected"),
        ],
    )  # fmt: skip
    def test_pass_whole(self, agent: APIClient, request_: Any, status: int, expected: Any) -> None:
        """An error is what it always was, with its status, and nothing is kept of it."""
        method, url, data = request_
        response = getattr(agent, method)(url, data)
        assert (response.status_code, response.json()) == (status, expected)
        assert response.headers["Content-Type"] == AGENT

    def test_say_what_json_says(self, agent: APIClient, plain: APIClient) -> None:
        """An error of many rows is told like to any other client."""
        rows = [{"name": "a"}, {}, {"name": None}]
        refused, expected = agent.post("/devices/", rows), plain.post("/devices/", rows)
        assert (refused.status_code, refused.content) == (expected.status_code, expected.content)
        assert Device.objects.count() == 0

    def test_raised_with_an_id(self) -> None:
        """An error body with an identifier is no written object."""

        def fail(self: APIView, request: Request) -> Response:
            raise ValidationError({"id": "4711", "name": lazystr("taken")})

        assert loads(render(None, method="POST", post=fail)) == {"id": "4711", "name": "taken"}

    def test_ask_nobody(self, agent: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
        """The view's serializer class is not asked for about an error."""
        asked: list[str] = []
        monkeypatch.setattr(views.SiteViewSet, "get_serializer_class", lambda self: asked.append("class"))
        assert agent.get("/sites/nowhere/").status_code == 404
        assert asked == []

    @pytest.mark.parametrize("status", [204, 205, 304, 307, 400, 404, 503])
    def test_without_a_body(self, status: int) -> None:
        """An answer that has no body and is no success has none here either."""
        assert render(None, status=status) == b""

    def test_a_success_without_a_body(self, agent: APIClient) -> None:
        """A write that answers nothing at 200 is confirmed; a read of nothing is null."""
        assert render(None, method="POST", status=200) == b'{"status_code":200}'
        assert render(None) == b"null"


class TestFailures:
    """What goes wrong in the shaping costs tokens, never the answer."""

    @pytest.mark.parametrize(
        ("chosen", "fault"),
        [
            pytest.param({"PIPELINE": "tests.project.hosts.broken"},
                         "Break failed (ValueError) on tool device-list", id="a stage"),
            pytest.param({"PIPELINE": "tests.project.hosts.broken_early"},
                         "Break failed (ValueError) on tool device-list", id="the first stage"),
            pytest.param({"PIPELINE": "tests.project.hosts.refuse"},
                         "the answer was not shaped (ValueError)", id="the pipeline"),
            pytest.param({"PIPELINE": "nowhere.at_all"},
                         "the answer was not shaped (ModuleNotFoundError)", id="no pipeline"),
            pytest.param({"PIPELIN": "x"},
                         "the answer was not shaped (ImproperlyConfigured)", id="a wrong key"),
        ],
    )  # fmt: skip
    def test_the_answer_is_whole(
        self, agent: APIClient, caplog: pytest.LogCaptureFixture, chosen: Any, fault: str
    ) -> None:
        """The write has happened and is told whole, with its status; the log has no word of it."""
        with override_settings(FRISIAN_PIPELINE=chosen):
            response = agent.post("/devices/", {"name": "hide-me", "serial": "4711"})
        device = Device.objects.get()
        assert (response.status_code, response.json()["uid"]) == (201, str(device.pk))
        assert len(response.json()) == 7
        assert response.headers["Content-Type"] == AGENT
        assert caplog.messages == [f"{fault}; the whole result is sent"]
        assert caplog.records[0].levelname == "ERROR"
        assert caplog.records[0].exc_info is None
        assert not {"hide-me", "4711", str(device.pk), "anonymous"} & set(re.findall(r"[\w-]+", caplog.text))

    @pytest.mark.parametrize("pipeline", ["broken", "broken_early", "refuse"])
    def test_the_answer_is_whole_even_if_the_log_fails(self, agent: APIClient, pipeline: str, failing_log: Any) -> None:
        """A log that fails to take what failed costs nothing more."""
        with override_settings(FRISIAN_PIPELINE={"PIPELINE": f"tests.project.hosts.{pipeline}"}):
            response = agent.post("/devices/", {"name": "a"})
        assert (response.status_code, response.json()["uid"]) == (201, str(Device.objects.get().pk))
        assert failing_log.failed

    @pytest.mark.parametrize("store", ["raising_store", "unreachable_store"])
    def test_a_store_and_a_log_that_fail(self, agent: APIClient, store: str, failing_log: Any) -> None:
        """Nor does one that fails to take what a store did."""
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": f"tests.project.hosts.{store}"}}):
            response = agent.post("/devices/", [{"name": "a"}])
        assert (response.status_code, response.json()["ids"]) == (201, [str(Device.objects.get().pk)])
        assert failing_log.failed

    @pytest.mark.parametrize("store", ["raising_store", "dropping_store", "unreachable_store", "missing_store"])
    def test_a_store_costs_only_the_token(self, agent: APIClient, store: str) -> None:
        """A store that refuses, forgets, cannot be made or does not exist costs the token and nothing else."""
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": f"tests.project.hosts.{store}"}}):
            response = agent.post("/devices/", [{"name": "a"}])
        assert response.status_code == 201
        assert response.json() == {
            "accepted": 1,
            "status_code": 201,
            "data_size": 128,
            "ids": [str(Device.objects.get().pk)],
        }

    def test_a_full_store_costs_only_the_token(self, agent: APIClient) -> None:
        """So does one without room."""
        with override_settings(FRISIAN_PIPELINE={"STORE": {"MAX_BYTES": 100}}):
            assert "ids" in agent.post("/devices/", [{"name": "a"}]).json()

    def test_the_hosts_own_store(self, agent: APIClient) -> None:
        """A store of the host's own issues tokens like ours."""
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": "tests.project.hosts.own_store"}}):
            token = agent.post("/devices/", {"name": "a"}).json()["continuation_token"]
            assert agent.get(f"/agent/continuations/{token}/").status_code == 200

    def test_the_hosts_own_pipeline(self, agent: APIClient) -> None:
        """A pipeline of the host's own is taken at once."""
        with override_settings(FRISIAN_PIPELINE={"PIPELINE": "tests.project.hosts.remarking"}):
            assert agent.get("/count/").json() == {"devices": 0, "_notes": [PROVERB]}
        assert agent.get("/count/").json() == {"devices": 0}

    def test_a_class_that_cannot_be_named_costs_only_facts(self) -> None:
        """A view that cannot name its serializer is shaped by what its answer says."""

        def fail(self: APIView) -> Any:
            raise DatabaseError

        shown = render({"id": 5, "x": 1}, method="POST", status=201, get_serializer_class=fail)
        assert loads(shown).keys() >= {"id", "status_code"}
        assert "x" not in loads(shown)

    @pytest.mark.parametrize(
        "attributes",
        [
            pytest.param({"mcp_operations": 5}, id="no operations"),
            pytest.param({"agent_view": 5}, id="no view"),
            pytest.param({"get_agent_view": lambda self: 1 / 0}, id="a view that fails"),
        ],
    )
    def test_what_a_view_says_wrongly(self, caplog: pytest.LogCaptureFixture, attributes: Any) -> None:
        """A view that says nonsense about itself is answered whole, and the log says so."""
        assert render({"id": 5, "x": "4711"}, method="POST", **attributes) == b'{"id":5,"x":"4711"}'
        assert "the whole result is sent" in caplog.text or "all fields are shown" in caplog.text
        assert "4711" not in caplog.text

    def test_a_wrong_mask_of_the_hosts(self, caplog: pytest.LogCaptureFixture) -> None:
        """An agent view that is no mask shows everything."""
        assert render({"id": 5, "x": 1}, agent_view="x(") == b'{"id":5,"x":1}'
        assert caplog.messages == ["the agent view of HandMade cannot be read (MaskError); all fields are shown"]

    def test_a_wrong_mask_of_the_hosts_costs_nothing_else(self) -> None:
        """What the caller leaves out is left out, and the budget holds."""
        assert render({"id": 5, "x": 1, "y": 2}, "exclude=y", agent_view="x(") == b'{"id":5,"x":1}'

    @pytest.mark.parametrize("data", [object(), {"rows": {(1, 2): 3}}, {"a": {object()}}])
    def test_what_nobody_can_encode(self, data: Any) -> None:
        """What has no form in JSON is an error, as it is under DRF's own renderer."""
        with pytest.raises(TypeError):
            render(data)
        with pytest.raises(TypeError):
            JSONRenderer().render(data)

    def test_nothing_is_logged_of_what_goes_well(self, agent: APIClient, caplog: pytest.LogCaptureFixture) -> None:
        """An answer that could be shaped is no event."""
        agent.post("/devices/", [{"name": "a"}])
        agent.get("/devices/")
        assert caplog.records == []


def failing() -> Any:
    """Rows that the database stops giving."""
    yield {"id": 1}
    raise DatabaseError


class TestHandMade:
    """Results that no serializer made."""

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            pytest.param("", b'[{"id":1,"name":"a"},{"id":2,"name":"b"}]', id="whole"),
            pytest.param("fields=name", b'[{"id":1,"name":"a"},{"id":2,"name":"b"}]', id="masked"),
            pytest.param("exclude=name", b'[{"id":1},{"id":2}]', id="excluded"),
            pytest.param(
                "fields=nmae", b'{"results":[{"id":1},{"id":2}],"_notes":["unknown field: nmae (name?)"]}', id="noted"
            ),
        ],
    )
    def test_iterators(self, query: str, expected: bytes) -> None:
        """Rows that can be read once are shown like any others, and masked like them."""
        rows = [{"id": 1, "name": "a"}, {"id": 2, "name": lazystr("b")}]
        assert render((row for row in rows), query) == expected
        assert loads(render({"count": 2, "results": map(dict, rows)}, query)) == (
            {"count": 2, "results": loads(expected)["results"], "_notes": loads(expected)["_notes"]}
            if b"_notes" in expected
            else {"count": 2, "results": loads(expected)}
        )

    @pytest.mark.parametrize(
        "attributes",
        [
            pytest.param({"agent_view": "name"}, id="the view's"),
            pytest.param({"get_serializer_class": lambda self: DeviceSerializer}, id="the serializer's"),
        ],
    )
    def test_the_agent_view_reaches_iterators(self, attributes: Any) -> None:
        """Rows of a page that can be read once are shown as the host would have them shown to agents."""
        page = {"count": 1, "results": iter([{"id": 1, "name": "a", "config": {}}])}
        assert render(page, **attributes) == b'{"count":1,"results":[{"id":1,"name":"a"}]}'

    def test_querysets(self) -> None:
        """Rows straight from the database are shown like any others, and masked like them."""
        Site.objects.create(name="Ljouwert", slug="ljouwert", pk=5)
        rows = Site.objects.values("id", "name", "slug")
        assert render(rows) == b'[{"id":5,"name":"Ljouwert","slug":"ljouwert"}]'
        assert render(rows.all(), "fields=slug") == b'[{"id":5,"slug":"ljouwert"}]'

    def test_written_rows(self) -> None:
        """Written rows that can be read once are identified like any others."""
        shown = loads(render(({"id": number} for number in (4, 2)), method="POST", status=201))
        assert (shown["accepted"], shown["status_code"]) == (2, 201)

    def test_written_rows_without_a_token(self) -> None:
        """And without a token they are named."""
        with TOKENLESS:
            shown = render(({"id": number} for number in (4, 2)), method="POST", status=201)
        assert shown == b'{"accepted":2,"status_code":201,"data_size":19,"ids":[4,2]}'

    @pytest.mark.parametrize("query", ["", "fields=id"])
    def test_rows_that_fail_half_way(self, query: str) -> None:
        """Rows that the database stops giving are the error that they are elsewhere, and never a shorter list."""
        with pytest.raises(DatabaseError):
            render({"rows": failing()}, query)

    def test_rows_survive_a_failure(self, caplog: pytest.LogCaptureFixture) -> None:
        """Rows that can be read once are whole even where shaping fails after it has read them."""
        with override_settings(FRISIAN_PIPELINE={"PIPELINE": "tests.project.hosts.broken_late"}):
            assert render({"rows": iter([1, 2])}, "fields=rows") == b'{"rows":[1,2]}'
        assert caplog.messages == ["Break failed (ValueError) on tool HandMade; the whole result is sent"]

    @pytest.mark.parametrize("query", ["", "fields=a"])
    def test_depth(self, query: str) -> None:
        """Deep results are shown, with a mask or without."""
        data: Any = {"id": 1}
        for _ in range(3_000):
            data = {"a": data}
        assert render(data, query).count(b'{"a":') == 3_000

    @override_settings(FRISIAN_PIPELINE={"BUDGET_TOKENS": 0})
    def test_size(self) -> None:
        """Large results are shown, and masked."""
        rows = [{"id": number, "text": "x" * 100} for number in range(10_000)]
        assert len(render(rows)) > 1_100_000
        assert loads(render(iter(rows), "fields=id")) == [{"id": number} for number in range(10_000)]

    @pytest.mark.parametrize("data", ["Bûter", "", 0, False, 1.5, [], {}, [None]])
    def test_anything(self, data: Any) -> None:
        """Whatever a view answers is sent as JSON."""
        assert loads(render(data)) == data


class TestByHand:
    def test_without_a_context(self) -> None:
        """A renderer that is told nothing sends the data as it is."""
        assert AgentRenderer().render({"id": 1, "name": lazystr("é")}) == '{"id":1,"name":"é"}'.encode()
        assert AgentRenderer().render(None) == b""
        assert AgentRenderer().render([], AGENT, {}) == b"[]"

    def test_with_half_a_context(self, caplog: pytest.LogCaptureFixture) -> None:
        """One that is told of a view and of no response sends the data as it is, and says why in the log."""
        assert AgentRenderer().render({"id": 1}, AGENT, {"view": APIView()}) == b'{"id":1}'
        assert caplog.messages == ["the answer was not shaped (KeyError); the whole result is sent"]


class TestShapedElsewhere:
    def test_the_whole_answer_is_private(self) -> None:
        """Whoever waits for the whole answer gets it in JSON, and no cache of the host's keeps it for REST."""
        request, response = APIRequestFactory().get("/"), Response()
        vars(request)[WHOLE] = True
        assert CsvRenderer().render([{"id": 1}], None, {"request": request}) == b'[{"id":1}]'
        assert CsvRenderer().render([{"id": 1}], None, {"request": request, "response": response}) == b'[{"id":1}]'
        assert (response["Content-Type"], response["Cache-Control"]) == ("application/json", "private")


class TestBrowsableAPI:
    def test_shows_what_agents_get(self, monkeypatch: pytest.MonkeyPatch, devices: list[Device]) -> None:
        """Where no other renderer is listed, a browser shows the agent's answer, also to a write."""
        monkeypatch.setattr(views.DeviceViewSet, "renderer_classes", [BrowsableAPIRenderer, AgentRenderer])
        browser = APIClient(HTTP_ACCEPT="text/html")
        read = browser.get("/devices/").content.decode()
        assert "&quot;site&quot;:{&quot;name&quot;:&quot;Ljouwert&quot;}" in read
        assert "&quot;archived&quot;" not in read.partition("<form")[0]
        write = browser.post("/devices/", {"name": "nij"}).content.decode()
        assert "&quot;continuation_token&quot;:" in write

    def test_may_render_twice(self) -> None:
        """Rendering twice says the same twice, but for the token."""
        seen = []
        context: dict[str, Any] = {}

        class Twice(AgentRenderer):
            def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
                context.update(renderer_context)
                seen.append(super().render(data, accepted_media_type, renderer_context))
                return super().render(data, accepted_media_type, renderer_context)

        seen.append(render({"id": 1, "x": 2}, method="POST", status=201, renderer_classes=[Twice]))
        first, second = (loads(content) for content in seen)
        assert first.pop("continuation_token") != second.pop("continuation_token")
        assert first == second == {"id": 1, "status_code": 201, "data_size": 14}
