"""What an agent gets for a write and for what only looks like one: the rule table, byte for byte."""

from typing import Any
from uuid import UUID

import pytest

from frisian_pipeline import Call, Exchange, Operation, agent_answers
from frisian_pipeline.edge import answer
from tests.doubles import FixedStore

EDGE = {"id": "abc123", "url": "https://example.com/api/device/abc123/", "name": "edge-01", "serial": "S1"}
TWO = [{"id": "abc123", "name": "edge-01"}, {"id": "def456", "name": "edge-02"}]
BIG = 2**63 + 1

# name, how it was called, status, result, what is sent
SINGLE: list[tuple[str, dict[str, Any], int, Any, str]] = [
    (
        "the identifier, the url and the name, then status and size",
        {},
        201,
        EDGE,
        '{"id":"abc123","url":"https://example.com/api/device/abc123/","name":"edge-01","status_code":201,"data_size":93}',
    ),
    (
        "and the token where the tool has a slot for it",
        {"can_continue": True},
        201,
        EDGE,
        (
            '{"id":"abc123","url":"https://example.com/api/device/abc123/","name":"edge-01","status_code":201,'
            '"data_size":93,"continuation_token":"TOKEN"}'
        ),
    ),
    (
        "the real status",
        {"method": "PATCH"},
        200,
        {"id": 1, "x": 2},
        '{"id":1,"status_code":200,"data_size":14}',
    ),
    ("pk under its own name", {}, 201, {"pk": 7, "x": 2}, '{"pk":7,"status_code":201,"data_size":14}'),
    ("id before pk", {}, 201, {"pk": 7, "id": 8}, '{"id":8,"status_code":201,"data_size":15}'),
    ("pk where id is null", {}, 201, {"id": None, "pk": 7}, '{"pk":7,"status_code":201,"data_size":18}'),
    (
        "the lookup field after the id",
        {"lookup_field": "slug"},
        201,
        {"slug": "edge", "name": "E", "id": 3},
        '{"id":3,"slug":"edge","name":"E","status_code":201,"data_size":33}',
    ),
    (
        "a lookup field alone",
        {"lookup_field": "slug"},
        201,
        {"slug": "edge", "name": "E"},
        '{"slug":"edge","name":"E","status_code":201,"data_size":26}',
    ),
    (
        "id where the lookup field is null",
        {"lookup_field": "slug"},
        201,
        {"slug": None, "id": 3},
        '{"id":3,"status_code":201,"data_size":20}',
    ),
    (
        "a UUID",
        {},
        201,
        {"id": UUID(int=1)},
        '{"id":"00000000-0000-0000-0000-000000000001","status_code":201,"data_size":45}',
    ),
    (
        "the object's own URL under its own name",
        {"lookup_field": "self"},
        201,
        {"self": "http://x/6/", "title": "six"},
        '{"self":"http://x/6/","status_code":201,"data_size":36}',
    ),
    (
        "display where name is null",
        {},
        201,
        {"id": 1, "name": None, "display": "one"},
        '{"id":1,"display":"one","status_code":201,"data_size":36}',
    ),
    (
        "light keys in their order, without nulls or repetition",
        {"light_keys": ("status", "name", "site", "role")},
        201,
        {"id": 1, "role": "spine", "name": "a", "status": {"value": "up"}, "site": None},
        '{"id":1,"name":"a","status":{"value":"up"},"role":"spine","status_code":201,"data_size":70}',
    ),
    (
        "integers beyond 2**53 stay exact",
        {},
        201,
        {"id": BIG},
        '{"id":9223372036854775809,"status_code":201,"data_size":26}',
    ),
    ("zero is an identifier", {}, 201, {"id": 0}, '{"id":0,"status_code":201,"data_size":8}'),
    (
        "the host's own deleted, accepted and status_code give way to the facts",
        {"light_keys": ("status_code", "deleted", "accepted")},
        201,
        {"id": 1, "deleted": False, "accepted": 9, "status_code": "open"},
        '{"id":1,"status_code":201,"data_size":58}',
    ),
    (
        "what is declared to be shown once",
        {"once": ("pin",)},
        201,
        {"id": 1, "pin": "0000", "x": 1},
        '{"id":1,"pin":"0000","status_code":201,"data_size":27}',
    ),
    (
        "a key, a token, a secret and a password of a create",
        {},
        201,
        {"id": 1, "key": "k", "token": "t", "secret": "s", "password": "p", "api_key": "a", "x": 1},
        '{"id":1,"key":"k","token":"t","secret":"s","password":"p","api_key":"a","status_code":201,"data_size":78}',
    ),
    (
        "but no null one",
        {},
        201,
        {"id": 1, "key": None},
        '{"id":1,"status_code":201,"data_size":19}',
    ),
    (
        "a key that an action issues anew",
        {"declared": Operation.UPDATE},
        200,
        {"id": 1, "key": "k2"},
        '{"id":1,"key":"k2","status_code":200,"data_size":19}',
    ),
    (
        "a field called key that an update answers is like any other",
        {"method": "PUT"},
        200,
        {"id": 1, "key": "menu.title"},
        '{"id":1,"status_code":200,"data_size":27}',
    ),
    (
        "the host's word on a custom action",
        {"action": "archive", "declared": Operation.UPDATE},
        200,
        {"id": 1, "x": 1},
        '{"id":1,"status_code":200,"data_size":14}',
    ),
    (
        "a token for a scalar",
        {"can_continue": True},
        201,
        "done",
        '{"status_code":201,"data_size":6,"continuation_token":"TOKEN"}',
    ),
]

