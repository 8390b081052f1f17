"""When discovery happens."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.test import override_settings
from django.urls import path
from django.utils import translation
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from frisian_pipeline.mcp.discovery import Options, Tools, making, registry, reset, tools
from frisian_pipeline.mcp.discovery.tools import make
from frisian_pipeline.mcp.server.listing import Surfaces
from frisian_pipeline.mcp.tiers import Tier
from tests.mcp.discovery.hosts import HealthView, field, heir, host, urlpatterns


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Begin and end with nothing discovered."""
    reset()
    yield
    reset()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Options]:
    """The options of every discovery that happens."""
    calls: list[Options] = []
    make_all = registry.make_all

    def count(options: Options, urlconf: Any) -> registry.Found:
        calls.append(options)
        return make_all(options, urlconf)

    monkeypatch.setattr(registry, "make_all", count)
    return calls


class TestRegistry:
    def test_tools_are_discovered_once(self, counted: list[Options]) -> None:
        """Whoever asks again gets the same tools."""
        assert tools() is tools()
        assert len(counted) == 1

    def test_concurrent_first_calls_all_see_all_tools(self, counted: list[Options]) -> None:
        """Of eight callers that ask first at once, one discovers and all get everything."""
        barrier = Barrier(8)

        def ask(_: int) -> Tools:
            barrier.wait()
            return tools()

        with override_settings(ROOT_URLCONF=host(*urlpatterns)), ThreadPoolExecutor(8) as pool:
            found = list(pool.map(ask, range(8)))
        assert len(counted) == 1
        assert all(one is found[0] for one in found)
        assert len(found[0]) == 31

    def test_a_discovery_that_failed_is_tried_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An error is the caller's who met it; the next one discovers."""

        def fail(options: Options, urlconf: Any) -> Tools:
            raise OSError("not ready")

        with monkeypatch.context() as patch:
            patch.setattr(registry, "make_all", fail)
            with pytest.raises(OSError, match="not ready"):
                tools()
        assert len(tools()) > 0

    def test_a_reset_forgets(self, counted: list[Options]) -> None:
        """After a reset the next caller discovers anew."""
        first = tools()
        reset()
        assert tools() is not first
        assert len(counted) == 2

    def test_other_settings_are_no_reason(self, counted: list[Options]) -> None:
        """Only settings that tools are made of make them be discovered anew."""
        first = tools()
        with override_settings(ROOT_URLCONF=host(path("only/", HealthView.as_view()))):
            assert [tool.name for tool in tools()] == ["only_delete", "only_get"]
        again = tools()
        with override_settings(DEBUG=True):
            assert tools() is again
        assert again is not first

    def test_each_set_of_options_has_its_own_tools(self) -> None:
        """Two mounts with different options do not share their tools."""
        assert len(tools(Options(allow=("devices_*",)))) < len(tools())

    def test_the_first_callers_language_does_not_count(self) -> None:
        """Descriptions are in the host's language, whoever asks first."""
        with translation.override("fr"):
            assert field(serializers.CharField(help_text=gettext_lazy("Password")))["description"] == "Password"

    def test_one_view_that_cannot_be_described_costs_no_other_its_tool(self, caplog: pytest.LogCaptureFixture) -> None:
        """A view that fails when it is asked is an open tool, and the log says so without its message."""
        found = list_with_broken()
        tool = found.find("broken_delete")
        assert tool is not None
        assert tool.loose
        assert tool.input_schema == {
            "type": "object",
            "properties": {"pk": {"type": "string"}, "verify": {"type": "boolean"}},
            "required": ["pk"],
        }
        assert found.find("fine_get") is not None
        assert "No schema for DELETE /broken/{pk}/: RuntimeError" in caplog.text
        assert "4711" not in caplog.text


