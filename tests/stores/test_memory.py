"""The store in this process's memory."""

import gc
import sys
import threading
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, ClassVar

import pytest

from frisian_pipeline.errors import StoreError, TokenError
from frisian_pipeline.stores import MemoryStore, Store
from frisian_pipeline.stores import memory as module
from frisian_pipeline.stores.rows import index_rows
from frisian_pipeline.testing.store import check_store

ECHO = b'[{"id":1,"name":"edge-01"},{"id":2,"name":"edge-02"},{"id":3,"name":"edge-03"}]'


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


class SmallStore(MemoryStore):
    MAX_ENTRIES: ClassVar[int] = 5
    MAX_ENTRIES_PER_OWNER: ClassVar[int] = 3


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


@pytest.fixture
def store(clock: Clock) -> MemoryStore:
    """Room for 100 bytes, 40 of them for one owner, for ten seconds."""
    return MemoryStore(max_bytes=100, max_bytes_per_owner=40, ttl=10, timer=clock)


@pytest.fixture
def fast_switches() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def put(store: Store, content: Any = b"x" * 20, owner: str = "ann", *, is_list: bool = False) -> str:
    """Keep a content for Ann."""
    return store.put(content, owner=owner, tool="t", is_list=is_list)


def get(store: Store, token: Any, owner: Any = "ann", tool: Any = "t") -> bytes:
    """Redeem a token for Ann."""
    return store.get(token, owner=owner, tool=tool)


def page(store: Store, token: Any, start: Any = 0, stop: Any = 2, **asked: Any) -> bytes:
    """Redeem a page for Ann."""
    return store.page(token, **{"owner": "ann", "tool": "t", **asked}, start=start, stop=stop)


def holds(store: Store, token: str, owner: str = "ann") -> bool:
    """The token buys something."""
    try:
        get(store, token, owner)
    except TokenError:
        return False
    return True


def calls_of(act: Callable[[], object]) -> int:
    """How many functions are called; a collection of garbage meanwhile would call some of its own."""
    calls = []
    gc.disable()
    sys.setprofile(lambda frame, event, arg: calls.append(event))
    act()
    sys.setprofile(None)
    gc.enable()
    return len(calls)


class TestTheLaws:
    def test_it_keeps_them(self) -> None:
        """A store with room keeps every store law."""
        check_store(MemoryStore)

    def test_it_keeps_them_when_it_is_small(self, clock: Clock) -> None:
        """A store that overflows and whose tokens expire keeps every store law."""

        def make_store() -> MemoryStore:
            return MemoryStore(max_bytes=24 << 10, max_bytes_per_owner=8 << 10, ttl=10, timer=clock)

        check_store(make_store, clock.advance)

    def test_it_is_a_store(self) -> None:
        """It has what the port asks for."""
        assert isinstance(MemoryStore(), Store)


class TestLimits:
    @pytest.mark.parametrize("limit", ["max_bytes", "max_bytes_per_owner"])
    @pytest.mark.parametrize("value", [-1, 1.5, float("nan"), float("inf"), "1", None])
    def test_a_number_of_bytes_is_whole(self, limit: str, value: Any) -> None:
        """What is no whole number from 0 is refused when the store is built, with what is legal."""
        with pytest.raises(ValueError, match=f"^{limit} is a whole number of bytes from 0, not "):
            MemoryStore(**{limit: value})

    @pytest.mark.parametrize("value", [float("nan"), "300", None])
    def test_a_time_to_live_is_a_number(self, value: Any) -> None:
        """What is no number of seconds is refused when the store is built."""
        with pytest.raises(ValueError, match=r"^ttl is a number of seconds, not "):
            MemoryStore(ttl=value)

    @pytest.mark.parametrize("limits", [{"max_bytes": 0}, {"max_bytes_per_owner": 0}, {"ttl": 0}, {"ttl": -1}])
    def test_zero_keeps_nothing(self, limits: dict[str, Any]) -> None:
        """A store without room or time gives no token, not even for nothing."""
        with pytest.raises(StoreError):
            put(MemoryStore(**limits), b"")

    def test_without_end(self, clock: Clock) -> None:
        """A time to live without end is a time to live."""
        store = MemoryStore(ttl=float("inf"), timer=clock)
        token = put(store)
        clock.advance(1e9)
        assert holds(store, token)

    def test_they_can_be_read(self) -> None:
        """The limits are there for whoever decides what to keep."""
        store = MemoryStore()
        assert (store.max_bytes, store.max_bytes_per_owner, store.ttl) == (64 << 20, 8 << 20, 300)


