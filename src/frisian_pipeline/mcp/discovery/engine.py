"""drf-spectacular at work: what the host's code and its ``@extend_schema`` say about one endpoint."""

import copy
import json
from typing import Any

import uritemplate
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ComponentRegistry, get_doc, modify_for_versioning
from drf_spectacular.settings import spectacular_settings
from rest_framework.versioning import NamespaceVersioning, URLPathVersioning

from frisian_pipeline.mcp.discovery.declared import (
    declares_body,
    declares_query,
    filters_of,
    is_of_one,
    shows_many,
    version_facts,
    version_query,
    versions_of,
)
from frisian_pipeline.mcp.discovery.document import Document
from frisian_pipeline.mcp.discovery.endpoints import Endpoint, Enumerator
from frisian_pipeline.mcp.discovery.marks import takes_many
from frisian_pipeline.mcp.discovery.schemas import Lean, lean
from frisian_pipeline.telemetry import safe_log


class Engine(SchemaGenerator):
    """
    spectacular's generator, asked about one endpoint at a time.

    Attributes:
        kept: What the serializers say that say the same whoever asks, by class and whether it is a partial update.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[Any, tuple[Any, Any]] = {}

    def _set_schema_to_view(self, view: Any, schema: Any) -> None:
        own = copy.copy(schema)
        kind: Any = type(own)
        own.__class__, own.kept = lean(kind), self.kept
        super()._set_schema_to_view(view, own)  # type: ignore[no-untyped-call]

    def view_of(self, endpoint: Endpoint) -> Any:
        """Make the view as its URL pattern would, with a request of its own and a schema that is ours alone."""
        self.schemas_storage.clear()
        view: Any = self.create_view(endpoint.callback, endpoint.method)  # type: ignore[no-untyped-call]
        if not isinstance(view.schema, Lean):
            self._set_schema_to_view(view, view.schema)
        if endpoint.standard == "list" and endpoint.action != "list":
            # spectacular knows a ViewSet's list by its name alone.
            view.schema._is_list_view = lambda _=None: True  # noqa: SLF001
        view.request = spectacular_settings.GET_MOCK_REQUEST(endpoint.method, endpoint.route, view, None)
        if view.versioning_class:
            self._choose_version(view, endpoint)
        return view

    def _choose_version(self, view: Any, endpoint: Endpoint) -> None:
        scheme = view.versioning_class
        version = next(iter(versions_of(scheme)), None)
        if not issubclass(scheme, NamespaceVersioning):
            view.request.version = version
            if issubclass(scheme, URLPathVersioning):
                view.kwargs[scheme.version_param] = version
            return
        self.inspector = self.inspector or Enumerator(self.patterns, self.urlconf)
        patterns = self.inspector.patterns
        modify_for_versioning(patterns, endpoint.method, endpoint.route, view, version or "-")  # type: ignore[no-untyped-call]
        view.request.version = scheme().determine_version(view.request)

    def path_of(self, view: Any, endpoint: Endpoint) -> str:
        """The route with the model's name for its key, as the objects show it, where that name is free."""
        path: str = self.coerce_path(endpoint.route, endpoint.method, view)  # type: ignore[no-untyped-call]
        return path if len(uritemplate.variables(path)) == len(endpoint.parameters) else endpoint.route

    def describe(self, endpoint: Endpoint) -> Document | None:
        """Ask spectacular about an endpoint; None where the host excludes it."""
        view, registry = self.view_of(endpoint), ComponentRegistry()
        schema, path = view.schema, self.path_of(view, endpoint)
        operation = schema.get_operation(path, endpoint.regex, "^/", endpoint.method, registry)
        if operation is None:
            return None
        operation["parameters"] = [*operation.get("parameters", ()), *version_query(view, operation)]
        components = schema.registry.build({}).get("schemas", {})
        return Document(
            operation=plain(operation),
            components=plain(components),
            media_types=tuple(schema.map_parsers()),
            declares_body=declares_body(schema, endpoint),
            declares_query=declares_query(view, schema, endpoint),
            of_one=is_of_one(view, endpoint),
            filters=filters_of(view, endpoint),
            takes_many=endpoint.has_body and (takes_many(view, endpoint.action) or shows_many(view, endpoint)),
            own_words=operation.get("description", "") != get_doc(type(view)),
            parameters=tuple(uritemplate.variables(path)),
            failed=schema.failed,
            **version_facts(view),
        )


def plain(document: Any) -> Any:
    """Turn lazy texts, enum members and decimals into what JSON has."""
    return json.loads(json.dumps(document, default=lambda odd: float(odd) if hasattr(odd, "as_tuple") else str(odd)))


def describe_one(engine: Engine, endpoint: Endpoint) -> Document | None:
    """Describe an endpoint; one that cannot be described is open, so that its tool is still there."""
    try:
        with GENERATOR_STATS.silence():
            return engine.describe(endpoint)
    except Exception as error:  # noqa: BLE001
        safe_log.warning("No schema for %s %s: %s", endpoint.method, endpoint.route, type(error).__name__)
        return Document(failed=True)
