"""What a text costs, without a vocabulary."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.tokens.random_texts import ALPHABETS
from frisian_pipeline.formats import Json
from frisian_pipeline.tokens import estimate, exact
from frisian_pipeline.tokens.alphabet import BLOCKS, spell

PAYLOADS = sorted((Path(__file__).parent.parent / "payloads").glob("*.json"))
ENGLISH = [
    *("active", "planned", "offline", "retired", "staged", "router", "switch", "core-1"),
    *("edge-07", "Groningen", "Leeuwarden", "uplink", "vlan", "trunk", "backup", "spare"),
]
MIXED = ["東京", "привет", "мир", "Straße", "カメラ", "서울", "café", "dog", "planned", "λόγος", "core", "niño", "سلام"]
ANY = st.text(st.characters(codec=None), max_size=200)


def words(alphabet: str) -> st.SearchStrategy[str]:
    """Words of these characters."""
    return st.lists(st.text(st.sampled_from(alphabet), min_size=1, max_size=12), max_size=20).map(" ".join)


class TestEstimate:
    def test_nothing_costs_nothing(self) -> None:
        """An empty text has no tokens."""
        assert estimate("") == 0

    @pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.stem)
    def test_it_is_near_the_exact_count(self, path: Path) -> None:
        """On API answers the estimate is within 5 % of the larger exact count, or within five tokens."""
        text = path.read_text()
        assert abs(estimate(text) - exact(text)) <= max(5, 0.05 * exact(text))

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("The device was moved to the warehouse in Groningen.", id="English"),
            pytest.param("Das Gerät wurde in das Lager nach Groningen gebracht.", id="German"),
            pytest.param("L'appareil a été déplacé à l'entrepôt de Groningue.", id="French"),
            pytest.param("Устройство перемещено на склад в Гронингене.", id="Russian"),
            pytest.param("Η συσκευή μεταφέρθηκε στην αποθήκη του Χρόνινγκεν.", id="Greek"),
            pytest.param("機器は倉庫に移動されました。", id="Japanese"),
            pytest.param("设备已移至仓库。", id="Chinese"),
            pytest.param("تم نقل الجهاز إلى المستودع.", id="Arabic"),
            pytest.param("उपकरण को गोदाम में ले जाया गया है।", id="Hindi"),
            pytest.param("done 🚀🎉 ok 🧪 ", id="emoji"),
        ],
    )
    def test_languages(self, text: str) -> None:
        """A sentence of any of these is within a quarter, though it is short."""
        assert abs(estimate(text * 5) - exact(text * 5)) <= exact(text * 5) / 4

    @pytest.mark.parametrize("words", [pytest.param(ENGLISH, id="English"), pytest.param(MIXED, id="mixed")])
    @pytest.mark.parametrize(
        "row",
        [
            pytest.param("|{0}|\n", id="Markdown of one"),
            pytest.param("|{0}|{1}|\n", id="Markdown of two"),
            pytest.param("|{0}|7|\n", id="Markdown and numbers"),
            pytest.param("{0}\r\n", id="CSV of one"),
            pytest.param("{0},{1}\r\n", id="CSV of two"),
            pytest.param("{0},7\r\n", id="CSV and numbers"),
            pytest.param("  {0}\n", id="TOON of one"),
            pytest.param("  {0},{1}\n", id="TOON of two"),
            pytest.param("  {0},7\n", id="TOON and numbers"),
            pytest.param('["{0}"],', id="columnar of one"),
            pytest.param('["{0}","{1}"],', id="columnar of two"),
            pytest.param('["{0}",7],', id="columnar and numbers"),
            pytest.param('A("{0}",true),', id="TRON"),
            pytest.param('{{"tag":"{0}"}},', id="JSON"),
        ],
    )
    def test_narrow_rows(self, row: str, words: list[str]) -> None:
        """Rows of one or two short cells are within a quarter in every format, though borders are most of the text."""
        text = "".join(row.format(one, other) for one, other in zip(words, words[::-1], strict=True)) * 5
        assert abs(estimate(text) - exact(text)) <= exact(text) / 4

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("0123456789abcdef" * 40, id="hexadecimal"),
            pytest.param("d2h5IGRvIHlvdSByZWFkIHRoaXM/IGl0IGlzIG5vIHNlY3JldCE=" * 20, id="base64"),
            pytest.param("3f2b8c1e-9d47-4a6b-8e21-0c5d7f9a1b34," * 30, id="UUIDs"),
            pytest.param("31415926535897932384626433832795" * 20, id="digits"),
        ],
    )
    def test_what_machines_write(self, text: str) -> None:
        """Long keys are never judged more than a fifth too cheap."""
        assert exact(text) <= 1.25 * estimate(text)

    @pytest.mark.parametrize("one", ["a", "=", " ", "\n", "ab", '"],["', "  |", '",a'], ids=repr)
    def test_repetition(self, one: str) -> None:
        """One thing over and over may be judged dear, and never cheaper than a third of what it is."""
        assert exact(one * 4_000) <= 3 * estimate(one * 4_000)

    @settings(deadline=None)
    @given(st.sampled_from(list(ALPHABETS.values())).flatmap(lambda one: st.text(st.sampled_from(one)) | words(one)))
    def test_it_is_never_far_below(self, text: str) -> None:
        """Whatever it is given, in any alphabet, it is at least a quarter of the exact count, but for some tokens."""
        assert exact(text) <= 4 * estimate(text) + 8

    @settings(deadline=None)
    @given(st.lists(st.dictionaries(st.text(max_size=8), st.text(max_size=60), min_size=1), min_size=1, max_size=9))
    def test_rows_of_any_text(self, rows: list[dict[str, str]]) -> None:
        """Rows of whatever text Unicode has, in JSON, cost hardly more than a half over the estimate."""
        text = Json()(rows).decode()
        assert exact(text) <= 1.5 * estimate(text) + 10

    @given(ANY)
    def test_any_text_has_a_count(self, text: str) -> None:
        """Any text costs a whole number of tokens, and one at least where it says anything."""
        count = estimate(text)
        assert type(count) is int
        assert (count > 0) is (text != "")

    @given(ANY, ANY)
    def test_parts_add_up(self, one: str, other: str) -> None:
        """Two texts cost together what they cost apart, but for a few tokens; so that samples tell of the whole."""
        assert abs(estimate(one + other) - estimate(one) - estimate(other)) <= 12


class TestSpell:
    def test_every_class(self) -> None:
        """Each character has its class, and every class is ASCII."""
        assert spell('Ab9?\r\n\t"\x7f') == b'\nAb0!\n\n\t"\0'
        assert spell("ÀŁɐЖжбаאन漢龘가\ue000\ud800🚀𝕏\U0010ffff") == b"\nVDE8876XZRR5UU9??"

    @pytest.mark.parametrize(("name", "block"), BLOCKS.items())
    def test_blocks(self, name: str, block: tuple[int, int]) -> None:
        """A character of a block that is no token by itself has the block's class."""
        classes = {spell(chr(number))[1:].decode() for number in range(*block)}
        assert name in classes or name == "G"

    @given(ANY)
    def test_a_byte_for_each(self, text: str) -> None:
        """A text is spelt with as many bytes as it has characters, after a line break."""
        assert len(spell(text)) == len(text) + 1
