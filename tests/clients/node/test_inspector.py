"""What the MCP Inspector's command line gets from the endpoint, in both eras."""

import json
import subprocess

import pytest

from tests.clients.expected import ABOUT, TEMPLATE, TOOLS
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
        ("method", "expected"),
        [
            pytest.param("resources/list", {"resources": []}, id="resources"),
            pytest.param("prompts/list", {"prompts": []}, id="prompts"),
        ],
    )
    def test_lists_the_rest(self, url: str, era: str, method: str, expected: object) -> None:
        """What there is none of is an empty list."""
        assert json.loads(inspect(url, era, method).stdout) == expected

    def test_lists_the_templates(self, url: str, era: str) -> None:
        """The template says how a token is read as a resource."""
        templates = json.loads(inspect(url, era, "resources/templates/list").stdout)["resourceTemplates"]
        assert [template["uriTemplate"] for template in templates] == [TEMPLATE]