BULK: list[tuple[str, dict[str, Any], int, Any, str]] = [
    (
        "ids",
        {},
        201,
        TWO,
        '{"accepted":2,"status_code":201,"data_size":67,"ids":["abc123","def456"]}',
    ),
    (
        "the token instead of the ids",
        {"can_continue": True},
        201,
        TWO,
        '{"accepted":2,"status_code":201,"data_size":67,"continuation_token":"TOKEN"}',
    ),
    ("an empty bulk", {}, 201, [], '{"accepted":0,"status_code":201,"data_size":2,"ids":[]}'),
    (
        "an empty bulk with a token",
        {"can_continue": True},
        201,
        [],
        '{"accepted":0,"status_code":201,"data_size":2,"continuation_token":"TOKEN"}',
    ),
    ("a bulk of one", {}, 201, [{"id": 1}], '{"accepted":1,"status_code":201,"data_size":10,"ids":[1]}'),
    ("pk", {}, 201, [{"pk": 1}, {"pk": 2}], '{"accepted":2,"status_code":201,"data_size":19,"ids":[1,2]}'),
    (
        "the lookup field before id",
        {"lookup_field": "slug"},
        201,
        [{"id": 1, "slug": "a"}, {"id": 2, "slug": "b"}],
        '{"accepted":2,"status_code":201,"data_size":41,"ids":["a","b"]}',
    ),
    (
        "id where one lookup field is null",
        {"lookup_field": "slug"},
        201,
        [{"id": 1, "slug": "a"}, {"id": 2, "slug": None}],
        '{"accepted":2,"status_code":201,"data_size":42,"ids":[1,2]}',
    ),
    (
        "no labels and no light keys",
        {"light_keys": ("name",)},
        201,
        [{"id": 1, "name": "a"}],
        '{"accepted":1,"status_code":201,"data_size":21,"ids":[1]}',
    ),
    (
        "no objects, but a token",
        {"can_continue": True},
        201,
        ["a", "b"],
        '{"accepted":2,"status_code":201,"data_size":9,"continuation_token":"TOKEN"}',
    ),
]

BODYLESS: list[tuple[str, dict[str, Any], int, Any, str]] = [
    ("a delete", {"method": "DELETE"}, 204, None, '{"deleted":true,"status_code":204}'),
    (
        "a destroy with a slot",
        {"method": "DELETE", "action": "destroy", "can_continue": True},
        204,
        None,
        '{"deleted":true,"status_code":204}',
    ),
    ("a delete that answers 200", {"method": "DELETE"}, 200, None, '{"deleted":true,"status_code":200}'),
    ("a delete that went differently for each", {"method": "DELETE"}, 207, None, '{"status_code":207}'),
    ("a delete that is only accepted", {"method": "DELETE"}, 202, None, '{"status_code":202}'),
    ("a POST", {}, 204, None, '{"status_code":204}'),
    ("a create", {"action": "create"}, 201, None, '{"status_code":201}'),
    ("an update", {"method": "PUT"}, 204, None, '{"status_code":204}'),
    ("a hand-written tool", {"method": "PUT", "floor": True}, 204, None, '{"status_code":204}'),
]

