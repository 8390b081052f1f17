"""A host with two databases, each with ATOMIC_REQUESTS: what fails in one call stays in that call."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.db.transaction import non_atomic_requests
from django.test import Client
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp.view import McpView
from tests.mcp.discovery.hosts import host
from tests.mcp.live.agents import OPEN
from tests.project.models import Site

TABLES = (
    "CREATE TABLE parent (id integer PRIMARY KEY)",
    "CREATE TABLE child (parent integer REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)",
    "INSERT INTO parent VALUES (1)",
)

atomic: list[tuple[int, int]] = []


class FamilyView(APIView):
    """Writes into both databases; a child without a parent is found out when the second one commits."""

    def post(self, request: Request) -> Response:
        parent: Any = request.data
        second = connections["second"]
        atomic.append((len(connections["default"].savepoint_ids), len(second.savepoint_ids)))
        Site.objects.create(slug=f"s{parent['parent']}", name="S")
        second.cursor().execute("INSERT INTO child VALUES (%s)", [parent["parent"]])
        return Response({"id": parent["parent"]}, status=201)


@pytest.fixture(autouse=True)
def second(tmp_path: Path, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Another database, which the host came to know after its URLs."""
    atomic.clear()
    monkeypatch.setitem(connections.settings["default"], "ATOMIC_REQUESTS", True)  # noqa: FBT003
    made = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(tmp_path / "second"), "ATOMIC_REQUESTS": True}
    known = connections.configure_settings({"default": {}, "second": made})
    connections.settings["second"] = known["second"]
    # Django lets a test use what it knew of when the test began, and what is connected already.
    connections["second"].connect()
    with connections["second"].cursor() as cursor:
        for table in TABLES:
            cursor.execute(table)
    yield connections["second"]
    connections["second"].close()
    del connections["second"], connections.settings["second"]


def rows(connection: Any) -> int:
    """How many children there are."""
    with connection.cursor() as cursor:
        return int(cursor.execute("SELECT count(*) FROM child").fetchone()[0])


def call(parent: int) -> dict[str, Any]:
    """A message that writes."""
    arguments = {"name": "family_post", "arguments": {"parent": parent}}
    return {"jsonrpc": "2.0", "id": parent, "method": "tools/call", "params": arguments}


class OwnView(McpView):
    """Has an ``as_view`` of its own."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        return csrf_exempt(super().as_view(**initkwargs))


MOUNTS: dict[str, Callable[[], Any]] = {
    "our URLs": lambda: path("", include("frisian_pipeline.mcp.urls")),
    "a mount": lambda: path("mcp", McpView.as_view()),
    "a subclass": lambda: path("mcp", OwnView.as_view()),
    "a mount that Django's own decorator is on": lambda: path("mcp", non_atomic_requests(McpView.as_view())),
}


@pytest.fixture(params=MOUNTS)
def send(request: Any, settings: Any) -> Callable[[Any], Any]:
    """Send a body to each kind of endpoint."""
    settings.FRISIAN_PIPELINE = OPEN
    settings.ROOT_URLCONF = host(path("family/", FamilyView.as_view()), MOUNTS[request.param]())
    client = Client(raise_request_exception=False)
    return lambda body: client.post("/mcp", json.dumps(body), content_type="application/json")


class TestTwoDatabases:
    def test_the_endpoint_opens_no_transaction(self, send: Any, second: Any) -> None:
        """A call has the transactions of a request, not savepoints of the endpoint's."""
        assert "error" not in send(call(1)).json()
        # A savepoint is a transaction's that was open before; the outermost has none.
        assert atomic == [(0, 0)]
        assert rows(second) == 1

    def test_a_commit_that_fails(self, send: Any, second: Any) -> None:
        """It is the call's error, in JSON-RPC, with REST's status."""
        response = send(call(9))
        assert response.status_code == 200
        result = response.json()["result"]
        assert result["isError"]
        assert json.loads(result["content"][0]["text"])["status_code"] == 500
        assert rows(second) == 0
        assert (
            Client(raise_request_exception=False)
            .post("/family/", {"parent": 9}, content_type="application/json")
            .status_code
            == 500
        )

    def test_in_a_batch(self, send: Any, second: Any) -> None:
        """What fails in one member undoes no other."""
        replies = send([call(1), call(9)]).json()
        assert [reply["result"].get("isError", False) for reply in replies] == [False, True]
        assert rows(second) == 1
