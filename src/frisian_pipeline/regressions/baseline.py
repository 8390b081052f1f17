"""What tools cost once: the file of it, and how far a cost has risen over that."""

from codecs import BOM_UTF8
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from frisian_pipeline.errors import BaselineError

RISE = 0.2
"""The part by which an average may be over its baseline."""

Average = Annotated[float, Meta(ge=0)]


class Baseline(Struct, frozen=True, forbid_unknown_fields=True):
    """
    Average tokens of each tool.

    Attributes:
        counter: The name of what counted them; averages of different counters do not compare.
        measured: Of what: the answers to ``calls``, or the tools as they are ``listed``.
        tools: The averages, by the tools' names.
    """

    counter: str
    measured: Literal["calls", "listed"]
    tools: dict[str, Average]

    @classmethod
    def read(cls, path: str | Path) -> "Baseline":
        """
        Read a baseline from a file.

        Raises:
            BaselineError: If there is none, or it is no baseline.
        """
        try:
            return msgspec.json.decode(Path(path).read_bytes().removeprefix(BOM_UTF8), type=cls)
        except OSError as error:
            raise BaselineError(f"it cannot be read ({type(error).__name__})") from error
        except msgspec.MsgspecError as error:
            raise BaselineError("it is no baseline") from error

    @classmethod
    def of_calls(cls, path: str | Path, counter: str) -> "Baseline":
        """
        Read a baseline that answers can be compared to.

        Raises:
            BaselineError: If it cannot be read, or was measured otherwise.
        """
        baseline = cls.read(path)
        if (baseline.measured, baseline.counter) != ("calls", counter):
            raise BaselineError(f"it is of {baseline.measured} by {baseline.counter}, not of calls by {counter}")
        return baseline

    def write(self, path: str | Path) -> None:
        """
        Write it, a line for each tool, in the order of their names; nobody ever reads a part of it.

        Raises:
            OSError: If it cannot be written; what was there before is there still.
        """
        content = msgspec.json.encode(msgspec.structs.replace(self, tools=dict(sorted(self.tools.items()))))
        put(Path(path), msgspec.json.format(content) + b"\n")


def put(path: Path, content: bytes) -> None:
    """Put a file in the place of another at once; what is no file, such as a device, is written to."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    place = path.resolve()
    made = place.with_name(f".{token_hex(8)}.tmp")
    try:
        made.write_bytes(content)
        if place.exists():
            copymode(place, made)
        made.replace(place)
    finally:
        made.unlink(missing_ok=True)


def rise_of(now: float, before: float) -> float:
    """By which part an average has risen; from nothing, without end."""
    return now / before - 1 if before else float("inf") if now else 0.0
