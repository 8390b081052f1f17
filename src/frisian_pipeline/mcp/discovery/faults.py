"""What an agent is told about wrong arguments: where each fault is, and what to do."""

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice
from typing import Any

from jsonschema_rs import ValidationError, ValidationErrorKind
from msgspec import Struct

from frisian_pipeline.mcp.discovery.arguments import RESERVED
from frisian_pipeline.mcp.discovery.clean import REFUSED, Schema

TOLD = 50
"""How many faults are told at once: a bulk that is wrong throughout is wrong in the same ways."""

MOST = 20
LONGEST = 64
COMPARED = 100


class Fault(Struct, frozen=True):
    """
    One thing wrong with the arguments.

    Attributes:
        path: Names and places, from the outermost argument inwards; empty for the arguments as a whole.
        message: What is wrong and what to do, for the agent.
    """

    path: tuple[str | int, ...]
    message: str

    @property
    def where(self) -> str:
        """The path as one text: ``items[3].site``."""
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{short(step)}" for step in self.path)
        return where.removeprefix(".") or "arguments"

    def __str__(self) -> str:
        return f"{self.where} {self.message}"


def short(text: str) -> str:
    """A text, cut where it is too long to be told."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def explain(error: ValidationError, path: tuple[str | int, ...], schema: Schema) -> Iterator[Fault]:
    """Say what an error of the validator means to an agent; of many names as few as are asked for."""
    kind = error.kind
    match kind:
        case ValidationErrorKind.AdditionalProperties(unexpected):
            yield from (Fault((*path, name), unknown(name, schema)) for name in unexpected)
        case ValidationErrorKind.Required(name):
            yield Fault((*path, name), "is required")
        case ValidationErrorKind.Type(["null"]):
            yield Fault(path, "takes a file, which a tool cannot send; null takes it away")
        case ValidationErrorKind.Type(types):
            yield Fault(path, f"must be {' or '.join(sorted(types))}")
        case ValidationErrorKind.Enum(options):
            yield Fault(path, f"must be one of {listed(options)}{suggestion(error.instance, options)}")
        case ValidationErrorKind.MinItems(limit):
            yield Fault(path, f"must have at least {limit} items")
        case ValidationErrorKind.MaxItems(limit):
            yield Fault(path, f"must have at most {limit} items")
        case _:
            yield Fault(path, short(error.message))


def unknown(name: str, declared: Schema) -> str:
    """Say what to do about a name that an object does not take."""
    refused = declared.get(REFUSED, {})
    if name in refused:
        return str(refused[name])
    names = list(declared.get("properties", ()))
    own = [one for one in names if one not in RESERVED]
    return f"is not known here{suggestion(name, names) or (own and f'; known: {listed(own)}') or ''}"


def suggestion(value: Any, known: list[Any]) -> str:
    """Offer what a text may have meant; of very many those are compared that begin like it."""
    if not isinstance(value, str) or len(value) > LONGEST:
        return ""
    texts = (str(one) for one in known)
    if len(known) > COMPARED:
        texts = (text for text in texts if text[:1].lower() == value[:1].lower())
    near = get_close_matches(value, list(islice(texts, COMPARED)), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def listed(values: list[Any]) -> str:
    """Some values in a row."""
    rest = f" and {len(values) - MOST} more" if len(values) > MOST else ""
    return ", ".join(map(str, values[:MOST])) + rest
