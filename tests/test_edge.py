"""Where an answer always goes out."""

import logging
from typing import Any

import pytest

from frisian_pipeline import Call, Exchange, Pipeline, agent_answers, lean_writes
from frisian_pipeline.edge import answer
from frisian_pipeline.formats import Json
from frisian_pipeline.stages import Cache, Classify, Encode, Fit, Prune, Report, Weigh
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.testing.doubles import WatchedStore
from tests.doubles import Break, FixedStore

ROW = {"id": 1, "payload": "4711"}
WRITE = Exchange.begin(Call("devices", method="POST", owner="ann", can_continue=True), ROW, 201)
WHOLE = b'{"id":1,"payload":"4711"}'


class TestAnswer:
    @pytest.mark.parametrize("place", ["before", "after"])
    @pytest.mark.parametrize("kind", [Weigh, Cache, Encode])
    def test_a_failing_stage_means_the_whole_result(self, kind: type, place: str) -> None:
        """Wherever a stage fails, the write is told in full and nothing is raised."""
        row = getattr(lean_writes(MemoryStore()), place)(kind, Break())
        assert answer(row, WRITE) == WHOLE

    def test_a_failure_is_logged_without_payload(self, caplog: pytest.LogCaptureFixture) -> None:
        """Operators learn stage, tool and kind of error; no payload, token, owner or traceback is logged."""
        caplog.set_level(logging.INFO)
        answer(lean_writes(FixedStore()).before(Encode, Break()), WRITE)
        (record,) = caplog.records
        assert record.getMessage() == "Break failed (ValueError) on tool devices; the whole result is sent"
        assert (record.name, record.levelname, record.exc_info) == ("frisian_pipeline", "ERROR", None)

    @pytest.mark.parametrize("place", ["before", "after"])
    @pytest.mark.parametrize("kind", [Classify, Cache, Fit, Encode])
    def test_a_failure_is_reported(self, kind: type, place: str, caplog: pytest.LogCaptureFixture) -> None:
        """The whole result costs most of all answers: it is reported as it goes out, once, and saves nothing."""
        caplog.set_level(logging.INFO)
        assert answer(getattr(agent_answers(MemoryStore(), counter=len), place)(kind, Break()), WRITE) == WHOLE
        (_, record) = caplog.records
        told = ("answer_tokens", "answer_bytes", "tokens_saved", "disclosure", "format", "kept")
        assert [getattr(record, name) for name in told] == [len(WHOLE), len(WHOLE), 0, "full", "json", False]

    def test_what_fails_after_the_report_is_not_reported_again(self, caplog: pytest.LogCaptureFixture) -> None:
        """One answer is one event."""
        caplog.set_level(logging.INFO)
        assert answer(agent_answers(MemoryStore()).after(Report, Break()), WRITE) == WHOLE
        assert caplog.messages == ["answered", "Break failed (ValueError) on tool devices; the whole result is sent"]

    def test_what_was_encoded_is_sent_and_not_encoded_again(self) -> None:
        """After Weigh, the whole result is at hand even where it cannot be encoded a second time."""
        once = Exchange.begin(Call("devices"), iter((1, 2)))
        row = Pipeline(lambda exchange: exchange.replace(full=b"[1,2]"), Break())
        assert answer(row, once) == b"[1,2]"

    def test_a_stage_that_returns_nothing_is_a_failure(self) -> None:
        """A stage of somebody's own that forgets its return costs shaping, not the answer."""
        forgets: Any = Pipeline(lambda exchange: None)  # type: ignore[arg-type]
        assert answer(forgets, WRITE) == WHOLE
        assert answer(Pipeline(Weigh(), *forgets), WRITE) == WHOLE

    @pytest.mark.parametrize("given", [b"bytes", "text", {}, 7, ()])
    @pytest.mark.parametrize("place", ["before", "after"])
    def test_a_stage_that_returns_something_else_is_named(
        self, given: Any, place: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Whatever a stage gives that is no exchange, it is the one that failed, and the answer goes out."""

        def forgetful(exchange: Exchange, /) -> Any:
            return given

        row = getattr(lean_writes(MemoryStore()), place)(Encode, forgetful)
        assert answer(row, WRITE) == WHOLE
        assert caplog.messages == ["forgetful failed (TypeError) on tool devices; the whole result is sent"]

    @pytest.mark.parametrize("content", ["text", None, {"a": 1}])
    def test_a_content_that_is_no_bytes_is_a_failure(self, content: Any, caplog: pytest.LogCaptureFixture) -> None:
        """What nobody can send is not sent."""

        def spell(exchange: Exchange, /) -> Exchange:
            return exchange.replace(content=content)

        assert answer(lean_writes(MemoryStore()).after(Encode, spell), WRITE) == WHOLE
        assert caplog.messages == ["spell failed (TypeError) on tool devices; the whole result is sent"]

    def test_the_hosts_hook_counts_for_the_whole_result_too(self) -> None:
        """What only the host can encode is sent by the format of its own row."""
        row = lean_writes(MemoryStore(), json=Json(enc_hook=repr)).before(Weigh, Break())
        assert answer(row, Exchange.begin(Call("devices"), [1j])) == b'["1j"]'

    def test_without_encode_the_body_is_sent(self) -> None:
        """A row that encodes nothing shows what it left in the body."""
        masked = Exchange.begin(Call("devices", fields="id"), ROW)
        assert answer(Pipeline(Prune()), masked) == b'{"id":1}'

    def test_any_stage_will_do(self) -> None:
        """A single stage is a row of one."""
        assert answer(Encode(), WRITE) == WHOLE
        assert answer(Break(), WRITE) == WHOLE

    def test_what_no_format_takes_is_the_adapters_to_send(self) -> None:
        """Where even JSON fails the core raises."""
        with pytest.raises(TypeError, match="object"):
            answer(lean_writes(MemoryStore()), Exchange.begin(Call("devices"), object()))


class TestStores:
    def test_nothing_is_kept_for_a_failed_row(self) -> None:
        """A stage that fails before Cache leaves the store alone."""
        store = WatchedStore()
        answer(lean_writes(store).before(Cache, Break()), WRITE)
        assert store.puts == 0
