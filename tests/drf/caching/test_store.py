"""The store in the host's cache."""

import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.db import connections
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from msgspec import msgpack

from frisian_pipeline.drf import DjangoCacheStore
from frisian_pipeline.drf.caching import layout, shelves
from frisian_pipeline.errors import PageError, PipelineError, StoreError, TokenError
from frisian_pipeline.stores import Store
from tests.drf.caching import doubles
from tests.drf.caching.conftest import HERE, SERVED
from tests.drf.caching.doubles import Clock, Counting, Failing, kept_keys, tiny_parts

unhurried = hypothesis_settings(deadline=None)
texts = st.text(st.characters(exclude_categories=[]), max_size=20)
rows = st.lists(st.sampled_from([b"1", b'"\xc3\xa9"', b'{"id":1}', b"[]", b"9" * 30]), max_size=9).map(tuple)


@pytest.fixture(autouse=True)
def _empty() -> None:
    caches["default"].clear()
    LocMemCache("doubles", {}).clear()


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


MADE_UP: list[Any] = ["", "x" * 100_000, "\ud800", "a b\n\0", "é😀", None, b"token", 7, [], {}, object()]
JUNK: st.SearchStrategy[Any] = st.binary(max_size=40) | st.sampled_from([None, 7, "x", [], {}])


def listed(rows: tuple[bytes, ...]) -> bytes:
    """Write rows as a minified array."""
    return b"[%b]" % b",".join(rows)


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


def caching(settings: Any, kind: type, **options: Any) -> None:
    """Make a class the default cache."""
    backend = f"{kind.__module__}.{kind.__name__}"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": "doubles", **options}}


class TestLimits:
    @pytest.mark.parametrize("limit", ["max_bytes", "max_bytes_per_owner"])
    @pytest.mark.parametrize("value", [-1, 1.5, float("nan"), "1", None])
    def test_a_number_of_bytes_is_whole(self, limit: str, value: Any) -> None:
        """What is no whole number from 0 is refused when the store is built, with what is legal."""
        with pytest.raises(ValueError, match=f"^{limit} is a whole number of bytes from 0, not "):
            DjangoCacheStore(**{limit: value})

    @pytest.mark.parametrize("value", [float("nan"), "300", None])
    def test_a_time_to_live_is_a_number(self, value: Any) -> None:
        """What is no number of seconds is refused when the store is built."""
        with pytest.raises(ValueError, match=r"^ttl is a number of seconds, not "):
            DjangoCacheStore(ttl=value)

    @pytest.mark.parametrize("limits", [{"max_bytes": 0}, {"max_bytes_per_owner": 0}, {"ttl": 0}, {"ttl": -1}])
    def test_zero_keeps_nothing(self, limits: dict[str, Any]) -> None:
        """A store without room or time gives no token, not even for nothing, and leaves nothing in the cache."""
        with pytest.raises(StoreError):
            put(DjangoCacheStore(**limits), b"")
        assert kept_keys() == []

    def test_they_can_be_read(self) -> None:
        """The limits are there for whoever decides what to keep."""
        store = DjangoCacheStore()
        assert (store.alias, store.max_bytes, store.max_bytes_per_owner, store.ttl) == (
            "default",
            64 << 20,
            8 << 20,
            300,
        )

    @pytest.mark.parametrize("limits", [{"max_bytes": 20}, {"max_bytes_per_owner": 20}])
    def test_too_large(self, limits: dict[str, Any]) -> None:
        """A content as large as its room is kept; one byte more is a StoreError and drops nothing."""
        store = DjangoCacheStore(**limits)
        token = put(store)
        with pytest.raises(StoreError, match=r"^this store has no room for the content; answer without a token$"):
            put(store, b"x" * 21)
        assert holds(store, token)

    def test_larger_than_can_be_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever the limits are, a content whose rows could not be found again is a StoreError."""
        assert layout.LARGEST == 4 * 1024**3 - 1
        monkeypatch.setattr(layout, "LARGEST", 20)
        with pytest.raises(StoreError):
            put(DjangoCacheStore(), b"x" * 21)
        assert put(DjangoCacheStore())

    def test_each_and_all(self) -> None:
        """What one content may be does not limit what its owner may have."""
        store = DjangoCacheStore(max_bytes=20, max_bytes_per_owner=60)
        tokens = [put(store) for _ in range(4)]
        assert [holds(store, token) for token in tokens] == [False, True, True, True]

    def test_tiny_contents_are_bounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Contents that weigh nothing are counted: an owner's oldest go first."""
        monkeypatch.setattr(DjangoCacheStore, "MAX_ENTRIES_PER_OWNER", 3)
        store = DjangoCacheStore()
        tokens = [put(store, b"") for _ in range(5)]
        assert [holds(store, token) for token in tokens] == [False, False, True, True, True]

    def test_a_full_shelf_fits_every_cache(self) -> None:
        """The bookkeeping of an owner with as many contents as may be is no larger than a piece."""
        kept = shelves.Kept("f" * 32, 2**40, 2**40, 1e10)
        most = DjangoCacheStore.MAX_ENTRIES_PER_OWNER
        assert len(msgpack.encode([kept] * most)) <= layout.PIECE


