"""What every lossless format keeps to; each law takes a format with its decoder and a document."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

from frisian_pipeline.formats import Format, Json
from frisian_pipeline.formats.plain import plain
from frisian_pipeline.testing.stage_laws import same


class Lossless(NamedTuple):
    """A format, and what gives back the data that it encoded."""

    encode: Format
    decode: Callable[[bytes], Any]


def alike(one: Any, other: Any) -> bool:
    """Tell whether two values are the same in JSON: no bool is a number, and members have no order."""
    if isinstance(one, dict):
        return (
            isinstance(other, dict) and one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
        )
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(alike, one, other))
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)


def gives_the_data_back(subject: Lossless, data: Any) -> None:
    """What a format encodes is decoded to what JSON would have said."""
    content = subject.encode(data)
    decoded = subject.decode(content)
    assert alike(decoded, plain(data, Json())), f"{content!r} gave {decoded!r}"


def leaves_its_data_alone(subject: Lossless, data: Any) -> None:
    """A format changes nothing in the data that it is given."""
    before = deepcopy(data)
    subject.encode(data)
    assert same(before, data), f"{before!r} became {data!r}"


def says_the_same_again(subject: Lossless, data: Any) -> None:
    """The same data is encoded to the same bytes."""
    assert subject.encode(data) == subject.encode(deepcopy(data)), f"{data!r} has two forms"


FORMAT_LAWS = (gives_the_data_back, leaves_its_data_alone, says_the_same_again)
