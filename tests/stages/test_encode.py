"""Body and notes to bytes."""

from decimal import Decimal
from typing import Any

import pytest

from frisian_pipeline import Call, Exchange, Operation
from frisian_pipeline.formats import Json, Toon, columnar
from frisian_pipeline.presets import formats
from frisian_pipeline.stages import Encode


class Lines:
    """A text format that refuses everything but text."""

    name = "lines"
    media_type = "text/plain"
    text = True

    def __call__(self, data: Any, /) -> bytes:
        return f"{data.strip()}\n".encode()


class Shout(Lines):
    """Another one."""

    name = "shout"


PLAIN = Encode()
FORMATS = formats(Json())


def asked(name: str, body: Any) -> Exchange:
    """An exchange whose caller asks for a format."""
    return Exchange.begin(Call("devices", format=name), body)


def encoded(body: Any, *notes: str, stage: Encode = PLAIN, name: str = "json", full: bytes = b"") -> bytes:
    """The content of an answer."""
    exchange = Exchange.begin(Call("devices", format=name), body).replace(notes=notes, full=full)
    return stage(exchange).content


class TestEncode:
    def test_an_untouched_result_is_not_encoded_again(self) -> None:
        """Where the body is the result, the bytes that were weighed are the answer."""
        assert encoded({"id": 1}, full=b"weighed") == b"weighed"

    def test_a_changed_body_is(self) -> None:
        """A body that a stage has changed is encoded."""
        exchange = Exchange.begin(Call("devices"), {"id": 1}).replace(body={"pk": 1}, full=b"weighed")
        assert Encode()(exchange).content == b'{"pk":1}'

    @pytest.mark.parametrize(
        ("body", "content"),
        [
            pytest.param({"id": 1}, b'{"id":1,"_notes":["a","b"]}', id="in an object"),
            pytest.param([1], b'{"results":[1],"_notes":["a","b"]}', id="around a list"),
            pytest.param(7, b'{"result":7,"_notes":["a","b"]}', id="around a scalar"),
            pytest.param({"_notes": 1}, b'{"result":{"_notes":1},"_notes":["a","b"]}', id="beside the host's own"),
        ],
    )
    def test_notes_stand_beside_the_data(self, body: Any, content: bytes) -> None:
        """Notes never take the place of data."""
        assert encoded(body, "a", "b", full=b"weighed") == content

    def test_an_asked_format_is_honoured(self) -> None:
        """A format is chosen by its name; notes are a last line of text, after an empty one: they are no row."""
        stage = Encode(formats=(Shout(), Lines()))
        assert encoded(" x", stage=stage, name="lines") == b"x\n"
        assert encoded(" x", "a", "b", stage=stage, name="lines") == b"x\n\na b\n"

    def test_a_format_that_fails_falls_back(self) -> None:
        """What a format refuses is sent as JSON with a note."""
        content = encoded([1], stage=Encode(formats=(Lines(),)), name="lines")
        assert content == b'{"results":[1],"_notes":["format \'lines\' could not be used; this is json"]}'

    def test_a_format_that_gives_no_bytes_falls_back(self) -> None:
        """So is what nobody can send, with notes or without."""

        class Spelt(Lines):
            def __call__(self, data: Any, /) -> bytes:
                return "text"  # type: ignore[return-value]

        said = b"\"format 'lines' could not be used; this is json\"]}"
        stage = Encode(formats=(Spelt(),))
        assert encoded([1], stage=stage, name="lines") == b'{"results":[1],"_notes":[' + said
        assert encoded([1], "a", stage=stage, name="lines") == b'{"results":[1],"_notes":["a",' + said

    @pytest.mark.parametrize("status", [207, 304, 400, 500])
    @pytest.mark.parametrize("name", ["lines", "nope"])
    def test_errors_stay_what_they_are(self, status: int, name: str) -> None:
        """An error that a format refuses is JSON as it is: no note goes among its keys, or around them."""
        asked_for = Exchange.begin(Call("devices", format=name), [1], status)
        answer = Encode(formats=(Lines(),))(asked_for)
        assert (answer.content, answer.format) == (b"[1]", "json")
        noted = Encode(formats=(Lines(),))(asked_for.replace(notes=("a",)))
        assert noted.content == b'{"results":[1],"_notes":["a"]}'

    def test_a_format_that_nobody_has_falls_back(self) -> None:
        """An unknown name is JSON with a note that repeats at most its beginning."""
        content = encoded({"id": 1}, "a", name="x" * 50, full=b"weighed")
        assert content == (b'{"id":1,"_notes":["a","format \'xxxxxxxxxxxxxxxxxxxx\' could not be used; this is json"]}')

    def test_the_format_is_told(self) -> None:
        """An answer says its format: the one asked for, the one chosen for it, or the one it fell back to."""
        rows = [{"id": n, "name": f"device {n}", "site": "HQ"} for n in range(30)]
        told = [Encode(formats=FORMATS)(asked(name, rows)).format for name in ("json", "csv", "auto", "nope")]
        assert told == ["json", "csv", "columnar", "json"]

    def test_notes_in_the_format_that_was_chosen(self) -> None:
        """Notes stand beside the data in whatever lossless format is chosen."""
        rows = [{"id": n, "name": f"device {n}", "site": "HQ"} for n in range(30)]
        answer = Encode(formats=FORMATS)(asked("auto", rows).replace(notes=("a",)))
        assert columnar.decode(answer.content) == {"results": rows, "_notes": ["a"]}

    def test_what_may_lose_something(self) -> None:
        """Where fields were left out a format may lose something more; what is whole stays whole."""
        stage = Encode(formats=(Toon(),), masked=(Toon(tabular=True),))
        whole = [{"a": 1, "b": [1]}, {"a": 2}]
        exchange = Exchange.begin(Call("devices", format="toon", fields="b"), whole)
        assert stage(exchange).content == Toon()(whole)
        assert stage(exchange.replace(body=[*whole])).content == b"[2]{a,b}:\n  1,1\n  2,null".replace(b"1,1", b'1,"1"')
        unmasked = Exchange.begin(Call("devices", format="toon"), whole).replace(body=[*whole])
        assert stage(unmasked).content == Toon()(whole)


