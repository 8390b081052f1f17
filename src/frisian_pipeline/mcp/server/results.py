"""What a call becomes for the agent: the shaped answer, or an error that says what REST would have said."""

from collections.abc import Mapping, Sequence
from functools import partial
from http import HTTPStatus
from http.client import responses
from secrets import token_hex
from typing import Any

import msgspec
from msgspec import UNSET, Raw

from frisian_pipeline import conf
from frisian_pipeline.drf.beside import told_by as facts_by
from frisian_pipeline.drf.pipelines import JSON
from frisian_pipeline.drf.shaping import Beside, as_it_is, shaped
from frisian_pipeline.errors import TokenError
from frisian_pipeline.formats import Columnar
from frisian_pipeline.mcp.discovery import TOLD, Fault, Tool
from frisian_pipeline.mcp.invocation import Answer, failed
from frisian_pipeline.mcp.protocol import CallResult, TextContent
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.calls import call_of
from frisian_pipeline.mcp.server.errors import bounded
from frisian_pipeline.mcp.server.files import File
from frisian_pipeline.mcp.server.links import with_arguments
from frisian_pipeline.mcp.server.media import described
from frisian_pipeline.mcp.server.redemption import STORE
from frisian_pipeline.mcp.server.told import as_fields, as_notes, told_by
from frisian_pipeline.telemetry import safe_log

ARE_JSON = frozenset({JSON.name, Columnar.name})
"""Formats whose contents are JSON."""

MOST_REASON = 2_048
"""How many bytes of a refusal in plain text are shown, as of any error."""


def success(content: bytes, name: str = JSON.name) -> CallResult:
    """A result in one channel; in two where the host wants that and it is an object, in a format that is JSON."""
    doubled = conf.settings().structured_content and content.startswith(b"{") and name in ARE_JSON
    return CallResult(
        content=[TextContent(text=content.decode())], structured_content=Raw(content) if doubled else UNSET
    )


def failure(status: int, error: bytes, notes: Sequence[str] = ()) -> CallResult:
    """An error: the status, the body that REST would send, and where there is one the next step."""
    shown = bounded(status, error or b"null")
    body = {"status_code": status, **shown, **({"_notes": notes} if notes else {})}
    return CallResult(content=[TextContent(text=msgspec.json.encode(body).decode())], is_error=True)


def refused(faults: Sequence[Fault]) -> CallResult:
    """Arguments that do not fit: each fault with its path, as many as are told."""
    error: dict[str, list[str]] = {}
    for fault in faults[:TOLD]:
        error.setdefault(fault.where, []).append(fault.message)
    notes = ["There are more faults like these."] if len(faults) > TOLD else []
    return failure(HTTPStatus.BAD_REQUEST, msgspec.json.encode(error), notes)


def unredeemed(error: TokenError) -> CallResult:
    """A continuation token that buys nothing."""
    return failure(HTTPStatus.NOT_FOUND, msgspec.json.encode({"detail": str(error)}))


def next_steps(answer: Answer) -> list[str]:
    """What an agent can do about an error, where the status says so."""
    after = "" if answer.response is None else answer.response.get("Retry-After", "")
    return [f"Call again in {after} seconds."] if after.isdecimal() else []


def reason_in(answer: Answer) -> str:
    """What a refusal says in plain text or XML, as far as it is short; a page and a failure may say too much."""
    file = File(str(answer.data.get("content_type", "")), answer.content)
    if answer.status >= 500 or "html" in file.media_type:
        return ""
    text = file.text or ""
    kept = text.encode()[:MOST_REASON].decode(errors="ignore")
    return kept if kept == text else f"{kept}..."


def page_error(tool: Tool, answer: Answer) -> CallResult:
    """An error that came as a page or a file: what it was, and what it says only where that is meant for its caller."""
    error = {"detail": f"{responses.get(answer.status, 'Error')}.", **answer.data}
    if answer.status >= 500:
        error["error_id"] = token_hex(8)
        safe_log.error("%s answered %s with a page; error %s", tool.name, answer.status, error["error_id"])
    told, reason = failure(answer.status, msgspec.json.encode(error), next_steps(answer)), reason_in(answer)
    return msgspec.structs.replace(told, content=[*told.content, TextContent(text=reason)]) if reason else told


def result_of(tool: Tool, caller: Caller, answer: Answer, shaping: Mapping[str, Any], *, discloses: bool) -> CallResult:
    """
    Turn what a view answered into a result.

    The view has answered, and written perhaps; what cannot be encoded REST could not have sent either, and is a failure
    of the view.
    """
    if answer.described:
        return page_error(tool, answer) if answer.status >= 400 else described(tool, caller, answer)
    told = told_by(answer) if answer.status < 400 else {}
    if answer.data is None:
        # There are so few facts that headers are told among them.
        shaping = {name: value for name, value in shaping.items() if name != "format"}
    steps, describe = next_steps(answer), partial(call_of, tool, caller, answer, shaping, discloses=discloses)
    notes = [] if answer.data is None or answer.status >= 400 else [*as_notes(told), *steps]
    try:
        show = partial(with_arguments, tool, answer) if answer.status < 400 else as_it_is
        beside = Beside(tuple(notes), facts_by(answer.view, answer.request), show)
        content, name = shaped(describe, answer.data, answer.status, STORE, beside)
    except Exception as error:  # noqa: BLE001
        broken = failed(tool.name, getattr(answer.request, "_request", answer.request), error)
        return failure(broken.status, msgspec.json.encode(broken.data))
    if answer.status >= 400:
        return failure(answer.status, content, steps)
    return success(with_headers(answer, content, told, steps) if answer.data is None else content, name)


def with_headers(answer: Answer, content: bytes, told: dict[str, str], steps: Sequence[str]) -> bytes:
    """Add to the answer without a body what its headers say; where they say nothing, it stays as it is."""
    more = {**as_fields(told), **({"_notes": steps} if steps else {})}
    if not more:
        return content
    known = msgspec.json.decode(content)
    return msgspec.json.encode({**(known or {"status_code": answer.status}), **more})
