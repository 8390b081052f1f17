"""What an agent's call leaves in the database: what the REST request would have left."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections, transaction
from django.urls import path
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from frisian_pipeline import Exchange, Pipeline, agent_answers
from frisian_pipeline.formats import Json
from frisian_pipeline.stages import Encode
from frisian_pipeline.stores import Store
from tests.mcp.discovery.hosts import heir
from tests.mcp.invocation.test_transactions import WritingView
from tests.mcp.live.agents import OPEN, Agent
from tests.project.models import Site

Make = Callable[..., Agent]

in_transaction: list[bool] = []


def watching(store: Store, *, json: Json) -> Pipeline:
    """Notes whether a transaction is open while an answer is shaped."""

    def watch(exchange: Exchange, /) -> Exchange:
        in_transaction.append(transaction.get_connection().in_atomic_block)
        return exchange

    return agent_answers(store, json=json).before(Encode, watch)


class ConfirmedView(WritingView):
    """Says what it wrote."""

    def post(self, request: Request) -> Response:
        return Response({"id": 1, "name": "A"}, status=super().post(request).status_code)


@pytest.fixture(autouse=True)
def atomic(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host with ATOMIC_REQUESTS."""
    monkeypatch.setitem(connections.settings["default"], "ATOMIC_REQUESTS", True)  # noqa: FBT003


class TestAtomicRequests:
    @pytest.mark.parametrize(
        ("error", "status"),
        [
            pytest.param(ValidationError("no"), 400, id="an error that DRF answers"),
            pytest.param(ValueError("swordfish"), 500, id="an error that nobody answers"),
        ],
    )
    def test_a_view_that_writes_and_raises(self, agent: Make, error: Exception, status: int) -> None:
        """It leaves nothing behind, and its words stay where they are."""
        both = agent(path("write/", heir(ConfirmedView, error=error).as_view()))
        called = both.call("write_post")
        assert (called.status, called.is_error) == (status, True)
        assert "swordfish" not in str(called.data)
        assert not Site.objects.exists()
        assert both.rest("POST", "/write/").status == status
        assert not Site.objects.exists()

    def test_a_view_that_writes(self, agent: Make, settings: Any) -> None:
        """It keeps what it wrote, and the answer is shaped when that is certain."""
        in_transaction.clear()
        settings.FRISIAN_PIPELINE = OPEN | {"PIPELINE": "tests.mcp.live.test_transactions.watching"}
        both = agent(path("write/", ConfirmedView.as_view()))
        assert both.call("write_post").data == {"id": 1, "name": "A", "status_code": 201, "data_size": 19}
        assert Site.objects.count() == 1
        assert in_transaction == [False]
