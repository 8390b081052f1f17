"""A walk, step by step, and what the log tells of it."""

import logging
from typing import Any

import pytest

from frisian_pipeline import Call, Exchange, Pipeline, agent_answers
from frisian_pipeline.edge import answer
from frisian_pipeline.formats import Json
from frisian_pipeline.stages import Encode, Prune, Weigh
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.trace import facts_of, trace, walk
from tests.doubles import Break

ROW = {"id": 1, "payload": "4711"}
READ = Exchange.begin(Call("devices", fields="id"), ROW)


def steps(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """What the log tells of each step."""
    wanted = ("stage", "gave", "bytes_before", "bytes", "operation", "disclosure")
    walked = [record for record in caplog.records if record.getMessage() == "walked"]
    return [{name: getattr(record, name) for name in wanted if hasattr(record, name)} for record in walked]


class TestTrace:
    def test_steps(self) -> None:
        """Each stage is named, with the facts that it gave and the size of what is shown after it."""
        told = [(step.stage, step.gave, step.size(Json())) for step in trace((Weigh(), Prune(), Encode()), READ)]
        assert told == [("Weigh", ("full",), 25), ("Prune", ("body",), 8), ("Encode", ("content", "format"), 8)]

    def test_it_ends_where_the_row_does(self) -> None:
        """The last step's exchange is what the row gives, and each begins with what the one before gave."""
        first, second = trace((Weigh(), Encode()), READ)
        assert second.after == Pipeline(Weigh(), Encode())(READ)
        assert (first.before, second.before) == (READ, first.after)
        assert first.seconds > 0

    def test_nothing_given(self) -> None:
        """A stage that leaves the exchange alone gives nothing."""
        (step,) = trace((lambda exchange: exchange,), READ)
        assert step.gave == ()
        assert "bytes" not in facts_of(step, Json())

    def test_what_cannot_be_encoded(self) -> None:
        """A body that JSON does not take has no size, and the walk goes on."""
        (step,) = trace((lambda exchange: exchange.replace(body=object()),), READ)
        assert step.size(Json()) == 0

    def test_no_exchange(self) -> None:
        """A stage that gives something else has failed."""
        with pytest.raises(TypeError, match="a stage gives an Exchange, not str"):
            walk(lambda exchange: "text", READ)  # type: ignore[arg-type]


class TestEvents:
    def test_debug(self, caplog: pytest.LogCaptureFixture) -> None:
        """At debug level each step is told, with names and sizes, and the answer stays what it is."""
        caplog.set_level(logging.DEBUG, "frisian_pipeline")
        row = agent_answers(MemoryStore())
        assert answer(row, READ) == b'{"id":1}'
        told = steps(caplog)
        assert [step["stage"] for step in told] == [type(stage).__name__ for stage in row]
        assert {"stage": "Prune", "gave": ("body",), "bytes_before": 25, "bytes": 8} in told
        assert "4711" not in repr([vars(record) for record in caplog.records])

    def test_what_was_decided(self, caplog: pytest.LogCaptureFixture) -> None:
        """A step that decides says what, and one that changes what is shown how large that was before."""
        caplog.set_level(logging.DEBUG, "frisian_pipeline")
        write = Exchange.begin(Call("devices", action="create", method="POST", owner="ann"), ROW, 201)
        content = answer(agent_answers(MemoryStore()), write)
        told = {step.pop("stage"): step for step in steps(caplog)}
        assert told["Classify"] == {"gave": ("operation",), "operation": "create"}
        assert told["Disclose"] == {"gave": ("disclosure",), "disclosure": "lean"}
        assert (told["Confirm"]["bytes_before"], told["Confirm"]["bytes"]) == (25, len(content))

    def test_above(self, caplog: pytest.LogCaptureFixture) -> None:
        """Above it none is."""
        caplog.set_level(logging.INFO, "frisian_pipeline")
        answer(agent_answers(MemoryStore()), READ)
        assert caplog.messages == ["answered"]

    def test_a_failing_stage(self, caplog: pytest.LogCaptureFixture) -> None:
        """The steps before a failure are told, and the failure names the stage that failed."""
        caplog.set_level(logging.DEBUG, "frisian_pipeline")
        assert answer(Pipeline(Weigh(), Break(), Encode()), READ) == b'{"id":1,"payload":"4711"}'
        failure = "Break failed (ValueError) on tool devices; the whole result is sent"
        assert caplog.messages == ["walked", failure]
