"""The moves that ``check_store`` tries on a store, in any order, beside a plain list of what was put in it."""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, RuleBasedStateMachine, initialize, multiple, rule

from frisian_pipeline.stores import Store
from frisian_pipeline.testing import store_laws as laws
from frisian_pipeline.testing.store_laws import Kept

Facts = ParamSpec("Facts")
Answer = TypeVar("Answer")

OWNERS = ("", "ann", "bob:1")
TOOLS = ("devices_list", "devices list/é")
SIZES = (-1, 0, 1, 2, 3, 2**64)
WRONG_BOUNDS: tuple[tuple[Any, Any], ...] = ((-1, 1), (0, -1), (0, 1.5), ("0", 1), (None, None))
MADE_UP: tuple[Any, ...] = (None, 0, 1.5, b"token", [], "", "token", "x" * 100_000, "\ud800", "a/../b", "a b\n", "é😀")
ROWS = (b"1", b'""', b"[]", b"[1,[2]]", b'{"id":1,"of":[1]}', b'"],["', rb'"\""', '"é😀"'.encode(), b"9" * 30)

owners, tools = st.sampled_from(OWNERS), st.sampled_from(TOOLS)
contents = st.binary(max_size=64) | st.sampled_from([b"", b"{}", b'{"id":1}', b"[1,2]"])
rows = st.lists(st.sampled_from(ROWS), max_size=5).map(tuple)


def tampered(token: str) -> tuple[str, ...]:
    """Tokens that are nearly this one."""
    first = "B" if token[0] == "A" else "A"
    return token[:-1], token + "A", token + " ", token[::-1], token.swapcase(), first + token[1:]


def hold(
    law: Callable[Concatenate[Store, Facts], Answer], store: Store, *facts: Facts.args, **more: Facts.kwargs
) -> Answer:
    """Try one law on a store as it is now."""
    try:
        return law(store, *facts, **more)
    except Exception as error:
        raise AssertionError(f"law `{law.__name__}`: {law.__doc__} {type(error).__name__}: {error}") from error


class StoreMachine(RuleBasedStateMachine):
    """
    A store beside a plain list of all that was put in it.

    Attributes:
        now: Seconds that have passed.
        all: What was put.
        spent: Tokens of owners that put too much after them; they may be gone.
    """

    tokens: Bundle[Kept] = Bundle("tokens")

    def __init__(self, store: Store, advance: Callable[[float], object] | None) -> None:
        super().__init__()
        self.store, self.advance = store, advance
        self.ttl: float = getattr(store, "ttl", 300)
        self.now = 0.0
        self.all: list[Kept] = []
        self.spent: set[str] = set()

    @initialize(target=tokens, first=rows, second=rows)
    def open(self, first: tuple[bytes, ...], second: tuple[bytes, ...]) -> MultipleResults[Kept]:
        for owner, rows in (("ann", first), ("bob:1", second)):
            self.put(b' {"id":1}\n', owner, "devices_list")
            self.put(rows, owner, "devices_list")
        for kept in self.all[:2]:
            self.redeem(kept)
            self.cheat(kept)
        return multiple(*self.all)

    @rule(target=tokens, content=contents | rows, owner=owners, tool=tools)
    def put(self, content: bytes | tuple[bytes, ...], owner: str, tool: str) -> Kept | MultipleResults[Kept]:
        if isinstance(content, bytes):
            return self.keep(content, owner, tool)
        return self.keep(b"[%b]" % b",".join(content), owner, tool, content)

    @rule(target=tokens, kept=tokens)
    def put_again(self, kept: Kept) -> Kept | MultipleResults[Kept]:
        return self.keep(kept.content, kept.owner, kept.tool, kept.rows)

    @rule(kept=tokens)
    def redeem(self, kept: Kept) -> None:
        hold(self.law_of(kept), self.store, kept)
        if not self.lives(kept) or kept.token in self.spent:
            return
        for bounds in WRONG_BOUNDS:
            hold(laws.a_page_needs_bounds, self.store, kept, *bounds)
        for size in SIZES:
            hold(laws.an_object_has_no_pages if kept.rows is None else laws.pages_are_slices, self.store, kept, size)

    @rule(kept=tokens)
    def cheat(self, kept: Kept) -> None:
        for owner in {*OWNERS} - {kept.owner}:
            hold(laws.a_token_is_its_owners, self.store, kept, owner)
        for tool in {*TOOLS} - {kept.tool}:
            hold(laws.a_token_is_its_tools, self.store, kept, tool)
        for token in (*tampered(kept.token), *MADE_UP):
            if all(token != other.token for other in self.all):
                hold(laws.a_made_up_token_buys_nothing, self.store, token, kept.owner, kept.tool)

    @rule(steps=st.integers(1, 2))
    def wait(self, steps: int) -> None:
        for _ in range(steps):
            if self.advance is not None:
                self.advance(0.6 * self.ttl)
                self.now += 0.6 * self.ttl
            self.redeem_all()

    @rule(owner=owners)
    def flood(self, owner: str) -> None:
        size = min(getattr(self.store, "max_bytes_per_owner", 0) // 4, 16 << 10) or 1 << 10
        for _ in range(9):
            self.keep(b"x" * size, owner, "flood")
        self.spent.update(kept.token for kept in self.all if kept.owner == owner)
        others = [kept for kept in self.all if self.lives(kept) and kept.token not in self.spent]
        hold(laws.a_flood_costs_nobody_else, self.store, others)
        self.redeem_all()

    def redeem_all(self) -> None:
        """See what every token is worth now."""
        for kept in self.all:
            hold(self.law_of(kept), self.store, kept)

    def keep(
        self, content: bytes, owner: str, tool: str, rows: tuple[bytes, ...] | None = None
    ) -> Kept | MultipleResults[Kept]:
        """Put a content into both, and look at the token at once."""
        token = hold(laws.a_refusal_is_a_store_error, self.store, content, owner, tool, is_list=rows is not None)
        if not token:
            return multiple()
        kept = Kept(token, content, owner, tool, rows, self.now)
        hold(laws.a_token_fits_a_url, self.store, kept)
        hold(laws.every_token_is_new, self.store, kept, self.all)
        hold(laws.a_token_buys_the_bytes, self.store, kept)
        self.all.append(kept)
        return kept

    def law_of(self, kept: Kept) -> Callable[[Store, Kept], None]:
        """What a token must do now."""
        if not self.lives(kept):
            return laws.a_token_expires
        return laws.a_spent_token_buys_the_bytes_or_nothing if kept.token in self.spent else laws.a_token_buys_the_bytes

    def lives(self, kept: Kept) -> bool:
        """The token's time to live has not passed."""
        return self.now - kept.since < self.ttl
