"""What goes into the path and the query of an endpoint."""

from collections.abc import Iterator
from typing import Any

from frisian_pipeline.mcp.discovery.arguments import Argument
from frisian_pipeline.mcp.discovery.clean import Cleaner, Schema
from frisian_pipeline.mcp.discovery.document import Document
from frisian_pipeline.mcp.discovery.endpoints import Endpoint


def described(parameter: dict[str, Any], clean: Cleaner) -> Schema:
    """A parameter's schema, with what is said of it."""
    return clean({"description": parameter.get("description", ""), **parameter["schema"]})


def path_arguments(endpoint: Endpoint, document: Document, clean: Cleaner) -> Iterator[Argument]:
    """The path's parameters, in order; a version that the host has a default for may be left out."""
    known = {one["name"]: described(one, clean) for one in parameters_in("path", document)}
    names = document.parameters or endpoint.parameters
    for name, target in zip(names, endpoint.parameters, strict=True):
        if target == document.version_parameter and document.versions:
            if len(document.versions) > 1:
                schema = {"type": "string", "enum": list(document.versions)}
                yield Argument(name, "path", target, schema, required=not document.has_default_version)
        else:
            yield Argument(name, "path", target, known.get(name, {"type": "string"}), required=True)


def query_arguments(document: Document, clean: Cleaner) -> Iterator[Argument]:
    """The declared parameters of the query."""
    for one in parameters_in("query", document):
        joined = one.get("explode") is False
        required = one.get("required", False)
        yield Argument(one["name"], "query", one["name"], described(one, clean), required=required, joined=joined)


def parameters_in(place: str, document: Document) -> list[dict[str, Any]]:
    """The operation's parameters in one place; those in headers and cookies are the client's own."""
    return [one for one in document.operation.get("parameters", ()) if one["in"] == place]


def defaults_of(document: Document) -> dict[str, Any]:
    """The version in the path that is taken where the caller names none."""
    taken = document.has_default_version or len(document.versions) == 1
    return {document.version_parameter: document.versions[0]} if document.version_parameter and taken else {}
