"""Keep the whole result, and under what token?"""

from typing import Any

import pytest

from frisian_pipeline import Call, Disclosure, Exchange, StoreError
from frisian_pipeline.stages import Cache
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.testing.doubles import DeadStore, WatchedStore
from tests.doubles import FixedStore

CALL = Call("devices", owner="ann", can_continue=True)
LEAN = Exchange.begin(CALL, [{"id": 1}], 201).replace(full=b'[{"id":1}]', disclosure=Disclosure.LEAN)


class Raises(DeadStore):
    """A store that fails in some way."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        raise self.error


class Garbles(FixedStore):
    """A store that gives something else back."""

    def get(self, token: str, *, owner: str, tool: str) -> bytes:
        return super().get(token, owner=owner, tool=tool)[:-1]


class TestCache:
    def test_the_whole_result_is_kept_for_owner_and_tool(self) -> None:
        """A token buys the bytes that were weighed, for the caller and the tool it was issued to."""
        store = FixedStore()
        assert Cache(store)(LEAN).token == "TOKEN"
        assert (store.kept, store.is_list) == ((b'[{"id":1}]', "ann", "devices"), True)

    def test_one_object_is_no_list(self) -> None:
        """Only a list can be paged."""
        store = FixedStore()
        Cache(store)(LEAN.replace(result={"id": 1}))
        assert not store.is_list

    @pytest.mark.parametrize(
        "facts",
        [
            pytest.param({"call": Call("devices")}, id="no slot"),
            pytest.param({"disclosure": Disclosure.FULL}, id="shown whole"),
            pytest.param({"full": b""}, id="nobody weighed it"),
            pytest.param({"result": None}, id="nothing to keep"),
        ],
    )
    def test_nothing_is_kept_without_need(self, facts: dict[str, Any]) -> None:
        """A result is kept only if it is not shown whole and the caller has a slot for a token."""
        store = WatchedStore()
        assert Cache(store)(LEAN.replace(**facts)).token == ""
        assert store.puts == 0

    def test_a_token_that_is_there_stays(self) -> None:
        """What is kept is not kept twice."""
        store = WatchedStore()
        assert Cache(store)(LEAN.replace(token="TOKEN")).token == "TOKEN"
        assert store.puts == 0

    @pytest.mark.parametrize(
        "store",
        [
            pytest.param(DeadStore(raises=True), id="says it cannot"),
            pytest.param(DeadStore(raises=False), id="drops silently"),
            pytest.param(Raises(ConnectionError("down")), id="breaks the connection"),
            pytest.param(Raises(StoreError("full")), id="full"),
            pytest.param(Garbles(), id="gives other bytes back"),
            pytest.param(MemoryStore(max_bytes=4), id="too small"),
        ],
    )
    def test_any_failure_costs_only_the_token(self, store: Any) -> None:
        """Whatever a store does, the exchange goes on without a token."""
        assert Cache(store)(LEAN) == LEAN
