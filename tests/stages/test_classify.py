"""Did the call read, create, update or delete?"""

from typing import Any

import pytest

from frisian_pipeline import Call, Exchange, Operation
from frisian_pipeline.stages import Classify

READ, CREATE, UPDATE, DELETE = Operation.READ, Operation.CREATE, Operation.UPDATE, Operation.DELETE


class TestClassify:
    @pytest.mark.parametrize(
        ("words", "status", "operation"),
        [
            pytest.param({"method": "POST", "declared": CREATE}, 400, READ, id="an error, whatever is declared"),
            pytest.param({"method": "DELETE", "action": "destroy"}, 404, READ, id="an error of a delete"),
            pytest.param({"method": "POST", "action": "create"}, 303, READ, id="a redirect"),
            pytest.param({"method": "GET", "declared": UPDATE}, 200, UPDATE, id="the host's word before the method"),
            pytest.param({"action": "create", "declared": READ}, 201, READ, id="the host's word before the action"),
            pytest.param({"action": "list", "method": "POST"}, 201, READ, id="list"),
            pytest.param({"action": "retrieve", "method": "POST"}, 201, READ, id="retrieve"),
            pytest.param({"action": "create", "method": "POST"}, 200, CREATE, id="create"),
            pytest.param({"action": "update", "method": "POST"}, 200, UPDATE, id="update"),
            pytest.param({"action": "partial_update", "method": "POST"}, 200, UPDATE, id="partial_update"),
            pytest.param({"action": "destroy", "method": "POST"}, 204, DELETE, id="destroy"),
            pytest.param({"method": "DELETE"}, 204, DELETE, id="DELETE"),
            pytest.param({"method": "PUT"}, 200, UPDATE, id="PUT"),
            pytest.param({"method": "PATCH"}, 200, UPDATE, id="PATCH"),
            pytest.param({"method": "PUT"}, 201, UPDATE, id="PUT that creates"),
            pytest.param({"method": "POST"}, 201, CREATE, id="POST that creates"),
            pytest.param({"method": "POST"}, 200, READ, id="POST that answers"),
            pytest.param({"method": "POST", "action": "archive"}, 202, READ, id="POST that starts a task"),
            pytest.param({"method": "POST"}, 204, READ, id="POST that answers nothing"),
            pytest.param({"method": "GET"}, 200, READ, id="GET"),
            pytest.param({"method": "OPTIONS"}, 200, READ, id="OPTIONS"),
            pytest.param({"method": "PROPFIND"}, 207, READ, id="a method that nobody knows"),
        ],
    )
    def test_the_first_rule_that_holds_counts(self, words: dict[str, Any], status: int, operation: Operation) -> None:
        """The status, the host's word, the standard actions and the method are asked in this order."""
        walked = Classify()(Exchange.begin(Call("devices", **words), {"id": 1}, status))
        assert walked.operation is operation
