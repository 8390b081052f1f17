"""Each law names itself when a stage or a pipeline breaks it."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from frisian_pipeline import (
    Call,
    Disclosure,
    Exchange,
    Operation,
    Pipeline,
    StoreError,
    TokenError,
    When,
    agent_answers,
    lean_writes,
)
from frisian_pipeline.edge import answer
from frisian_pipeline.formats import Json
from frisian_pipeline.stages import Cache, Disclose, Encode, Fit, Identify, Prune, Weigh
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.testing import (
    FORMAT_LAWS,
    PIPELINE_LAWS,
    STAGE_LAWS,
    check_format,
    check_pipeline,
    check_stage,
)
from frisian_pipeline.testing.doubles import DeadStore, WatchedStore, stores_of, with_store
from frisian_pipeline.testing.format_laws import alike
from frisian_pipeline.testing.pipeline_laws import is_whole


class Stage:
    """A stage made of a function, which may say what it gives."""

    def __init__(self, work: Callable[[Exchange], Any], *gives: str) -> None:
        self.work = work
        if gives:
            self.gives = frozenset(gives)

    def __call__(self, exchange: Exchange, /) -> Any:
        return self.work(exchange)


def scribbles(exchange: Exchange) -> Exchange:
    """Changes the result in place."""
    if isinstance(exchange.result, dict):
        exchange.result["seen"] = True
    return exchange


BROKEN_STAGES = {
    "returns_an_exchange": Stage(lambda exchange: None),
    "leaves_its_input_alone": Stage(scribbles),
    "keeps_what_is_given": Stage(lambda exchange: exchange.replace(status=200)),
    "changes_only_what_it_gives": Stage(lambda exchange: exchange.replace(token="x"), "notes"),
    "settles": Stage(lambda exchange: exchange.replace(notes=(*exchange.notes, "!"))),
}


class KeepsAlways(Stage):
    """A cache that keeps everything for everybody."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.gives = frozenset({"token"})

    def __call__(self, exchange: Exchange, /) -> Exchange:
        call = exchange.call
        return exchange.replace(token=self.store.put(exchange.full, owner=call.owner, tool=call.tool))


class TrustsTheStore(KeepsAlways):
    """A cache that does not prove that the store gives anything back."""

    def __call__(self, exchange: Exchange, /) -> Exchange:
        if not exchange.call.can_continue or exchange.disclosure is not Disclosure.LEAN:
            return exchange
        try:
            return super().__call__(exchange)
        except StoreError:
            return exchange


def confirms_everything(exchange: Exchange) -> Exchange:
    """Puts an envelope in the place of every body."""
    return exchange.replace(body={"status_code": exchange.status})


def invents(exchange: Exchange) -> Exchange:
    """Adds something that the view never said."""
    return exchange.replace(body={"created_by": "me", "was": exchange.body})


def shaping(*stages: Any) -> Pipeline:
    """The usual row with other stages before its encoder."""
    return agent_answers(MemoryStore()).before(Encode, *stages)


def swapped(kind: type, stage: Any) -> Pipeline:
    """The usual row with one stage put in the place of another."""
    return agent_answers(MemoryStore()).before(kind, stage).without(kind)


def forgets_verify(exchange: Exchange) -> Exchange:
    """Confirms every write."""
    wrote = exchange.operation is not Operation.READ
    return exchange.replace(disclosure=Disclosure.LEAN if wrote else Disclosure.FULL)


def garbles(exchange: Exchange) -> Exchange:
    """Keeps something that is not the result."""
    return exchange.replace(full=exchange.full + b" ")


def forgets_secrets(exchange: Exchange) -> Exchange:
    """Identifies what was written, and nothing that is shown once."""
    walked = Identify()(exchange)
    if not walked.identity.known:
        return walked
    labels = tuple((name, value) for name, value in walked.identity.labels if name in ("id", "pk"))
    return walked.replace(identity=replace(walked.identity, labels=labels, once=False))


def chatters(exchange: Exchange) -> Exchange:
    """Says more than there is room for."""
    return exchange.replace(notes=("many words " * 40,))


BROKEN_PIPELINES = {
    "the_caller_can_go_on": shaping(confirms_everything),
    "what_is_shown_once_is_shown": swapped(Identify, Stage(forgets_secrets, "identity")),
    "verify_shows_all": swapped(Disclose, Stage(forgets_verify, "disclosure")),
    "reads_pass": shaping(When(lambda exchange: exchange.call.method == "GET", confirms_everything)),
    "a_token_buys_the_result": agent_answers(MemoryStore()).before(Cache, garbles),
    "no_slot_no_token": swapped(Cache, KeepsAlways(MemoryStore())),
    "a_dead_store_costs_only_the_token": swapped(Cache, TrustsTheStore(MemoryStore())),
    "an_error_is_never_a_success": shaping(When(lambda exchange: exchange.status >= 400, confirms_everything)),
    "nothing_is_invented": shaping(When(lambda exchange: exchange.status < 400, invents)),
    "the_budget_holds": agent_answers(MemoryStore()).after(Fit, chatters),
}