class TestPut:
    def test_the_same_bytes_twice(self, store: MemoryStore) -> None:
        """Two puts of the same bytes give two tokens, and each buys them."""
        first, second = put(store), put(store)
        assert first != second
        assert get(store, first) == get(store, second) == b"x" * 20

    def test_nothing_is_a_content(self, store: MemoryStore) -> None:
        """An empty content is kept like any other."""
        assert get(store, put(store, b"")) == b""

    @pytest.mark.parametrize("kind", [bytearray, memoryview, type("Bytes", (bytes,), {})])
    def test_other_bytes_are_copied(self, store: MemoryStore, kind: Callable[[bytes], Any]) -> None:
        """What is nearly bytes is kept as bytes."""
        assert type(get(store, put(store, kind(b"abc")))) is bytes

    def test_a_later_change_is_not_kept(self, store: MemoryStore) -> None:
        """A buffer that changes after the put does not change what is kept."""
        buffer = bytearray(b"abc")
        token = put(store, buffer)
        buffer[0] = 0
        assert get(store, token) == b"abc"

    @pytest.mark.parametrize("content", ["{}", None, 5, [1]])
    def test_what_is_no_bytes_is_refused(self, store: MemoryStore, content: Any) -> None:
        """Only bytes are kept; the error names the type and nothing of the content."""
        with pytest.raises(StoreError, match=f"^a store keeps bytes, not {type(content).__name__}; encode "):
            put(store, content)

    @pytest.mark.parametrize(
        ("limits", "size"),
        [
            pytest.param({"max_bytes": 100, "max_bytes_per_owner": 40}, 40, id="the owner's share"),
            pytest.param({"max_bytes": 30, "max_bytes_per_owner": 40}, 30, id="the whole store"),
        ],
    )
    def test_too_large(self, limits: dict[str, Any], size: int) -> None:
        """A content as large as its room is kept; one byte more is a StoreError and drops nothing."""
        store = MemoryStore(**limits)
        token = put(store, b"x" * size)
        with pytest.raises(StoreError, match=r"^this store has no room for the content; answer without a token$"):
            put(store, b"x" * (size + 1))
        assert holds(store, token)


