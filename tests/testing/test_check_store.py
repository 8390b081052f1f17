"""Every store law fails on a store that breaks it, and says which it is."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from frisian_pipeline.errors import PageError, StoreError, TokenError
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.stores.token import new_token
from frisian_pipeline.testing.store import check_store
from frisian_pipeline.testing.store_laws import STORE_LAWS


class Clock:
    """Seconds that pass when told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


clock = Clock()


class Small(MemoryStore):
    """A store that overflows soon and keeps every law."""

    def __init__(self, **limits: Any) -> None:
        super().__init__(**{"max_bytes": 24 << 10, "max_bytes_per_owner": 8 << 10, "ttl": 10, **limits}, timer=clock)

    def bound_to(self, token: str) -> dict[str, str]:
        """Whom a token belongs to; nobody where it is unknown."""
        entry = self._kept.get(token) if isinstance(token, str) else None
        return {"owner": entry.owner, "tool": entry.tool} if entry else {"owner": "", "tool": ""}


class KeepsNothing(Small):
    def put(self, content: bytes, **to: Any) -> str:
        raise StoreError


class DropsSilently(Small):
    def put(self, content: bytes, **to: Any) -> str:
        return new_token()


class FailsInItsOwnWay(Small):
    def put(self, content: bytes, **to: Any) -> str:
        if to["tool"] == "devices list/é":
            raise OSError
        return super().put(content, **to)


class GivesNoToken(Small):
    def put(self, content: bytes, **to: Any) -> Any:
        return None if to["tool"] == "devices list/é" else super().put(content, **to)


class CountsItsTokens(Small):
    def put(self, content: bytes, **to: Any) -> str:
        token = super().put(content, **to)
        self._kept[f"{len(self._kept)}"] = self._kept[token]
        return f"{len(self._kept) - 1}"


class SlashesItsTokens(Small):
    def put(self, content: bytes, **to: Any) -> str:
        return "/" + super().put(content, **to)

    def get(self, token: str, **by: Any) -> bytes:
        return super().get(token[1:], **by)


class KeepsOneCopy(Small):
    def put(self, content: bytes, **to: Any) -> str:
        for token, entry in self._kept.items():
            if (entry.content, entry.owner, entry.tool) == (content, to["owner"], to["tool"]):
                return token
        return super().put(content, **to)


class Strips(Small):
    def get(self, token: str, **by: Any) -> bytes:
        return super().get(token, **by).strip()


class BurnsAfterReading(Small):
    def get(self, token: str, **by: Any) -> bytes:
        content = super().get(token, **by)
        if len(content) == 2 and content != b"{}":
            self._forget(token)
        return content


class IgnoresOwners(Small):
    def get(self, token: str, **by: Any) -> bytes:
        return super().get(token, **{**by, "owner": self.bound_to(token)["owner"]})


class IgnoresOwnersOfPages(Small):
    def page(self, token: str, **by: Any) -> bytes:
        return super().page(token, **{**by, "owner": self.bound_to(token)["owner"]})


class IgnoresTools(Small):
    def get(self, token: str, **by: Any) -> bytes:
        return super().get(token, **{**by, "tool": self.bound_to(token)["tool"]})


class TellsTheForeign(Small):
    def get(self, token: str, **by: Any) -> bytes:
        if self.bound_to(token) not in ({"owner": "", "tool": ""}, by):
            raise ForeignTokenError
        return super().get(token, **by)


class TellsTheMadeUp(Small):
    def get(self, token: str, **by: Any) -> bytes:
        if not isinstance(token, str) or len(token) != 24:
            raise ForeignTokenError
        return super().get(token, **by)


class ForeignTokenError(TokenError):
    def __str__(self) -> str:
        return "This token is not yours."


class RaisesKeyError(Small):
    def get(self, token: str, **by: Any) -> bytes:
        if not isinstance(token, str) or len(token) != 24:
            raise KeyError(token)
        return super().get(token, **by)


class ForgivesCase(Small):
    def get(self, token: str, **by: Any) -> bytes:
        names = {name.swapcase(): name for name in self._kept}
        return super().get(names.get(token, token) if isinstance(token, str) else token, **by)


class NeverExpires(Small):
    def _expire(self) -> float:
        return 0.0


class RenewsWhenRead(Small):
    def get(self, token: str, **by: Any) -> bytes:
        content = super().get(token, **by)
        entry = self._kept.pop(token)
        self._kept[token] = type(entry)(entry.content, entry.owner, entry.tool, entry.is_list, clock.now + self.ttl)
        return content


class ExpiresEarly(Small):
    def _expire(self) -> float:
        return super()._expire() - 0.5 * self.ttl


class IsOffByOne(Small):
    def page(self, token: str, *, start: Any, stop: Any, **by: Any) -> bytes:
        return super().page(token, start=start, stop=stop + 1 if isinstance(stop, int) and stop > 0 else stop, **by)


class FailsPastTheEnd(Small):
    def page(self, token: str, **by: Any) -> bytes:
        rows = super().page(token, **by)
        if rows == b"[]":
            raise StoreError
        return rows


class PagesObjects(Small):
    def page(self, token: str, **by: Any) -> bytes:
        try:
            return super().page(token, **by)
        except PageError:
            raise
        except StoreError:
            return b"[]"


class CountsFromTheEnd(Small):
    def page(self, token: str, *, start: Any, stop: Any, **by: Any) -> bytes:
        return super().page(token, start=start % 9 if isinstance(start, int) and start < 0 else start, stop=stop, **by)


