"""A caller that does what answers say, until it has everything."""

from collections.abc import Iterator
from typing import Any

import msgspec
import toktok

from frisian_pipeline import Call, Exchange, agent_answers, edge
from frisian_pipeline.redemption import Kept, redeem, wanted
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.tokens import Counter

VOCABULARIES = ("cl100k_base", "o200k_base")


def exact(content: bytes) -> int:
    """What a content really costs: the larger of both counts."""
    return int(max(toktok.batch_count([content.decode()], name)[0] for name in VOCABULARIES))


class Follower:
    """
    Reads a result in answers within a budget, and keeps count of the dearest.

    Attributes:
        dearest: Tokens of the dearest answer so far.
        answers: How many there were.
    """

    def __init__(self, budget: int, counter: Counter | None = None, **words: Any) -> None:
        self.call = Call("devices", action="list", owner="ann", can_continue=True, budget=budget, **words)
        self.store = MemoryStore(1 << 30, 1 << 30)
        self.counter = counter
        self.dearest = self.answers = 0

    def weighed(self, content: bytes) -> bytes:
        """Note what an answer costs."""
        self.dearest = max(self.dearest, exact(content))
        self.answers += 1
        return content

    def first(self, result: Any) -> bytes:
        """The first answer."""
        pipeline = agent_answers(self.store, counter=self.counter)
        return self.weighed(edge.answer(pipeline, Exchange.begin(self.call, result)))

    def next(self, token: str, **words: Any) -> Any:
        """What the token buys with these words beside it."""
        kept = Kept(self.store, token, self.call.owner, self.call.tool)
        content = redeem(kept, self.call, wanted(words), counter=self.counter)
        return msgspec.json.decode(self.weighed(content))

    def everything(self, result: Any) -> Any:
        """Follow what every answer says until there is nothing more; give the union."""
        content = self.first(result)
        answer = msgspec.json.decode(content)
        notes = answer.get("_notes") if isinstance(answer, dict) else None
        said = notes[-1] if isinstance(notes, list) and notes else ""
        if not isinstance(said, str) or "cursor=" not in said:
            return answer
        token = answer.get("continuation_token") or answer["next"]
        cursor = said.rpartition("cursor=")[2].split(" ")[0]
        if cursor.startswith("."):
            return msgspec.json.decode("".join(self.texts(token, cursor)))
        # Whoever wants the empties, too, begins anew.
        anew = "no empties" in said or "all: " in said
        rows = [] if anew else answer["results"]
        rows = [*rows, *self.rows(token, "0" if anew else cursor)]
        return head_of(answer) | {"results": rows} if "continuation_token" in answer else rows

    def texts(self, token: str, cursor: str | None) -> Iterator[str]:
        """The slices of a text."""
        while cursor is not None:
            answer = self.next(token, cursor=cursor)
            yield answer["text"]
            cursor = answer["cursor"]

    def rows(self, token: str, cursor: str | None) -> Iterator[Any]:
        """The rows from a cursor on, those put together that came in slices."""
        text = ""
        while cursor is not None:
            answer = self.next(token, cursor=cursor)
            yield from answer.get("results", ())
            cursor = answer["cursor"]
            text += answer.get("text", "")
            if "text" in answer and (cursor or "").partition(".")[0] != str(answer["row"]):
                yield msgspec.json.decode(text)
                text = ""


def head_of(answer: dict[str, Any]) -> dict[str, Any]:
    """What stands around the rows of a page."""
    ours = ("data_size", "continuation_token", "_notes")
    return {name: value for name, value in answer.items() if name not in ours}
