"""What may be said beside a token, and what it gives."""

from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace
from toon_format import loads

from frisian_pipeline import Call, MaskError, TokenError
from frisian_pipeline.errors import RedemptionError
from frisian_pipeline.formats import Columnar, Csv, Json, Rendering, Toon
from frisian_pipeline.redemption import Kept, Mode, redeem, redeem_in_format, wanted
from frisian_pipeline.stages.fit.scale import MARGIN, Scale
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.tokens import exact

ROWS = [
    {
        "id": number,
        "name": f"edge-{number}",
        "site": {"id": 1, "name": "HQ"},
        "up": True,
        "serial": None if number else "A1",
    }
    for number in range(250)
]
PAGE = {"count": 900, "next": None, "previous": None, "results": ROWS}


def bought(result: Any, *, budget: int = 10_000, words: dict[str, Any] | None = None, **said: Any) -> Any:
    """What a token for a result buys with what is said beside it."""
    store = MemoryStore()
    token = store.put(msgspec.json.encode(result), owner="ann", tool="devices", is_list=isinstance(result, list))
    call = Call("devices", owner="ann", budget=budget, **words or {})
    return msgspec.json.decode(redeem(Kept(store, token, "ann", "devices"), call, wanted(said)))


def together(text: str) -> int:
    """A counter by which the whole costs more than its parts."""
    return int((len(text) / 8) ** 1.2)


class Longer(Struct, frozen=True):
    """A format that needs more room than JSON."""

    name: ClassVar[str] = "longer"
    media_type: ClassVar[str] = "text/plain"
    text: ClassVar[bool] = True

    def __call__(self, data: Any, /) -> bytes:
        return b"word " * 1_000


class TestWanted:
    @pytest.mark.parametrize(
        ("said", "mode"),
        [
            pytest.param({}, Mode.FULL, id="nothing"),
            pytest.param({"mode": "full"}, Mode.FULL, id="full"),
            pytest.param({"page": 2}, Mode.PAGINATED, id="a page"),
            pytest.param({"cursor": "3"}, Mode.PAGINATED, id="a cursor"),
            pytest.param({"fields": "id"}, Mode.FILTERED, id="fields"),
            pytest.param({"fields": "id", "cursor": "3"}, Mode.FILTERED, id="fields from a cursor on"),
            pytest.param({"mode": "paginated", "fields": "id"}, Mode.PAGINATED, id="pages of some fields"),
        ],
    )
    def test_a_mode_is_what_the_rest_makes_sense_for(self, said: dict[str, Any], mode: Mode) -> None:
        """Who names no mode means one all the same."""
        assert wanted(said).mode is mode

    @pytest.mark.parametrize(
        ("said", "argument", "fault"),
        [
            pytest.param({"mode": "all"}, "mode", "is one of full, paginated, filtered, summary", id="mode"),
            pytest.param({"mode": None}, "mode", "is one of", id="no mode"),
            pytest.param({"mode": ["full"]}, "mode", "is one of", id="a list of modes"),
            pytest.param({"page": 0}, "page", "is a whole number from 1", id="page 0"),
            pytest.param({"page": True}, "page", "is a whole number from 1", id="page true"),
            pytest.param({"page": "two"}, "page", "is a whole number from 1", id="page two"),
            pytest.param({"page": 1 << 80}, "page", "is a whole number from 1", id="a page beyond all"),
            pytest.param({"page_size": 10_001}, "page_size", "is a whole number from 1 to 10000", id="page_size"),
            pytest.param({"page_size": None}, "page_size", "is a whole number from 1 to 10000", id="null"),
            pytest.param({"cursor": "abc"}, "cursor", "is what an answer of this tool has said", id="cursor"),
            pytest.param({"cursor": ""}, "cursor", "is what an answer", id="an empty cursor"),
            pytest.param({"cursor": "-1"}, "cursor", "is what an answer", id="a negative cursor"),
            pytest.param({"cursor": "9" * 30}, "cursor", "is what an answer", id="a long cursor"),
            pytest.param({"cursor": 1.5}, "cursor", "is what an answer", id="a fraction"),
            pytest.param({"cursor": "1", "page": 1}, "page", "has no place beside cursor", id="page and cursor"),
            pytest.param({"mode": "full", "page": 1}, "page", "has no place in mode full", id="page of all"),
            pytest.param({"mode": "summary", "cursor": "1"}, "cursor", "has no place in mode summary", id="summary"),
            pytest.param({"mode": "filtered"}, "fields", "is required in mode filtered", id="filtered by nothing"),
        ],
    )
    def test_what_cannot_be_says_what_is_legal(self, said: dict[str, Any], argument: str, fault: str) -> None:
        """The error names the argument and what it may be."""
        with pytest.raises(RedemptionError, match=fault) as caught:
            wanted(said)
        assert caught.value.argument == argument