class EvictsOthers(Small):
    def put(self, content: bytes, **to: Any) -> str:
        while self._kept and self._size + len(content) > self.max_bytes_per_owner:
            self._forget(next(iter(self._kept)))
        return super().put(content, **to)


class SpoilsTheFlooded(Small):
    def get(self, token: str, **by: Any) -> bytes:
        content = super().get(token, **by)
        newest = next(reversed(self._shelves[by["owner"]].tokens))
        return b"?" if len(content) > 1000 and token != newest else content


BROKEN = [
    (KeepsNothing, "a_fresh_store_keeps"),
    (DropsSilently, "a_fresh_store_keeps"),
    (FailsInItsOwnWay, "a_refusal_is_a_store_error"),
    (GivesNoToken, "a_refusal_is_a_store_error"),
    (CountsItsTokens, "a_token_fits_a_url"),
    (SlashesItsTokens, "a_token_fits_a_url"),
    (KeepsOneCopy, "every_token_is_new"),
    (Strips, "a_token_buys_the_bytes"),
    (BurnsAfterReading, "a_token_buys_the_bytes"),
    (ExpiresEarly, "a_token_buys_the_bytes|a_flood_costs_nobody_else"),
    (IgnoresOwners, "a_token_is_its_owners"),
    (IgnoresOwnersOfPages, "a_token_is_its_owners"),
    (TellsTheForeign, "a_token_is_its_owners|a_token_is_its_tools"),
    (IgnoresTools, "a_token_is_its_tools"),
    (ForgivesCase, "a_made_up_token_buys_nothing"),
    (TellsTheMadeUp, "a_made_up_token_buys_nothing"),
    (RaisesKeyError, "a_made_up_token_buys_nothing"),
    (NeverExpires, "a_token_expires"),
    (RenewsWhenRead, "a_token_expires"),
    (IsOffByOne, "pages_are_slices"),
    (FailsPastTheEnd, "pages_are_slices"),
    (PagesObjects, "an_object_has_no_pages"),
    (CountsFromTheEnd, "a_page_needs_bounds"),
    (EvictsOthers, "a_flood_costs_nobody_else|a_token_buys_the_bytes"),
    (SpoilsTheFlooded, "a_spent_token_buys_the_bytes_or_nothing"),
]


class TestCheckStore:
    @pytest.mark.parametrize(("broken", "law"), [pytest.param(*pair, id=pair[0].__name__) for pair in BROKEN])
    def test_a_broken_law_is_named(self, broken: Callable[[], MemoryStore], law: str) -> None:
        """A store that breaks a law fails the check with the law's name and sentence."""
        with pytest.raises(AssertionError, match=rf"^law `({law})`: [A-Z][^`]+\. \w+: ") as caught:
            check_store(broken, clock.advance)
        [sentence] = [each.__doc__ for each in STORE_LAWS if f"law `{each.__name__}`" in str(caught.value)]
        assert str(sentence) in str(caught.value)

    def test_every_law_is_broken_here(self) -> None:
        """No law is shipped that was not seen to fail."""
        assert {law.__name__ for law in STORE_LAWS} == {name for _, names in BROKEN for name in names.split("|")}

    def test_laws_have_one_sentence(self) -> None:
        """A law says in one sentence what it asks."""
        assert all(re.fullmatch(r"[A-Z][^.]+\.", str(law.__doc__)) for law in STORE_LAWS)

    def test_the_store_beneath_keeps_them(self) -> None:
        """What is broken here is sound before it is broken."""
        check_store(Small, clock.advance)

    def test_without_a_clock(self) -> None:
        """Where no time can pass, the other laws are tried."""
        check_store(NeverExpires, examples=10)
        with pytest.raises(AssertionError, match=r"^law `pages_are_slices`"):
            check_store(IsOffByOne)

    def test_a_law_that_holds_sometimes(self) -> None:
        """A store that breaks a law once and not again fails the check all the same."""
        spoilt = iter([b"?"])

        class SpoilsOne(Small):
            def get(self, token: str, **by: Any) -> bytes:
                content = super().get(token, **by)
                return next(spoilt, content) if len(content) > 1000 else content

        with pytest.raises(AssertionError, match=r"^this store keeps a law only sometimes"):
            check_store(SpoilsOne)

    def test_a_store_may_refuse(self) -> None:
        """A store that refuses some contents by the right error keeps every law."""

        class KeepsFew(Small):
            def put(self, content: bytes, **to: Any) -> str:
                if content != b"{}":
                    raise StoreError
                return super().put(content, **to)

        check_store(KeepsFew, clock.advance, examples=10)

    def test_a_token_is_no_tampered_one(self) -> None:
        """Where a tampered token is one that was issued, it may be redeemed."""

        class Palindromes(Small):
            def put(self, content: bytes, **to: Any) -> str:
                token = super().put(content, **to)
                return token + token[::-1]

            def get(self, token: Any, **by: Any) -> bytes:
                return super().get(self.half(token), **by)

            def page(self, token: Any, **by: Any) -> bytes:
                return super().page(self.half(token), **by)

            def half(self, token: Any) -> Any:
                return token[:24] if isinstance(token, str) and token == token[::-1] else None

        check_store(Palindromes, clock.advance, examples=10)

    def test_an_unknown_size(self) -> None:
        """A store that says neither its share nor its time to live is checked like any other."""

        class Bare:
            def __init__(self) -> None:
                store = MemoryStore()
                self.put, self.get, self.page = store.put, store.get, store.page

        check_store(Bare, examples=10)
