"""What is known about an endpoint, before it is made into a tool."""

from typing import Any

from msgspec import Struct


class Document(Struct, frozen=True):
    """
    What is known about an endpoint, as OpenAPI.

    Attributes:
        operation: The OpenAPI operation, without responses.
        components: The schemas that it refers to, by name.
        media_types: What the view parses.
        declares_body: The body is known by more than inheritance.
        declares_query: The view says which query parameters there are.
        of_one: The route names one object.
        filters: The parameters of the query by which the view's filters would look for another.
        takes_many: A list of rows is taken as well as one.
        own_words: The description is the action's own, not its view's.
        parameters: The path's parameters in order, under the names that the operation has for them.
        version_parameter: The one of them that holds the version; empty where none does.
        versions: The versions that are allowed, the one to take by default first.
        has_default_version: The host says which version that is.
        failed: Nothing is known, since the host's code failed when it was asked.
    """

    operation: dict[str, Any] = {}
    components: dict[str, Any] = {}
    media_types: tuple[str, ...] = ("application/json",)
    declares_body: bool = False
    declares_query: bool = False
    of_one: bool = False
    filters: frozenset[str] = frozenset()
    takes_many: bool = False
    own_words: bool = False
    parameters: tuple[str, ...] = ()
    version_parameter: str = ""
    versions: tuple[str, ...] = ()
    has_default_version: bool = False
    failed: bool = False