class TestRoom:
    def test_the_oldest_go_first(self, store: MemoryStore) -> None:
        """An owner's new contents push out that owner's oldest, even those that were just redeemed."""
        tokens = [put(store, b"x" * 10) for _ in range(4)]
        get(store, tokens[0])
        tokens.append(put(store, b"x" * 15))
        assert [holds(store, token) for token in tokens] == [False, False, True, True, True]

    def test_a_flood_is_its_owners_own(self, store: MemoryStore) -> None:
        """However much one owner puts, the tokens of another stay."""
        mine = [put(store, owner="bob"), put(store, owner="bob")]
        for _ in range(100):
            put(store)
        assert all(holds(store, token, "bob") for token in mine)

    def test_a_full_store_takes_from_the_owner(self, store: MemoryStore) -> None:
        """Where all is taken, an owner's new content costs that owner's oldest."""
        others = [put(store, owner=owner) for owner in ("bob", "bob", "cat", "cat")]
        first = put(store)
        second = put(store, b"y" * 15)
        assert not holds(store, first)
        assert holds(store, second)
        assert all(
            holds(store, token, owner) for token, owner in zip(others, ["bob", "bob", "cat", "cat"], strict=True)
        )

    def test_a_full_store_refuses_newcomers(self, store: MemoryStore) -> None:
        """Where the others have taken all, the put is a StoreError and costs nobody anything."""
        others = [(put(store, owner=owner), owner) for owner in ("bob", "bob", "cat", "cat")]
        mine = put(store)
        with pytest.raises(StoreError):
            put(store, b"y" * 21)
        with pytest.raises(StoreError):
            put(store, b"y", owner="dan")
        assert all(holds(store, token, owner) for token, owner in [*others, (mine, "ann")])

    def test_the_expired_make_room_first(self, store: MemoryStore, clock: Clock) -> None:
        """What has expired, whoever's it was, makes room before anything that lives."""
        for owner in ("bob", "bob", "cat", "cat"):
            put(store, owner=owner)
        clock.advance(5)
        mine = put(store)
        clock.advance(5)
        put(store)
        put(store, owner="dan")
        assert holds(store, mine)

    def test_tiny_contents_are_bounded_for_an_owner(self) -> None:
        """Contents that weigh nothing are counted: an owner's oldest go first."""
        store = SmallStore()
        tokens = [put(store, b"") for _ in range(5)]
        assert [holds(store, token) for token in tokens] == [False, False, True, True, True]

    def test_tiny_contents_are_bounded_over_all(self) -> None:
        """In a store full of tiny contents an owner gives its own oldest, and a newcomer gets no token."""
        store = SmallStore()
        others = [put(store, b"", "bob") for _ in range(3)]
        mine = [put(store, b"") for _ in range(3)]
        assert [holds(store, token) for token in mine] == [False, True, True]
        assert all(holds(store, token, "bob") for token in others)
        with pytest.raises(StoreError):
            put(store, b"", "cat")

    def test_owners_are_forgotten(self, clock: Clock) -> None:
        """Of ten thousand owners whose tokens have expired nothing is left, not even their names."""
        store = MemoryStore(ttl=10, timer=clock)
        for number in range(10_000):
            token = put(store, b"[1]", owner=f"owner {number}", is_list=True)
            page(store, token, owner=f"owner {number}")
        clock.advance(10)
        assert not holds(store, token)
        assert (len(store._shelves), len(store._kept), len(store._indexes), store._size) == (0, 0, 0, 0)

    def test_a_refused_owner_is_forgotten(self, store: MemoryStore) -> None:
        """An owner whose put is refused leaves no name behind."""
        with pytest.raises(StoreError):
            put(store, b"x" * 41, owner="cat")
        assert not store._shelves

    def test_a_put_looks_at_no_other_owner(self) -> None:
        """A put beside ten thousand owners takes as many steps as beside one."""
        few, many = MemoryStore(), MemoryStore()
        put(few, owner="owner")
        for number in range(10_000):
            put(many, owner=f"owner {number}")
        assert calls_of(lambda: put(many)) == calls_of(lambda: put(few))


class TestExpiry:
    def test_at_its_time(self, store: MemoryStore, clock: Clock) -> None:
        """A token lives for its time and not a moment longer."""
        token = put(store)
        clock.advance(9.999)
        assert holds(store, token)
        clock.advance(0.001)
        assert not holds(store, token)

    def test_redeeming_does_not_renew(self, store: MemoryStore, clock: Clock) -> None:
        """A token that is redeemed all the time expires all the same."""
        token = put(store, b"[1]", is_list=True)
        for _ in range(9):
            clock.advance(1)
            get(store, token)
            page(store, token)
        clock.advance(1)
        assert not holds(store, token)

    def test_each_has_its_own(self, store: MemoryStore, clock: Clock) -> None:
        """The first to come is the first to go."""
        first = put(store)
        clock.advance(6)
        second = put(store)
        clock.advance(6)
        assert [holds(store, first), holds(store, second)] == [False, True]


class TestGet:
    def test_the_very_bytes(self, store: MemoryStore) -> None:
        """A token buys the object that was put, as often as it is asked for."""
        content = bytes([0, 255]) + b"{}"
        token = put(store, content)
        assert get(store, token) is get(store, token) is content

    @pytest.mark.parametrize("look", [get, page])
    @pytest.mark.parametrize(
        "token", ["", "token", "x" * 1_000_000, "\ud800", "A" * 24, None, b"token", 7, 1.5, (), [], {}, object()]
    )
    def test_a_made_up_token(self, store: MemoryStore, look: Callable[..., bytes], token: Any) -> None:
        """Whatever is no token of this store buys nothing, whole or in pages."""
        put(store)
        with pytest.raises(TokenError):
            look(store, token)

    @pytest.mark.parametrize("look", [get, page])
    @pytest.mark.parametrize(
        "asked",
        [{"owner": "bob"}, {"tool": "u"}, {"owner": ""}, {"tool": ""}, {"owner": None}, {"owner": "t", "tool": "ann"}],
    )
    @pytest.mark.parametrize("is_list", [True, False])
    def test_a_foreign_token(
        self, store: MemoryStore, look: Callable[..., bytes], asked: dict[str, Any], *, is_list: bool
    ) -> None:
        """A token buys nothing for another owner or tool, and does not tell them whether it is a list."""
        token = put(store, b"[1]", is_list=is_list)
        with pytest.raises(TokenError):
            look(store, token, **asked)
        assert get(store, token) == b"[1]"

    def test_bytes_of_a_token_are_no_token(self, store: MemoryStore) -> None:
        """A token is text."""
        with pytest.raises(TokenError):
            get(store, put(store).encode())

    def test_one_error(self, store: MemoryStore, clock: Clock) -> None:
        """Unknown, expired, foreign and tampered cannot be told apart."""
        expired = put(store)
        clock.advance(10)
        token = put(store)
        texts = set()
        for asked in [
            ("unknown", "ann", "t"),
            (expired, "ann", "t"),
            (token, "bob", "t"),
            (token, "ann", "u"),
            (token[::-1],),
        ]:
            with pytest.raises(TokenError) as caught:
                get(store, *asked)
            texts.add((str(caught.value), caught.value.args, caught.value.__cause__, caught.value.__context__))
        assert texts == {(str(TokenError()), TokenError().args, None, None)}


