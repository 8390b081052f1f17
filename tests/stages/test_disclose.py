"""Show all, or confirm a write?"""

from typing import Any

import pytest

from frisian_pipeline import Call, Disclosure, Exchange, Identity, Operation
from frisian_pipeline.stages import Disclose, Weigh

FULL, LEAN, PREVIEW = Disclosure.FULL, Disclosure.LEAN, Disclosure.PREVIEW
HEAVY: dict[str, Any] = {"heavy": True, "can_continue": True}
OVER: dict[str, Any] = {"budget": 60, "can_continue": True}
LONG = {"id": 1, "text": "x" * 60}
READ, CREATE, UPDATE, DELETE = Operation.READ, Operation.CREATE, Operation.UPDATE, Operation.DELETE


class TestDisclose:
    @pytest.mark.parametrize(
        ("operation", "status", "result", "words", "disclosure"),
        [
            pytest.param(CREATE, 400, {"id": 1}, {}, FULL, id="an error"),
            pytest.param(READ, 404, None, {"method": "POST"}, FULL, id="an error without a body"),
            pytest.param(CREATE, 201, {"id": 1}, {"verify": True}, FULL, id="verify"),
            pytest.param(DELETE, 204, None, {"verify": True}, FULL, id="verify of nothing"),
            pytest.param(DELETE, 204, None, {"method": "DELETE"}, LEAN, id="no body"),
            pytest.param(READ, 204, None, {"method": "POST"}, LEAN, id="a POST without a body"),
            pytest.param(READ, 204, None, {"method": "POST", "verify": True}, LEAN, id="and verify, which it ignores"),
            pytest.param(READ, 200, None, {"method": "GET"}, FULL, id="a read of nothing"),
            pytest.param(READ, 200, {"id": 1}, {"method": "POST"}, FULL, id="a read"),
            pytest.param(CREATE, 202, {"id": 1}, {}, FULL, id="a task"),
            pytest.param(UPDATE, 207, [{"id": 1}], {}, FULL, id="mixed rows"),
            pytest.param(CREATE, 201, {"id": 1}, {"heavy": True}, FULL, id="a heavy tool without a slot for a token"),
            pytest.param(CREATE, 201, {"id": 1}, HEAVY, PREVIEW, id="a heavy tool that writes"),
            pytest.param(READ, 200, [], HEAVY, PREVIEW, id="a heavy tool that reads"),
            pytest.param(CREATE, 202, {"id": 1}, HEAVY, FULL, id="a heavy task"),
            pytest.param(CREATE, 201, {"id": 1}, {**HEAVY, "verify": True}, FULL, id="verify of a heavy tool"),
            pytest.param(READ, 200, LONG, OVER, PREVIEW, id="a read that may be over its budget"),
            pytest.param(READ, 200, LONG, {**OVER, "can_continue": False}, FULL, id="without a slot for a token"),
            pytest.param(READ, 200, LONG, {**OVER, "budget": 10_000}, FULL, id="that is surely not"),
            pytest.param(CREATE, 202, LONG, OVER, PREVIEW, id="a task that may be"),
            pytest.param(DELETE, 200, LONG, OVER, PREVIEW, id="a delete with a body that may be"),
            pytest.param(CREATE, 201, LONG, OVER, LEAN, id="a create, whose envelope is small"),
            pytest.param(DELETE, 200, {"id": 1}, {}, FULL, id="a delete that answers a body"),
            pytest.param(CREATE, 201, {"id": 1}, {}, LEAN, id="a create"),
            pytest.param(UPDATE, 200, "x", {}, LEAN, id="an update"),
        ],
    )
    def test_the_first_rule_that_holds_counts(
        self, operation: Operation, status: int, result: Any, words: dict[str, Any], disclosure: Disclosure
    ) -> None:
        """Errors, verify, nothing, reads, news and deletes are shown; other writes are confirmed."""
        exchange = Weigh()(Exchange.begin(Call("devices", **words), result, status)).replace(operation=operation)
        assert Disclose()(exchange).disclosure is disclosure

    def test_what_no_envelope_can_hold_is_shown(self) -> None:
        """A fact that is shown only once and has no place in the envelope asks for the whole result."""
        exchange = Exchange.begin(Call("devices"), [{"id": 1}], 201).replace(operation=CREATE)
        identity = Identity(ids=(1,), count=1, many=True, once=True)
        assert Disclose()(exchange.replace(identity=identity)).disclosure is FULL