class TestStageLaws:
    def test_every_law_is_shown_to_fail(self) -> None:
        """No law of a stage goes without a stage that breaks it."""
        assert list(BROKEN_STAGES) == [law.__name__ for law in STAGE_LAWS]

    @pytest.mark.parametrize("name", BROKEN_STAGES)
    def test_a_broken_law_names_itself(self, name: str) -> None:
        """A stage that breaks a law fails the check with the law's name and sentence."""
        sentence = next(law.__doc__ for law in STAGE_LAWS if law.__name__ == name)
        with pytest.raises(AssertionError) as caught:
            check_stage(BROKEN_STAGES[name])
        assert str(caught.value).startswith(f"law `{name}`: {sentence}")

    def test_a_stage_that_raises_breaks_a_law(self) -> None:
        """An exception on any exchange is a law broken, not an error of the kit."""
        with pytest.raises(AssertionError, match=r"law `returns_an_exchange`.*ZeroDivisionError"):
            check_stage(Stage(lambda exchange: 1 / 0))

    def test_a_good_stage_passes(self) -> None:
        """A stage of somebody's own that keeps to the laws passes."""
        check_stage(Stage(lambda exchange: exchange.replace(notes=("hello",)), "notes"))


class TestPipelineLaws:
    def test_every_law_is_shown_to_fail(self) -> None:
        """No law of a pipeline goes without a pipeline that breaks it."""
        assert list(BROKEN_PIPELINES) == [law.__name__ for law in PIPELINE_LAWS]

    @pytest.mark.parametrize("name", BROKEN_PIPELINES)
    def test_a_broken_law_names_itself(self, name: str) -> None:
        """A pipeline that breaks a law fails that law's own test with its name and sentence."""
        law = next(law for law in PIPELINE_LAWS if law.__name__ == name)
        with pytest.raises(AssertionError) as caught:
            check_pipeline(BROKEN_PIPELINES[name], laws=(law,), examples=500)
        assert str(caught.value).startswith(f"law `{name}`: {law.__doc__}")

    @pytest.mark.parametrize("preset", [agent_answers, lean_writes])
    def test_the_presets_pass(self, preset: Callable[[Any], Pipeline]) -> None:
        """The pipelines that we ship keep to the laws that we ship."""
        check_pipeline(preset(MemoryStore()))

    def test_a_pipeline_that_classifies_nothing_passes(self) -> None:
        """A row that only reads keeps the laws of writes by showing them whole."""
        check_pipeline(Pipeline(Prune(), Encode()), examples=30)

    def test_a_dead_store_has_no_pages(self) -> None:
        """What keeps nothing knows no token, whatever it is asked for."""
        with pytest.raises(TokenError):
            DeadStore(raises=True).page("token", owner="ann", tool="devices", start=0, stop=1)

    def test_a_pipeline_over_a_dead_store_passes(self) -> None:
        """No law asks for a store that works."""
        check_pipeline(agent_answers(DeadStore(raises=False)), examples=30)


class TestWhole:
    @pytest.mark.parametrize(
        "result", [[1, 2], {"id": 1}, {"count": 1, "next": None, "results": [1]}], ids=["rows", "one", "a page"]
    )
    def test_a_heavy_answer_without_a_token_is_whole(self, result: Any) -> None:
        """The form of a heavy tool's answer is no part of the result."""
        exchange = Exchange.begin(Call("devices", owner="ann", can_continue=True, heavy=True), result)
        content = answer(agent_answers(MemoryStore()), exchange)
        assert content != Json()(result)
        assert is_whole(content, exchange)


class TestStoresInPipelines:
    def test_every_store_is_found_and_replaced(self) -> None:
        """Stores are found in rows, conditions and stages of somebody's own."""
        mine, other = WatchedStore(), WatchedStore()
        row = Pipeline(Weigh(), When(bool, Cache(mine)), Pipeline(KeepsAlways(mine)))
        assert list(stores_of(row)) == [mine, mine]
        assert list(stores_of(with_store(row, other))) == [other, other]
        assert list(stores_of(row)) == [mine, mine]


class Format:
    """A format made of a function."""

    name, media_type, text = "odd", "text/odd", False

    def __init__(self, work: Callable[[Any], bytes]) -> None:
        self.work = work

    def __call__(self, data: Any, /) -> bytes:
        return self.work(data)


def counts(data: Any) -> bytes:
    """Takes true for one."""
    content = Json()(data)
    return content.replace(b"true", b"1")


def empties(data: Any) -> bytes:
    """Takes away what is in an object."""
    content = Json()(data)
    if isinstance(data, dict):
        data.clear()
    return content


def pads(data: Any, seen: Iterator[int] = count()) -> bytes:  # noqa: B008  one for all calls is meant
    """Writes more each time."""
    return Json()(data) + b" " * (next(seen) % 2)


BROKEN_FORMATS = {
    "gives_the_data_back": counts,
    "leaves_its_data_alone": empties,
    "says_the_same_again": pads,
}


class TestFormats:
    def test_json_passes(self) -> None:
        """The default format keeps them all."""
        check_format(Json(), msgspec.json.decode)

    @pytest.mark.parametrize("law", FORMAT_LAWS, ids=lambda law: law.__name__)
    def test_broken_ones_are_told(self, law: Any) -> None:
        """A format that breaks a law is told which one."""
        with pytest.raises(AssertionError, match=f"law `{law.__name__}`"):
            check_format(Format(BROKEN_FORMATS[law.__name__]), msgspec.json.decode, laws=[law])

    def test_a_list_is_no_object(self) -> None:
        """Values of different kinds are not alike."""
        assert not alike([], {})
        assert not alike({}, [])
        assert alike([{"a": 1, "b": [1.0]}], [{"b": [1], "a": 1}])
