"""Tools made of the host's endpoints; one that fails costs no other its tool."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from frisian_pipeline.mcp.discovery.describe import sentence
from frisian_pipeline.mcp.discovery.document import Document
from frisian_pipeline.mcp.discovery.endpoints import Endpoint, enumerate_endpoints
from frisian_pipeline.mcp.discovery.engine import Engine, describe_one
from frisian_pipeline.mcp.discovery.flat import slots
from frisian_pipeline.mcp.discovery.names import legal, name_all, plain, root_of, subject, word
from frisian_pipeline.mcp.discovery.options import Options
from frisian_pipeline.mcp.discovery.tools import Naming, Tool, make
from frisian_pipeline.telemetry import safe_log


class Tools(Struct, frozen=True):
    """
    All tools of a host, sorted by name.

    Attributes:
        by_name: The tools by their published names.
        by_plain_name: The same by the names that they have whatever stands between the parts of a name.
    """

    by_name: dict[str, Tool]
    by_plain_name: dict[str, Tool]

    def __iter__(self) -> Any:
        return iter(self.by_name.values())

    def __len__(self) -> int:
        return len(self.by_name)

    def find(self, name: str) -> Tool | None:
        """The tool of this name, whatever stands between its parts; None where there is none."""
        return self.by_name.get(name) or self.by_plain_name.get(plain(name))


class Plan(Struct, frozen=True):
    """
    What becomes a tool.

    Attributes:
        options: What the host says about it.
        root: The path under which resources are named.
        wanted: The endpoints by the names of their tools.
        spelt: The same names with dots between their parts: resource, dot, action.
    """

    options: Options
    root: tuple[str, ...]
    wanted: dict[str, Endpoint]
    spelt: dict[str, str]


def plan_all(options: Options, urlconf: Any = None) -> Plan:
    """Find and name what becomes a tool, of the host's root URL configuration by default."""
    endpoints = enumerate_endpoints(urlconf)
    root = root_of(endpoints, options.api_root)
    dotted = {name: one for one, name in name_all(endpoints, root, ".").items()}
    spelt = {name.replace(".", options.separator): name for name in dotted}
    wanted = {name: dotted[spelt[name]] for name in spelt if options.admit(name, dotted[spelt[name]].route)}
    return Plan(options, root, wanted, spelt)


def arranged(made: dict[str, Tool]) -> Tools:
    """Tools by their names."""
    by_name = {name: made[name] for name in sorted(made)}
    return Tools(by_name, {plain(name): tool for name, tool in by_name.items()})


def make_some(plan: Plan, names: Iterable[str]) -> tuple[dict[str, Tool], frozenset[str]]:
    """Discover the tools of these names, as far as there are any; and the names of those whose discovery failed."""
    engine, made, failed = Engine(), dict[str, Tool](), set[str]()
    for name in sorted(names):
        tool, fails = attempt(engine, name, plan)
        made |= {name: tool} if tool else {}
        failed |= {name} if fails else set()
    return made, frozenset(failed)


def attempt(engine: Engine, name: str, plan: Plan) -> tuple[Tool | None, bool]:
    """Discover one tool, and tell whether that failed; one that fails is left out, so that the others are there."""
    endpoint = plan.wanted[name]
    try:
        return make_one(endpoint, describe_one(engine, endpoint), name, plan)
    except Exception as error:  # noqa: BLE001  the view is the host's code
        where = f"{endpoint.method} {endpoint.route} ({endpoint.view.__module__}.{endpoint.view.__qualname__})"
        safe_log.error("%s is no tool: %s", where, type(error).__name__)
        return None, True


def make_one(endpoint: Endpoint, document: Document | None, name: str, plan: Plan) -> tuple[Tool | None, bool]:
    """Make one tool of what is known about its endpoint; none where the host's ``@extend_schema`` excludes it."""
    if document is None:
        return None, False
    ours = slots(endpoint, plan.options)
    resource, _, action = plan.spelt[name].rpartition(".")
    said = sentence(word(endpoint), legal("_".join(subject(endpoint, plan.root)) or "root"))
    return make(Naming(name, resource, action, said), endpoint, document, ours), document.failed
