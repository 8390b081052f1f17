"""What is wrong with the arguments of a call: all of it at once, each fault with its path."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError, ValidationErrorKind
from msgspec import Struct

from frisian_pipeline.mcp.discovery.arguments import RESERVED
from frisian_pipeline.mcp.discovery.clean import REFUSED, Schema

NUMBER = re.compile(r"\s*[+-]?(\d[\d_]*\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
TRUTHS = frozenset({"t", "true", "y", "yes", "on", "1", "f", "false", "n", "no", "off", "0"})
MOST = 20


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
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return where.removeprefix(".") or "arguments"

    def __str__(self) -> str:
        return f"{self.where} {self.message}"


class Check:
    """Finds what is wrong with arguments by a schema; compiled when first needed."""

    __slots__ = ("_validator", "schema")

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._validator: Draft202012Validator | None = None

    def __call__(self, given: Any) -> tuple[Fault, ...]:
        """Find all faults; what REST itself converts is none."""
        if self._validator is None:
            self._validator = Draft202012Validator(self.schema)
        try:
            if self._validator.is_valid(given):
                return ()
            errors = list(self._validator.iter_errors(given))
        except ValueError:
            return (Fault((), "cannot be read: they are nested too deep, or hold half of a surrogate pair"),)
        return tuple(fault for error in errors if not tolerated(error) for fault in explain(error, self.schema))


def tolerated(error: ValidationError) -> bool:
    """Tell a value that is not what the schema says, but that REST takes for it: text for a number, and the like."""
    value, kind = error.instance, error.kind
    if isinstance(kind, ValidationErrorKind.Enum):
        return not isinstance(value, bool) and str(value) in map(str, kind.options)
    if not isinstance(kind, ValidationErrorKind.Type) or is_ours(error.instance_path):
        return False
    return converts(value, set(kind.types))


def is_ours(path: list[str | int]) -> bool:
    """Tell an argument that no view reads, and that is strictly what its schema says."""
    return len(path) == 1 and path[0] in RESERVED


def converts(value: Any, kinds: set[str]) -> bool:
    """Tell whether REST makes one of these kinds out of a value."""
    if value == "" and "null" in kinds:
        return True
    if isinstance(value, str):
        number = {"integer", "number"} & kinds and NUMBER.fullmatch(value)
        words = TRUTHS | {"null"} if "null" in kinds else TRUTHS
        return bool(number or ("boolean" in kinds and value.strip().lower() in words))
    if isinstance(value, bool):
        return "number" in kinds
    return isinstance(value, (int, float)) and ("string" in kinds or ("boolean" in kinds and value in (0, 1)))


def explain(error: ValidationError, schema: Schema) -> Iterator[Fault]:
    """Say what an error of the validator means to an agent."""
    path, kind = tuple(error.instance_path), error.kind
    match kind:
        case ValidationErrorKind.AdditionalProperties(unexpected):
            declared = part(schema, error.schema_path[:-1])
            yield from (Fault((*path, name), unknown(name, declared)) for name in unexpected)
        case ValidationErrorKind.Required(name):
            yield Fault((*path, name), "is required")
        case ValidationErrorKind.Type(types):
            yield Fault(path, f"must be {' or '.join(sorted(types))}")
        case ValidationErrorKind.Enum(options):
            yield Fault(path, f"must be one of {listed(options)}{suggestion(error.instance, options)}")
        case _:
            yield Fault(path, error.message)


def part(schema: Any, path: list[str | int]) -> Any:
    """The schema at a path inside one."""
    for step in path:
        schema = schema[step]
    return schema


def unknown(name: str, declared: Schema) -> str:
    """Say what to do about a name that an object does not take."""
    refused = declared.get(REFUSED, {})
    if name in refused:
        return str(refused[name])
    names = list(declared["properties"])
    own = [one for one in names if one not in RESERVED]
    return f"is not known here{suggestion(name, names) or (own and f'; known: {listed(own)}') or ''}"


def suggestion(value: Any, known: list[Any]) -> str:
    """Offer what a text may have meant."""
    near = get_close_matches(str(value), [str(one) for one in known], n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def listed(values: list[Any]) -> str:
    """Some values in a row."""
    rest = f" and {len(values) - MOST} more" if len(values) > MOST else ""
    return ", ".join(map(str, values[:MOST])) + rest