class Broken:
    """A view's parsers, as long as they cannot be named."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.asked, self.breaks = 1000.0, 0, True
        monkeypatch.setattr(time, "monotonic", lambda: self.now)

    def get_parsers(self) -> Any:
        self.asked += 1
        if self.breaks:
            raise OSError("not ready")
        return []

    def patterns(self) -> Any:
        """A host with one view that breaks and one that does not."""
        views = heir(HealthView, get_parsers=lambda _: self.get_parsers()), HealthView
        return host(*(path(f"{name}/", view.as_view()) for name, view in zip(("broken", "fine"), views, strict=True)))


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Broken:
    """A view that cannot be described yet."""
    return Broken(monkeypatch)


class TestRetries:
    def test_a_view_that_failed_once_is_described_for_the_next_request(self, broken: Broken, settings: Any) -> None:
        """What failed is tried again when tools are asked for again; all that succeeded is kept."""
        settings.ROOT_URLCONF = broken.patterns()
        first, listing = tools(), Surfaces()
        listed = listing(first, Tier.ADMIN)
        broken.breaks = False
        second = tools()
        assert [one.name for one in second] == [one.name for one in first]
        assert second.by_name["fine_delete"] is first.by_name["fine_delete"]
        assert [one.by_name["broken_delete"].media_types for one in (first, second)] == [("application/json",), ()]
        assert (listing(second, Tier.ADMIN) is listed, tools() is second) == (False, True)

    def test_a_tool_that_was_left_out_comes_in(
        self, broken: Broken, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A tool that could not be made is made as soon as it can be, and stands in its place."""
        broken.breaks = False
        settings.ROOT_URLCONF = broken.patterns()
        with monkeypatch.context() as patch:
            patch.setattr(
                making, "make", lambda name, *rest, **more: {"fine": make}[name.name[:4]](name, *rest, **more)
            )
            assert [one.name for one in tools()] == ["fine_delete", "fine_get"]
        assert [one.name for one in tools()] == ["broken_delete", "broken_get", "fine_delete", "fine_get"]
        assert tools().find("broken.get") is not None

    def test_what_turns_out_to_be_excluded_goes(
        self, broken: Broken, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An open tool, made for want of a description, is none when the host is found to exclude it."""
        settings.ROOT_URLCONF = broken.patterns()
        assert len(tools()) == 4
        monkeypatch.setattr(making, "describe_one", lambda engine, endpoint: None)
        assert [one.name for one in tools()] == ["fine_delete", "fine_get"]

    def test_what_goes_on_failing_is_tried_ever_more_rarely(self, broken: Broken, settings: Any) -> None:
        """A view that never can be described costs warm listings nothing, and their bytes stay."""
        settings.ROOT_URLCONF = broken.patterns()
        first = tools()
        tried: list[float] = []
        for second in range(4000):
            broken.now, before = 1000.0 + second, broken.asked
            assert tools() is first
            if broken.asked > before:
                tried.append(second)
        assert tried == [0, 2, 6, 14, 30, 62, 126, 254, 510, 1022, 1622, 2222, 2822, 3422]

    def test_nobody_tries_again_what_someone_else_has_tried(
        self, broken: Broken, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A caller that comes to its try when the tools are already others leaves them alone."""
        settings.ROOT_URLCONF = broken.patterns()
        first = tools()
        monkeypatch.setattr(time, "monotonic", lambda: reset() or 2000.0)  # type: ignore[func-returns-value]
        asked = broken.asked
        assert tools() is first
        assert broken.asked == asked

    def test_nobody_waits_for_a_second_try(self, broken: Broken, settings: Any) -> None:
        """While one caller tries again, the others have what is there."""
        settings.ROOT_URLCONF = broken.patterns()
        first, found = tools(), []
        with ThreadPoolExecutor(1) as pool:
            broken.get_parsers = lambda: found.append(pool.submit(tools).result(10))  # type: ignore[method-assign]
            tools()
        assert found[0] is first


def list_with_broken() -> Tools:
    """The tools of a host with a view that cannot be asked."""

    def fail(self: Any) -> None:
        raise RuntimeError("the payload is 4711")

    broken = heir(HealthView, get_parsers=fail)
    with override_settings(
        ROOT_URLCONF=host(path("broken/<pk>/", broken.as_view()), path("fine/", HealthView.as_view()))
    ):
        return tools()
