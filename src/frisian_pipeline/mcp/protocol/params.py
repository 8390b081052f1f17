"""The parameters of every method, as far as we read them."""

from typing import Any, Literal, TypeVar

from msgspec import UNSET, Struct, UnsetType, ValidationError, convert, field

from frisian_pipeline.mcp.protocol.errors import INVALID_PARAMS, ProtocolError
from frisian_pipeline.mcp.protocol.results import Implementation
from frisian_pipeline.mcp.protocol.versions import CLIENT_CAPABILITIES, CLIENT_INFO, PROTOCOL_VERSION

Kind = TypeVar("Kind", bound=Struct)


class Params(Struct, frozen=True, kw_only=True, rename="camel"):
    """What any request may carry."""

    meta: dict[str, Any] = field(default_factory=dict, name="_meta")


class InitializeParams(Params, frozen=True):
    """Of ``initialize``."""

    protocol_version: str
    capabilities: dict[str, Any]
    client_info: Implementation


class ListParams(Params, frozen=True):
    """Of every listing."""

    cursor: str | None = None


class NamedParams(Params, frozen=True):
    """Of ``tools/call``; no arguments are an empty object."""

    name: str
    arguments: dict[str, Any] | None = None


class PromptParams(Params, frozen=True):
    """Of ``prompts/get``; no arguments are an empty object."""

    name: str
    arguments: dict[str, str] | None = None


class ResourceParams(Params, frozen=True):
    """Of ``resources/read``, and of what else names a resource."""

    uri: str


class Reference(Struct, frozen=True):
    """What is to be completed: a prompt by its name, or a resource by its URI or its template."""

    type: Literal["ref/prompt", "ref/resource"]
    name: str = ""
    uri: str = ""


class Typed(Struct, frozen=True):
    """An argument, as far as a user has typed it."""

    name: str
    value: str


class CompleteParams(Params, frozen=True):
    """Of ``completion/complete``."""

    ref: Reference
    argument: Typed


class RequestMeta(Struct, frozen=True):
    """What every modern request says about itself."""

    version: str = field(name=PROTOCOL_VERSION)
    capabilities: dict[str, Any] = field(name=CLIENT_CAPABILITIES)
    client: Implementation | UnsetType = field(default=UNSET, name=CLIENT_INFO)


def read_params(kind: type[Kind], params: dict[str, Any], at: str = "params") -> Kind:
    """
    Read a request's parameters.

    Raises:
        ProtocolError: If they do not fit; it says where, and repeats no value.
    """
    try:
        return convert(params, kind)
    except ValidationError as error:
        fault = str(error).replace("`$", f"`{at}")
        raise ProtocolError(INVALID_PARAMS, f"Invalid params: {fault}") from None


def read_meta(params: dict[str, Any]) -> RequestMeta:
    """
    Read what a modern request says about itself.

    Raises:
        ProtocolError: If it says too little, or in another shape.
    """
    meta = params.get("_meta")
    given = meta if isinstance(meta, dict) else {}
    lacking = [key for key in (PROTOCOL_VERSION, CLIENT_CAPABILITIES) if key not in given]
    if lacking:
        raise ProtocolError(INVALID_PARAMS, f"params._meta lacks {', '.join(lacking)}")
    return read_params(RequestMeta, given, "params._meta")