class TestPut:
    @pytest.mark.parametrize("kind", [bytearray, memoryview, type("Bytes", (bytes,), {})])
    def test_other_bytes_are_copied(self, kind: Callable[[bytes], Any]) -> None:
        """What is nearly bytes is kept as bytes."""
        store = DjangoCacheStore()
        assert type(get(store, put(store, kind(b"abc")))) is bytes

    @pytest.mark.parametrize("content", ["{}", None, 5, [1]])
    def test_what_is_no_bytes_is_refused(self, content: Any) -> None:
        """Only bytes are kept; the error names the type and nothing of the content."""
        with pytest.raises(StoreError, match=f"^a store keeps bytes, not {type(content).__name__}; encode "):
            put(DjangoCacheStore(), content)

    @pytest.mark.parametrize("size", [0, 1, layout.INLINE, layout.INLINE + 1, layout.PIECE, layout.PIECE + 1, 3 << 20])
    @pytest.mark.parametrize("backend", [*HERE, *SERVED], indirect=True)
    def test_any_size(self, backend: str, size: int) -> None:
        """A content of any size comes back, below and above what one entry of the cache may hold."""
        store = DjangoCacheStore()
        content = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
        assert get(store, put(store, content)) == content

    @pytest.mark.parametrize("backend", [*HERE, *SERVED], indirect=True)
    def test_a_huge_row(self, backend: str) -> None:
        """Rows are paged however large they are: one of two megabytes between small ones, and a hundred thousand."""
        store = DjangoCacheStore()
        few = (b"1", b'"%b"' % (b"x" * (2 << 20)), b"2")
        token = put(store, listed(few), is_list=True)
        assert page(store, token, 1, 2) == listed(few[1:2])
        assert page(store, token, 2, 9) == b"[2]"
        many = tuple(b"%d" % number for number in range(100_000))
        token = put(store, listed(many), is_list=True)
        assert page(store, token, 81_919, 81_921) == b"[81919,81920]"
        assert page(store, token, 99_999, 2**70) == b"[99999]"

    def test_its_parts_are_small(self) -> None:
        """No entry comes near the megabyte that Memcached takes, and a small content is one entry."""
        store = DjangoCacheStore()
        put(store, listed((b"1",) * (1 << 18)), is_list=True)
        sizes = [len(caches["default"].get(key)) for key in kept_keys()]
        assert max(sizes) <= (96 << 10) + 16
        caches["default"].clear()
        put(store, b"x" * (16 << 10))
        assert len(kept_keys()) == 2  # itself and its owner's shelf

    def test_what_is_no_list_after_all(self) -> None:
        """A content that was said to be a minified array and is none is kept whole, and has no pages."""
        store = DjangoCacheStore()
        for content in (b"{}", b"[1, 2]", b"[1", b"", b"[1]" * layout.INLINE):
            token = put(store, content, is_list=True)
            assert get(store, token) == content
            with pytest.raises(StoreError, match=r"^only a minified JSON array can be paged; redeem "):
                page(store, token)


