"""Kept results over REST: whole, by rows, by fields, summed up."""

from typing import Any

import pytest
from django.test import override_settings

from frisian_pipeline import conf
from frisian_pipeline.drf import AgentRenderer, AutoRenderer, ColumnarRenderer, pipelines
from frisian_pipeline.drf.owners import ANONYMOUS
from frisian_pipeline.drf.pipelines import JSON, STORE, TOOL
from frisian_pipeline.drf.renderers import FORMAT_RENDERERS
from frisian_pipeline.formats import Json, Rendering, Toon, columnar
from frisian_pipeline.tokens import exact
from tests.project.models import Device

pytestmark = pytest.mark.django_db

ROWS = [{"id": number, "name": f"edge-{number}"} for number in range(30)]


@pytest.fixture
def token() -> str:
    """A token of nobody known."""
    conf.store.cache_clear()
    return str(STORE.put(Json()(ROWS), owner=ANONYMOUS, tool=TOOL, is_list=True))


class TestModes:
    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("", ROWS),
            ("mode=full", ROWS),
            ("page=2&page_size=10", {"results": ROWS[10:20], "cursor": "20"}),
            ("cursor=28", {"results": ROWS[28:], "cursor": None}),
            ("mode=filtered&fields=name&cursor=29", {"results": ROWS[29:], "cursor": None}),
            ("exclude=name&cursor=29", {"results": [{"id": 29}], "cursor": None}),
        ],
    )
    def test_what_is_asked_for(self, client: Any, token: str, query: str, found: Any) -> None:
        """The query says how the result is shown."""
        answer = client.get(f"/agent/continuations/{token}/?{query}")
        assert (answer.status_code, answer.json()) == (200, found)

    @pytest.mark.parametrize("renderer", FORMAT_RENDERERS)
    @pytest.mark.parametrize("by_query", [False, True])
    def test_whoever_is_given_a_token_can_redeem_it(
        self, client: Any, token: str, renderer: type[AgentRenderer], *, by_query: bool
    ) -> None:
        """In the words in which it was given: rows in that format, and all of it as it is kept, in JSON."""
        asked = {"format": renderer.format} if by_query else {}
        headers = {} if by_query else {"accept": renderer.media_type}
        rows = client.get(f"/agent/continuations/{token}/", {"cursor": "28", **asked}, headers=headers)
        assert rows.headers["Content-Type"].partition(";")[0] == renderer.media_type
        assert rows.content == renderer.encode({"results": ROWS[28:], "cursor": None})
        whole = client.get(f"/agent/continuations/{token}/", asked, headers=headers)
        assert (whole.headers["Content-Type"], whole.json()) == ("application/json", ROWS)
        assert client.get(f"/agent/continuations/{'x' * 24}/", asked, headers=headers).status_code == 404

    def test_the_cheapest_format(self, client: Any, token: str) -> None:
        """Who asks for it is told which one it is."""
        rows = client.get(f"/agent/continuations/{token}/?cursor=0", headers={"accept": AutoRenderer.media_type})
        assert rows.headers["Content-Type"] == ColumnarRenderer.media_type
        assert columnar.decode(rows.content) == {"results": ROWS, "cursor": None}
        whole = client.get(f"/agent/continuations/{token}/?format=auto")
        assert (whole.headers["Content-Type"], whole.json()) == ("application/json", ROWS)

    def test_what_comes_as_json_after_all_says_so(self, client: Any, token: str, monkeypatch: Any) -> None:
        """A format may fail, or need more room than there is."""
        monkeypatch.setattr(pipelines, "RENDER", Rendering(JSON))
        answer = client.get(f"/agent/continuations/{token}/?format=csv&cursor=28")
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.json()["results"] == ROWS[28:]

    def test_even_rows(self, client: Any) -> None:
        """Where fields are left out TOON makes a table of rows, as it does of the first of them."""
        rows = [{"id": number, "tags": ["a", "b"], "name": "x"} for number in range(30)]
        token = STORE.put(Json()(rows), owner=ANONYMOUS, tool=TOOL, is_list=True)
        place = f"/agent/continuations/{token}/?format=toon&cursor=28"
        assert (
            client.get(f"{place}&fields=id,tags").content == b"results[2]{id,tags}:\n  28,a;b\n  29,a;b\ncursor: null"
        )
        assert client.get(place).content == Toon()({"results": rows[28:], "cursor": None})

    def test_a_budget(self, client: Any, token: str) -> None:
        """It holds for what is not asked for whole."""
        answer = client.get(f"/agent/continuations/{token}/?page=1&budget=100").json()
        assert 0 < len(answer["results"]) < 15
        assert client.get(f"/agent/continuations/{token}/?mode=summary").json()["count"] == 30

    def test_a_budget_alone(self, client: Any, token: str) -> None:
        """Whoever names nothing else asks for as much as it takes, as over MCP."""
        answer = client.get(f"/agent/continuations/{token}/?budget=100")
        assert answer.json()["results"] == ROWS[: int(answer.json()["cursor"])]
        assert exact(answer.content.decode()) <= 100
        assert client.get(f"/agent/continuations/{token}/?budget=100&mode=full").json() == ROWS

    @pytest.mark.parametrize(
        ("query", "name"),
        [
            ("mode=all", "mode"),
            ("page=0", "page"),
            ("cursor=x", "cursor"),
            ("fields=a((", "fields"),
            ("exclude=(", "exclude"),
            ("budget=many", "budget"),
            ("budget=-1", "budget"),
            ("budget=0", "budget"),
            ("budget=59&page=1", "budget"),
            ("budget=", "budget"),
            ("budget=1000000000", "budget"),
        ],
    )
    def test_what_cannot_be_is_a_400(self, client: Any, token: str, query: str, name: str) -> None:
        """With the argument that is wrong."""
        answer = client.get(f"/agent/continuations/{token}/?{query}")
        assert answer.status_code == 400
        assert list(answer.json()) == [name]

    @pytest.mark.parametrize("query", ["", "page=1", "mode=summary", "fields=id"])
    def test_doubt_is_a_404(self, client: Any, query: str) -> None:
        """In every mode."""
        assert client.get(f"/agent/continuations/{'x' * 24}/?{query}").status_code == 404

    @override_settings(FRISIAN_PIPELINE={"BUDGET_TOKENS": 200})
    def test_a_list_over_rest_has_a_budget_too(self, client: Any) -> None:
        """Who asks for the small answers gets what fits and can read on; who does not gets all."""
        Device.objects.bulk_create(Device(name=f"edge-{number}") for number in range(60))
        whole = client.get("/devices/?format=json")
        answer = client.get("/devices/", HTTP_ACCEPT=AgentRenderer.media_type)
        assert exact(answer.content.decode()) <= 200
        first = answer.json()
        token = first.get("continuation_token") or first["next"]
        assert client.get(f"/agent/continuations/{token}/").content == Json()(whole.json())