FACTS = {"total": 3, "at": Decimal("1.50")}


class TestFacts:
    """What the view has to say beside its answer."""

    @pytest.mark.parametrize(
        ("body", "notes", "content"),
        [
            pytest.param({"id": 1}, (), b'{"id":1,"facts":{"total":3,"at":1.50}}', id="in an object"),
            pytest.param([1], (), b'{"results":[1],"facts":{"total":3,"at":1.50}}', id="around a list"),
            pytest.param([1], ("a",), b'{"results":[1],"facts":{"total":3,"at":1.50},"_notes":["a"]}', id="with notes"),
            pytest.param(
                {"facts": 1}, (), b'{"result":{"facts":1},"facts":{"total":3,"at":1.50}}', id="beside the host's own"
            ),
            pytest.param(
                {"_notes": 1},
                ("a",),
                b'{"result":{"_notes":1},"facts":{"total":3,"at":1.50},"_notes":["a"]}',
                id="wrapped once with notes",
            ),
            pytest.param({"_notes": 1}, (), b'{"_notes":1,"facts":{"total":3,"at":1.50}}', id="beside other keys"),
        ],
    )
    def test_they_stand_beside_the_data(self, body: Any, notes: tuple[str, ...], content: bytes) -> None:
        """Facts have the key ``facts``, where notes would have theirs, and never take the place of data."""
        begun = Exchange.begin(Call("devices"), body).replace(facts=FACTS, notes=notes, full=b"weighed")
        assert Encode()(begun).content == content

    def test_a_text_format_has_them_in_a_line(self) -> None:
        """Text formats show facts in JSON, above the notes."""
        begun = Exchange.begin(Call("devices", format="lines"), "x").replace(facts=FACTS)
        stage = Encode(formats=(Lines(),))
        assert stage(begun).content == b'x\n\nfacts: {"total":3,"at":1.50}\n'
        assert stage(begun.replace(notes=("a",))).content == b'x\n\nfacts: {"total":3,"at":1.50}\na\n'

    def test_a_format_that_falls_back_has_them(self) -> None:
        """Facts do not depend on the format."""
        content = Encode()(Exchange.begin(Call("devices", format="nope"), [1]).replace(facts=FACTS)).content
        assert content.startswith(b'{"results":[1],"facts":{"total":3,"at":1.50},"_notes":["format')

    @pytest.mark.parametrize(
        "facts",
        [{"status": 404}, {"status": 302}, {"status": 202}, {"status": 207}, {"operation": Operation.CREATE}],
        ids=["an error", "a redirect", "a task", "mixed rows", "a write"],
    )
    def test_only_reads_that_succeed_have_them(self, facts: dict[str, Any]) -> None:
        """The exact keys of envelopes, errors and news mean something."""
        begun = Exchange.begin(Call("devices"), {"id": 1}).replace(facts=FACTS, full=b"weighed", **facts)
        assert Encode()(begun).content == b"weighed"
