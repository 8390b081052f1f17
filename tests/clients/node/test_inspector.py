"""What the MCP Inspector's command line gets from the endpoint, in both eras."""

import json
import subprocess

import pytest

from tests.clients.expected import ABOUT, PROMPTS, RESOURCES, TEMPLATES, TOOLS
from tests.clients.node.tools import modules, run_node

INSPECTOR = "@modelcontextprotocol/inspector/clients/launcher/build/index.js"
IS_ERROR = 5


@pytest.fixture(params=["legacy", "modern"])
def era(request: pytest.FixtureRequest) -> str:
    """Name an era."""
    return str(request.param)


def inspect(url: str, era: str, method: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Send one request."""
    given = ("--transport", "http", "--protocol-era", era, "--method", method, *options)
    return run_node(modules() / INSPECTOR, "--cli", url, *given)


class TestInspector:
    """What a developer sees who looks at the endpoint."""

    def test_finds_the_tools(self, url: str, era: str) -> None:
        """The tools are listed, and the Inspector sees no error in their schemas."""
        done = inspect(url, era, "tools/list", "--strict")
        assert done.returncode == 0, done.stderr
        assert [tool["name"] for tool in json.loads(done.stdout)["tools"]] == TOOLS

    def test_calls(self, url: str, era: str) -> None:
        """A call answers what the view answered."""
        done = inspect(url, era, "tools/call", "--tool-name", "about_get")
        (block,) = json.loads(done.stdout)["content"]
        assert json.loads(block["text"]) == ABOUT

    def test_sees_an_error(self, url: str, era: str) -> None:
        """A call that REST refuses is an error to the Inspector."""
        done = inspect(url, era, "tools/call", "--tool-name", "sites_retrieve", "--tool-arg", "slug=nowhere")
        assert done.returncode == IS_ERROR
        assert json.loads(done.stdout)["isError"]

    @pytest.mark.parametrize(
        ("method", "key", "expected"),
        [
            pytest.param("resources/list", "uri", RESOURCES, id="resources"),
            pytest.param("resources/templates/list", "uriTemplate", TEMPLATES, id="templates"),
            pytest.param("prompts/list", "name", PROMPTS, id="prompts"),
        ],
    )
    def test_lists_the_rest(self, url: str, era: str, method: str, key: str, expected: list[str]) -> None:
        """The resources, the templates and the prompts are listed."""
        (listing,) = (one for one in json.loads(inspect(url, era, method).stdout).values() if isinstance(one, list))
        assert [one[key] for one in listing] == expected
