"""No payload, token or owner reaches logs, metrics or the words of exceptions, whatever fails."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from frisian_pipeline import Call, Exchange, Pipeline, StageError, agent_answers
from frisian_pipeline.edge import answer
from frisian_pipeline.formats import columnar, tron
from frisian_pipeline.stages import Cache, Classify, Encode, Report
from frisian_pipeline.stores import Store
from frisian_pipeline.telemetry import log
from frisian_pipeline.testing import strategies
from tests.doubles import FixedStore

PAYLOAD, OWNER, TOKEN, ASKED = "Quadratschaedel", "Schmetterling", "Rhabarberbarbara", "Zwetschge"
SECRETS = (PAYLOAD, OWNER, TOKEN, ASKED)


class Records(logging.Handler):
    """All that is logged, attributes and all."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep everything of a record, its traceback among it."""
        self.told.append(repr(vars(record)) + logging.Formatter().format(record))


class TellingStore(FixedStore):
    """A store whose token is known, and which fails in words that say too much."""

    def __init__(self, *, fails: bool) -> None:
        super().__init__()
        self.fails = fails

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        super().put(content, owner=owner, tool=tool, is_list=is_list)
        if self.fails:
            raise ConnectionError(f"{owner} cannot keep {content!r}")
        return TOKEN

    def get(self, token: str, *, owner: str, tool: str) -> bytes:
        return super().get("TOKEN", owner=owner, tool=tool)


class Telling:
    """A stage that fails and says all it knows."""

    def __call__(self, exchange: Exchange, /) -> Exchange:
        raise ValueError(f"{exchange.result} of {exchange.call.owner} for {exchange.token} by {exchange.call.fields}")


@contextmanager
def logged(level: int) -> Iterator[list[str]]:
    """Collect what is logged at a level."""
    records, before = Records(), log.level
    log.addHandler(records)
    log.setLevel(level)
    try:
        yield records.told
    finally:
        log.removeHandler(records)
        log.setLevel(before)


def rows() -> st.SearchStrategy[Any]:
    """Results with the payload in keys and values, and some that JSON does not take."""
    odd = st.sampled_from([object(), {PAYLOAD: object()}, {(1,): PAYLOAD}, None, float("nan")])
    marked = st.builds(lambda row: {**row, "name": PAYLOAD, PAYLOAD: 1, "token": PAYLOAD}, strategies.objects())
    return marked | st.lists(marked, max_size=3) | odd


def exchanges() -> st.SearchStrategy[Exchange]:
    """Any call by the owner, with masks that name what is asked, of these results."""
    masks = ("", ASKED, f"id,{ASKED}(", f"name,{ASKED}")
    words = strategies.choices(fields=masks, exclude=masks, format=("json", ASKED), view=("", ASKED))
    calls = st.builds(lambda call, given: replace(call, owner=OWNER, **given), strategies.calls(), words)
    return st.builds(Exchange.begin, calls, rows(), strategies.statuses())


def pipelines() -> st.SearchStrategy[Pipeline]:
    """The preset over a store that may fail, with a stage that does, somewhere or nowhere."""

    def make(store: Store, place: type | None) -> Pipeline:
        row = agent_answers(store)
        return row if place is None else row.before(place, Telling())

    stores = st.builds(TellingStore, fails=st.booleans())
    return st.builds(make, stores, st.sampled_from([None, None, Classify, Cache, Encode, Report]))


class TestLeaks:
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @given(pipelines(), exchanges(), st.sampled_from([logging.DEBUG, logging.INFO]))
    def test_nothing_is_told(self, reader: InMemoryMetricReader, row: Pipeline, exchange: Exchange, level: int) -> None:
        """Whatever is asked and whatever fails, logs and metrics hold no word of payload, owner, token or mask."""
        with logged(level) as told, suppress(TypeError):
            # What JSON does not take at all is the adapter's to send.
            answer(row, exchange)
        data = reader.get_metrics_data()
        words = "".join(told) + ("" if data is None else data.to_json())
        assert not [secret for secret in SECRETS if secret in words]

    @pytest.mark.parametrize(
        ("decode", "document"),
        [
            pytest.param(tron.decode, f'class A: id,name\nA(1,"{PAYLOAD}" "{TOKEN}")', id="TRON that goes on"),
            pytest.param(tron.decode, f"[{PAYLOAD}(1)]", id="TRON of an unknown class"),
            pytest.param(tron.decode, f'{{"{PAYLOAD}"}}', id="TRON without a value"),
            pytest.param(columnar.decode, f'{{"cols":["a"],"same":{{"b":"{PAYLOAD}"}},"rows":[[1]]}}', id="no column"),
            pytest.param(
                columnar.decode,
                f'{{"cols":["a"],"refs":{{"a":{{"cols":["id"],"rows":[[1]]}}}},"rows":[["{PAYLOAD}"]]}}',
                id="no object of that key",
            ),
            pytest.param(
                columnar.decode, f'{{"cols":["a"],"tmpl":{{"b":"{{{PAYLOAD}}}"}},"rows":[[1]]}}', id="no cell"
            ),
        ],
    )
    def test_documents_that_cannot_be_read(self, decode: Any, document: str) -> None:
        """What is wrong with a document is told without a word of it, by its traceback too."""
        with pytest.raises(ValueError, match="this is no ") as caught:
            decode(document)
        told = "".join(traceback.format_exception(caught.value))
        assert not [secret for secret in SECRETS if secret in told]

    def test_it_would_be_seen(self, reader: InMemoryMetricReader) -> None:
        """The payload, the owner and the token are there to be told, and something is told."""
        store = TellingStore(fails=False)
        call = Call("devices", action="create", method="POST", owner=OWNER, can_continue=True, fields=ASKED)
        with logged(logging.DEBUG) as told:
            content = answer(agent_answers(store), Exchange.begin(call, {"id": 1, "name": PAYLOAD}, 201))
        assert TOKEN.encode() in content
        assert PAYLOAD.encode() in store.kept[0]
        assert store.kept[1] == OWNER
        assert "devices" in "".join(told)
        data = reader.get_metrics_data()
        assert data is not None
        assert "devices" in data.to_json()

    @given(exchanges())
    def test_exceptions(self, exchange: Exchange) -> None:
        """What a pipeline raises names its stage and its tool, and repeats nothing of what a stage said."""
        with pytest.raises(StageError) as caught:
            Pipeline(Telling())(exchange)
        assert not [secret for secret in SECRETS if secret in f"{caught.value!r}{caught.value.args}"]