class TestKeys:
    @unhurried
    @given(owner=texts, tool=texts)
    def test_are_legal_everywhere(self, owner: str, tool: str) -> None:
        """Keys are a few ASCII letters and digits, whatever the owner and the tool are called, and tell neither."""
        caches["default"].clear()
        with tiny_parts():
            store = DjangoCacheStore()
            token = store.put(b"[11,22,33]", owner=owner, tool=tool, is_list=True)
            assert store.get(token, owner=owner, tool=tool) == b"[11,22,33]"
            assert store.page(token, owner=owner, tool=tool, start=1, stop=3) == b"[22,33]"
        assert all(re.fullmatch(r"frisian:[0-9a-f]{32}:(m|r?\d|shelf)", key) for key in kept_keys())
        assert not any(token in key for key in kept_keys())

    @pytest.mark.parametrize("backend", [*HERE, *SERVED], indirect=True)
    @pytest.mark.parametrize("look", [get, page])
    @pytest.mark.parametrize("token", MADE_UP)
    def test_a_made_up_token(self, backend: str, look: Callable[..., bytes], token: Any) -> None:
        """Whatever is no token buys nothing, without an error or a warning of the cache."""
        with pytest.raises(TokenError) as caught:
            look(DjangoCacheStore(), token)
        assert (caught.value.__cause__, caught.value.__context__) == (None, None)

    @pytest.mark.parametrize("look", [get, page])
    @pytest.mark.parametrize("asked", [("bob", "t"), ("ann", "u"), ("", "t"), ("t", "ann"), ("annt", ""), (None, "t")])
    def test_a_foreign_token(self, look: Callable[..., bytes], asked: tuple[Any, Any]) -> None:
        """A token buys nothing for another owner or tool, not even for names that only read alike together."""
        store = DjangoCacheStore()
        token = put(store, b"[1]", is_list=True)
        with pytest.raises(TokenError):
            look(store, token, owner=asked[0], tool=asked[1])
        assert get(store, token) == b"[1]"

    @pytest.mark.parametrize("bounds", [(-1, 1), (0, -1), (0, 1.5), ("0", 1), (None, None), (True, 2)])
    def test_bounds(self, bounds: tuple[Any, Any]) -> None:
        """A page is asked for by whole numbers from 0, whatever the token is."""
        with pytest.raises(PageError):
            page(DjangoCacheStore(), "unknown", *bounds)

    @pytest.mark.parametrize("start", [pytest.param(10**5_000, id="googols"), 2**64])
    def test_bounds_without_end(self, start: int) -> None:
        """However far behind its end a page is, it is empty."""
        store = DjangoCacheStore()
        assert page(store, put(store, b"[1]", is_list=True), start, start + 1) == b"[]"


class TestPage:
    @unhurried
    @given(rows=rows, data=st.data())
    def test_is_a_slice(self, rows: tuple[bytes, ...], data: st.DataObject) -> None:
        """A page is the slice of the rows, however the content is cut into parts."""
        store = DjangoCacheStore()
        with tiny_parts():
            token = put(store, listed(rows), is_list=True)
            start = data.draw(st.integers(0, len(rows) + 2))
            stop = data.draw(st.integers(0, len(rows) + 2))
            assert page(store, token, start, stop) == listed(rows[start:stop])

    @pytest.mark.parametrize(
        ("bounds", "asked"),
        [
            ((0, 20), [{"m", "r0"}, {"0"}]),
            ((50_000, 50_020), [{"m", "r12"}, {"10"}]),
            ((99_990, 100_010), [{"m", "r24"}, {"21"}]),
            ((100_000, 100_020), [{"m", "r24"}]),
        ],
    )
    def test_fetches_what_it_needs(self, settings: Any, bounds: tuple[int, int], asked: list[set[str]]) -> None:
        """A page asks the cache twice: for the manifest and where its rows are, then for the pieces that hold them."""
        caching(settings, Counting)
        store = DjangoCacheStore()
        token = put(store, listed((b"9" * 20,) * 100_000), is_list=True)
        Counting.asked.clear()
        page(store, token, *bounds)
        assert [set(keys) for keys in Counting.asked] == asked


