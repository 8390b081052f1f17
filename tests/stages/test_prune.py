"""Which fields does the caller want to see?"""

from typing import Any

import pytest
from msgspec import Struct

from frisian_pipeline import Call, Disclosure, Exchange, MaskError, Operation
from frisian_pipeline.exchange import UNKNOWN, Known
from frisian_pipeline.masks import Auto
from frisian_pipeline.stages import Prune

PREVIEW = {"disclosure": Disclosure.PREVIEW, "operation": Operation.CREATE}
ROW = {"id": 1, "name": "a", "site": {"id": 2, "name": "HQ"}, "tags": []}


class Small(Struct):
    """An agent view as a class."""

    name: str
    tags: list[str] = []


def pruned(result: Any, facts: dict[str, Any] | None = None, **words: Any) -> Exchange:
    """What Prune makes of a read."""
    return Prune()(Exchange.begin(Call("devices", **words), result).replace(**facts or {}))


class TestPrune:
    def test_no_mask_is_no_work(self) -> None:
        """Without view and masks the exchange passes as it came."""
        assert pruned(ROW).body is ROW

    @pytest.mark.parametrize(
        ("facts", "touched"),
        [
            pytest.param({}, True, id="a read"),
            pytest.param({**PREVIEW, "token": "kept"}, False, id="a preview of a write"),
            pytest.param(PREVIEW, False, id="a preview of a write that nothing keeps"),
            pytest.param({"disclosure": Disclosure.PREVIEW, "token": "kept"}, True, id="a preview of a read"),
            pytest.param({**PREVIEW, "token": "kept", "status": 207}, False, id="a preview of mixed rows"),
            pytest.param({"operation": Operation.CREATE}, False, id="a write that is shown whole"),
            pytest.param({"disclosure": Disclosure.LEAN, "operation": Operation.CREATE}, False, id="an envelope"),
            pytest.param({"status": 404}, False, id="an error"),
            pytest.param({"status": 302}, False, id="a redirect"),
            pytest.param({"status": 202}, False, id="a task"),
            pytest.param({"status": 207}, False, id="mixed rows"),
        ],
    )
    def test_only_reads_and_previews_lose_fields(self, facts: dict[str, Any], *, touched: bool) -> None:
        """Errors, news, envelopes and writes that had to be shown whole are left alone."""
        assert (pruned(ROW, facts, fields="name").body is not ROW) is touched

    @pytest.mark.parametrize(
        ("words", "body"),
        [
            pytest.param({"view": "name,site(name)"}, {"id": 1, "name": "a", "site": {"name": "HQ"}}, id="a mask"),
            pytest.param({"view": Small}, {"name": "a"}, id="a class is taken at its word, its defaults omitted"),
            pytest.param({"view": "name,tags", "view_exclude": "tags"}, {"id": 1, "name": "a"}, id="with an exclude"),
            pytest.param({"view": Small, "fields": "tags"}, {"id": 1, "tags": []}, id="fields replace the view"),
            pytest.param({"fields": "site", "exclude": "site.id"}, {"id": 1, "site": {"name": "HQ"}}, id="exclude"),
            pytest.param({"view": "name", "exclude": "name"}, {"id": 1}, id="exclude from a view"),
        ],
    )
    def test_the_view_then_fields_then_exclude(self, words: dict[str, Any], body: dict[str, Any]) -> None:
        """The caller's fields replace the agent view, and exclude takes from either."""
        assert pruned(ROW, **words).body == body

    @pytest.mark.parametrize(
        ("row", "lookup", "kept"),
        [
            pytest.param({"id": 1, "pk": 2, "x": 3}, "", {"id": 1}, id="id"),
            pytest.param({"pk": 2, "x": 3}, "", {"pk": 2}, id="pk"),
            pytest.param({"id": 1, "slug": "s"}, "slug", {"slug": "s"}, id="lookup field"),
            pytest.param({"id": 1, "slug": None}, "slug", {"id": 1}, id="null lookup field"),
            pytest.param({"x": 3}, "slug", {}, id="none"),
        ],
    )
    def test_identifiers_are_always_kept(self, row: dict[str, Any], lookup: str, kept: dict[str, Any]) -> None:
        """The rows' identifier survives whatever the masks say."""
        assert pruned(row, fields="nope", exclude="*", lookup_field=lookup).body == kept
        assert pruned([row, row], fields="nope", lookup_field=lookup).body == [kept, kept]

    def test_rows_without_a_common_identifier_keep_every_one(self) -> None:
        """Where no single field identifies all rows, whatever may identify one is kept."""
        rows = [{"slug": "a", "id": 1, "x": 2}, {"slug": None, "id": 2, "x": 3}]
        assert pruned([{"id": 1, "x": 1}, {"pk": 2, "x": 2}], exclude="*").body == [{"id": 1}, {"pk": 2}]
        assert pruned(rows, fields="x", lookup_field="slug").body == [{"id": 1, "x": 2}, {"id": 2, "x": 3}]

    def test_a_row_that_is_no_object_passes(self) -> None:
        """One field identifies all rows that are objects."""
        assert pruned(["text", {"id": 1, "x": 2}, {"id": 3, "y": 4}], fields="x").body == [
            "text",
            {"id": 1, "x": 2},
            {"id": 3},
        ]

    def test_unknown_names_are_noted_once(self) -> None:
        """A name that neither body nor result has becomes a note; what was already left out is no unknown name."""
        walked = pruned(ROW, {"notes": ("earlier",)}, fields="nmae,name", exclude="site.nope,tags")
        assert walked.notes == ("earlier", "unknown field: nmae (name?)", "unknown field: site.nope")
        assert Prune()(walked) == walked

    def test_a_name_that_another_stage_added_is_known(self) -> None:
        """What a stage put into the body counts."""
        assert pruned(ROW, {"body": {"id": 1, "extra": 2}}, fields="extra").notes == ()

    @pytest.mark.parametrize("word", ["fields", "exclude"])
    def test_a_mask_that_cannot_be_read_is_a_note(self, word: str) -> None:
        """A caller's bad mask leaves the view in place and says what is wrong."""
        walked = pruned(ROW, None, view="name", **{word: "a(("})
        assert walked.body == {"id": 1, "name": "a"}
        assert "a name is missing" in walked.notes[0]

    def test_a_view_that_cannot_be_read_is_the_hosts_fault(self) -> None:
        """A bad agent view raises, so that the edge shows the whole result and logs it."""
        with pytest.raises(MaskError):
            pruned(ROW, view="a((")


