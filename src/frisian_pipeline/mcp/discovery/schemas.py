"""drf-spectacular's schema of a view, made to say what a tool needs and no more."""

from functools import cache
from typing import Any

from drf_spectacular.drainage import get_override
from drf_spectacular.openapi import AutoSchema
from rest_framework.generics import GenericAPIView
from rest_framework.schemas.openapi import AutoSchema as PlainAutoSchema
from rest_framework.serializers import ChoiceField, DecimalField, Field, FileField, MultipleChoiceField
from rest_framework.settings import api_settings

from frisian_pipeline.mcp.discovery.alike import STOCK, alike, overrides
from frisian_pipeline.mcp.discovery.choices import is_fixed, of_choice, of_choices
from frisian_pipeline.mcp.discovery.clean import HINT
from frisian_pipeline.mcp.discovery.looks import CHOOSES, depends_on_context, written


@cache
def reads_by_hand(kind: Any) -> bool:
    """Tell whether a field or serializer makes something of its own of what is sent, so that its fields only hint."""
    own = (getattr(kind, name, None) for name in ("to_internal_value", "run_validation"))
    return any(not getattr(method, "__module__", STOCK[0]).startswith(STOCK) for method in own)


def of_decimal(field: Any, schema: dict[str, Any]) -> dict[str, Any]:
    """Take a decimal as number or text, as REST does."""
    kept = {key: value for key, value in schema.items() if key not in ("format", "pattern")}
    return {**kept, "type": ["number", "string"], "nullable": field.allow_null}


def of_file(field: Any, schema: dict[str, Any]) -> dict[str, Any]:
    """Mark what no tool can be given; a field that reads by hand takes a text that holds the file."""
    kind: Any = type(field)
    # A file that is not required may be null when it is shown, which says nothing about what is taken.
    kept = {key: value for key, value in schema.items() if key != "format"}
    kept |= {"type": "string", "nullable": field.allow_null}
    return kept if reads_by_hand(kind) else {**kept, "format": "binary"}


def silent(parameter: dict[str, Any]) -> dict[str, Any]:
    """A parameter whose name says enough."""
    return {key: value for key, value in parameter.items() if key != "description"}


def hinting(parameter: dict[str, Any]) -> dict[str, Any]:
    """A filter's parameter, whose choices may come from rows or depend on the request: then they only hint."""
    schema = parameter["schema"]
    chooses = "enum" in schema or "enum" in schema.get("items", ())
    return {**parameter, "schema": {**schema, HINT: True}} if chooses else parameter


def paging(view: Any, parameter: dict[str, Any]) -> dict[str, Any]:
    """A page's number, which may be a word where the host's pages know one for the last."""
    pages = view.pagination_class
    is_page = parameter["name"] == getattr(pages, "page_query_param", None)
    if not is_page or not getattr(pages, "last_page_strings", ()):
        return parameter
    return {**parameter, "schema": {**parameter["schema"], HINT: True}}


def with_fields(view: Any, parameter: dict[str, Any]) -> dict[str, Any]:
    """Say which fields search and ordering know, where the view lists them."""
    attributes = {api_settings.SEARCH_PARAM: "search_fields", api_settings.ORDERING_PARAM: "ordering_fields"}
    if parameter["name"] not in attributes:
        return parameter
    fields = getattr(view, attributes[parameter["name"]], None) or ()
    listed = () if isinstance(fields, str) else (field if isinstance(field, str) else field[0] for field in fields)
    return {**parameter, "description": ", ".join(listed)}


# The first that fits.
SPECIAL = {
    FileField: of_file,
    DecimalField: of_decimal,
    MultipleChoiceField: of_choices,
    ChoiceField: of_choice,
}


@cache
def special_of(kind: Any) -> Any:
    """What we make of the schema of this kind of field; None where it stays as it is."""
    return next((make for special, make in SPECIAL.items() if issubclass(kind, special)), None)


def has_serializer(view: Any) -> bool:
    """Tell whether a view should have a serializer: spectacular goes on without where the host's code fails."""
    own: Any = type(view)
    return isinstance(view, GenericAPIView) and bool(view.serializer_class or written(own, CHOOSES))


