"""How much fits, and how does the caller get the rest?"""

from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from frisian_pipeline import Call, Disclosure, Exchange, Operation, agent_answers
from frisian_pipeline.edge import answer
from frisian_pipeline.formats import Json, with_notes
from frisian_pipeline.stages import Fit, Weigh
from frisian_pipeline.stages.fit.scale import Scale
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.tokens import Counter, estimate, exact

TOKEN = "StOPedKIlaupWDemlitmoyir"
LONG = "word " * 400


def fitted(result: Any, budget: int = 200, *, notes: tuple[str, ...] = (), **words: Any) -> Exchange:
    """What Fit makes of a preview."""
    exchange = Weigh()(Exchange.begin(Call("devices", can_continue=True, budget=budget, **words), result))
    return Fit()(exchange.replace(disclosure=Disclosure.PREVIEW, token=TOKEN, notes=notes))


def row(number: int, **more: Any) -> dict[str, Any]:
    """A row of a list."""
    return {"id": number, "name": f"edge-{number:03}", **more}


ROWS = [row(number) for number in range(100)]


class Root(Struct, frozen=True):
    """A format that needs ten words for the square root of its rows."""

    name: ClassVar[str] = "root"
    media_type: ClassVar[str] = "text/plain"
    text: ClassVar[bool] = True

    def __call__(self, data: Any, /) -> bytes:
        return b"word " * int(10 * len(data["results"] if isinstance(data, dict) else data) ** 0.5)


class Same(Struct, frozen=True):
    """A format that is JSON by another name."""

    name: ClassVar[str] = "same"
    media_type: ClassVar[str] = "application/json"
    text: ClassVar[bool] = False

    def __call__(self, data: Any, /) -> bytes:
        return Json()(data)


