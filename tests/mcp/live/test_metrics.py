"""Metrics of calls: as many series as there are tools, whatever callers send."""

from typing import Any

from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from frisian_pipeline.stages.report import FORMATS
from tests.mcp.discovery.hosts import registered
from tests.mcp.live.agents import LEGACY, Agent
from tests.project.views import TagViewSet


def series(reader: InMemoryMetricReader) -> list[dict[str, Any]]:
    """The attributes of every series."""
    data = reader.get_metrics_data()
    assert data is not None
    found = data.resource_metrics[0].scope_metrics[0].metrics
    return [dict(point.attributes or {}) for metric in found for point in metric.data.data_points]


class TestMetrics:
    def test_names_are_the_published_ones(self, serve: Any, reader: InMemoryMetricReader) -> None:
        """Names that are spelt otherwise are counted as the tool's own, and unknown names and formats as no others."""
        agent = Agent(serve(registered(TagViewSet)), LEGACY)
        published = agent.tools()
        (name,) = (name for name in published if name.endswith("_list"))
        for number, spelling in enumerate([name, name.replace("_", "."), name.replace("_", "-")]):
            agent.ask("tools/call", name=spelling, arguments={"format": f"format{number}"})
            agent.ask("tools/call", name=f"{name}{number}", arguments={})
            agent.ask("tools/call", name=spelling, arguments={"nonsense": number})
            agent.ask("tools/call", name=spelling, arguments={})
        found = series(reader)
        assert {one["tool_name"] for one in found} == {name}
        assert {one["format"] for one in found if "format" in one} <= {*FORMATS, "other"}