class Lean:
    """
    An endpoint's schema without what a tool does not publish.

    It keeps what the view alone would have said, and whether the view failed to say it.
    """

    fallback: Any = None
    failed: bool = False
    asked: tuple[Any, Any] = (None, None)
    kept: dict[Any, tuple[Any, Any]]
    registry: Any
    method: str

    def get_operation_id(self) -> str:
        return ""

    def get_auth(self) -> list[Any]:
        return []

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        return {}

    def _get_format_parameters(self) -> list[Any]:
        return []

    def _resolve_path_parameters(self, variables: Any) -> list[Any]:
        return [silent(parameter) for parameter in super()._resolve_path_parameters(variables)]  # type: ignore[misc]

    def _get_pagination_parameters(self) -> list[Any]:
        view: Any = self.view  # type: ignore[attr-defined]
        parameters = super()._get_pagination_parameters()  # type: ignore[misc]
        return [silent(paging(view, parameter)) for parameter in parameters]

    def _get_filter_parameters(self) -> list[Any]:
        view: Any = self.view  # type: ignore[attr-defined]
        parameters = super()._get_filter_parameters()  # type: ignore[misc]
        return [with_fields(view, hinting(parameter)) for parameter in parameters]

    def _get_serializer(self) -> Any:
        self.fallback = super()._get_serializer()  # type: ignore[misc]
        self.failed |= self.fallback is None and has_serializer(self.view)  # type: ignore[attr-defined]
        return self.fallback

    def _get_request_for_media_type(self, serializer: Any, direction: Any = "request") -> Any:
        # Most views parse several media types, and take the same in each.
        if serializer is None or self.asked[0] is not serializer:
            self.asked = serializer, self._ask(serializer, direction)
        return self.asked[1]

    def _ask(self, serializer: Any, direction: Any) -> Any:
        """What is taken: as an earlier endpoint found it, where the serializer's class alone says it."""
        own: Any = type(self)
        kind = None if self.registry.build({}) or overrides(own) else alike(serializer)
        if kind is None:
            return super()._get_request_for_media_type(serializer, direction)  # type: ignore[misc]
        key = kind, self.method == "PATCH"
        if key not in self.kept:
            self.kept[key] = super()._get_request_for_media_type(serializer, direction), self.registry  # type: ignore[misc]
        answer, self.registry = self.kept[key]
        return answer

    def _map_serializer_field(self, field: Any, direction: Any, bypass_extensions: bool = False) -> Any:  # noqa: FBT001, FBT002
        schema = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[misc]
        if not schema or not isinstance(field, Field) or get_override(field, "field"):
            return schema
        kind: Any = type(field)
        special = special_of(kind)
        made = special(field, schema) if special else schema
        only_hints = reads_by_hand(kind) or (isinstance(field, ChoiceField) and not is_fixed(field))
        return {**made, HINT: True} if only_hints else made

    def _map_serializer(self, serializer: Any, direction: Any, bypass_extensions: bool = False) -> Any:  # noqa: FBT001, FBT002
        schema = super()._map_serializer(serializer, direction, bypass_extensions)  # type: ignore[misc]
        kind = serializer if isinstance(serializer, type) else type(serializer)
        return {**schema, HINT: True} if reads_by_hand(kind) or depends_on_context(kind) else schema


class Bridge(AutoSchema, PlainAutoSchema):  # type: ignore[misc]
    """Lets ``@extend_schema`` count where the host's default schema class is not spectacular's."""


@cache
def lean(kind: Any) -> type[Any]:
    """The lean class for a schema class; a plain one that is not spectacular's gives way to spectacular's."""
    bases: tuple[type[Any], ...] = (Lean, AutoSchema)
    if issubclass(kind, AutoSchema):
        bases = (Lean, kind)
    elif kind.__module__ == "drf_spectacular.utils":
        bases = (Lean, kind, Bridge)
    return type("ToolSchema", bases, {})
