"""What confirms a write in few tokens? The envelopes themselves are in test_writes."""

from typing import Any

import pytest

from frisian_pipeline import Call, Disclosure, Exchange, Identity, Operation
from frisian_pipeline.stages import Confirm

ROW = {"id": 1, "serial": "S1"}
FOUND = Identity(ids=(1,), labels=(("id", 1),), count=1)
LEAN = Exchange.begin(Call("devices", method="POST"), ROW, 201).replace(
    operation=Operation.CREATE, identity=FOUND, full=b'{"id":1,"serial":"S1"}', disclosure=Disclosure.LEAN
)


class TestConfirm:
    def test_a_lean_write_becomes_its_envelope(self) -> None:
        """The envelope replaces the body; the result stays."""
        walked = Confirm()(LEAN)
        assert walked.body == {"id": 1, "status_code": 201, "data_size": 22}
        assert walked.result is ROW

    @pytest.mark.parametrize(
        "facts",
        [
            pytest.param({"disclosure": Disclosure.FULL}, id="shown in full"),
            pytest.param({"disclosure": Disclosure.PREVIEW}, id="shown as a preview"),
            pytest.param({"full": b""}, id="nobody weighed it"),
            pytest.param({"identity": Identity()}, id="nobody identified it"),
            pytest.param({"identity": Identity(), "token": "TOKEN"}, id="nobody identified it, but it is kept"),
            pytest.param({"full": b"", "token": "TOKEN"}, id="nobody weighed it, but it is kept"),
            pytest.param({"identity": Identity(count=1)}, id="it has no identifier"),
            pytest.param({"identity": Identity(count=2, many=True)}, id="not each has one"),
        ],
    )
    def test_the_body_stays_whole_where_an_envelope_says_too_little(self, facts: dict[str, Any]) -> None:
        """Without size and identity, or without a token and an identifier for each, the body is left alone."""
        assert Confirm()(LEAN.replace(**facts)).body is ROW

    def test_a_token_stands_in_for_identifiers(self) -> None:
        """What is kept needs no identifier."""
        walked = Confirm()(LEAN.replace(identity=Identity(count=1), token="TOKEN"))
        assert walked.body == {"status_code": 201, "data_size": 22, "continuation_token": "TOKEN"}

    @pytest.mark.parametrize(
        ("size", "shortened"), [pytest.param(41, False, id="no larger"), pytest.param(42, True, id="larger")]
    )
    def test_the_floor(self, size: int, *, shortened: bool) -> None:
        """A hand-written message is sent whole while it is no larger than its envelope of 41 bytes."""
        call = Call("devices", method="POST", floor=True)
        walked = Confirm()(LEAN.replace(call=call, full=b" " * size))
        assert (walked.body is not ROW) is shortened