WHOLE: list[tuple[str, dict[str, Any], int, Any, str]] = [
    ("an error", {}, 400, {"id": 1, "name": "bad"}, '{"id":1,"name":"bad"}'),
    ("an error with a slot", {"can_continue": True}, 409, {"id": 1, "x": 2}, '{"id":1,"x":2}'),
    ("an error that the host declares a write", {"declared": Operation.CREATE}, 500, {"id": 1}, '{"id":1}'),
    ("an error of a delete", {"method": "DELETE"}, 404, {"detail": "Not found."}, '{"detail":"Not found."}'),
    ("an error with masks", {"fields": "id", "view": "id", "exclude": "x"}, 400, {"id": 1, "x": 2}, '{"id":1,"x":2}'),
    ("an error without a body", {}, 502, None, "null"),
    ("an error beside verify", {"verify": True}, 400, {"id": 1}, '{"id":1}'),
    ("verify", {"verify": True, "can_continue": True}, 201, EDGE,
     '{"id":"abc123","url":"https://example.com/api/device/abc123/","name":"edge-01","serial":"S1"}'),
    ("verify beside a view", {"verify": True, "view": "id", "fields": "id", "exclude": "x"}, 201, {"id": 1, "x": 2},
     '{"id":1,"x":2}'),
    ("verify of a bulk", {"verify": True}, 201, [{"id": 1}], '[{"id":1}]'),
    ("verify of nothing", {"verify": True, "method": "DELETE"}, 204, None, "null"),
    ("a delete that answers a body", {"method": "DELETE"}, 200, {"id": 1, "gone": 3}, '{"id":1,"gone":3}'),
    ("a task", {"action": "create", "can_continue": True}, 202, {"id": "t1", "task": "queued"},
     '{"id":"t1","task":"queued"}'),
    ("mixed rows", {"action": "create"}, 207, [{"id": 1}, {"error": "x"}], '[{"id":1},{"error":"x"}]'),
    ("no identifier", {}, 201, {"name": "x"}, '{"name":"x"}'),
    ("a null identifier", {}, 201, {"id": None, "name": "x"}, '{"id":null,"name":"x"}'),
    ("an empty identifier", {}, 201, {"id": "", "name": "x"}, '{"id":"","name":"x"}'),
    ("an identifier that is no scalar", {}, 201, {"id": {"$oid": 1}}, '{"id":{"$oid":1}}'),
    ("an identifier that is a truth value", {}, 201, {"id": True}, '{"id":true}'),
    ("an identifier that UTF-8 cannot hold", {}, 201, {"id": "\ud800"}, '{"id":"\ufffd"}'),
    ("a lookup field whose name the envelope needs", {"lookup_field": "status_code"}, 201, {"status_code": "open"},
     '{"status_code":"open"}'),
    ("a bulk with one null identifier", {}, 201, [{"id": 1}, {"id": None}], '[{"id":1},{"id":null}]'),
    ("a bulk with one missing identifier", {}, 201, [{"id": 1}, {"x": 1}], '[{"id":1},{"x":1}]'),
    ("a bulk of two kinds of identifier", {}, 201, [{"id": 1}, {"pk": 1}], '[{"id":1},{"pk":1}]'),
    ("a bulk of scalars", {}, 201, [1, 2], "[1,2]"),
    ("a bulk with something shown once", {"can_continue": True}, 201, [{"id": 1}, {"id": 2, "token": "t"}],
     '[{"id":1},{"id":2,"token":"t"}]'),
    ("a bulk with something declared to be shown once", {"once": ("pin",)}, 201, [{"id": 1, "pin": 0}],
     '[{"id":1,"pin":0}]'),
    ("something shown once whose name the envelope needs", {"once": ("ids",), "can_continue": True}, 201,
     {"id": 1, "ids": [5]}, '{"id":1,"ids":[5]}'),
    ("a scalar", {}, 201, 5, "5"),
    ("a text", {}, 201, "done", '"done"'),
    ("a write beside a view", {"view": "name"}, 201, {"name": "x", "y": 1}, '{"name":"x","y":1}'),
    ("a hand-written tool's short message", {"floor": True}, 201, {"id": 1}, '{"id":1}'),
    ("a heavy tool", {"heavy": True}, 201, {"id": 1}, '{"id":1}'),
]  # fmt: skip