class TestPage:
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()

    @pytest.mark.parametrize(
        ("start", "stop", "rows"),
        [
            pytest.param(0, 2, b'[{"id":1,"name":"edge-01"},{"id":2,"name":"edge-02"}]', id="first"),
            pytest.param(2, 4, b'[{"id":3,"name":"edge-03"}]', id="last, with fewer"),
            pytest.param(4, 6, b"[]", id="past the end"),
            pytest.param(0, 2**64, ECHO, id="all"),
        ],
    )
    def test_it_is_a_slice(self, store: MemoryStore, start: int, stop: int, rows: bytes) -> None:
        """A page is the rows between its bounds as a JSON array, fewer where the content ends."""
        token = put(store, ECHO, is_list=True)
        assert page(store, token, start, stop) == rows

    def test_one_object_has_no_pages(self, store: MemoryStore) -> None:
        """What was not put as a list is not paged, whatever its bytes are."""
        with pytest.raises(StoreError, match=r"^one object cannot be paged; redeem it whole$"):
            page(store, put(store, ECHO))

    def test_what_is_no_list_has_no_pages(self, store: MemoryStore) -> None:
        """What was put as a list and is none can be redeemed, not paged."""
        token = put(store, b'{"a":1}', is_list=True)
        assert get(store, token) == b'{"a":1}'
        with pytest.raises(StoreError, match=r"^only a minified JSON array can be paged"):
            page(store, token)

    @pytest.mark.parametrize("bounds", [(-1, 2), (0, -1), (0, 1.5), ("0", 2), (0, None), (True, 2), (0, float("nan"))])
    def test_bounds_are_whole_numbers_from_0(self, store: MemoryStore, bounds: tuple[Any, Any]) -> None:
        """Other bounds are a StoreError that is a ValueError, too."""
        token = put(store, ECHO, is_list=True)
        with pytest.raises(ValueError, match=r"^a page's start and stop are whole numbers from 0$") as caught:
            page(store, token, *bounds)
        assert isinstance(caught.value, StoreError)


