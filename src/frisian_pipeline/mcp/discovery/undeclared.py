"""What a write was sent and nobody declared: the view may look for it in its body or in its query."""

from collections.abc import Collection
from typing import Any

from rest_framework.settings import api_settings

from frisian_pipeline.stages.identify.words import sounds_secret


def is_plain(value: Any) -> bool:
    """Tell what a query can hold: a text, a number, a truth."""
    return not isinstance(value, (dict, list))


def may_be_seen(name: str) -> bool:
    """Tell what may be in a query, which reports of errors show; what chooses the renderer would change the answer."""
    return not sounds_secret(name) and name != api_settings.URL_FORMAT_OVERRIDE


def also_in_query(body: Any, declared: Collection[str]) -> dict[str, Any]:
    """
    What of a body that nobody declared a view may look for in its query, where REST would have had a place for it.

    A DELETE that filters by its query, or a POST that is told so to try only, must see what it was sent; one that
    reads its body does not look there. A declared parameter is what its own argument says.
    """
    if not isinstance(body, dict):
        return {}
    told = {name: value for name, value in body.items() if name not in declared and may_be_seen(name)}
    return {
        name: value
        for name, value in told.items()
        if (all(map(is_plain, value)) if isinstance(value, list) else is_plain(value))
    }
