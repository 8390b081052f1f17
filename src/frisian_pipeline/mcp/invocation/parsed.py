"""A body that the endpoint has parsed is not parsed a second time, where the view would make the same of it."""

from collections.abc import Callable
from functools import lru_cache, wraps
from types import CellType, FunctionType
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import View
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.viewsets import ViewSet

PARSED = "_frisian_pipeline_parsed"

WRAPPER = csrf_exempt(lambda request: None).__code__
INSIDE = frozenset({View.as_view().__code__, ViewSet.as_view({"get": "list"}).__wrapped__.__code__})  # type: ignore[attr-defined]
"""The code of what Django's and DRF's ``as_view`` return, and of what that calls."""


def is_parsed(request: HttpRequest) -> bool:
    """Tell whether a request's body is JSON, and no larger than Django would read for a view."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return "json" in str(request.content_type) and (most is None or int(request.META["CONTENT_LENGTH"]) <= most)


def is_bare(callback: Callable[..., Any]) -> bool:
    """Tell whether a callback is what DRF's ``as_view`` returned, and nothing of the host's around it."""
    inside = getattr(getattr(callback, "__wrapped__", None), "__code__", None)
    return getattr(callback, "__code__", None) is WRAPPER and inside in INSIDE


def takes_it(request: Any) -> bool:
    """Tell whether a request of DRF's own would have its body parsed by DRF's own parser of JSON."""
    return type(request) is Request and type(parser_of(request)) is JSONParser


def parser_of(request: Any) -> Any:
    """The parser that a request would choose."""
    return request.negotiator.select_parser(request, request.parsers)


def spare(view: Any) -> None:
    """Let a view make requests that have the body that was parsed."""
    make = view.initialize_request

    def initialize_request(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        made = make(request, *args, **kwargs)
        parsed = vars(request).get(PARSED)
        if parsed is not None and takes_it(made):
            vars(made).update(_data=parsed, _full_data=parsed, _files=MultiValueDict())
        return made

    view.initialize_request = initialize_request


def sparing(callback: Any) -> Any:
    """The same callback of the same view, whose parser is spared; itself where anything of the host's is around it."""
    return equipped(callback, spare) if is_bare(callback) else callback


@lru_cache(maxsize=1024)
def equipped(callback: Any, equip: Callable[[Any], None]) -> Any:
    """
    The same callback, which equips each view that it makes.

    It is what ``as_view`` returned, with another maker in the place of the class: a view of a class of our own would
    not be what the host's permissions and registries know by its type.
    """
    inside, cls = callback.__wrapped__, callback.cls

    @wraps(cls, updated=())
    def make(**initkwargs: Any) -> Any:
        view = cls(**initkwargs)
        equip(view)
        return view

    cells = zip(inside.__code__.co_freevars, inside.__closure__, strict=True)
    closure = tuple(CellType(make) if name == "cls" else cell for name, cell in cells)
    made = FunctionType(inside.__code__, inside.__globals__, inside.__name__, inside.__defaults__, closure)
    vars(made).update(vars(inside))
    outside = csrf_exempt(made)
    vars(outside).update({name: value for name, value in vars(callback).items() if name != "__wrapped__"})
    return outside
