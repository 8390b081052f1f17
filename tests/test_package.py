"""The package as a whole: what importing it loads, what it offers, and who may import whom."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CONTRACTS = [contract["id"] for contract in PROJECT["tool"]["importlinter"]["contracts"]]

PUBLIC = {
    "frisian_pipeline": (
        "Call Exchange Identity Operation Disclosure Stage Pipeline When PipelineError StageOrderError StageError "
        "StoreError TokenError lean_writes agent_answers"
    ),
    "frisian_pipeline.stages": "Classify Identify Weigh Disclose Cache Confirm Prune Encode Report",
    "frisian_pipeline.stores": "Store MemoryStore",
    "frisian_pipeline.formats": "Format Json",
    "frisian_pipeline.drf": "AgentRenderer encode_unknown",
    "frisian_pipeline.testing": "check_stage check_pipeline check_store",
}

BREACHES = [
    pytest.param("layers", "errors", "frisian_pipeline.exchange", id="errors-import-nothing-of-ours"),
    pytest.param("layers", "exchange", "frisian_pipeline.pipeline", id="exchange-stands-below-pipeline"),
    pytest.param("layers", "exchange", "frisian_pipeline", id="nothing-imports-the-top"),
    pytest.param("layers", "tokens", "frisian_pipeline.masks", id="tokens-stand-beside-masks"),
    pytest.param("layers", "stores/memory", "frisian_pipeline.formats", id="stores-stand-beside-formats"),
    pytest.param("layers", "masks", "frisian_pipeline.stages", id="masks-stand-below-stages"),
    pytest.param("layers", "stages/weigh", "frisian_pipeline.presets", id="stages-stand-below-presets"),
    pytest.param("layers", "presets", "frisian_pipeline.edge", id="presets-stand-beside-edge"),
    pytest.param("layers", "edge", "frisian_pipeline.testing", id="the-core-does-not-test-itself"),
    pytest.param("layers", "testing", "frisian_pipeline.conf", id="the-kit-knows-no-settings"),
    pytest.param("layers", "conf", "frisian_pipeline.drf", id="conf-stands-below-drf"),
    pytest.param("layers", "drf", "frisian_pipeline.checks", id="drf-stands-below-the-app"),
    pytest.param("layers", "mcp", "frisian_pipeline.checks", id="mcp-does-not-import-the-app"),
    pytest.param("layers", "attic", "frisian_pipeline.errors", id="a-new-room-has-a-layer"),
    pytest.param("beside", "conf", "frisian_pipeline.testing", id="conf-does-not-import-the-kit"),
    pytest.param("beside", "drf", "frisian_pipeline.testing", id="drf-does-not-import-the-kit"),
    pytest.param("beside", "checks", "frisian_pipeline.mcp", id="the-app-does-not-import-mcp"),
    pytest.param("stages", "stages/weigh", "frisian_pipeline.stages.classify", id="stages-do-not-meet"),
    pytest.param("stages", "stages/weigh", "frisian_pipeline.stages", id="not-even-through-their-package"),
    pytest.param("django", "masks", "django.conf", id="the-core-knows-no-django"),
    pytest.param("django", "testing", "django.test", id="the-kit-knows-no-django"),
    pytest.param("django", "stages/weigh", "rest_framework.utils.encoders", id="the-core-knows-no-drf"),
    pytest.param("hypothesis", "drf", "hypothesis", id="drf-draws-no-examples"),
]


def file_of(room: Path) -> Path:
    """The file that a room's code begins in."""
    return room / "__init__.py" if room.is_dir() else room.with_suffix(".py")


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The top-level modules that a process without Django settings has after the import."""
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    program = "import frisian_pipeline, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package that a test may spoil, where import-linter finds it; with a room for MCP in any case."""
    copy = shutil.copytree(ROOT / "src" / "frisian_pipeline", tmp_path / "frisian_pipeline")
    file_of(copy / "mcp").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "frisian_pipeline")
    # It would switch off every logger of this process.
    monkeypatch.setattr("logging.config.dictConfig", lambda config: None)
    return copy


def breaks(*contracts: str) -> bool:
    """Check the package that is first on the path against these contracts."""
    return bool(lint_imports(str(ROOT / "pyproject.toml"), contracts, no_cache=True, no_logo=True))


class TestImport:
    """What ``import frisian_pipeline`` costs a process."""

    def test_is_seen(self, loaded: set[str]) -> None:
        """The probe sees what the import loads."""
        assert {"frisian_pipeline", "msgspec"} <= loaded

    @pytest.mark.parametrize("name", ["django", "rest_framework"])
    def test_loads_no_django(self, loaded: set[str], name: str) -> None:
        """Without settings the core is imported, and neither Django nor DRF with it."""
        assert name not in loaded

    @pytest.mark.parametrize("name", ["asyncio", "hypothesis", "opentelemetry", "structlog"])
    def test_loads_nothing_slow(self, loaded: set[str], name: str) -> None:
        """What takes long to import waits until it is used."""
        assert name not in loaded


class TestPublicNames:
    """What users import."""

    @pytest.mark.parametrize(("package", "names"), PUBLIC.items(), ids=PUBLIC)
    def test_are_offered(self, package: str, names: str) -> None:
        """Each promised name is in its package and in its ``__all__``."""
        module = importlib.import_module(package)
        assert set(names.split()) <= set(module.__all__) <= set(dir(module))

    def test_count_tokens(self) -> None:
        """The default counter is a function of a text."""
        estimate = importlib.import_module("frisian_pipeline.tokens").estimate
        assert estimate("") == 0 < estimate("a few words")

    @pytest.mark.parametrize("package", PUBLIC)
    def test_are_all_that_is_exported(self, package: str) -> None:
        """A package offers just what its ``__init__`` re-exports."""
        module = importlib.import_module(package)
        lines = ast.parse(Path(str(module.__file__)).read_text()).body
        imports = (line for line in lines if isinstance(line, ast.ImportFrom))
        assert sorted(module.__all__) == sorted(alias.name for line in imports for alias in line.names)


class TestImportRules:
    """The contracts of the rooms, and that each of them can fail."""

    def test_hold(self, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """The package as it is keeps every contract."""
        assert not breaks(*CONTRACTS)
        assert f"{len(CONTRACTS)} kept, 0 broken" in capsys.readouterr().out

    @pytest.mark.parametrize(("contract", "room", "forbidden"), BREACHES)
    def test_fail_when_broken(
        self, tree: Path, capsys: pytest.CaptureFixture[str], contract: str, room: str, forbidden: str
    ) -> None:
        """One forbidden import breaks its contract."""
        with file_of(tree / room).open("a") as module:
            module.write(f"\nimport {forbidden}\n")
        assert breaks(contract)
        assert "0 kept, 1 broken" in capsys.readouterr().out

    def test_are_each_broken_once(self) -> None:
        """No contract is without a breach that shows it at work."""
        assert {breach.values[0] for breach in BREACHES} == set(CONTRACTS)