class TestRowIndexes:
    @pytest.fixture
    def indexed(self, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
        """Every content that was indexed."""
        contents: list[bytes] = []

        def watch(content: bytes) -> "array[int]":
            contents.append(content)
            return index_rows(content)

        monkeypatch.setattr(module, "index_rows", watch)
        return contents

    def test_none_before_the_first_page(self, indexed: list[bytes]) -> None:
        """Keeping and redeeming work out no index."""
        store = MemoryStore()
        get(store, put(store, ECHO, is_list=True))
        assert not indexed

    def test_one_for_all_pages(self, indexed: list[bytes]) -> None:
        """The first page works out the index, the others use it."""
        store = MemoryStore()
        token = put(store, ECHO, is_list=True)
        assert [page(store, token, row, row + 1)[6:8] for row in range(3)] == [b":1", b":2", b":3"]
        assert indexed == [ECHO]

    def test_they_are_bounded(self, indexed: list[bytes]) -> None:
        """Indexes have the room of the store; the least used goes and is worked out again when needed."""
        store = MemoryStore(max_bytes=2 * 16 + 15)
        contents = [b"[1,2,%d]" % number for number in range(3)]
        tokens = [put(store, content, is_list=True) for content in contents]
        for place in (0, 1, 0, 2, 0, 1):
            assert page(store, tokens[place]) == b"[1,2]"
        assert [contents.index(content) for content in indexed] == [0, 1, 2, 1]
        assert store._indexes.currsize == 32

    def test_a_page_needs_no_room_for_one(self, indexed: list[bytes]) -> None:
        """An index larger than all of them may be is worked out for each page."""
        store = MemoryStore(max_bytes=15)
        token = put(store, b"[1,2,3]", is_list=True)
        assert page(store, token) == page(store, token) == b"[1,2]"
        assert len(indexed) == 2

    def test_a_clock_that_goes_back_lengthens_no_life(self, clock: Clock) -> None:
        """A token lives its time on the store's clock, whatever came before it lives still."""
        store = MemoryStore(ttl=300, timer=clock)
        clock.now = 1000
        put(store)
        clock.now = 0
        token = put(store)
        clock.now = 301
        with pytest.raises(TokenError):
            get(store, token)

    def test_it_dies_with_its_content(self, clock: Clock) -> None:
        """Neither an expired nor a pushed out content leaves its index behind."""
        store = MemoryStore(max_bytes=1000, max_bytes_per_owner=10, ttl=10, timer=clock)
        page(store, put(store, b"[1,2,3]", is_list=True))
        put(store, b"[4,5,6]")
        assert len(store._indexes) == 0
        page(store, put(store, b"[1,2,3]", is_list=True))
        clock.advance(10)
        put(store, b"1")
        assert len(store._indexes) == 0

    def test_it_is_not_born_after_its_content(self, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
        """A content that goes while its index is worked out still gives the page, and leaves no index."""
        store = MemoryStore(max_bytes_per_owner=10, timer=clock)
        token = put(store, b"[1,2,3]", is_list=True)
        monkeypatch.setattr(module, "index_rows", lambda content: put(store, b"[4,5,6]") and index_rows(content))
        assert page(store, token) == b"[1,2]"
        assert not holds(store, token)
        assert len(store._indexes) == 0


@pytest.mark.usefixtures("fast_switches")
class TestThreads:
    def test_many_at_once(self) -> None:
        """Threads that put, redeem and page at once get what they put, and the books are right afterwards."""
        store = MemoryStore(max_bytes=20_000, max_bytes_per_owner=6_000, ttl=0.05)
        start = threading.Barrier(8)

        def work(number: int) -> int:
            owner, bought = f"owner {number % 4}", 0
            start.wait()
            for turn in range(400):
                rows = [b'"%d-%d-%d"' % (number, turn, row) for row in range((number + turn * 7) % 60)]
                content = b"[%b]" % b",".join(rows)
                with suppress(TokenError, StoreError):
                    token = put(store, content, owner, is_list=True)
                    assert page(store, token, 3, 9, owner=owner) == b"[%b]" % b",".join(rows[3:9])
                    assert get(store, token, owner) == content
                    bought += 1
            return bought

        with ThreadPoolExecutor(8) as pool:
            bought = list(pool.map(work, range(8)))
        assert min(bought) > 0
        assert_books_are_right(store)

    def test_one_list_paged_by_all(self) -> None:
        """Threads that ask for the first page at once all get it."""
        store = MemoryStore()
        token = put(store, ECHO, is_list=True)
        start = threading.Barrier(8)

        def work(_: int) -> bytes:
            start.wait()
            return page(store, token, 1, 2)

        with ThreadPoolExecutor(8) as pool:
            assert set(pool.map(work, range(8))) == {b'[{"id":2,"name":"edge-02"}]'}


def assert_books_are_right(store: MemoryStore) -> None:
    """What is counted is what is kept, under every limit."""
    sizes: dict[str, int] = {}
    for entry in store._kept.values():
        sizes[entry.owner] = sizes.get(entry.owner, 0) + len(entry.content)
    assert {owner: shelf.size for owner, shelf in store._shelves.items()} == sizes
    assert [token for token in store._kept if token not in store._shelves[store._kept[token].owner].tokens] == []
    assert sum(len(shelf.tokens) for shelf in store._shelves.values()) == len(store._kept)
    assert sum(sizes.values()) == store._size <= store.max_bytes
    assert max(sizes.values(), default=0) <= store.max_bytes_per_owner
    assert set(store._indexes) <= set(store._kept)
