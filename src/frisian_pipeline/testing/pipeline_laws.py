"""What every pipeline keeps to; each law takes a pipeline and an exchange and fails with an AssertionError."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from frisian_pipeline.edge import answer
from frisian_pipeline.exchange import Exchange, Operation
from frisian_pipeline.formats import Json
from frisian_pipeline.pipeline import Pipeline, gives
from frisian_pipeline.stages import Fit
from frisian_pipeline.stages.classify import classify
from frisian_pipeline.testing.doubles import DeadStore, WatchedStore, stores_of, with_store
from frisian_pipeline.testing.stage_laws import same
from frisian_pipeline.tokens import counter_of

ENVELOPE = frozenset({"accepted", "continuation_token", "count", "data_size", "deleted", "ids", "next", "status_code"})
CUT = re.compile(r"(.*)…\([0-9]+ (?:characters|fields|items)\)", re.DOTALL)


def whole(exchange: Exchange) -> bytes:
    """The whole result as JSON."""
    return Json()(exchange.result)


def asked(exchange: Exchange, **changes: Any) -> Exchange:
    """The same exchange with another call."""
    return exchange.replace(call=replace(exchange.call, **changes))


def unmasked(exchange: Exchange) -> Exchange:
    """The same exchange, asked for in JSON, without any mask and with no facts beside it."""
    return asked(exchange, view="", view_exclude="", fields="", exclude="", format="json").replace(facts={})


def stands_beside(data: dict[str, Any], exchange: Exchange) -> set[str]:
    """The keys of an answer that were put beside the data: notes, and the facts that the adapter gave."""
    has_notes = isinstance(data.get("_notes"), list)
    has_facts = exchange.facts and data.get("facts") == msgspec.json.decode(Json()(exchange.facts))
    return {name for name, is_there in (("_notes", has_notes), ("facts", has_facts)) if is_there}


def shown(content: bytes, exchange: Exchange) -> Any:
    """The data of an answer without the notes and facts that may have been put beside it."""
    data = msgspec.json.decode(content)
    beside = stands_beside(data, exchange) if isinstance(data, dict) and content != whole(exchange) else ()
    if not beside:
        return data
    inner = {key: value for key, value in data.items() if key not in beside}
    return inner[next(iter(inner))] if set(inner) in ({"results"}, {"result"}) else inner


def unframed(data: Any, exchange: Exchange) -> Any:
    """The result in the answer of a heavy tool that needs no token."""
    if not isinstance(data, dict) or data.get("data_size") != len(whole(exchange)):
        return data
    if data.keys() == {"count", "data_size", "results", "next"} and data["next"] is None:
        return data["results"] if isinstance(exchange.result, list) else data["results"][0]
    if data.get("continuation_token", "") is None:
        return {key: value for key, value in data.items() if key not in ("data_size", "continuation_token")}
    return data


def is_whole(content: bytes, exchange: Exchange) -> bool:
    """Tell whether an answer shows the whole result."""
    result = whole(exchange)
    return content == result or Json()(unframed(shown(content, exchange), exchange)) == result


def names_every_object(content: bytes, exchange: Exchange) -> bool:
    """Tell whether an answer has an identifier for each object of the result."""
    data, result = shown(content, exchange), msgspec.json.decode(whole(exchange))
    names = [name for name in (exchange.call.lookup_field, "id", "pk") if name]
    if isinstance(result, list):
        ids = data.get("ids") if isinstance(data, dict) else None
        return (
            isinstance(ids, list)
            and len(ids) == len(result)
            and all(names_it(value, row, names) for value, row in zip(ids, result, strict=True))
        )
    return isinstance(data, dict) and any(names_it(data.get(name), result, [name]) for name in names)


def names_it(value: Any, row: Any, names: list[str]) -> bool:
    """Tell whether a value is text or a number that stands in this row under one of these names."""
    is_key = isinstance(value, (str, int)) and not isinstance(value, bool) and value != ""
    return is_key and isinstance(row, dict) and any(same(value, row.get(name)) for name in names)


def is_masked_read(pipeline: Pipeline, exchange: Exchange) -> bool:
    """Tell whether fields were left out of a read because somebody asked for it; who does not classify only reads."""
    if "operation" in gives(pipeline) and classify(exchange.call, exchange.status) is not Operation.READ:
        return False
    return exchange.call.is_masked and not exchange.speaks_whole


def token_in(content: bytes, exchange: Exchange) -> str:
    """The token that an answer offers; empty where it offers none of ours."""
    data, result = msgspec.json.decode(content), exchange.result
    for name in ("continuation_token", "next") if isinstance(data, dict) else ():
        own = result.get(name) if isinstance(result, dict) else None
        if isinstance(data.get(name), str) and data[name] != own:
            return str(data[name])
    return ""


def bought(pipeline: Pipeline, token: str, exchange: Exchange) -> bytes:
    """What a token buys from the pipeline's store."""
    call = exchange.call
    return b"".join(store.get(token, owner=call.owner, tool=call.tool) for store in stores_of(pipeline))


def the_caller_can_go_on(pipeline: Pipeline, exchange: Exchange) -> None:
    """The caller gets the whole result, a token that buys it, or an identifier for every object."""
    content = answer(pipeline, exchange)
    if exchange.result is None or is_whole(content, exchange) or names_every_object(content, exchange):
        return
    token = token_in(content, exchange)
    bytes_back = bought(pipeline, token, exchange) if token else b""
    assert bytes_back == whole(exchange) or is_masked_read(pipeline, exchange), f"it got {content!r}"


