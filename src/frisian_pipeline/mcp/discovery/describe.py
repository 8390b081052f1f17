"""What a listing says about a tool beside its schema."""

from django.forms.utils import pretty_name
from msgspec import Struct

from frisian_pipeline.drf.facts import declared_operation
from frisian_pipeline.exchange import Operation
from frisian_pipeline.mcp.discovery.document import Document
from frisian_pipeline.mcp.discovery.endpoints import Endpoint

SENTENCES = {
    "list": "List {}.",
    "retrieve": "Get one of {}.",
    "create": "Create one of {}.",
    "update": "Replace one of {}.",
    "partial_update": "Change one of {}.",
    "destroy": "Delete one of {}.",
    "get": "Read {}.",
    "post": "Post to {}.",
    "put": "Replace {}.",
    "patch": "Change {}.",
    "delete": "Delete {}.",
}
BY_METHOD = {"GET": Operation.READ, "PUT": Operation.UPDATE, "PATCH": Operation.UPDATE, "DELETE": Operation.DELETE}


class Annotations(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """MCP's hints on what a tool does; each is left out where it would say what clients assume anyway."""

    title: str = ""
    read_only_hint: bool = False
    destructive_hint: bool = True
    idempotent_hint: bool = False


def operation_of(endpoint: Endpoint) -> Operation | None:
    """What the tool does: the host's word, else the method's or the action's; None for a POST that may do anything."""
    declared = declared_operation(endpoint.view, endpoint.action)
    if declared is None and endpoint.method == "POST":
        creates = endpoint.standard == "create" or (not endpoint.actions and hasattr(endpoint.view, "create"))
        return Operation.CREATE if creates else None
    return declared or BY_METHOD[endpoint.method]


def annotate(endpoint: Endpoint, title: str) -> Annotations:
    """Say what is known about a tool's effects."""
    operation = operation_of(endpoint)
    return Annotations(
        title=title,
        read_only_hint=operation is Operation.READ,
        destructive_hint=operation is not Operation.CREATE,
        idempotent_hint=endpoint.method in ("PUT", "DELETE"),
    )


def title_of(endpoint: Endpoint, document: Document) -> str:
    """The host's summary, else the name that it gave the action; empty where it gave none."""
    named = endpoint.initkwargs.get("name") or ""
    return str(document.operation.get("summary") or ("" if named == pretty_name(endpoint.action) else named))


def sentence(word: str, resource: str) -> str:
    """Say in plain words what a tool does."""
    subject = resource.replace("_", " ").strip()
    if word in SENTENCES:
        return SENTENCES[word].format(subject)
    return f"{word.replace('_', ' ').capitalize()}: {subject}."


def description_of(endpoint: Endpoint, document: Document, title: str, said: str) -> str:
    """
    The action's own words; else its title or a sentence.

    The first line of the view's own words, not of what it is derived from, comes after it; once for a ViewSet: with
    its list.
    """
    words = str(document.operation.get("description", "")).strip()
    if words and document.own_words:
        return words
    once = words and (not endpoint.actions or endpoint.standard == "list")
    own = str(endpoint.view.__dict__.get("__doc__") or "").strip().partition("\n")[0] if once else ""
    return " ".join(filter(None, (f"{title}." if title else said, own)))
