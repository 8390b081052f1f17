"""Where dotted paths in the settings lead."""

from collections.abc import Iterator

from django.core.checks import CheckMessage, Error
from django.utils.module_loading import import_string
from rest_framework.permissions import OperandHolder, SingleOperandHolder

from frisian_pipeline import conf
from frisian_pipeline.checks.keys import HINT

KINDS = {
    "authentication_classes": ("authentication", "authenticate"),
    "trusted_authenticators": ("authentication", "authenticate"),
    "permission_classes": ("permission", "has_permission"),
    "throttle_classes": ("throttle", "allow_request"),
}
"""The settings that name classes, each with what those are and the method that shows it."""


def path_errors(path: str, place: str) -> Iterator[CheckMessage]:
    """An error where a dotted path does not lead to something that can be called."""
    try:
        fault = "" if callable(import_string(path)) else f"{path!r} cannot be called"
    except ImportError as error:
        fault = str(error)
    if fault:
        yield Error(f"{conf.NAME}{place}: {fault}.", hint=HINT, id="frisian_pipeline.E003")


def kind_errors(path: str, key: str) -> Iterator[CheckMessage]:
    """An error where a class is not of the kind that its setting takes."""
    kind, method = KINDS[key]
    found = import_string(path)
    # Permissions may be combined: IsAuthenticated & IsOwner.
    fits = isinstance(found, type) and callable(getattr(found, method, None))
    if not fits and not (method == "has_permission" and isinstance(found, (OperandHolder, SingleOperandHolder))):
        fault, hint = f"{path!r} is no {kind} class", f"Name a class with a method {method}."
        yield Error(f"{conf.NAME}[{key.upper()!r}]: {fault}.", hint=hint, id="frisian_pipeline.E006")