def what_is_shown_once_is_shown(pipeline: Pipeline, exchange: Exchange) -> None:
    """What no later retrieve returns is in the answer to a create that has no token."""
    if "operation" not in gives(pipeline):
        return
    creating = asked(unmasked(exchange), declared=Operation.CREATE, can_continue=False).replace(status=201)
    for result in ({"id": 1, "token": "shown once"}, [{"id": 1}, {"id": 2, "token": "shown once"}]):
        content = answer(pipeline, creating.replace(result=result, body=result))
        assert b'"shown once"' in content, f"it got {content!r}"


def verify_shows_all(pipeline: Pipeline, exchange: Exchange) -> None:
    """A write with ``verify`` answers the whole result, whatever view or mask is set."""
    asking = asked(exchange, verify=True, format="json", action="update")
    if "operation" not in gives(pipeline):
        asking = unmasked(asking)
    if asking.call.declared is None and 200 <= asking.status < 300:
        assert answer(pipeline, asking) == whole(asking)


def reads_pass(pipeline: Pipeline, exchange: Exchange) -> None:
    """A read that nobody masks is answered whole."""
    asking = asked(unmasked(exchange), action="list", method="GET", declared=None, heavy=False, budget=0)
    assert answer(pipeline, asking) == whole(asking)


def a_token_buys_the_result(pipeline: Pipeline, exchange: Exchange) -> None:
    """A token that an answer offers buys the whole result, byte for byte."""
    asking = asked(exchange, can_continue=True, format="json")
    token = token_in(answer(pipeline, asking), asking)
    assert not token or bought(pipeline, token, asking) == whole(asking)


def no_slot_no_token(pipeline: Pipeline, exchange: Exchange) -> None:
    """A caller whose schema has no slot for a token is never given one, and nothing is kept for it."""
    watched = WatchedStore()
    asking = asked(exchange, can_continue=False, format="json")
    content = answer(with_store(pipeline, watched), asking)
    assert not token_in(content, asking), f"it got {content!r}"
    assert watched.puts == 0, "something was kept"


def a_dead_store_costs_only_the_token(pipeline: Pipeline, exchange: Exchange) -> None:
    """With a store that fails the answer is the one that a caller without a slot gets."""
    for dead in (DeadStore(raises=True), DeadStore(raises=False)):
        content = answer(with_store(pipeline, dead), asked(exchange, can_continue=True))
        assert content == answer(pipeline, asked(exchange, can_continue=False)), f"it got {content!r}"


def an_error_is_never_a_success(pipeline: Pipeline, exchange: Exchange) -> None:
    """An answer with an error status is the whole error body, whatever keys it has."""
    failing = exchange.replace(status=max(400, exchange.status))
    content = answer(pipeline, failing)
    assert is_whole(content, failing), f"it got {content!r}"


def nothing_is_invented(pipeline: Pipeline, exchange: Exchange) -> None:
    """Every leaf of an answer outside notes and facts is a leaf of the result or under a key of the envelope."""
    content = answer(pipeline, exchange)
    data = shown(content, exchange)
    known = set(map(repr, leaves(msgspec.json.decode(whole(exchange)))))
    told = [value for key, value in data.items() if key not in ENVELOPE] if isinstance(data, dict) else [data]
    found = [leaf for value in told for leaf in leaves(value) if repr(leaf) not in known]
    invented = [leaf for leaf in found if not is_beginning(leaf, known)]
    assert not invented, f"it has {invented}"


def is_beginning(leaf: Any, known: Iterable[str]) -> bool:
    """Tell whether a leaf is the marked beginning of one of these, or only the mark."""
    cut = CUT.fullmatch(leaf) if isinstance(leaf, str) else None
    return cut is not None and any(one.startswith(repr(cut[1])[:-1]) for one in ("''", *known))


def leaves(data: Any) -> Iterator[Any]:
    """Every scalar of a JSON value; a mask may empty a container."""
    if not isinstance(data, (dict, list)):
        yield data
        return
    for value in data.values() if isinstance(data, dict) else data:
        yield from leaves(value)


def fits_of(stage: Any) -> Iterator[Fit]:
    """Every Fit in a row of stages."""
    if isinstance(stage, Pipeline):
        for inner in stage:
            yield from fits_of(inner)
    elif isinstance(stage, Fit):
        yield stage


def the_budget_holds(pipeline: Pipeline, exchange: Exchange) -> None:
    """A read costs no more than its budget, where the pipeline fits answers and can keep the rest."""
    words = {
        "declared": Operation.READ,
        "can_continue": True,
        "format": "json",
        "budget": max(60, exchange.call.budget),
    }
    asking = asked(exchange.replace(facts={}, status=min(exchange.status, 299)), **words)
    keeping = with_store(pipeline, WatchedStore(1 << 30, 1 << 30))
    if {"operation", "full", "disclosure", "token"} <= gives(pipeline):
        for fit in fits_of(pipeline):
            cost = (fit.counter or counter_of("auto"))(answer(keeping, asking).decode())
            assert cost <= asking.call.budget, f"it costs {cost} tokens"


PIPELINE_LAWS = (
    the_caller_can_go_on,
    what_is_shown_once_is_shown,
    verify_shows_all,
    reads_pass,
    a_token_buys_the_result,
    no_slot_no_token,
    a_dead_store_costs_only_the_token,
    an_error_is_never_a_success,
    nothing_is_invented,
    the_budget_holds,
)