class TestWhatTheCacheDoes:
    @unhurried
    @given(rows=rows, is_list=st.booleans(), data=st.data())
    def test_loses_any_entry(self, rows: tuple[bytes, ...], data: st.DataObject, *, is_list: bool) -> None:
        """Where one entry is gone, whichever, a token buys its bytes or nothing, and the owner can keep more."""
        caches["default"].clear()
        store, content = DjangoCacheStore(), listed(rows)
        with tiny_parts():
            token = put(store, content, is_list=is_list)
            key = data.draw(st.sampled_from(kept_keys()))
            caches["default"].delete(key)
            assert holds(store, token) == key.endswith((":shelf", ":r0", ":r1", ":r2", ":r3", ":r4"))
            with suppress(TokenError if is_list else PipelineError):
                assert page(store, token, 0, 9) == content
            assert get(store, put(store)) == b"x" * 20

    @unhurried
    @given(rows=rows.filter(bool), data=st.data(), junk=JUNK)
    def test_alters_any_entry(self, rows: tuple[bytes, ...], data: st.DataObject, junk: Any) -> None:
        """Where one entry is changed, whichever and however, a token buys its bytes or nothing, whole and in pages."""
        caches["default"].clear()
        store, content, cache = DjangoCacheStore(), listed(rows), caches["default"]
        with tiny_parts():
            token, other = put(store, content, is_list=True), put(store, content, is_list=True)
            keys = kept_keys()
            key, source = data.draw(st.sampled_from(keys)), cache.get(data.draw(st.sampled_from(keys)))
            kept = cache.get(key)
            at = data.draw(st.integers(0, len(kept) - 1))
            flipped = kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :]
            cache.set(key, data.draw(st.sampled_from([flipped, kept[:at], kept + b"x", source, junk])))
            for one in (token, other):
                self.buys_its_bytes_or_nothing(store, one, rows)
            assert get(store, put(store)) == b"x" * 20

    def buys_its_bytes_or_nothing(self, store: Store, token: str, rows: tuple[bytes, ...]) -> None:
        """Look, whole and row by row."""
        with suppress(TokenError):
            assert get(store, token) == listed(rows)
        for start in range(len(rows)):
            with suppress(TokenError):
                assert page(store, token, start, start + 1) == listed(rows[start : start + 1])

    @pytest.mark.parametrize("kind", ["Forgetful", "Altering"])
    def test_gives_no_token_for_what_it_drops(self, settings: Any, kind: str, caplog: pytest.LogCaptureFixture) -> None:
        """What the cache does not give back is a StoreError that the log tells, and costs the owner nothing."""
        caching(settings, doubles.Forgetful)
        store = DjangoCacheStore(max_bytes_per_owner=30_000)
        first = put(store)
        caching(settings, getattr(doubles, kind))
        before = kept_keys()
        for _ in range(2):
            with pytest.raises(StoreError, match=r"^the cache did not keep the content; answer without a token$"):
                put(store, b"x" * 20_000)
        assert set(kept_keys()) == set(before)
        assert [record.message for record in caplog.records] == [
            "the cache 'default' does not keep what it is given; answers go without tokens"
        ] * 2
        caching(settings, doubles.Forgetful)
        assert holds(store, first)

    def test_keeps_nothing(self, settings: Any) -> None:
        """A cache that keeps nothing gives no token."""
        settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
        with pytest.raises(StoreError):
            put(DjangoCacheStore())

    @pytest.mark.parametrize("left", range(6))
    def test_fails_at_any_time(self, settings: Any, left: int, caplog: pytest.LogCaptureFixture) -> None:
        """Wherever the cache begins to fail there is a token that holds, or a StoreError; the log names the kind."""
        caching(settings, Failing)
        Failing.left = left
        store = DjangoCacheStore()

        with pytest.raises(StoreError, match=r"^the cache failed; answer without a token$"):
            put(store)
        assert "(ConnectionError)" in caplog.text
        assert "devices_list" not in caplog.text

        Failing.left = 100
        for key in kept_keys():
            if key.endswith(":turn"):  # its lease is over
                caches["default"].delete(key)
        assert holds(store, put(store))

    @pytest.mark.parametrize("look", [get, page])
    def test_fails_when_it_is_asked(
        self, settings: Any, look: Callable[..., bytes], caplog: pytest.LogCaptureFixture
    ) -> None:
        """A cache that fails cannot tell whether a token is good: that is a TokenError, and the log names the kind."""
        caching(settings, Failing)
        Failing.left = 100
        store = DjangoCacheStore()
        token = put(store, b"[1]", is_list=True)
        Failing.left = 0
        with pytest.raises(TokenError):
            look(store, token)
        assert "(ConnectionError)" in caplog.text
        Failing.left = 100
        assert look(store, token) == b"[1]"

    def test_is_unknown(self, caplog: pytest.LogCaptureFixture) -> None:
        """An alias that the host does not have costs the token and is told in the log."""
        with caplog.at_level(logging.WARNING), pytest.raises(StoreError):
            put(DjangoCacheStore("nowhere"))
        assert "the cache 'nowhere' failed (InvalidCacheBackendError)" in caplog.text

    @pytest.mark.parametrize("backend", [*HERE, *SERVED], indirect=True)
    @pytest.mark.parametrize("ttl", [0.3, 1.2])
    def test_lets_them_live(self, backend: str, ttl: float) -> None:
        """A token lives for its time, also where the backend counts in seconds, and not longer."""
        store = DjangoCacheStore(ttl=ttl)
        begun = time.time()
        token = put(store)
        while holds(store, token):
            time.sleep(0.02)
        assert begun + ttl <= time.time() < begun + ttl + 5

    @pytest.mark.parametrize("backend", ["locmem", "file", "redis", "memcached"], indirect=True)
    def test_lets_them_live_without_end(self, backend: str, clock: Clock) -> None:
        """A time to live without end is a time to live."""
        store = DjangoCacheStore(ttl=float("inf"), timer=clock)
        token = put(store)
        clock.advance(1e9)
        assert holds(store, token)