READS: list[tuple[str, dict[str, Any], int, Any, str]] = [
    ("a list", {"method": "GET", "action": "list"}, 200, TWO,
     '[{"id":"abc123","name":"edge-01"},{"id":"def456","name":"edge-02"}]'),
    ("a POST that answers 200 may be a search", {}, 200, {"id": 1, "hits": 3}, '{"id":1,"hits":3}'),
    ("a POST that the host declares a read", {"declared": Operation.READ}, 201, {"id": 1}, '{"id":1}'),
    ("verify does nothing", {"method": "GET", "verify": True, "view": "id"}, 200, {"id": 1, "x": 2}, '{"id":1}'),
    ("a redirect", {}, 302, {"id": 1}, '{"id":1}'),
    ("null", {"method": "GET"}, 200, None, "null"),
    ("an agent view keeps identifiers", {"method": "GET", "view": "name"}, 200, {"id": 1, "name": "a", "x": 2},
     '{"id":1,"name":"a"}'),
    ("what the agent view leaves out", {"method": "GET", "view_exclude": "x"}, 200, {"id": 1, "name": "a", "x": 2},
     '{"id":1,"name":"a"}'),
    ("fields replace the agent view", {"method": "GET", "view": "name", "view_exclude": "x", "fields": "x"}, 200,
     {"id": 1, "name": "a", "x": 2}, '{"id":1,"x":2}'),
    ("exclude after fields", {"method": "GET", "fields": "name,x", "exclude": "x"}, 200,
     {"id": 1, "name": "a", "x": 2}, '{"id":1,"name":"a"}'),
    ("exclude never takes the identifier", {"method": "GET", "exclude": "id,x"}, 200, {"id": 1, "x": 2}, '{"id":1}'),
    ("the lookup field is the identifier", {"method": "GET", "fields": "x", "lookup_field": "slug"}, 200,
     {"id": 1, "slug": "s", "x": 2}, '{"slug":"s","x":2}'),
    ("rows of a page", {"method": "GET", "fields": "name"}, 200,
     {"count": 1, "next": None, "results": [{"id": 1, "name": "a", "x": 2}]},
     '{"count":1,"next":null,"results":[{"id":1,"name":"a"}]}'),
    ("an unknown field is a note", {"method": "GET", "fields": "nmae"}, 200, {"id": 1, "name": "a"},
     '{"id":1,"_notes":["unknown field: nmae (name?)"]}'),
    ("and one in a bare list", {"method": "GET", "fields": "nmae"}, 200, [{"id": 1, "name": "a"}],
     '{"results":[{"id":1}],"_notes":["unknown field: nmae (name?)"]}'),
]  # fmt: skip


def shape(words: dict[str, Any], status: int, result: Any) -> str:
    """Send an answer through the whole row."""
    call = Call(**{"tool": "devices", "method": "POST", "owner": "ann", **words})
    return answer(agent_answers(FixedStore()), Exchange.begin(call, result, status)).decode()


def table(rows: list[tuple[str, dict[str, Any], int, Any, str]]) -> pytest.MarkDecorator:
    """A rule table as parameters."""
    return pytest.mark.parametrize(
        ("words", "status", "result", "expected"), [pytest.param(*row[1:], id=row[0]) for row in rows]
    )


class TestWrites:
    @table(SINGLE)
    def test_a_single_object(self, words: dict[str, Any], status: int, result: Any, expected: str) -> None:
        """A written object is confirmed by what identifies it, its status and its size."""
        assert shape(words, status, result) == expected

    @table(BULK)
    def test_a_bulk(self, words: dict[str, Any], status: int, result: Any, expected: str) -> None:
        """Written objects are confirmed by their count and a token, or else by every identifier."""
        assert shape(words, status, result) == expected

    @table(BODYLESS)
    def test_no_body(self, words: dict[str, Any], status: int, result: Any, expected: str) -> None:
        """A write that answers no body is confirmed by its real status."""
        assert shape(words, status, result) == expected

    @table(WHOLE)
    def test_the_whole_result(self, words: dict[str, Any], status: int, result: Any, expected: str) -> None:
        """What cannot be confirmed without a loss is shown whole."""
        assert shape(words, status, result) == expected

    def test_the_floor_gives_way_to_a_smaller_envelope(self) -> None:
        """A hand-written tool's long result is confirmed like any other."""
        result = {"id": 1, "text": "x" * 60}
        assert shape({"floor": True}, 201, result) == '{"id":1,"status_code":201,"data_size":78}'


class TestReads:
    @table(READS)
    def test_a_read(self, words: dict[str, Any], status: int, result: Any, expected: str) -> None:
        """A read is shown whole, as far as the agent view and the caller's masks go."""
        assert shape(words, status, result) == expected

    def test_a_mask_that_cannot_be_read_loses_nothing(self) -> None:
        """A bad mask leaves every field in place and says why."""
        shown = shape({"method": "GET", "fields": "name("}, 200, {"id": 1, "x": 2})
        assert shown.startswith('{"id":1,"x":2,"_notes":["')
