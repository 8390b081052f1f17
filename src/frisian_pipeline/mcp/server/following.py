"""What a call turned out to be, done: a view is run, an action is performed, or the caller is told why not."""

from typing import Any

from msgspec.json import encode
from rest_framework.exceptions import APIException

from frisian_pipeline import conf
from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.invocation import invoke, refusal, with_identifiers
from frisian_pipeline.mcp.protocol import CallResult
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.calls import unserved
from frisian_pipeline.mcp.server.going_on import go_on_with
from frisian_pipeline.mcp.server.going_on_written import go_on_written
from frisian_pipeline.mcp.server.performing import perform
from frisian_pipeline.mcp.server.redemption import SLOT
from frisian_pipeline.mcp.server.results import failure, refused, result_of, success
from frisian_pipeline.mcp.server.telling import check_permissions, told
from frisian_pipeline.mcp.surfaces import Continue, Entry, Perform, Refuse, Routed, Run, Tell


def permitted(entry: Entry, caller: Caller) -> CallResult | None:
    """Ask the permissions that guard an entry; None where they let the caller in."""
    try:
        check_permissions(entry.permission_classes, caller)
    except Exception as error:  # noqa: BLE001  permissions are the host's code, and an answer goes out
        return told(entry.name, caller, error, lambda one: one if isinstance(one, APIException) else None)
    return None


def follow(routed: Routed, caller: Caller, name: str) -> CallResult:  # noqa: PLR0911  one for each kind
    """Do what a call turned out to be."""
    match routed:
        case Run(tool, arguments) if SLOT in arguments:
            return go_on_with(tool, caller, arguments)
        case Run(tool, arguments, discloses):
            return call(tool, caller, arguments, discloses=discloses)
        case Perform():
            return refused(unknown) if (unknown := unserved(routed.shaping)) else perform(routed, caller)
        case Continue(written, arguments):
            return go_on_written(written, arguments, caller)
        case Tell(data):
            return success(encode(data))
        case Refuse(faults):
            return refused(faults)
        case _:
            return forbidden(routed.asked or name, caller)


def forbidden(asked: str, caller: Caller) -> CallResult:
    """Refuse what the caller does not reach; all that is told is what it has sent."""
    steps = [] if caller.drf_request.successful_authenticator else ["Authenticate, if you can."]
    return failure(403, encode({"detail": f"You do not have permission for {asked[:100]!r}."}), steps)


def call(tool: Tool, caller: Caller, arguments: dict[str, Any], *, discloses: bool) -> CallResult:
    """Run a tool's view, if the arguments fit."""
    arguments = with_identifiers(tool, arguments)
    faults = (*tool.faults(arguments), *unserved(arguments))
    if faults:
        # Who may not call hears what REST would say, and nothing of the arguments.
        answer = refusal(tool, caller.request, caller.authority)
        return refused(faults) if answer is None else result_of(tool, caller, answer, {}, discloses=False)
    placed = tool.place(arguments)
    through = conf.settings().through_middleware
    answer = invoke(tool, placed, caller.request, caller.authority, through_middleware=through, pushes_down=True)
    return result_of(tool, caller, answer, placed.shaping, discloses=discloses)
