"""When discovery happens."""

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

from frisian_pipeline.mcp.discovery import Options, Tools, registry, reset, tools
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

    def count(options: Options) -> Tools:
        calls.append(options)
        return make_all(options)

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

        def fail(options: Options) -> Tools:
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


def list_with_broken() -> Tools:
    """The tools of a host with a view that cannot be asked."""

    def fail(self: Any) -> None:
        raise RuntimeError("the payload is 4711")

    broken = heir(HealthView, get_parsers=fail)
    with override_settings(
        ROOT_URLCONF=host(path("broken/<pk>/", broken.as_view()), path("fine/", HealthView.as_view()))
    ):
        return tools()