class TestRedeem:
    def test_full_is_byte_for_byte(self) -> None:
        """Without a word the whole result comes back, whatever the budget."""
        assert bought(ROWS, budget=60) == ROWS

    @pytest.mark.parametrize("result", [ROWS, PAGE], ids=["a list", "a page"])
    def test_pages_are_slices(self, result: Any) -> None:
        """Pages of a size are counted from 1, and the last one says that it is."""
        assert bought(result, page=2, page_size=100) == {"results": ROWS[100:200], "cursor": "200"}
        assert bought(result, page=3, page_size=100) == {"results": ROWS[200:], "cursor": None}
        assert bought(result, page=4, page_size=100) == {"results": [], "cursor": None}
        assert bought(result, page="2", page_size="10")["results"] == ROWS[10:20]
        assert bought(result, page=3)["results"] == ROWS[200:]
        assert bought(result, cursor="248") == {"results": ROWS[248:], "cursor": None}
        assert bought(result, cursor=248, page_size=1) == {"results": ROWS[248:249], "cursor": "249"}

    def test_a_page_that_is_too_large_is_cut(self) -> None:
        """At a row boundary, with the cursor of the rest."""
        answer = bought(ROWS, budget=300, page=2, page_size=100)
        count = len(answer["results"])
        assert 0 < count < 100
        assert answer == {"results": ROWS[100 : 100 + count], "cursor": str(100 + count)}

    def test_a_page_of_rows_that_are_alike_fills_the_budget(self) -> None:
        """Hardly any more rows would fit."""
        answer = bought(ROWS * 4, budget=2_000, page=1, page_size=900)
        more = {**answer, "results": (ROWS * 4)[: len(answer["results"]) * 17 // 16 + 1]}
        assert not Scale(2_000, exact).holds(msgspec.json.encode(more))

    def test_a_first_row_that_fits_is_shown(self) -> None:
        """However much dearer the others are, byte for byte."""
        first, others = {"text": "word " * 120}, [{"text": f"{number:x}" * 90} for number in range(9**9, 9**9 + 95)]
        assert bought([first, *others], budget=200, page=1) == {"results": [first], "cursor": "1"}
        cheap, dear = {"text": "word " * 60}, {"text": "".join(map(chr, range(0x12000, 0x12078)))}
        assert bought([cheap, dear], budget=200, page=1) == {"results": [cheap], "cursor": "1"}

    def test_a_row_that_is_too_large_comes_in_slices(self) -> None:
        """Of its text, each with the cursor of the next one; then come the rows after it."""
        rows = [1, "word " * 200, 3]
        first = bought(rows, budget=100, cursor="1")
        assert first["row"] == 1
        assert first["text"].startswith('"word word')
        assert first["cursor"] == f"1.{len(first['text'])}"
        last = bought(rows, budget=10_000, cursor=first["cursor"])
        assert first["text"] + last["text"] == msgspec.json.encode(rows[1]).decode()
        assert last["cursor"] == "2"
        assert bought(rows[:2], cursor="1.0")["cursor"] is None
        assert bought(rows, cursor="7.3") == {"results": [], "cursor": None}

    def test_what_has_no_rows_comes_in_slices_of_its_text(self) -> None:
        """One object, and what stands around a page."""
        text = msgspec.json.encode(ROWS[0]).decode()
        assert bought(ROWS[0], mode="paginated") == {"text": text, "cursor": None}
        assert bought("text", mode="paginated") == {"text": '"text"', "cursor": None}
        assert bought({"results": [1]}, mode="paginated")["text"] == '{"results":[1]}'
        assert bought({"results": {}, "count": 1}, mode="paginated")["text"] == '{"results":{},"count":1}'
        assert bought(PAGE, cursor=".0")["text"] == msgspec.json.encode(PAGE).decode()
        assert bought("é" * 10, cursor=".2")["text"] == "é" * 10 + '"'

    def test_fields_are_filtered(self) -> None:
        """Rows, pages and objects show the fields that are asked for."""
        small = [{"id": row["id"], "name": row["name"]} for row in ROWS]
        said: dict[str, Any] = {"mode": "filtered", "fields": "name", "page_size": 5}
        words = {"fields": "name"}
        assert bought(ROWS, words=words, **said) == {"results": small[:5], "cursor": "5"}
        assert bought(PAGE, words=words, **said) == {"results": small[:5], "cursor": "5"}
        assert bought(ROWS[0], words=words, fields="name") == {"text": '{"id":0,"name":"edge-0"}', "cursor": None}

    def test_unknown_fields_are_said(self) -> None:
        """With the nearest ones, as everywhere."""
        answer = bought(ROWS, words={"fields": "nam"}, fields="nam", page_size=2)
        assert answer == {"results": [{"id": 0}, {"id": 1}], "cursor": "2", "_notes": ["unknown field: nam (name?)"]}

    def test_a_view_is_kept_to(self) -> None:
        """Pages look like the answer that they continue."""
        assert bought(ROWS, words={"view": "name"}, cursor="249")["results"] == [{"id": 249, "name": "edge-249"}]

    def test_a_mask_that_cannot_be_read_is_refused(self) -> None:
        """Nothing has happened yet, so an error is no harm."""
        with pytest.raises(MaskError):
            bought(ROWS, words={"fields": "a(("}, fields="a((")

    def test_doubt_is_a_token_error(self) -> None:
        """In every mode."""
        for said in ({}, {"mode": "summary"}, {"page": 1}, {"cursor": ".0"}):
            with pytest.raises(TokenError):
                redeem(Kept(MemoryStore(), "nope", "ann", "devices"), Call("devices", owner="ann"), wanted(said))

    def test_a_list_that_nobody_called_one_has_pages_all_the_same(self) -> None:
        """A store that cuts no pages gives the whole, and that is cut."""
        store = MemoryStore()
        token = store.put(b"[1,2,3]", owner="ann", tool="devices")
        kept = Kept(store, token, "ann", "devices")
        assert redeem(kept, Call("devices", owner="ann"), wanted({"cursor": "1"})) == b'{"results":[2,3],"cursor":null}'

    def test_rows_that_cost_more_together_are_fewer(self) -> None:
        """Sums only guess; the answer itself is within the budget."""
        store = MemoryStore()
        token = store.put(msgspec.json.encode(ROWS), owner="ann", tool="devices", is_list=True)
        call = Call("devices", owner="ann", budget=500)
        content = redeem(Kept(store, token, "ann", "devices"), call, wanted({"page": 1}), counter=together)
        assert together(content.decode()) <= 500 / MARGIN
        assert len(msgspec.json.decode(content)["results"]) > 3

    def test_a_hard_budget_bounds_full_too(self) -> None:
        """What is larger comes by rows; what is not comes as it is."""
        answer = bought(ROWS, words={"hard_budget": 300})
        assert answer == {"results": ROWS[: len(answer["results"])], "cursor": str(len(answer["results"]))}
        assert bought(ROWS[:3], words={"hard_budget": 300}) == ROWS[:3]
        assert len(bought(ROWS, words={"hard_budget": 300}, page=1)["results"]) == len(answer["results"])

    def test_another_format(self) -> None:
        """Rows come in the format asked for, if there is room for it; the whole comes as it is kept. Each is named."""
        store = MemoryStore()
        token = store.put(msgspec.json.encode(ROWS), owner="ann", tool="devices", is_list=True)
        kept, render = Kept(store, token, "ann", "devices"), Rendering(Json(), (Csv(), Longer()))

        def get(name: str, **said: Any) -> tuple[bytes, str]:
            call = Call("devices", owner="ann", budget=200, format=name, fields=said.get("fields", ""))
            return redeem_in_format(kept, call, wanted(said), render=render)

        rows, name = get("csv", cursor="248", fields="name")
        assert (rows.startswith(b"id,name\r\n248,edge-248\r\n"), name) == (True, "csv")
        rows, name = get("longer", page=1)
        assert (bool(msgspec.json.decode(rows)["cursor"]), name) == (True, "json")
        assert get("csv") == (msgspec.json.encode(ROWS), "json")

    @pytest.mark.parametrize("budget", [100, *range(300, 312), 1000])
    @pytest.mark.parametrize("said", [{"cursor": "13"}, {"page": 2}, {"page": 3, "page_size": 40}])
    def test_a_format_that_needs_more_room(self, budget: int, said: dict[str, Any]) -> None:
        """Of rows that need more room in it than in JSON as many come in the format asked for as there is room for."""
        rows = [{**row, "tags": [{"a": row["id"]}, {"b": "x"}]} for row in ROWS]
        store = MemoryStore()
        token = store.put(msgspec.json.encode(rows), owner="ann", tool="devices", is_list=True)
        kept, render = Kept(store, token, "ann", "devices"), Rendering(Json(), (Toon(),))
        call = Call("devices", owner="ann", budget=budget, format="toon")
        content = redeem(kept, call, wanted(said), render=render)
        plain = msgspec.json.decode(redeem(kept, replace(call, format="json"), wanted(said)))
        page = loads(content.decode())
        first, count = plain["results"][0]["id"], len(page["results"])
        assert page == {"results": rows[first : first + count], "cursor": str(first + count)}
        assert exact(content.decode()) <= budget

    @pytest.mark.parametrize("digits", ["1.10", "0.12345678901234567890123", "1e400", "12345678901234567890123.5"])
    @pytest.mark.parametrize("words", [{}, {"fields": "id,n"}])
    @pytest.mark.parametrize("said", [{"cursor": "0"}, {"mode": "summary"}])
    @pytest.mark.parametrize("name", ["json", "columnar"])
    def test_digits_are_kept(self, digits: str, words: dict[str, Any], said: dict[str, str], name: str) -> None:
        """A number comes with the digits that are kept, in whatever mode and format, whatever its size."""
        store, render = MemoryStore(), Rendering(Json(), (Columnar(),))
        content = f'[{{"id":1,"n":{digits},"x":1}}]'.encode()
        token = store.put(content, owner="ann", tool="devices", is_list=True)
        call = Call("devices", owner="ann", format=name, **words)
        content = redeem(Kept(store, token, "ann", "devices"), call, wanted(said | words), render=render)
        told = content.decode().replace("E+", "e")
        assert f'"n":{digits}' in told
        assert ("mode" in said) == (f'"min":{digits},"max":{digits}' in told)

    def test_a_piece_of_a_row_is_json(self) -> None:
        """Where there is room for a row in JSON alone, it comes in JSON."""
        rows = [{"id": 1, "lists": [[number] for number in range(20)]}] * 3
        store = MemoryStore()
        token = store.put(msgspec.json.encode(rows), owner="ann", tool="devices", is_list=True)
        kept, render = Kept(store, token, "ann", "devices"), Rendering(Json(), (Toon(),))
        call = Call("devices", owner="ann", budget=100, format="toon")
        content = redeem(kept, call, wanted({"cursor": "1"}), render=render)
        assert msgspec.json.decode(content)["results"] == rows[1:2]

    def test_a_format_that_never_fits(self) -> None:
        """A slice of a text that is too large in a format, however short it is, is the one that JSON has room for."""
        store = MemoryStore()
        token = store.put(msgspec.json.encode("word " * 1_000), owner="ann", tool="devices")
        kept, render = Kept(store, token, "ann", "devices"), Rendering(Json(), (Longer(),))
        call, said = Call("devices", owner="ann", budget=100, format="longer"), wanted({"cursor": ".0"})
        content, name = redeem_in_format(kept, call, said, render=render)
        assert (content, name) == (redeem(kept, replace(call, format="json"), said), "json")
        assert msgspec.json.decode(content)["cursor"] != ".0"

    def test_bounds_beyond_all_are_empty(self) -> None:
        """A page far behind the end has no rows."""
        assert bought(ROWS, page=1 << 40)["results"] == []


class TestSummary:
    def test_rows_are_summed_up(self) -> None:
        """Their count, what their fields hold, and the first of them."""
        assert bought(ROWS, mode="summary") == {
            "count": 250,
            "data_size": len(msgspec.json.encode(ROWS)),
            "fields": {
                "id": {"type": "number", "min": 0, "max": 249},
                "name": {"type": "string", "min": "edge-0", "max": "edge-99"},
                "site": {"type": "object"},
                "up": {"type": "boolean"},
                "serial": {"type": "string", "values": ["A1"], "null": 249},
            },
            "results": ROWS[:3],
        }

    def test_anything_is_summed_up(self) -> None:
        """Long texts by their length, lists by their items, mixed rows by their types."""
        rows = [{"text": "word " * 20, "tags": ["a"]}, {"tags": []}, 5, None, {"empty": None}, {"empty": None}, "x"]
        fields = bought(rows, mode="summary")["fields"]
        assert fields["text"] == {"type": "string", "longest": 100, "null": 3}
        assert fields["tags"] == {"type": "array", "min_items": 0, "max_items": 1, "null": 2}
        assert fields["empty"] == {"type": "null"}
        assert bought(rows, mode="summary")["rows"] == {"type": "number|string", "null": 1}
        assert bought("text", mode="summary")["rows"] == {"type": "string", "values": ["text"]}
        assert bought([], mode="summary") == {"count": 0, "data_size": 2}

    @pytest.mark.parametrize("budget", [60, 100, 400])
    def test_it_is_within_the_budget(self, budget: int) -> None:
        """Rows go first, then fields, and it says how many."""
        wide = [{f"field_{number}": number for number in range(300)}] * 5
        answer = bought(wide, budget=budget, mode="summary")
        assert answer["count"] == 5
        assert len(answer.get("fields", ())) + answer.get("more_fields", 200) == 200
