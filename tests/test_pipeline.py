"""Stages in a row."""

from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline import (
    Call,
    Exchange,
    MissingStageError,
    Operation,
    Pipeline,
    PipelineError,
    Stage,
    StageError,
    StageOrderError,
    When,
    agent_answers,
)
from frisian_pipeline.pipeline import gives, needs
from frisian_pipeline.stages import Classify, Confirm, Disclose, Encode, Prune, Weigh
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.testing import exchanges
from tests.doubles import Break

READ = Exchange.begin(Call("devices"), {"id": 1})


def shout(exchange: Exchange, /) -> Exchange:
    """A stage that is a plain function."""
    return exchange.replace(notes=(*exchange.notes, "!"))


class Writes:
    """A stage that gives one fact and needs another."""

    needs: ClassVar[frozenset[str]] = frozenset({"full"})
    gives: ClassVar[frozenset[str]] = frozenset({"operation"})

    def __call__(self, exchange: Exchange, /) -> Exchange:
        return exchange.replace(operation=Operation.UPDATE)


class TestPipeline:
    def test_stages_are_called_in_order(self) -> None:
        """An exchange walks through the stages as they stand."""
        walked = Pipeline(shout, Weigh(), Encode())(READ)
        assert (walked.notes, walked.full, walked.content) == (("!",), b'{"id":1}', b'{"id":1,"_notes":["!"]}')

    def test_an_empty_row_changes_nothing(self) -> None:
        """A pipeline without stages passes the exchange."""
        assert Pipeline()(READ) is READ

    def test_a_row_is_a_stage(self) -> None:
        """A pipeline may stand in another, and declares what its stages read from outside and set."""
        inner = Pipeline(Classify(), Weigh(), Disclose())
        assert isinstance(inner, Stage)
        assert needs(inner) == {"identity"}
        assert gives(inner) == {"operation", "full", "disclosure"}
        assert Pipeline(inner, Encode())(READ).content == b'{"id":1}'

    @pytest.mark.parametrize(
        ("stages", "early", "late", "fact"),
        [
            pytest.param((Disclose(), Weigh()), "Disclose", "Weigh", "full", id="a fact too soon"),
            pytest.param((Encode(), Prune()), "Encode", "Prune", "body", id="refined after it was read"),
            pytest.param((Prune(), Encode(), Confirm()), "Encode", "Confirm", "body", id="and though it was given"),
            pytest.param((Pipeline(Confirm()), Disclose()), "Pipeline", "Disclose", "disclosure", id="in a row"),
            pytest.param((When(bool, Disclose()), Classify()), "When(Disclose)", "Classify", "operation", id="When"),
            pytest.param((Writes(), shout, Weigh()), "Writes", "Weigh", "full", id="a stage of somebody's own"),
        ],
    )
    def test_a_definite_misorder_is_refused(self, stages: Any, early: str, late: str, fact: str) -> None:
        """A stage before the one that gives what it needs is an error that names both and says what to move."""
        with pytest.raises(StageOrderError) as caught:
            Pipeline(*stages)
        error = caught.value
        assert (error.early, error.late, error.fact) == (early, late, fact)
        assert str(error) == f"{early} needs {fact!r}, which {late} gives; move {early} after {late}"

    def test_missing_givers_are_no_misorder(self) -> None:
        """Any subset in order is a pipeline: a fact that nobody gives is at its careful default."""
        assert Pipeline(Confirm(), Prune(), Encode())(READ).content == b'{"id":1}'

    def test_a_failing_stage_is_named(self) -> None:
        """A failure names the stage and the tool, keeps its cause and tells nothing of the payload."""
        with pytest.raises(StageError) as caught:
            Pipeline(Weigh(), Break())(READ)
        error = caught.value
        assert (error.stage, error.tool, type(error.__cause__)) == ("Break", "devices", ValueError)
        assert isinstance(error, PipelineError)
        assert "4711" not in str(error)

    def test_the_innermost_failing_stage_is_named(self) -> None:
        """A failure in a row inside a row is not wrapped again."""
        with pytest.raises(StageError) as caught:
            Pipeline(Pipeline(Break()))(READ)
        assert caught.value.stage == "Break"


class TestDerivedPipelines:
    def test_before(self) -> None:
        """New stages go before the first stage of a class."""
        row = Pipeline(Weigh(), Encode()).before(Encode, shout, Prune())
        assert repr(row) == "Pipeline(Weigh, shout, Prune, Encode)"

    def test_after(self) -> None:
        """New stages go after the last stage of a class."""
        row = Pipeline(Classify(), Classify(), Weigh()).after(Classify, shout)
        assert repr(row) == "Pipeline(Classify, Classify, shout, Weigh)"

    def test_without(self) -> None:
        """Every stage of a class goes."""
        assert repr(Pipeline(Classify(), Weigh(), Classify()).without(Classify)) == "Pipeline(Weigh)"

    def test_the_original_stays(self) -> None:
        """A derived pipeline is a new one."""
        row = Pipeline(Weigh(), Encode())
        row.without(Weigh)
        row.after(Weigh, shout)
        assert repr(row) == "Pipeline(Weigh, Encode)"

    def test_a_derived_row_is_checked_too(self) -> None:
        """A stage put in the wrong place is refused."""
        with pytest.raises(StageOrderError):
            Pipeline(Weigh(), Encode()).before(Weigh, Disclose())

    @pytest.mark.parametrize("derive", ["before", "after", "without"])
    def test_a_stage_that_is_not_there(self, derive: str) -> None:
        """Deriving at a stage that the row lacks is an error that names it."""
        with pytest.raises(MissingStageError, match="no stage Prune") as caught:
            getattr(Pipeline(Weigh()), derive)(Prune)
        assert caught.value.stage == "Prune"


class TestWhen:
    def test_a_stage_walks_where_the_test_holds(self) -> None:
        """Elsewhere the exchange passes as it came."""
        row = When(lambda exchange: exchange.status == 200, shout)
        assert row(READ).notes == ("!",)
        failed = READ.replace(status=400)
        assert row(failed) is failed

    def test_it_needs_and_gives_what_its_stage_does(self) -> None:
        """A condition hides nothing from the order check."""
        row = When(bool, Disclose())
        assert (needs(row), gives(row)) == (needs(Disclose()), gives(Disclose()))


class TestExchange:
    @given(exchanges())
    def test_it_begins_as_a_read_that_shows_everything(self, exchange: Exchange) -> None:
        """Untouched, the body is the result itself and nothing is left out, kept or noted."""
        assert exchange.body is exchange.result
        untouched = (exchange.operation, exchange.disclosure, exchange.token, exchange.notes, exchange.full)
        assert untouched == ("read", "full", "", (), b"")
        assert not exchange.identity.known
        assert not exchange.identity.complete

    @given(st.sampled_from(sorted(Exchange.__struct_fields__)))
    def test_it_cannot_be_changed(self, name: str) -> None:
        """An exchange is frozen."""
        with pytest.raises(AttributeError):
            setattr(READ, name, None)

    def test_presets_name_their_stages(self) -> None:
        """The preset reads aloud."""
        row = agent_answers(MemoryStore())
        assert repr(row) == (
            "Pipeline(Classify, Identify, Weigh, Disclose, Cache, Confirm, Prune, Fit, Encode, Report)"
        )