class TestRoom:
    def test_the_oldest_go_first(self) -> None:
        """An owner's new contents push out that owner's oldest, all parts of them, and nobody else's."""
        store = DjangoCacheStore(max_bytes_per_owner=40)
        with tiny_parts():
            others = put(store, owner="bob")
            tokens = [put(store, b"x" * 10) for _ in range(4)]
            tokens.append(put(store, b"x" * 15))
            assert [holds(store, token) for token in tokens] == [False, False, True, True, True]
            assert holds(store, others, "bob")
            assert len([key for key in kept_keys() if key.endswith(":m")]) == 4
            assert len(kept_keys()) == (1 + 4) + 2 * (1 + 2) + (1 + 3) + 2

    def test_the_expired_are_forgotten(self, clock: Clock) -> None:
        """What has expired takes no room."""
        store = DjangoCacheStore(max_bytes_per_owner=40, ttl=10, timer=clock)
        put(store)
        clock.advance(5)
        later = put(store)
        clock.advance(5)
        assert holds(store, put(store))
        assert holds(store, later)

    @unhurried
    @given(sizes=st.lists(st.integers(0, 20), max_size=20), most=st.integers(20, 60), entries=st.integers(1, 9))
    def test_making_room(self, sizes: list[int], most: int, entries: int) -> None:
        """What stays is the newest that fits beside the new one, and no less than that."""
        shelf = [shelves.Kept(str(number), size, -1, 10 + number % 2) for number, size in enumerate(sizes)]
        stay, gone = shelves.make_room(shelf, 10, most=most, entries=entries, now=10)
        assert gone + stay == [kept for kept in shelf if kept.expires > 10]
        assert sum(kept.size for kept in stay) + 10 <= most
        assert len(stay) < entries
        fuller = gone[-1:] + stay
        assert not gone or sum(kept.size for kept in fuller) + 10 > most or len(fuller) >= entries

    @pytest.mark.parametrize("backend", ["locmem", "redis", "memcached", "postgres"], indirect=True)
    def test_workers_keep_it_together(self, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Puts at the same time leave the owner what a row of puts would leave, and every token buys its own bytes."""
        monkeypatch.setattr(shelves, "PATIENCE", 20)
        stores = [DjangoCacheStore(max_bytes_per_owner=100) for _ in range(4)]
        contents = [b"%010d" % number for number in range(80)]

        def work(number: int) -> str:
            try:
                return put(stores[number % 4], contents[number])
            except StoreError:
                # Ten others were quicker than the proof, and have taken its room.
                return ""
            finally:
                caches["default"].close()
                connections.close_all()

        with ThreadPoolExecutor(8) as pool:
            tokens = list(pool.map(work, range(80)))

        held = [(token, content) for token, content in zip(tokens, contents, strict=True) if holds(stores[0], token)]
        assert len(held) == 10
        assert all(get(stores[1], token) == content for token, content in held)

    def test_a_turn_is_waited_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Who does not get a turn in time gets no token, and what was written for it is gone."""
        monkeypatch.setattr(shelves, "PATIENCE", 0.05)
        store = DjangoCacheStore()
        first = put(store)
        (name,) = [key.split(":")[1] for key in kept_keys() if key.endswith("shelf")]
        caches["default"].set(f"frisian:{name}:turn", "another")
        with pytest.raises(StoreError, match=r"^this owner's results are being kept by too many at once; answer "):
            put(store)
        assert len(kept_keys()) == 3
        assert caches["default"].get(f"frisian:{name}:turn") == "another"
        assert holds(store, first)

    def test_a_turn_ends(self) -> None:
        """A turn is over when what it was for is done, also where that fails."""
        with suppress(ZeroDivisionError), shelves.turn(caches["default"], "turn"):
            assert kept_keys() == ["turn"]
            raise ZeroDivisionError
        assert kept_keys() == []

    def test_a_turn_that_lapses(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Who takes longer than a turn lasts does not end the turn of another."""
        monkeypatch.setattr(shelves, "LEASE", 1)
        with shelves.turn(caches["default"], "turn"):
            time.sleep(0.1)
            caches["default"].set("turn", "another")
        assert caches["default"].get("turn") == "another"
