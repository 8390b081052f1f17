"""Exchanges to test stages with: generated values mixed with a pool of awkward real ones."""

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from itertools import product
from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from frisian_pipeline.exchange import UNKNOWN, Call, Disclosure, Exchange, Identity, Known, Operation
from frisian_pipeline.formats import Json
from frisian_pipeline.masks import Auto

AWKWARD: tuple[Any, ...] = (
    None,
    "",
    "done",
    0,
    False,
    2**70,
    float("nan"),
    [],
    {},
    [None],
    [1, 2, 3],
    [[{"id": 1}]],
    {"id": None, "name": "no key"},
    {"id": "", "name": "empty key"},
    {"id": True},
    {"id": {"$oid": "5f"}},
    {"id": "\ud800", "name": "no text"},
    {"id": 0},
    {"id": 2**63 + 1, "name": "большой"},
    {"pk": 7, "display": "seven"},
    {"pk": 7, "id": None},
    {"slug": "edge-01", "name": None, "display": "edge 01"},
    {"uuid": UUID(int=1), "id": 5, "url": "http://testserver/api/5/"},
    {"url": "http://testserver/api/6/"},
    {"id": 8, "deleted": False, "accepted": 3, "status_code": "open", "data_size": -1},
    {"id": 9, "continuation_token": "mine", "ids": ["theirs"]},
    {"id": 10, "_notes": "mine"},
    {"id": 14, "facts": ["mine"]},
    {"id": 11, "key": "s3cret", "token": None},
    {"id": 12, "api_key": "abc", "status": "active"},
    {"detail": "Not found."},
    {"id": 13, "name": {"en": "thirteen"}, "tags": [], "site": {"id": 1, "name": "HQ"}},
    {"": 1, "a.b": 2, "results": []},
    {"count": 2, "next": None, "previous": None, "results": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]},
    {"count": 0, "next": None, "previous": None, "results": []},
    [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
    [{"id": 1}, {"id": None}],
    [{"id": 1}, {"name": "no key"}],
    [{"pk": 1}, {"pk": 2}],
    [{"slug": "a"}, {"slug": "b"}],
    [{"id": 1, "password": "pw"}, {"id": 2}],
    [{"id": 1}, {"id": 1}],
    [{"id": 1, "name": "a"}, {"id": 2, "name": "b", "token": "s3cret"}],
    [{"id": 1}, "text"],
)
"""Results that have broken shaping code before; treat them as constants."""

NAMES = ("id", "pk", "slug", "uuid", "url", "name", "display", "status", "site", "tags", "token", "status_code")
VIEWS = ("", "", "", Auto, "id", "name,site(name)", "site.name", "nope", "*", "results", "status,url")
SAME = object()
MASKS = (*(view for view in VIEWS if view is not Auto), "a((", "a" * 3000)
ROW = Known({"id": UNKNOWN, "name": UNKNOWN, "site": Known(opaque=True), "tags": Known({"id": UNKNOWN})}, closed=True)
KNOWN = (UNKNOWN, UNKNOWN, ROW, Known({"results": ROW}))


@cache
def leaves() -> st.SearchStrategy[Any]:
    """JSON's scalars."""
    return st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.uuids())


@cache
def values() -> st.SearchStrategy[Any]:
    """Small JSON values, one or two levels deep."""
    return st.one_of(
        leaves(), st.lists(leaves(), max_size=3), st.dictionaries(st.sampled_from(NAMES), leaves(), max_size=3)
    )


@cache
def objects() -> st.SearchStrategy[dict[str, Any]]:
    """Objects whose keys are often those that identify or label."""
    keys = st.one_of(st.sampled_from(NAMES), st.text(max_size=4))
    return st.dictionaries(keys, values(), max_size=5)


@cache
def results() -> st.SearchStrategy[Any]:
    """What a view or a tool may answer."""
    return st.one_of(st.sampled_from(AWKWARD).map(deepcopy), objects(), st.lists(objects(), max_size=3), values())


@cache
def statuses() -> st.SearchStrategy[int]:
    """HTTP statuses, successes more often than the rest."""
    return st.sampled_from((200, 200, 201, 201, 202, 204, 207, 302, 400, 403, 404, 409, 500))


def choices(**options: Sequence[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """One value for each name, in a single draw, since every draw costs time."""
    return st.sampled_from([dict(zip(options, values, strict=True)) for values in product(*options.values())])


def ask(*words: dict[str, Any]) -> Call:
    """A call from its words."""
    return Call(**{name: value for some in words for name, value in some.items()})


@cache
def calls() -> st.SearchStrategy[Call]:
    """What may have been asked."""
    some = ((), ("status",), ("name", "tags"), ("token",), ("status_code", "nope"))
    return st.builds(
        ask,
        choices(tool=("devices", "заказы"), owner=("", "ann", "bob"), format=("json", "json", "nope")),
        choices(
            action=("", "list", "create", "partial_update", "destroy", "archive"),
            method=("GET", "POST", "PUT", "PATCH", "DELETE"),
            declared=(None, None, *Operation),
        ),
        choices(**dict.fromkeys(("verify", "can_continue", "heavy", "floor"), (False, True)), budget=(0, 60, 10_000)),
        choices(lookup_field=("", "slug", "uuid", "status_code"), light_keys=some, once=some),
        choices(view=VIEWS, view_exclude=("", "", "url")),
        choices(fields=MASKS, exclude=MASKS, known=KNOWN),
    )


def begin(call: Call, result: Any, status: int, facts: dict[str, Any]) -> Exchange:
    """An exchange of which an adapter knows all this."""
    return Exchange.begin(call, result, status).replace(facts=facts)


@cache
def exchanges() -> st.SearchStrategy[Exchange]:
    """Exchanges as an adapter begins them."""
    return st.builds(begin, calls(), results(), statuses(), st.sampled_from(({}, {}, {"total": 3, "_notes": ["no"]})))


def walk(exchange: Exchange, body: Any, facts: dict[str, Any]) -> Exchange:
    """Set the facts of an exchange as stages might have found them."""
    full = Json()(exchange.result) if facts["full"] else b""
    return exchange.replace(**{**facts, "full": full, "body": exchange.result if body is SAME else body})


@cache
def walked_exchanges() -> st.SearchStrategy[Exchange]:
    """Exchanges that any stages may have walked: each fact is untouched or plausible."""
    facts = choices(
        operation=tuple(Operation),
        identity=(Identity(), Identity(count=1, ids=(7,), labels=(("id", 7),)), Identity(many=True)),
        full=(False, True),
        disclosure=tuple(Disclosure),
        token=("", "token"),
        notes=((), ("a note",)),
        content=(b"", b"{}"),
    )
    return st.builds(walk, exchanges(), st.one_of(st.just(SAME), results()), facts)