class TestFit:
    @pytest.mark.parametrize("words", [{"disclosure": Disclosure.FULL}, {"token": ""}], ids=["full", "no token"])
    def test_only_a_preview_with_a_token_is_cut(self, words: dict[str, Any]) -> None:
        """What is shown whole, or what nothing stands for, stays whole."""
        exchange = Exchange.begin(Call("devices", budget=60), [LONG])
        exchange = exchange.replace(**{"disclosure": Disclosure.PREVIEW, "token": TOKEN, **words})
        assert Fit()(exchange) is exchange

    def test_what_fits_is_shown_as_it_is(self) -> None:
        """A preview that turns out to be small needs no token."""
        result = [row(1)]
        assert fitted(result).body is result

    def test_empties_go_before_rows(self) -> None:
        """Where nulls and empty texts, lists and objects are all that is too much, they go; false and 0 stay."""
        noise: dict[str, Any] = {
            "up": False,
            "slots": 0,
            **{f"field_{number}": None for number in range(30)},
            "tags": [],
            "a": {"b": ""},
        }
        shown = fitted([row(1, **noise), row(2, **noise)])
        assert shown.body["results"] == [row(1, up=False, slots=0), row(2, up=False, slots=0)]
        assert shown.body["next"] == TOKEN
        assert shown.notes == ("no empties; all: cursor=0 with next",)

    def test_empties_of_one_object_go_too(self) -> None:
        """An object without its empties is shown beside the token."""
        shown = fitted({"id": 1, **{f"field_{number}": None for number in range(60)}})
        assert shown.body == {"id": 1, "data_size": len(shown.full), "continuation_token": TOKEN}
        assert shown.notes == ("no empties; all: cursor=.0 with continuation_token",)

    def test_rows_are_paged(self) -> None:
        """A list shows its first rows, how many there are, and where to go on."""
        shown = fitted(ROWS)
        count = len(shown.body["results"])
        assert 5 < count < 20
        assert shown.body == {
            "count": 100,
            "data_size": len(shown.full),
            "results": ROWS[:count],
            "next": TOKEN,
        }
        assert shown.notes == (f"{count} of 100 rows; more: cursor={count} with next",)

    @pytest.mark.parametrize("count", [60, 400])
    def test_rows_in_another_format_fill_the_budget(self, count: int) -> None:
        """As well as they do in JSON."""
        rows = [row(number) for number in range(count)]
        call = Call("devices", can_continue=True, budget=600, format="same")
        exchange = Weigh()(Exchange.begin(call, rows)).replace(disclosure=Disclosure.PREVIEW, token=TOKEN)
        shown = len(Fit(formats=(Same(),))(exchange).body["results"])
        assert shown >= 0.9 * len(fitted(rows, 600).body["results"])

    def test_growth_ends(self) -> None:
        """A format that needs ever less for a row is tried a few times."""
        rows = [row(number) for number in range(100_000)]
        call = Call("devices", can_continue=True, budget=600, format="root")
        exchange = Weigh()(Exchange.begin(call, rows)).replace(disclosure=Disclosure.PREVIEW, token=TOKEN)
        shown = len(Fit(formats=(Root(),))(exchange).body["results"])
        assert 500 < shown < 100_000

    def test_another_format_that_needs_as_much_shows_as_many(self) -> None:
        """Rows are only added where it needs less."""
        call = Call("devices", can_continue=True, budget=2_000, format="same")
        exchange = Weigh()(Exchange.begin(call, ROWS * 9)).replace(disclosure=Disclosure.PREVIEW, token=TOKEN)
        assert Fit(formats=(Same(),))(exchange).body == fitted(ROWS * 9, 2_000).body

    def test_rows_without_their_empties_say_how_to_see_them(self) -> None:
        """The caller hears where to go on, and where to begin anew for all."""
        shown = fitted([row(number, serial=None) for number in range(100)])
        count = len(shown.body["results"])
        assert shown.notes == (f"{count} of 100 rows, no empties; more: cursor={count} with next",)

    def test_rows_of_a_page_are_cut_within_it(self) -> None:
        """A page that the host has made keeps what stands around its rows."""
        page: dict[str, Any] = {
            "count": 900,
            "next": {"page": 2},
            "previous": None,
            "results": [row(number) for number in range(100)],
        }
        shown = fitted(page)
        count = len(shown.body["results"])
        assert shown.body == {
            **page,
            "results": page["results"][:count],
            "data_size": len(shown.full),
            "continuation_token": TOKEN,
        }
        assert shown.notes == (f"{count} of 100 rows; more: cursor={count} with continuation_token, then next",)

    def test_long_texts_are_cut_with_their_length(self) -> None:
        """A row that does not fit shows as much of its texts as there is room for, and how long they are."""
        shown = fitted([row(1, text=LONG), row(2)])
        (first,) = shown.body["results"]
        assert first["name"] == "edge-001"
        assert first["text"].startswith("word word word")
        assert first["text"].endswith("…(2000 characters)")
        assert shown.notes == ("row 1 of 2, cut; all: cursor=0 with next",)

    def test_nested_lists_are_cut_with_their_count(self) -> None:
        """An object shows the first items of a long list, and how many there are."""
        shown = fitted({"id": 1, "ports": [{"name": f"eth{number}"} for number in range(200)]})
        *ports, mark = shown.body["ports"]
        assert ports == [{"name": f"eth{number}"} for number in range(len(ports))]
        assert len(ports) in (4, 16)
        assert mark == "…(200 items)"
        assert shown.notes == ("cut; all: cursor=.0 with continuation_token",)

    def test_depth_is_cut_too(self) -> None:
        """What lies too deep is shown by its size."""
        deep: Any = {"text": LONG}
        for _ in range(20):
            deep = {"in": [deep]}
        assert "fields)" in str(fitted(deep, 400).body) or "items)" in str(fitted(deep, 400).body)
        deep = [LONG]
        for _ in range(40):
            deep = [deep]
        assert "…(1 items)" in str(fitted({"deep": deep}, 400).body)
        for _ in range(20):
            deep = {"in": deep, "text": LONG}
        assert "…(2 fields)" in str(fitted([{"deep": deep}], 3_000).body) or "…(" in str(fitted([deep], 3_000).body)

    def test_what_cannot_be_cut_shows_how_to_go_on(self) -> None:
        """The bare preview says how large the whole is and what buys it."""
        wide = {f"field_{number}": number for number in range(500)}
        shown = fitted(wide)
        assert shown.body == {"data_size": len(shown.full), "continuation_token": TOKEN}
        assert shown.notes == ("too large to show; all: cursor=.0 with continuation_token",)
        shown = fitted([wide, wide])
        assert shown.body == {"count": 2, "data_size": len(shown.full), "results": [], "next": TOKEN}
        assert shown.notes == ("too large to show; all: cursor=0 with next",)

    def test_own_names_are_not_overwritten(self) -> None:
        """An object that has fields of our names is shown below one of its own."""
        shown = fitted({"data_size": 5, "text": LONG})
        assert shown.body["result"]["data_size"] == 5
        assert shown.body["data_size"] == len(shown.full)
        assert shown.body["continuation_token"] == TOKEN

    def test_a_text_is_cut(self) -> None:
        """A result that is one long text shows its beginning."""
        assert fitted(LONG).body["result"].endswith("…(2000 characters)")

    @pytest.mark.parametrize(
        ("result", "body"),
        [
            pytest.param([1, 2], {"count": 2, "data_size": 5, "results": [1, 2], "next": None}, id="rows"),
            pytest.param("x", {"count": 1, "data_size": 3, "results": ["x"], "next": None}, id="one"),
            pytest.param(
                {"count": 1, "results": [1]},
                {"count": 1, "results": [1], "data_size": 25, "continuation_token": None},
                id="a page",
            ),
        ],
    )
    def test_a_heavy_tool_always_answers_rows(self, result: Any, body: dict[str, Any]) -> None:
        """Its answers have one form, and no token where nothing is left out."""
        assert fitted(result, 0, heavy=True).body == body

    def test_a_heavy_tool_without_a_budget_has_the_default(self) -> None:
        """Its first page is no larger than any tool's answer."""
        shown = fitted([row(number) for number in range(5_000)], 0, heavy=True)
        assert 100 < len(shown.body["results"]) < 2_000
        assert shown.body["next"] == TOKEN

    def test_notes_on_what_is_whole_are_within_the_budget(self) -> None:
        """As many are shown as there is room for; a body that is too large by itself keeps all."""
        exchange = Exchange.begin(Call("devices", budget=60), [1]).replace(notes=("short", "long " * 100))
        assert Fit()(exchange).notes == ("short",)
        exchange = exchange.replace(body=LONG)
        assert Fit()(exchange).notes == exchange.notes

    def test_rows_that_cost_more_together_are_fewer(self) -> None:
        """Sums only guess; the answer itself is within the budget."""
        exchange = Weigh()(Exchange.begin(Call("devices", can_continue=True, budget=500), [row(n) for n in range(99)]))
        exchange = exchange.replace(disclosure=Disclosure.PREVIEW, token=TOKEN)
        shown = Fit(counter=lambda text: int((len(text) / 8) ** 1.2))(exchange)
        assert (len(Json()(with_notes(shown.body, shown.notes))) / 8) ** 1.2 <= 400
        assert len(shown.body["results"]) > 3

    def test_a_write_keeps_its_fields(self) -> None:
        """A mask leaves nothing out of what a write answers, since no later read may show it."""
        call = Call("devices", method="POST", owner="ann", can_continue=True, heavy=True, fields="name")
        content = answer(agent_answers(MemoryStore()), Exchange.begin(call, [row(1, serial="A1")], 201))
        assert msgspec.json.decode(content)["results"] == [row(1, serial="A1")]

    def test_it_settles(self) -> None:
        """A preview is not previewed again."""
        shown = fitted([row(number) for number in range(100)])
        assert Fit()(shown) is shown

    def test_facts_are_in_the_budget(self) -> None:
        """What stands beside the rows takes room from them."""
        result = [row(number) for number in range(100)]
        plain = fitted(result).body["results"]
        exchange = Weigh()(Exchange.begin(Call("devices", can_continue=True, budget=200), result))
        facts = {"total": "word " * 60}
        beside = Fit()(exchange.replace(facts=facts, disclosure=Disclosure.PREVIEW, token=TOKEN)).body["results"]
        assert 0 < len(beside) < len(plain)


