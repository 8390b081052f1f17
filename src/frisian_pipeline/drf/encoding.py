"""DRF's meaning for objects that a view may answer and JSON does not know."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from typing import Any

from django.db.models.query import QuerySet
from django.utils.functional import Promise

ADDRESSES = (IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network)


def encode_unknown(obj: Any) -> Any:
    """
    Give something simpler for an object, by the rules of DRF's own JSON encoder and in their order.

    Subclasses of the types that msgspec knows become what the plain type becomes.

    Raises:
        TypeError: If DRF has no rule for it either.
    """
    for kind, form in FORMS:
        if isinstance(obj, kind):
            return form(obj)
    if hasattr(obj, "tolist"):
        return obj.tolist()
    if hasattr(obj, "__getitem__"):
        with suppress(TypeError, ValueError, LookupError):
            # A lazy list claims the class of what it wraps.
            return list(obj) if isinstance(obj, (list, tuple)) else dict(obj)
    elif hasattr(obj, "__iter__"):
        return list(obj)
    raise TypeError(f"JSON has no form for {type(obj).__qualname__}; let the view answer plain data")


def moment(obj: date | time) -> str:
    """ISO 8601, with ``Z`` for UTC."""
    text = obj.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


FORMS: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (Promise, str),
    ((datetime, date, time), moment),
    (timedelta, lambda obj: timedelta(obj.days, obj.seconds, obj.microseconds)),
    (Decimal, Decimal),
    (ADDRESSES, str),
    (QuerySet, list),
    (bytes, bytes),
)
