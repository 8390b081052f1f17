"""Finds what is wrong with arguments, one fault after the other, and no more of them than are told."""

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from functools import cached_property
from itertools import islice
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationErrorKind

from frisian_pipeline.mcp.discovery.arguments import RESERVED
from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.discovery.faults import TOLD, Fault, explain
from frisian_pipeline.mcp.discovery.widened import TRUTHS, widened

LONGEST_NUMBER = 1000
"""How many characters DRF reads as a number."""

Path = tuple[str | int, ...]


class Check:
    """
    Finds what is wrong with a value by a schema; what it needs is compiled when first needed.

    The validator says whether there is anything wrong, even if REST converts what it mostly does. Only what is wrong is
    taken apart, so that each fault is found by itself and the rest need not be.
    """

    def __init__(self, schema: Schema, *, strict: bool = False) -> None:
        self.schema, self.strict = schema, strict
        self._inner: dict[str | None, Check] = {}

    def __call__(self, given: Any) -> tuple[Fault, ...]:
        """Find the faults in arguments, one more than are told if there are so many; what REST converts is none."""
        try:
            return tuple(islice(self.find(given), TOLD + 1))
        except ValueError:
            return (Fault((), "cannot be read: they are nested too deep, or hold half of a surrogate pair"),)

    def find(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        """Find the faults in a value, the next when it is asked for."""
        if self._whole.is_valid(value) or self._is_converted(value):
            return
        if isinstance(value, (dict, list)):
            yield from self._apart(value, path)
        elif isinstance(value, bool) or self.strict or str(value) not in self._choices:
            yield from self._alone(value, path)

    def _is_converted(self, value: Any) -> bool:
        """Tell whether REST certainly makes what the schema says of a row or an object."""
        return not self.strict and isinstance(value, (dict, list)) and self._wide.is_valid(value)

    def _apart(self, value: Any, path: Path) -> Iterator[Fault]:
        yield from self._alone(value, path)
        for step, one in value.items() if isinstance(value, dict) else enumerate(value):
            inner = self._of(step, top=not path)
            if inner is not None:
                yield from inner.find(one, (*path, step))

    def _alone(self, value: Any, path: Path) -> Iterator[Fault]:
        """Find the faults of a value without what is inside it."""
        for error in self._itself.iter_errors(value):
            kinds = error.kind.types if isinstance(error.kind, ValidationErrorKind.Type) else []
            if self.strict or not converts(value, set(kinds)):
                yield from explain(error, path, self.schema)
        if self._forms and all(next(form.find(value), None) for form in self._forms):
            yield Fault(path, "has none of the forms that are taken here")

    def _of(self, step: str | int, *, top: bool) -> "Check | None":
        """What finds faults in what is inside; our own arguments, which no view reads, are what their schema says."""
        properties, key = self.schema.get("properties", {}), step if isinstance(step, str) else None
        if key not in properties:
            key = None
        if key not in self._inner:
            rest = self.schema.get("items" if isinstance(step, int) else "additionalProperties")
            schema = rest if key is None else properties[key]
            if not isinstance(schema, dict):
                return None
            self._inner[key] = Check(schema, strict=self.strict or (top and key in RESERVED))
        return self._inner[key]

    @cached_property
    def _whole(self) -> Draft202012Validator:
        return Draft202012Validator(self.schema)

    @cached_property
    def _wide(self) -> Draft202012Validator:
        return Draft202012Validator(widened(self.schema))

    @cached_property
    def _itself(self) -> Draft202012Validator:
        """The schema without what is inside; unless it is not taken, whatever else an object has may be anything."""
        own = {key: value for key, value in self.schema.items() if key not in ("items", "anyOf", "properties")}
        if isinstance(own.get("additionalProperties"), dict):
            del own["additionalProperties"]
        return Draft202012Validator({**own, "properties": dict.fromkeys(self.schema.get("properties", ()), True)})

    @cached_property
    def _choices(self) -> frozenset[str]:
        return frozenset(map(str, self.schema.get("enum", ())))

    @cached_property
    def _forms(self) -> "tuple[Check, ...]":
        return tuple(Check(form, strict=self.strict) for form in self.schema.get("anyOf", ()))


def is_number(text: str) -> bool:
    """Tell whether a text is a number, in digits of any script, as Python and so REST reads them."""
    try:
        return len(text) <= LONGEST_NUMBER and Decimal(text).is_finite()
    except InvalidOperation:
        return False


def converts(value: Any, kinds: set[str]) -> bool:
    """Tell whether REST makes one of these kinds out of a value."""
    if value == "" and "null" in kinds:
        return True
    if isinstance(value, str):
        number = {"integer", "number"} & kinds and is_number(value)
        words = TRUTHS | {"null"} if "null" in kinds else TRUTHS
        return bool(number or ("boolean" in kinds and value.strip().lower() in words))
    if isinstance(value, bool):
        return "number" in kinds
    return isinstance(value, (int, float)) and ("string" in kinds or ("boolean" in kinds and value in (0, 1)))