class TestHardBudget:
    @pytest.mark.parametrize(
        ("operation", "words"),
        [
            pytest.param(Operation.CREATE, {"verify": True, "method": "POST"}, id="verify"),
            pytest.param(Operation.READ, {"budget": 10_000}, id="a read that is within its own budget"),
            pytest.param(Operation.READ, {}, id="a read without a budget"),
        ],
    )
    def test_it_bounds_what_is_exempt(self, operation: Operation, words: dict[str, Any]) -> None:
        """What would be shown whole is cut where it is over the server's limit, and the rest waits."""
        call = Call("devices", owner="ann", can_continue=True, hard_budget=300, declared=operation, **words)
        content = answer(agent_answers(MemoryStore()), Exchange.begin(call, [row(n) for n in range(500)]))
        body = msgspec.json.decode(content)
        assert exact(content.decode()) <= 300
        assert body["_notes"] == [f"{len(body['results'])} of 500 rows; more: cursor={len(body['results'])} with next"]

    def test_without_a_token_it_says_that_there_is_no_more(self) -> None:
        """Nothing is lost silently."""
        call = Call("devices", hard_budget=300)
        content = answer(agent_answers(MemoryStore()), Exchange.begin(call, [row(n) for n in range(500)]))
        body = msgspec.json.decode(content)
        assert exact(content.decode()) <= 300
        assert body["next"] is None
        assert body["_notes"][0].endswith("of 500 rows; the server sends no more in one answer")

    def test_it_bounds_envelopes(self) -> None:
        """Identifiers of a large bulk are many, too."""
        call = Call("devices", method="POST", hard_budget=300)
        content = answer(agent_answers(MemoryStore()), Exchange.begin(call, [row(n) for n in range(500)], 201))
        assert exact(content.decode()) <= 300
        assert msgspec.json.decode(content)["result"]["accepted"] == 500

    def test_errors_are_not_cut_here(self) -> None:
        """A mouth may do that, which knows how errors look there."""
        call = Call("devices", hard_budget=60)
        assert answer(agent_answers(MemoryStore()), Exchange.begin(call, {"detail": LONG}, 400)) == Json()(
            {"detail": LONG}
        )

    def test_what_is_shown_once_is_within_it(self) -> None:
        """A bulk with secrets is shown whole, up to the limit; a token stands for the rest."""
        rows = [row(n, token="swordfish") for n in range(100)]
        call = Call("devices", method="POST", owner="ann", can_continue=True, budget=100, hard_budget=10_000)
        content = answer(agent_answers(MemoryStore()), Exchange.begin(call, rows, 201))
        assert msgspec.json.decode(content) == rows
        content = answer(agent_answers(MemoryStore()), Exchange.begin(replace(call, hard_budget=300), rows, 201))
        assert exact(content.decode()) <= 300
        assert msgspec.json.decode(content)["next"]


