"""What the library tells a host's log, and that it costs no answer."""

import logging
import re
from pathlib import Path
from typing import Any

import pytest

import frisian_pipeline
from frisian_pipeline import Call, Exchange, agent_answers, lean_writes
from frisian_pipeline.edge import answer
from frisian_pipeline.regressions.alarm import tell
from frisian_pipeline.stages import Encode
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.telemetry import event_log, log, safe_log
from tests.doubles import Break

ROW = {"id": 1, "name": "edge"}
WRITE = Exchange.begin(Call("devices", method="POST"), ROW, 201)


class TestLog:
    def test_a_handler_that_fails_costs_nothing(self, failing_log: Any) -> None:
        """Whatever a host's handler raises ends here, for events of either kind."""
        safe_log.error("%s failed", "it")
        event_log().warning("failed", tool="devices")
        tell("devices", 9.0, 3.0)
        assert failing_log.failed == 3

    def test_an_event_that_cannot_be_written(self) -> None:
        """So does what is wrong with the event itself."""
        safe_log.error("%s and %s", "only one")

    def test_who_tells_it(self, caplog: pytest.LogCaptureFixture) -> None:
        """An event is in the name of the library, and of the line that tells it."""
        safe_log.warning("said")
        (record,) = caplog.records
        assert (record.name, record.funcName, record.pathname) == ("frisian_pipeline", "test_who_tells_it", __file__)

    def test_there_is_no_other_way(self) -> None:
        """No module tells the host's logger anything by itself, so that no event can cost an answer."""
        modules = {path.name: path.read_text() for path in Path(frisian_pipeline.__file__).parent.rglob("*.py")}
        having = {name for name, text in modules.items() if 'getLogger("frisian_pipeline' in text}
        telling = {name for name, text in modules.items() if re.search(r"\blog\.(error|warning|info|debug)\(", text)}
        assert (having, telling) == ({"telemetry.py"}, set())


class TestAnswers:
    def test_a_stage_that_fails(self, failing_log: Any) -> None:
        """The whole result goes out where a stage fails and the log that should say so as well."""
        assert answer(lean_writes(MemoryStore()).before(Encode, Break()), WRITE) == b'{"id":1,"name":"edge"}'
        assert failing_log.failed

    def test_an_answer_that_is_reported(self, failing_log: Any) -> None:
        """A log that fails while an answer is told of changes nothing in it."""
        told = b'{"id":1,"name":"edge","status_code":201,"data_size":22}'
        assert answer(agent_answers(MemoryStore()), WRITE) == told
        assert bool(failing_log.failed) is log.isEnabledFor(logging.INFO)
