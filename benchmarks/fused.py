"""What the row of stages does with a create's answer, written as one function."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from frisian_pipeline import Call, PipelineError
from frisian_pipeline.formats import Json
from frisian_pipeline.stages.identify.secrets import secrets_of
from frisian_pipeline.stores import Store


def answer(call: Call, result: Any, status: int, store: Store, json: Json) -> bytes:
    """Confirm a create with its envelope, or show it whole where that would lose anything."""
    full = json(result)
    if call.action != "create" or status != 201 or call.verify or call.heavy:
        return full
    many = isinstance(result, list)
    rows = result if many else [result]
    ids = [row.get("id") or row.get("pk") for row in rows]
    secrets = secrets_of(next(iter(rows), {}))
    if many and secrets:
        return full
    token = keep(call, full, store, is_list=many) if call.can_continue else ""
    if not token and None in ids:
        return full
    envelope: dict[str, Any] = {"accepted": len(rows)} if many else label(result, secrets)
    envelope |= {"status_code": status, "data_size": len(full)}
    if token:
        envelope["continuation_token"] = token
    elif many:
        envelope["ids"] = ids
    return json(envelope)


def keep(call: Call, full: bytes, store: Store, *, is_list: bool) -> str:
    """Keep the result and prove it; empty where the store does not give it back."""
    with suppress(PipelineError):
        token = store.put(full, owner=call.owner, tool=call.tool, is_list=is_list)
        if store.get(token, owner=call.owner, tool=call.tool) == full:
            return token
    return ""


def label(row: dict[str, Any], secrets: Iterable[str]) -> dict[str, Any]:
    """A single object's identifier, address and name, and what is shown once."""
    key = "id" if row.get("id") is not None else "pk"
    title = "name" if row.get("name") is not None else "display"
    return {name: row[name] for name in (key, "url", title, *secrets) if row.get(name) is not None}