class TestWrapped:
    @pytest.mark.parametrize(
        "result",
        [{"data": [{"id": 1, "name": "a"}], "meta": {}}, [{"id": 1, "firstName": "a"}], {"results": [], "meta": 5}],
        ids=["wrapped", "renamed", "no rows"],
    )
    def test_a_view_of_other_names_leaves_nothing_out(self, result: Any) -> None:
        """Where a renderer made other names of all that a view names, the whole result is shown."""
        assert Prune()(Exchange.begin(Call("devices", view="first_name,name"), result)).body == result

    def test_a_view_of_some_names(self) -> None:
        """One name that is there is enough, in any row or around them."""
        rows = [{"id": 1, "x": 1}, {"id": 2, "name": "a"}]
        assert Prune()(Exchange.begin(Call("devices", view="name"), rows)).body == [{"id": 1}, {"id": 2, "name": "a"}]
        assert Prune()(Exchange.begin(Call("devices", view="*"), rows)).body == rows
        assert Prune()(Exchange.begin(Call("devices", view="name"), [])).body == []


META = Known(opaque=True)
KNOWN = Known({"id": UNKNOWN, "name": UNKNOWN, "meta": META, "url": UNKNOWN}, closed=True)


class Deep(Struct):
    """What stands in free-form data, by the host's word."""

    a: int


class Typed(Struct):
    """A view of it."""

    meta: Deep


class TestKnown:
    """What the adapter knows of the fields."""

    def test_no_mask_reaches_into_free_form_data(self) -> None:
        """Neither the caller's masks nor the view's; a Struct is the host's word on what is there."""
        row = {"id": 1, "name": "a", "meta": {"a": 1, "b": 2}}
        notes = ("kept whole, since its keys are data: meta",)
        for words in (Call("", fields="meta.a"), Call("", exclude="meta.a,name")):
            walked = pruned(row, known=KNOWN, fields=words.fields, exclude=words.exclude)
            assert (walked.body, walked.notes) == ({"id": 1, "meta": row["meta"]}, notes)
        assert pruned(row, known=KNOWN, view="meta.a").body == {"id": 1, "meta": row["meta"]}
        assert pruned(row, known=KNOWN, view="meta.a").notes == ()
        assert pruned(row, known=KNOWN, view_exclude="meta.a,name").body == {"id": 1, "meta": row["meta"]}
        assert pruned(row, known=KNOWN, view=Typed).body == {"meta": {"a": 1}}

    @pytest.mark.parametrize("rows", [[], [{"id": 1}]])
    def test_a_declared_name_is_not_unknown(self, rows: Any) -> None:
        """It may be that no row shows it; one that is not declared is told even without rows."""
        assert pruned(rows, known=KNOWN, fields="name,url").notes == ()
        assert pruned(rows, known=KNOWN, fields="nmae").notes == ("unknown field: nmae (name?)",)

    def test_a_view_of_declared_names_applies(self) -> None:
        """A view may name what no row of this answer shows."""
        rows = [{"id": 1, "name": "a"}]
        assert pruned(rows, known=KNOWN, view="url").body == [{"id": 1}]
        page = {"count": 1, "results": rows}
        assert pruned(page, known=Known({"results": KNOWN}), view="url").body == {"count": 1, "results": [{"id": 1}]}
        assert pruned(rows, view="url").body == rows


class TestAuto:
    """The automatic view."""

    def test_it_is_a_view(self) -> None:
        """It yields to the caller's fields, and the caller's exclude takes from it; identifiers are kept."""
        row = {"slug": "http://x/", "url": "http://x/", "name": "a", "site": {"id": 2, "name": "HQ", "x": 1}, "b": ""}
        words: dict[str, Any] = {"view": Auto, "lookup_field": "slug"}
        cleaned = {"slug": "http://x/", "name": "a", "site": {"id": 2, "name": "HQ"}}
        assert pruned(row, **words).body == cleaned
        assert pruned(row, exclude="name,site.id", **words).body == {"slug": "http://x/", "site": {"name": "HQ"}}
        assert pruned(row, fields="b,site", **words).body == {"slug": "http://x/", "site": row["site"], "b": ""}

    def test_free_form_data(self) -> None:
        """It reaches no further than masks do."""
        row = {"id": 1, "meta": {"a": None}}
        assert pruned(row, view=Auto, known=KNOWN).body == row
        assert pruned(row, view=Auto).body == {"id": 1}
