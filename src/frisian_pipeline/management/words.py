"""What the command line says of a call, checked as a caller's own words are."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.management.base import CommandError
from django.views.generic import View

from frisian_pipeline.drf.agent_views import as_view
from frisian_pipeline.drf.budgets import LEAST_BUDGET, MOST_BUDGET
from frisian_pipeline.errors import MaskError
from frisian_pipeline.masks import Auto, mask_of

METHODS = [name.upper() for name in View.http_method_names]


def within(word: str, value: int, least: int, most: int) -> int:
    """
    A number, if it is within its limits.

    Raises:
        CommandError: If it is not.
    """
    if value < least:
        raise CommandError(f"--{word}: {value} is less than the minimum of {least}.")
    if value > most:
        raise CommandError(f"--{word}: {value} is greater than the maximum of {most}.")
    return value


def one_of(word: str, value: str, known: Iterable[str]) -> str:
    """
    A value, if it is known.

    Raises:
        CommandError: If it is not.
    """
    if value not in known:
        raise CommandError(f"--{word}: {value!r} must be one of {', '.join(known)}.")
    return value


def readable(word: str, mask: Any) -> Any:
    """
    A mask or an agent view, if it can be read.

    Raises:
        CommandError: If it cannot.
    """
    try:
        if mask and mask is not Auto:
            mask_of(mask)
    except MaskError as error:
        raise CommandError(f"--{word}: {error}") from error
    return mask


def said_of_call(options: Mapping[str, Any]) -> dict[str, Any]:
    """
    What is said of a call, whatever answers it.

    Raises:
        CommandError: If a caller could not say that.
    """
    given = {word: options[word] for word in ("view", "fields", "exclude") if options[word] is not None}
    masks = {word: readable(word, as_view(said) if word == "view" else said) for word, said in given.items()}
    budget = options["budget"]
    return masks if budget is None else {**masks, "budget": within("budget", budget, LEAST_BUDGET, MOST_BUDGET)}


def said_of_file(options: Mapping[str, Any]) -> tuple[str, int]:
    """
    The method and the status of what is in a file.

    Raises:
        CommandError: If there is no such method or status.
    """
    method, status = options["method"], options["status"]
    return (
        "GET" if method is None else one_of("method", method.upper(), METHODS),
        200 if status is None else within("status", status, 100, 599),
    )
