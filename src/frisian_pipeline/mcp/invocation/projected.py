"""Views whose serializers compute no more than the caller is shown."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from inspect import getattr_static
from typing import Any

from django.core.paginator import Paginator
from rest_framework import generics, pagination
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.serializers import BaseSerializer, ListSerializer
from rest_framework.views import APIView

from frisian_pipeline.drf import facts
from frisian_pipeline.drf.agent_views import agent_view, place_of
from frisian_pipeline.drf.hastening import hasten
from frisian_pipeline.drf.narrowing import Rows, narrowed
from frisian_pipeline.drf.projection import Asked, child_of, plan, project, wanted
from frisian_pipeline.exchange import Operation
from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.invocation.parsed import equipped, is_bare
from frisian_pipeline.mcp.invocation.responses import is_plain

ASKED = "_frisian_pipeline_asked"
"""Where an inner request has what its caller says of the answer's fields."""

HANDLERS = (ListModelMixin.list, RetrieveModelMixin.retrieve)
GENERICS = (
    *(generics.ListAPIView, generics.ListCreateAPIView, generics.RetrieveAPIView, generics.RetrieveUpdateAPIView),
    *(generics.RetrieveDestroyAPIView, generics.RetrieveUpdateDestroyAPIView),
)
GETS: dict[Any, str] = {kind.get: "list" if issubclass(kind, ListModelMixin) else "retrieve" for kind in GENERICS}
"""The methods of DRF's generic views that call a handler, each with its name."""

COUNTED = (pagination.PageNumberPagination, pagination.LimitOffsetPagination)
"""Paginators that read nothing of the rows."""
MAKING = ("__init__", "__new__", "many_init")
PAGINATORS = (*COUNTED, pagination.CursorPagination)


def asked_of(tool: Tool, shaping: Mapping[str, Any]) -> Asked:
    """What the caller of a tool says of the answer's fields."""
    masks = {name: facts.as_mask(shaping[name]) for name in ("fields", "exclude") if name in shaping}
    wants_all = shaping.get("view") == "full"
    return Asked(tool.name, tool.endpoint.route, tool.endpoint.action, **masks, wants_all=wants_all)


@lru_cache(maxsize=1024)
def projecting(callback: Any) -> Any:
    """The same callback of the same view, whose serializers are projected; itself where somebody could notice."""
    return equipped(callback, project_view) if can_project(callback) else callback


def can_project(callback: Callable[..., Any]) -> bool:
    """Tell whether a callback lists or retrieves as DRF does, with nothing around that looks into the answer."""
    cls: Any = getattr(callback, "cls", None)
    if not is_bare(callback) or not issubclass(cls, GenericAPIView) or hasattr(cls, "agent_facts"):
        return False
    name = str((getattr(callback, "actions", None) or {}).get("get", "get"))
    handler = getattr(cls, GETS.get(getattr(cls, name, None), name), None)
    own = all(getattr(cls, one) is getattr(APIView, one) for one in ("dispatch", "finalize_response"))
    return handler in HANDLERS and own and is_stock(cls, "get_paginated_response") and filters_as_usual(cls)


def filters_as_usual(cls: Any) -> bool:
    """Tell whether a view filters by what DRF and django-filter have, which look at no serializer that it makes."""
    backends = cls.filter_backends
    if not isinstance(backends, (list, tuple)):
        # A property: only a request tells.
        return False
    return all(one.__module__.partition(".")[0] in ("rest_framework", "django_filters") for one in backends)


def is_stock(cls: type[Any], *names: str) -> bool:
    """Tell whether a view has these methods from DRF."""
    return all(getattr(cls, name) is getattr(GenericAPIView, name) for name in names)


