"""The host's pipeline over the store that all views share."""

from logging import WARNING
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from frisian_pipeline import Call, Exchange, StoreError, TokenError, conf
from frisian_pipeline.drf.pipelines import JSON, STORE, RestStore, pipeline
from frisian_pipeline.edge import answer
from frisian_pipeline.presets import formats, masked
from frisian_pipeline.regressions import LEAST, Alarm, Baseline
from frisian_pipeline.stages import Cache, Encode, Report
from frisian_pipeline.stores import Store
from frisian_pipeline.tokens import Counter, Vocabulary, estimate, exact, quarter

ROWS = b"[1,2,3]"


class TestRestStore:
    def test_is_a_store(self) -> None:
        """It keeps to the port of every store."""
        assert isinstance(STORE, Store)

    def test_one_url_redeems_all(self) -> None:
        """What one view kept is redeemed without naming the view, by its owner alone."""
        token = STORE.put(ROWS, owner="ann", tool="device-list", is_list=True)
        assert STORE.get(token, owner="ann") == STORE.get(token, owner="ann", tool="site-list") == ROWS
        assert STORE.page(token, owner="ann", start=1, stop=3) == b"[2,3]"
        assert STORE.page(token, owner="ann", tool="site-list", start=0, stop=1) == b"[1]"

    def test_nobody_else_redeems(self) -> None:
        """Another owner buys nothing, neither whole nor in pages."""
        token = STORE.put(ROWS, owner="ann", tool="device-list", is_list=True)
        with pytest.raises(TokenError):
            STORE.get(token, owner="bob")
        with pytest.raises(TokenError):
            STORE.page(token, owner="bob", start=0, stop=1)

    def test_only_lists_have_pages(self) -> None:
        """What is no list is said to be none."""
        token = STORE.put(b"{}", owner="ann", tool="device-detail")
        with pytest.raises(StoreError):
            STORE.page(token, owner="ann", start=0, stop=1)

    def test_other_surfaces_are_apart(self) -> None:
        """A token of the host's store that another surface issued buys nothing here."""
        token = conf.store().put(ROWS, owner="ann", tool="device-list")
        with pytest.raises(TokenError):
            STORE.get(token, owner="ann", tool="device-list")

    def test_is_the_hosts_of_the_moment(self) -> None:
        """When the settings change, what was kept before is gone at once."""
        token = STORE.put(ROWS, owner="ann", tool="device-list")
        with override_settings(FRISIAN_PIPELINE={"STORE": {"TTL": 9}}), pytest.raises(TokenError):
            STORE.get(token, owner="ann")

    def test_one_that_cannot_be_made(self, caplog: pytest.LogCaptureFixture) -> None:
        """A store that cannot be made is logged by the kind of its error, which passes."""
        with (
            override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": "tests.project.hosts.unreachable_store"}}),
            pytest.raises(ConnectionError),
        ):
            RestStore().put(ROWS, owner="ann", tool="device-list")
        assert caplog.messages == ["the store could not be made (ConnectionError); answers go without tokens"]
        assert caplog.records[0].exc_info is None


class TestPipeline:
    def test_default(self) -> None:
        """Without a word of the host's it does everything, over the shared store and in DRF's meaning."""
        stages = tuple(pipeline())
        assert Cache(STORE) in stages
        assert Encode(JSON, formats(JSON, exact), masked(JSON)) in stages
        assert Report(exact) in stages

    def test_is_built_once(self) -> None:
        """It is built when it is first used, and then it stays."""
        assert pipeline() is pipeline()

    def test_the_hosts(self) -> None:
        """The setting counts at once, and so does its end; a change of another setting builds nothing."""
        with override_settings(FRISIAN_PIPELINE={"PIPELINE": "frisian_pipeline.lean_writes"}):
            lean = pipeline()
            assert Report(exact) not in tuple(lean)
            with override_settings(USE_TZ=False):
                assert pipeline() is lean
        assert Report(exact) in tuple(pipeline())

    @pytest.mark.parametrize(
        ("name", "counter"),
        [
            pytest.param("auto", exact, id="auto"),
            pytest.param("estimate", estimate, id="estimate"),
            pytest.param("chars/4", quarter, id="chars/4"),
            pytest.param("o200k_base", Vocabulary(("o200k_base",)), id="o200k_base"),
        ],
    )
    def test_counter(self, name: str, counter: Counter) -> None:
        """The counter of the settings reaches the pipeline."""
        with override_settings(FRISIAN_PIPELINE={"TOKEN_COUNTER": name}):
            assert Report(counter) in tuple(pipeline())

    @pytest.mark.parametrize("path", ["tests.project.hosts.remarking", "tests.project.hosts.Unsaid"])
    def test_one_that_takes_no_counter(self, path: str) -> None:
        """A host's function that takes no counter, or does not say what it takes, is given none."""
        with override_settings(FRISIAN_PIPELINE={"PIPELINE": path, "TOKEN_COUNTER": "chars/4"}):
            assert Report() in tuple(pipeline())


class TestAlarm:
    """The alarm over the baseline of the settings."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> str:
        """A baseline of answers, by the estimator."""
        Baseline("estimate", "calls", {"devices": 10.0}).write(tmp_path / "baseline.json")
        return str(tmp_path / "baseline.json")

    def watches(self, **raw: str) -> set[Any]:
        """Who watches the pipelines of a host with these settings: REST's, and those of another store."""
        with override_settings(FRISIAN_PIPELINE=raw):
            rows = pipeline(), pipeline(RestStore())
            return {stage.watch for row in rows for stage in row if isinstance(stage, Report)}

    def test_there_is_one(self, path: str) -> None:
        """All pipelines of a process share one alarm."""
        (watch,) = self.watches(BASELINE=path, TOKEN_COUNTER="estimate")
        assert isinstance(watch, Alarm)

    def test_there_is_none(self, path: str) -> None:
        """Without a baseline, or with one that does not compare, nobody watches and answers go out."""
        assert self.watches() == {None}
        assert self.watches(BASELINE=path, TOKEN_COUNTER="o200k_base") == {None}
        assert self.watches(BASELINE=path + ".nope", TOKEN_COUNTER="estimate") == {None}

    def test_it_warns(self, path: str, caplog: pytest.LogCaptureFixture) -> None:
        """A tool whose answers have grown is warned of, once."""
        with override_settings(FRISIAN_PIPELINE={"BASELINE": path, "TOKEN_COUNTER": "estimate"}):
            for _ in range(2 * LEAST):
                answer(pipeline(), Exchange.begin(Call("devices"), ["a value of some length"] * 10))
        assert [record.getMessage() for record in caplog.records if record.levelno == WARNING] == [
            "devices costs 62.0 tokens on average, where its baseline is 10.0"
        ]
