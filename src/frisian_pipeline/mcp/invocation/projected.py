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
from frisian_pipeline.mcp.invocation.parsed import derived, is_bare
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

MADE = "_frisian_pipeline_made"

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
    return derived(callback, Projecting) if can_project(callback) else callback


def can_project(callback: Callable[..., Any]) -> bool:
    """Tell whether a callback lists or retrieves as DRF does, with nothing around that looks into the answer."""
    cls: Any = getattr(callback, "cls", None)
    if not is_bare(callback) or not issubclass(cls, GenericAPIView) or hasattr(cls, "agent_facts"):
        return False
    name = str((getattr(callback, "actions", None) or {}).get("get", "get"))
    handler = getattr(cls, GETS.get(getattr(cls, name, None), name), None)
    own = all(getattr(cls, one) is getattr(APIView, one) for one in ("dispatch", "finalize_response"))
    return handler in HANDLERS and own and is_stock(cls, "get_paginated_response")


def is_stock(cls: type[Any], *names: str) -> bool:
    """Tell whether a view has these methods from DRF."""
    return all(getattr(cls, name) is getattr(GenericAPIView, name) for name in names)


class Projecting:
    """Mixed into a view: what masks leave out of its answers is neither computed nor read from the database."""

    def paginate_queryset(self, queryset: Any) -> Any:
        """Take a page of no more columns than are needed, where it is known before what will be."""
        made = narrow = None
        # Whatever fails here fails once more where the host's view meets it, or was no good idea.
        with suppress(Exception):
            made = early_serializer(self, queryset)
            narrow = made and narrowed(queryset, made.child)
        if narrow is None:
            return super().paginate_queryset(queryset)  # type: ignore[misc]
        vars(self)[MADE] = made
        page = super().paginate_queryset(narrow.query)  # type: ignore[misc]
        return page if page is None or narrow.row is None else list(map(narrow.row, page))

    def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
        """Make a serializer, and let it show what is asked for."""
        made = vars(self).pop(MADE, None)
        if made is None or len(args) != 1 or kwargs != {"many": True}:
            made = super().get_serializer(*args, **kwargs)  # type: ignore[misc]
            with suppress(Exception):
                project_for(self, made)
        else:
            made.instance = made.child.instance = args[0]
        with suppress(Exception):
            ease(made, args[0])
        return made


def ease(made: Any, rows: Any) -> None:
    """Let a serializer of many read less, and get at that faster."""
    child = child_of(made)
    if isinstance(made, ListSerializer) and child is not None and made.instance is rows:
        narrow = narrowed(rows, child)
        made.instance = rows if narrow is None else Rows(narrow)
        hasten(child)


def early_serializer(view: Any, queryset: Any) -> Any:
    """The projected serializer of a page that is still to be taken; None where it might not be that one."""
    host = type(view).__mro__[2]
    if not counts(view.paginator) or not is_stock(
        host, "get_serializer", "get_serializer_context", "paginate_queryset"
    ):
        return None
    made = super(Projecting, view).get_serializer(queryset, many=True)
    kind = type(child_of(made))
    if type(made) is not ListSerializer or any(
        getattr_static(kind, name) is not getattr_static(BaseSerializer, name) for name in MAKING
    ):
        return None
    project_for(view, made)
    return made


def counts(paginator: Any) -> bool:
    """Tell whether a paginator counts rows and cuts them, and does no more with a query."""
    pages = getattr(paginator, "django_paginator_class", Paginator) is Paginator
    own = any(
        all(
            getattr(type(paginator), name, None) is getattr(one, name, None)
            for name in ("paginate_queryset", "get_count")
        )
        for one in COUNTED
    )
    return own and pages


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
