"""How much of what spectacular says about an endpoint the host has declared, and how much is only inherited."""

import inspect
from typing import Any

from rest_framework.serializers import ListSerializer
from rest_framework.versioning import QueryParameterVersioning, URLPathVersioning

from frisian_pipeline.mcp.discovery.endpoints import Endpoint
from frisian_pipeline.mcp.discovery.looks import (
    CHOOSES,
    depends_on_caller,
    reads_body_itself,
    reads_query,
    written,
)


def versions_of(scheme: Any) -> tuple[str, ...]:
    """The versions that a scheme knows, its default first."""
    known = (scheme.default_version, *(scheme.allowed_versions or ()))
    return tuple(dict.fromkeys(str(version) for version in known if version))


def version_facts(view: Any) -> dict[str, Any]:
    """What a document says about versions in the URL."""
    scheme = view.versioning_class
    if not scheme or not issubclass(scheme, URLPathVersioning):
        return {}
    return {
        "version_parameter": scheme.version_param,
        "versions": versions_of(scheme),
        "has_default_version": bool(scheme.default_version),
    }


def version_query(view: Any, operation: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameter of the query that holds the version, which spectacular does not know; none where it is there."""
    scheme, parameters = view.versioning_class, operation.get("parameters", [])
    if not scheme or not issubclass(scheme, QueryParameterVersioning):
        return []
    if any((one["in"], one["name"]) == ("query", scheme.version_param) for one in parameters):
        return []
    schema = {"type": "string", **({"enum": list(versions_of(scheme))} if scheme.allowed_versions else {})}
    required = bool(scheme.allowed_versions and not scheme.default_version)
    return [{"in": "query", "name": scheme.version_param, "schema": schema, "required": required}]


def declares_body(schema: Any, endpoint: Endpoint) -> bool:
    """
    Tell whether the body is known: by ``@extend_schema``, by the action's own serializer or by a standard action.

    What an action merely inherits from its view may describe its answer, and something else its body. So may what the
    view chooses by the request, or where it reads the body itself.
    """
    asked = schema.get_request_serializer()
    if endpoint.method == "DELETE":
        return False
    if asked is not schema.fallback:
        return True
    if asked is None or depends_on_caller(endpoint.view, kind_of(asked)):
        return False
    own = "serializer_class" in endpoint.initkwargs
    return own if endpoint.custom else not reads_body_itself(endpoint.view, (endpoint.action, *CHOOSES), kind_of(asked))


def kind_of(serializer: Any) -> Any:
    """The class of a serializer, or of the rows of a list."""
    return serializer if inspect.isclass(serializer) else type(getattr(serializer, "child", serializer))


def declares_query(view: Any, schema: Any, endpoint: Endpoint) -> bool:
    """Tell whether the query parameters are known: by ``@extend_schema``, or by filters and pagination alone."""
    if schema.get_override_parameters():
        return True
    if reads_query(type(view), endpoint.action, "initial"):
        return False
    filters, pages = getattr(view, "filter_backends", ()), getattr(view, "pagination_class", None)
    if not endpoint.reads:
        return True
    silent = any(map(keeps_silent, filter(None, (*filters, pages))))
    return bool(filters or pages) and not endpoint.custom and not silent


def keeps_silent(kind: Any) -> bool:
    """Tell whether a host's filter or pagination reads parameters that it does not describe."""
    describes = written(kind, ("get_schema_operation_parameters",))
    return not describes and reads_query(kind, "filter_queryset", "paginate_queryset")


def is_of_one(view: Any, endpoint: Endpoint) -> bool:
    """Tell whether the route names one object."""
    lookup = getattr(view, "lookup_url_kwarg", None) or getattr(view, "lookup_field", "")
    return lookup in endpoint.parameters


def filters_of(view: Any, endpoint: Endpoint) -> frozenset[str]:
    """The parameters by which a view's filters would find another object than the route names, or none at all."""
    if not (endpoint.has_body and is_of_one(view, endpoint) and hasattr(view, "filter_backends")):
        return frozenset()
    # spectacular asks the filters of lists alone; DRF's get_object() asks them too.
    view.schema._is_list_view = lambda _=None: True  # noqa: SLF001
    try:
        return frozenset(one["name"] for one in view.schema._get_filter_parameters())  # noqa: SLF001
    except Exception:  # noqa: BLE001
        # The host's own code, which need not describe a filter to spectacular.
        return frozenset()


def shows_many(view: Any, endpoint: Endpoint) -> bool:
    """Tell whether the view's own ``get_serializer`` takes a list for what it is; of one object there is no list."""
    if endpoint.custom or is_of_one(view, endpoint):
        return False
    try:
        return isinstance(view.get_serializer(data=[]), ListSerializer)
    except Exception:  # noqa: BLE001
        # The host's own code, run for a hint.
        return False
