"""What README shows is run: its Python blocks in order, its two commands in CI; its JSON and its tables are read."""

import ast
import importlib
import json
import logging
import re
import sys
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from logging.config import dictConfig
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from django.urls import include, path
from pytest_django import Settings
from rest_framework.routers import SimpleRouter

from frisian_pipeline import Call, Exchange, checks, conf
from frisian_pipeline.mcp.handwritten import PROMPTS, RESOURCES, TOOLS
from frisian_pipeline.mcp.server.options import host_tools
from frisian_pipeline.stages import Report

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
EXAMPLES = [(text, below) for (language, text), (_, below) in pairwise([*BLOCKS, ("", "")]) if language == "python"]
COMMANDS = [text.strip() for language, text in BLOCKS if language == "sh" and "nox" in text]
DATA = [text.strip() for language, text in BLOCKS if language == "json"]
ROWS = re.findall(r"^\| `([A-Z_]+)` \| `(.*?)` \|", README, re.MULTILINE)
STORE_KEYS = {field.encode_name for field in msgspec.structs.fields(conf.StoreSettings)}
PATHS = sorted(set(re.findall(r"\bfrisian_pipeline(?:\.\w+)+\b", README)))


@pytest.fixture(autouse=True)
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what README writes by hand."""
    for registry in (TOOLS, RESOURCES, PROMPTS):
        monkeypatch.setattr(registry, "known", {})


def run(text: str, namespace: dict[str, Any]) -> str:
    """Run a block and return what it prints."""
    with redirect_stdout(StringIO()) as output:
        exec(compile(text, "README.md", "exec"), namespace)
    return output.getvalue()


def run_all(settings: Settings) -> dict[str, Any]:
    """Run every example, check what it prints and whether the settings it names are legal; returns what it defined."""
    namespace: dict[str, Any] = {"__name__": "readme"}
    for text, below in EXAMPLES:
        assert run(text, namespace) == (below if "print(" in text else "")
        settings.FRISIAN_PIPELINE = namespace["FRISIAN_PIPELINE"]
        assert checks.check_settings() == []
    return namespace


def resolve(dotted: str) -> Any:
    """Import a dotted path: a module, or a name in one."""
    try:
        return importlib.import_module(dotted)
    except ModuleNotFoundError:
        module, _, name = dotted.rpartition(".")
        return getattr(importlib.import_module(module), name)


class TestReadme:
    """README tells the truth."""

    def test_blocks_run(self, settings: Settings) -> None:
        """Each Python block runs after those above it and prints what the block below shows; the settings are legal."""
        assert {"DeviceViewSet", "REST_FRAMEWORK", "urlpatterns"} <= run_all(settings).keys()

    def test_its_logging_prints_what_an_event_says(
        self, settings: Settings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """An event is a line of JSON, with all that it tells."""
        log, configured = logging.getLogger("frisian_pipeline"), run_all(settings)["LOGGING"]
        handlers, level = list(log.handlers), log.level
        dictConfig(configured)
        try:
            Report(len)(Exchange.begin(Call("devices_list"), [1]).replace(content=b"[1]"))
        finally:
            log.handlers[:] = handlers
            log.setLevel(level)
        said = json.loads(capsys.readouterr().err)
        assert {name: said[name] for name in ("event", "tool", "answer_tokens")} == {
            "event": "answered",
            "tool": "devices_list",
            "answer_tokens": 3,
        }

    def test_its_views_are_the_tools_that_it_says(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        """The views of the quick start become tools but for what they leave out, and take what they say."""
        namespace, router = run_all(settings), SimpleRouter()
        router.register("devices", namespace["DeviceViewSet"], "device")
        router.register("audits", namespace["AuditViewSet"], "audit")
        urls = ModuleType("readme_urls")
        urls.urlpatterns = [path("api/", include(router.urls))]  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, urls.__name__, urls)
        settings.ROOT_URLCONF, settings.FRISIAN_PIPELINE = urls.__name__, {}
        made = {tool.name: set(tool.input_schema["properties"]) for tool in host_tools()}
        actions = ("archive", "create", "list", "partial_update", "retrieve", "update")
        assert set(made) == {f"devices_{action}" for action in actions}
        assert made["devices_create"] == {"name", "serial", "comments", "items", "verify"}

    def test_what_it_writes_by_hand_is_there(self, settings: Settings) -> None:
        """Each decorator registers what it decorates, and what can be called without a database says what it should."""
        namespace = run_all(settings)
        assert (set(TOOLS.known), set(RESOURCES.known), set(PROMPTS.known)) == (
            {"orders", "draw_rack", "ledger"},
            {"manual://{device_type}{?lang}"},
            {"plan_move"},
        )
        assert list(TOOLS.known["orders"].actions) == ["list", "cancel"]
        assert TOOLS.known["ledger"].actions["ledger"].heavy
        assert RESOURCES.known["manual://{device_type}{?lang}"].template.match("manual://r%20640?lang=fy") == {
            "device_type": "r 640",
            "lang": "fy",
        }
        assert namespace["plan_move"]({"site": "Sneek"}, None) == "Plan the move of all devices to Sneek."

    @pytest.mark.parametrize("text", DATA, ids=range(len(DATA)))
    def test_json_is_json(self, text: str) -> None:
        """Each line of a JSON block is JSON, for a client's configuration can be copied."""
        assert all(isinstance(json.loads(line), (dict, list)) for line in text.splitlines())

    def test_every_setting_is_told(self) -> None:
        """The tables have each key once, in all and with its default."""
        told = {name: ast.literal_eval(default) for name, default in ROWS}
        store = {name: told.pop(name) for name in STORE_KEYS}
        assert len(told) + len(store) == len(ROWS)
        assert set(told) == {field.encode_name for field in msgspec.structs.fields(conf.Settings)}
        assert msgspec.convert({**told, "STORE": store}, conf.Settings) == conf.Settings()

    @pytest.mark.parametrize("dotted", PATHS)
    def test_paths_exist(self, dotted: str) -> None:
        """Every dotted path names a module or something in one."""
        assert resolve(dotted) is not None

    def test_one_line_is_enough(self) -> None:
        """Setting up and running takes one line, for the demo and for the tests."""
        line = "python3 -m pip install -q nox && python3 -m nox -s"
        assert [f"{line} demo", f"{line} tests"] == COMMANDS

    @pytest.mark.parametrize("command", COMMANDS)
    def test_commands_run_in_ci(self, command: str) -> None:
        """CI runs the very lines that README gives."""
        assert f"\n({command})\n" in (ROOT / ".ci" / "run").read_text()
