"""Resources and prompts that the host has written by hand, read and filled in."""

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Protocol

import msgspec
from django.utils.functional import Promise
from msgspec import Raw
from rest_framework.exceptions import APIException

from frisian_pipeline.drf.pipelines import JSON
from frisian_pipeline.mcp.handwritten import Prompt, Resource
from frisian_pipeline.mcp.invocation import failed
from frisian_pipeline.mcp.protocol import (
    BlobResourceContents,
    GetPromptResult,
    PromptArgumentsError,
    PromptMessage,
    ResourceContents,
    TextContent,
    TextResourceContents,
    UnknownResourceError,
)
from frisian_pipeline.mcp.protocol.content import Block
from frisian_pipeline.mcp.protocol.errors import INTERNAL_ERROR, ProtocolError
from frisian_pipeline.mcp.responses import fault_of, flat
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.running import run
from frisian_pipeline.mcp.server.telling import as_error, check_permissions


class Written(Protocol):
    """A resource or a prompt."""

    @property
    def name(self) -> str: ...

    @property
    def make(self) -> Callable[[], Callable[..., Any]]: ...


def read_written(resource: Resource, variables: dict[str, str], uri: str, caller: Caller) -> Sequence[ResourceContents]:
    """
    Read a resource, if its permissions let the caller.

    Raises:
        UnknownResourceError: If its author finds nothing there.
        ProtocolError: If it cannot be read; with what its author means the caller to know, else with an id.
    """
    try:
        check_permissions(resource.permission_classes, caller)
        data = answered(resource, variables, caller)
        found = contents_of(data, resource.mime_type, uri)
    except Exception as error:  # noqa: BLE001  it is the host's code
        known = as_error(error)
        if known is not None and known.status_code == HTTPStatus.NOT_FOUND:
            raise UnknownResourceError(uri) from None
        raise told(resource, known, error, caller) from None
    if data is None:
        raise UnknownResourceError(uri)
    return found


def fill_in(prompt: Prompt, arguments: dict[str, str], caller: Caller) -> GetPromptResult:
    """
    Fill in a prompt, if its permissions let the caller.

    Raises:
        PromptArgumentsError: If the arguments do not fit, by its declaration or by its author's word.
        ProtocolError: If it cannot be filled in; with what its author means the caller to know, else with an id.
    """
    try:
        check_permissions(prompt.permission_classes, caller)
        check_arguments(prompt, arguments)
        messages = messages_of(answered(prompt, arguments, caller))
    except Exception as error:  # noqa: BLE001
        known = as_error(error)
        if known is not None and known.status_code == HTTPStatus.BAD_REQUEST:
            raise PromptArgumentsError(flat(known.detail)) from None
        raise told(prompt, known, error, caller) from None
    return GetPromptResult(messages=messages, description=prompt.description)


def values_of(prompt: Prompt, name: str, caller: Caller) -> Sequence[str]:
    """
    The values that an argument may have, if the prompt's permissions let the caller; none where any will do.

    Raises:
        PromptArgumentsError: If there is no such argument.
        ProtocolError: If the caller is refused.
    """
    try:
        check_permissions(prompt.permission_classes, caller)
    except Exception as error:  # noqa: BLE001
        raise told(prompt, as_error(error), error, caller) from None
    if name not in prompt.arguments:
        raise unknown_arguments(prompt, [name])
    return prompt.arguments[name].values


def check_arguments(prompt: Prompt, arguments: Mapping[str, str]) -> None:
    """
    Compare arguments with those that a prompt declares.

    Raises:
        PromptArgumentsError: With each that is missing, else with each that is not known.
    """
    missing = [name for name, one in prompt.arguments.items() if one.required and name not in arguments]
    unknown = [name for name in arguments if name not in prompt.arguments]
    if missing:
        raise PromptArgumentsError("; ".join(f"{name} is required" for name in missing))
    if unknown:
        raise unknown_arguments(prompt, unknown)


def unknown_arguments(prompt: Prompt, names: Sequence[str]) -> PromptArgumentsError:
    """The error of arguments that a prompt does not have, with those that it has."""
    said = "; ".join(f"{name[:80]!r} is not known here" for name in names)
    return PromptArgumentsError(f"{said}; known: {', '.join(prompt.arguments) or 'none'}")


def answered(written: Written, arguments: dict[str, str], caller: Caller) -> Any:
    """
    Ask the function.

    Raises:
        Exception: Whatever it raises, and an ``APIException`` where it answers a ``Response`` that is an error.
    """
    data, status, *_ = run(written, arguments, caller)
    if status >= HTTPStatus.BAD_REQUEST:
        error = APIException(data)
        error.status_code = status
        raise error
    return data


def told(written: Written, known: APIException | None, error: Exception, caller: Caller) -> ProtocolError:
    """What a caller is told of a failure: what the author means it to know, or an id that the log has."""
    if known is not None:
        return fault_of(known, known.status_code)
    answer = failed(written.name, caller.request, error)
    if answer.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        return ProtocolError(INTERNAL_ERROR, "Internal error", {"error_id": answer.data["error_id"]})
    return ProtocolError(answer.status, str(answer.data["detail"]))


def exact(text: Any) -> str:
    """Text as plain text: templates give a safe one, translations a lazy one, and msgspec takes neither."""
    return str(msgspec.json.decode(JSON(text)))


def contents_of(data: Any, mime_type: str, uri: str) -> Sequence[Any]:
    """What a resource returned, as contents."""
    several = data if isinstance(data, (list, tuple)) else [data]
    if several and all(isinstance(one, ResourceContents) for one in several):
        return [Raw(JSON(one)) for one in several]
    if isinstance(data, bytes):
        return [BlobResourceContents(uri=uri, mime_type=mime_type or "application/octet-stream", blob=data)]
    if isinstance(data, (str, Promise)):
        return [TextResourceContents(uri=uri, mime_type=mime_type or "text/plain", text=exact(data))]
    return [TextResourceContents(uri=uri, mime_type=mime_type or "application/json", text=JSON(data).decode())]


def messages_of(data: Any) -> list[Any]:
    """What a prompt returned, as messages."""
    return [message_of(one) for one in (data if isinstance(data, (list, tuple)) else [data])]


def message_of(said: Any) -> Any:
    """One message: what names no role is said by the user, and data is JSON."""
    if isinstance(said, PromptMessage):
        return Raw(JSON(said))
    if isinstance(said, Block):
        return PromptMessage("user", Raw(JSON(said)))
    text = exact(said) if isinstance(said, (str, Promise)) else JSON(said).decode()
    return PromptMessage("user", TextContent(text=text))
