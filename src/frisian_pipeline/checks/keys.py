"""The keys of the settings, and the types of their values."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

import msgspec
from django.core.checks import CheckMessage, Error

from frisian_pipeline import conf

HINT = "See frisian_pipeline/conf.py for every key and its default."


def setting_errors() -> list[CheckMessage]:
    """What is wrong with the settings by themselves; until that is mended, nothing else can be told of them."""
    return list(key_errors(conf.raw(), conf.Settings, conf.NAME))


def known_keys(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The keys that a settings class takes, with their types."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}


def key_errors(values: Any, kind: type[msgspec.Struct], path: str) -> Iterator[CheckMessage]:
    """An error for each unknown key and each wrong value."""
    if not isinstance(values, dict):
        yield Error(f"{path} must be a dict.", hint=HINT, id="frisian_pipeline.E002")
        return
    keys = known_keys(kind)
    for key, value in values.items():
        if key not in keys:
            near = get_close_matches(str(key).upper(), keys, 1)
            hint = f"Did you mean {near[0]!r}?" if near else HINT
            yield Error(f"{path} has an unknown key {key!r}.", hint=hint, id="frisian_pipeline.E001")
        elif isinstance(keys[key], type) and issubclass(keys[key], msgspec.Struct):
            yield from key_errors(value, keys[key], f"{path}[{key!r}]")
        else:
            yield from value_errors(value, keys[key], f"{path}[{key!r}]")


def value_errors(value: Any, kind: Any, path: str) -> Iterator[CheckMessage]:
    """An error where a value is not of its type or out of its range."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        hint = f"It is one of {', '.join(map(str, get_args(kind)))}." if get_origin(kind) is Literal else HINT
        yield Error(f"{path}: {error}.", hint=hint, id="frisian_pipeline.E002")
