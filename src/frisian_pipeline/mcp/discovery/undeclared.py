"""What a write was sent and nobody declared: the view may look for it in its body or in its query."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from rest_framework.settings import api_settings

from frisian_pipeline.stages.identify import SECRET_ENDINGS, SECRETS

LONGEST = 2000
"""The most characters of a value that a URL is trusted with."""


def is_short(value: Any) -> bool:
    """Tell a value that REST would write into a URL: a number, a truth, a text that is short."""
    return not isinstance(value, (dict, list)) and (not isinstance(value, str) or len(value) <= LONGEST)


def fits_a_url(value: Any) -> bool:
    """Tell the same of a parameter, which may have several values."""
    return all(map(is_short, value)) if isinstance(value, list) else is_short(value)


def may_be_seen(name: str) -> bool:
    """Tell what may stand in a URL, which is logged; what chooses the renderer would change the answer."""
    secret = name in SECRETS or name.endswith(SECRET_ENDINGS)
    return not secret and name != api_settings.URL_FORMAT_OVERRIDE


def count(values: dict[str, Any]) -> int:
    """How many parameters a query of these has."""
    return sum(len(value) if isinstance(value, list) else 1 for value in values.values())


def also_in_query(body: Any, query: dict[str, Any], declared: Collection[str]) -> dict[str, Any]:
    """
    The query of a write whose body nobody declared: with what REST would have a place for there.

    A DELETE that filters by its query, or a POST that is told so to try only, must see what it was sent; one that
    reads its body does not look here. A declared parameter is what its own argument says, and a query of more
    parameters than Django reads stays as it is.
    """
    if not isinstance(body, dict):
        return query
    free = {name: value for name, value in body.items() if name not in declared}
    told = {name: value for name, value in free.items() if may_be_seen(name) and fits_a_url(value)}
    most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    whole = {**told, **query}
    return whole if most is None or count(whole) <= most else query
