"""The body of an inner request, in a content type that the view parses."""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.core.exceptions import TooManyFieldsSent

from frisian_pipeline.mcp.discovery.media import FORM, JSON, MULTIPART, form_of, json_of


def text_of(value: Any) -> str:
    """Spell a value as a URL or a form does: null is empty, a truth and a structure as in JSON, a text as it is."""
    if isinstance(value, str):
        return value
    if type(value) is int:
        return str(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else json.dumps(value)


def query_pairs(query: dict[str, Any], joined: Collection[str]) -> Iterator[tuple[str, str]]:
    """The parameters of a query: a list is one repeated or joined by commas, null is one that is not given."""
    for name, value in query.items():
        texts: Iterator[str] = (
            text_of(one) for one in (value if isinstance(value, list) else [value]) if one is not None
        )
        if name in joined:
            together = list(texts)
            texts = iter([",".join(together)] if together else [])
        yield from ((name, text) for text in texts)


def query_of(query: dict[str, Any], joined: Collection[str]) -> str:
    """
    Write a query string.

    Raises:
        TooManyFieldsSent: As Django would once it is read, and before very many are written.
    """
    most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    pairs = list(islice(query_pairs(query, joined), None if most is None else most + 1))
    if most is not None and len(pairs) > most:
        raise TooManyFieldsSent
    return urlencode(pairs)


def form_fields(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The fields of a form, nested ones spelt as DRF reads them: ``place.street``, ``places[0]street``."""
    if isinstance(value, dict):
        for key, one in value.items():
            separator = "." if name and not name.endswith("]") else ""
            yield from form_fields(one, f"{name}{separator}{key}")
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from form_fields(one, f"{name}[{index}]" if isinstance(one, (dict, list)) else name)
    else:
        yield name, text_of(value)


def with_documents(body: Any, documents: Collection[str]) -> Any:
    """A body whose documents are texts, as DRF reads them from a form."""
    if not isinstance(body, dict):
        return body
    return {name: json.dumps(value) if name in documents else value for name, value in body.items()}


def encode_json(body: Any, media_type: str) -> tuple[bytes, str]:
    """Encode for a JSON parser, whatever it calls its type; Django's own charset goes without saying."""
    utf8 = settings.DEFAULT_CHARSET.lower() in ("utf-8", "utf8")
    return msgspec.json.encode(body), media_type if utf8 else f"{media_type}; charset=utf-8"


def encode_form(body: Any, media_type: str) -> tuple[bytes, str]:
    """Encode for a form parser."""
    return urlencode(list(form_fields(body))).encode(), media_type


def encode_multipart(body: Any, media_type: str) -> tuple[bytes, str]:
    """Encode for a multipart parser, between boundaries that no value can know."""
    boundary = token_hex(16)
    quoted = ((name.translate({34: "%22", 13: "%0D", 10: "%0A"}), value) for name, value in form_fields(body))
    parts = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in quoted
    )
    return f"{''.join(parts)}--{boundary}--\r\n".encode(), f"{media_type}; boundary={boundary}"


ENCODERS: dict[str, Callable[[Any, str], tuple[bytes, str]]] = {FORM: encode_form, MULTIPART: encode_multipart}


def encode(body: Any, media_types: Sequence[str], documents: Collection[str] = ()) -> tuple[bytes, str]:
    """
    Encode a body, and name its content type.

    JSON where the view parses it, and plain JSON before any other; else a form, in which documents are fields that
    hold JSON of any shape; a view that parses neither is sent JSON and refuses it in its own way.
    """
    kinds = tuple(media_types)
    form = form_of(kinds)
    if form is not None:
        return ENCODERS[form](with_documents(body, documents), form)
    return encode_json(body, json_of(kinds) or JSON)
