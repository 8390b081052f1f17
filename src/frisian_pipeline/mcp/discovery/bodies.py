"""What may be in the body of an endpoint: an object, a list of rows, or nobody knows."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from frisian_pipeline.mcp.discovery.arguments import Argument
from frisian_pipeline.mcp.discovery.clean import HINT, REFUSED, Cleaner, Schema, kinds_of
from frisian_pipeline.mcp.discovery.document import Document
from frisian_pipeline.mcp.discovery.endpoints import Endpoint
from frisian_pipeline.mcp.discovery.looks import asked_of_query, reads_body
from frisian_pipeline.mcp.discovery.media import form_of, preference
from frisian_pipeline.mcp.discovery.publish import change

SEVERAL: Schema = {
    "type": "array",
    "items": {"type": "object"},
    "description": "Several objects of the other fields, instead of one.",
}


class Body(Struct, frozen=True):
    """
    What an endpoint takes in its body.

    Attributes:
        takes_object: One object is taken; its fields are arguments.
        loose: The object may hold what nobody declared, and the schema of a field is only a hint.
        properties: The object's fields.
        required: Those without which the view refuses it.
        alone: What an object may hold that the view looks for here and in no query.
        refused: Fields that the view knows and does not take, with the reason.
        rows: The schema of a list body; empty where none is taken.
        shows_rows: The list is declared, and published.
    """

    takes_object: bool = True
    loose: bool = False
    properties: dict[str, Schema] = {}
    required: tuple[str, ...] = ()
    alone: frozenset[str] = frozenset()
    refused: dict[str, str] = {}
    rows: Schema = {}
    shows_rows: bool = False

    def arguments(self) -> Iterator[Argument]:
        """The body's arguments; a list of rows that nobody declared is taken, but not shown."""
        for name, schema in self.properties.items():
            yield Argument(name, "body", name, schema, required=name in self.required)
        if self.rows:
            shown = self.several() if self.takes_object else self.rows
            yield Argument("items", "rows", "items", shown, required=not self.takes_object, shown=self.shows_rows)

    def beside(self, others: Iterable[Argument]) -> Iterator[Argument]:
        """Fields that nobody declared and that other arguments leave no room for: taken under another name."""
        for one in others if self.loose else ():
            if one.name not in self.properties:
                yield Argument(one.name, "body", one.name, {}, shown=False)

    def several(self) -> Schema:
        """The list as it is published beside the fields of one object, none of which can be required there."""
        whose = "Each" if "required" in self.rows["items"] else "One alone"
        needs = f" {whose} needs {', '.join(self.required)}." if self.required else ""
        return {**SEVERAL, "description": SEVERAL["description"] + needs}


def request_of(document: Document) -> Any:
    """The body's OpenAPI schema: the one for JSON, where the view parses several; None where it takes none."""
    content = document.operation.get("requestBody", {}).get("content", {})
    chosen = min(content, key=preference, default=None)
    return None if chosen is None else content[chosen].get("schema", {})


def row_of(method: str, schema: Schema) -> Schema:
    """A row of a list body: what is changed in bulk names itself by fields that its own tool reads from the path."""
    if method == "POST":
        return schema
    return {key: value for key, value in schema.items() if key not in ("required", "additionalProperties", REFUSED)}


def unrequired(schema: Schema) -> Schema:
    """A schema in which nothing is required at any depth: DRF's nested serializers are partial with the outer one."""
    return {key: value for key, value in change(schema, unrequired).items() if key != "required"}


def absent_in(schema: Schema) -> tuple[str, ...]:
    """The fields that a form may leave out to say something: a truth that is false, a list that is empty."""
    fields = schema.get("properties", {})
    return tuple(name for name, one in fields.items() if {"boolean", "array"}.intersection(kinds_of(one)))


def alone_of(endpoint: Endpoint, document: Document, fields: Iterable[str]) -> frozenset[str]:
    """
    What is the body's alone, though nobody declared it.

    Filters read the query whenever a view looks for its objects: what an object is changed to must not be what it is
    looked for by. An action on all of them that reads no body may narrow them by a field; elsewhere a field is a field,
    unless the host's code looks for it in the query.
    """
    writes = document.of_one or reads_body(endpoint.view, endpoint.action)
    return document.filters.union(fields if writes else ()) - asked_of_query(endpoint.view, endpoint.action)


def body_of(endpoint: Endpoint, document: Document, clean: Cleaner) -> Body:
    """Find out what an endpoint takes in its body."""
    if not endpoint.has_body:
        return Body()
    request = request_of(document)
    schema = clean(request)
    if document.declares_body and schema.get("type") == "array":
        rows = {**schema, "items": row_of(endpoint.method, schema.get("items", {}))}
        return Body(takes_object=False, rows=rows, shows_rows=True)
    loose = not document.declares_body or HINT in schema or (request is not None and "properties" not in schema)
    if endpoint.method == "PATCH":
        schema = unrequired(schema)
    many, partial = document.takes_many, loose or endpoint.method == "PATCH"
    absent = absent_in(schema) if form_of(document.media_types) else ()
    return Body(
        loose=loose,
        properties=schema.get("properties", {}),
        required=() if partial else tuple(name for name in schema.get("required", ()) if name not in absent),
        alone=alone_of(endpoint, document, schema.get("properties", ())),
        refused={} if loose else schema.get(REFUSED, {}),
        rows={"type": "array", "items": row_of(endpoint.method, schema) if many and not loose else {}},
        shows_rows=many,
    )