class TestRoom:
    """How many rows are tried, judged by the size of all and the tokens of some."""

    @pytest.mark.parametrize("counter", [exact, estimate], ids=["exact", "estimate"])
    @pytest.mark.parametrize("text", ["words of a language ", "日本語のテキスト", "0123456789 abcdef ", ""])
    def test_rows_that_are_alike_fill_the_budget(self, counter: Counter, text: str) -> None:
        """Hardly any more rows would fit."""
        rows = [{"id": number, "text": text * (1 + number % 3), "more": [number] * 9} for number in range(5_000, 7_000)]
        exchange = Weigh()(Exchange.begin(Call("devices", can_continue=True, budget=2_000), rows))
        shown = Fit(counter=counter)(exchange.replace(disclosure=Disclosure.PREVIEW, token=TOKEN)).body
        more = {**shown, "results": rows[: len(shown["results"]) * 9 // 8 + 1]}
        assert not Scale(2_000, counter).holds(Json()(more))

    def test_a_first_row_that_fits_is_shown(self) -> None:
        """However much dearer the others are, byte for byte."""
        first, others = (
            row(1, text="word " * 120),
            [row(2, text=f"{number:x}" * 90) for number in range(9**9, 9**9 + 95)],
        )
        shown = fitted([first, *others], budget=240)
        assert shown.body["results"] == [first]