class Projection:
    """
    What a view does instead: what masks leave out of its answers is neither computed nor read from the database.

    Attributes:
        view: The view.
        paginate: Its own way to take a page.
        make: Its own way to make a serializer.
        made: A serializer that is waiting for its page.
    """

    def __init__(self, view: Any) -> None:
        self.view = view
        self.paginate, self.make = view.paginate_queryset, view.get_serializer
        self.made: Any = None

    def paginate_queryset(self, queryset: Any) -> Any:
        """Take a page of no more columns than are needed, where it is known before what will be."""
        made = narrow = None
        # Whatever fails here fails once more where the host's view meets it, or was no good idea.
        with suppress(Exception):
            made = self.early_serializer(queryset)
            narrow = made and narrowed(queryset, made.child)
        if narrow is None:
            return self.paginate(queryset)
        self.made = made
        page = self.paginate(narrow.query)
        return page if page is None or narrow.row is None else list(map(narrow.row, page))

    def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
        """Make a serializer, and let it show what is asked for."""
        made, self.made = self.made, None
        if made is None or len(args) != 1 or kwargs != {"many": True}:
            made = self.make(*args, **kwargs)
            with suppress(Exception):
                project_for(self.view, made)
        else:
            made.instance = made.child.instance = args[0]
        with suppress(Exception):
            ease(made, args[0])
        return made

    def early_serializer(self, queryset: Any) -> Any:
        """The projected serializer of a page that is still to be taken; None where it might not be that one."""
        host = type(self.view)
        if not counts(self.view.paginator) or not is_stock(
            host, "get_serializer", "get_serializer_context", "paginate_queryset"
        ):
            return None
        made = self.make(queryset, many=True)
        kind = type(child_of(made))
        if type(made) is not ListSerializer or any(
            getattr_static(kind, name) is not getattr_static(BaseSerializer, name) for name in MAKING
        ):
            return None
        project_for(self.view, made)
        return made


def project_view(view: Any) -> None:
    """Let a view make projected serializers."""
    projection = Projection(view)
    view.paginate_queryset, view.get_serializer = projection.paginate_queryset, projection.get_serializer


def ease(made: Any, rows: Any) -> None:
    """Let a serializer of many read less, and get at that faster."""
    child = child_of(made)
    if isinstance(made, ListSerializer) and child is not None and made.instance is rows:
        narrow = narrowed(rows, child)
        made.instance = rows if narrow is None else Rows(narrow)
        hasten(child)


def counts(paginator: Any) -> bool:
    """Tell whether a paginator counts rows and cuts them as DRF does: nothing that it does is new."""
    kind: Any = type(paginator)
    base = next((one for one in COUNTED if issubclass(kind, one)), None)
    if base is None or getattr(paginator, "django_paginator_class", Paginator) is not Paginator:
        return False
    new = (value for one in kind.__mro__[: kind.__mro__.index(base)] for value in vars(one).values())
    return not any(callable(value) or hasattr(value, "__get__") for value in new if not isinstance(value, type))


def project_for(view: Any, made: Any) -> None:
    """Let a serializer show no more than what the caller of a view is shown."""
    said, serializer = vars(view.request._request).get(ASKED), child_of(made)
    if not isinstance(said, Asked) or not may_project(view, said):
        return
    chosen = ("", "")
    if not said.wants_all:
        place = place_of(view, view.request, said.tool, said.route)
        chosen = agent_view(view, said.action, serializer, place)
    masks = wanted(said, *chosen, facts.fields_of(serializer))
    if masks is not None:
        project(list(plan(serializer, masks, {facts.lookup_field(view, serializer), "id", "pk"})))


def may_project(view: Any, said: Asked) -> bool:
    """Tell whether an answer is a read that is sent as it is, and its pages are DRF's."""
    pages = type(getattr(view, "paginator", None))
    stock = any(getattr(pages, "get_paginated_response", None) is one.get_paginated_response for one in PAGINATORS)
    reads = facts.declared_operation(view, said.action) in (None, Operation.READ)
    plain = is_plain(view.request.accepted_renderer)
    return reads and plain and (stock or pages is type(None))
