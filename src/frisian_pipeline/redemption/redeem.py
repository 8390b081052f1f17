"""Give what a continuation token buys, in the way that is asked for."""

from collections.abc import Callable
from typing import Any

from frisian_pipeline.exchange import Call, Disclosure, Exchange
from frisian_pipeline.formats import Json, Rendering
from frisian_pipeline.formats.plain import read_digits
from frisian_pipeline.masks import compile_mask
from frisian_pipeline.redemption.kept import Kept
from frisian_pipeline.redemption.pages import Reader, read
from frisian_pipeline.redemption.summary import summaries
from frisian_pipeline.redemption.wanted import Mode, Wanted
from frisian_pipeline.stages import Prune
from frisian_pipeline.stages.fit.scale import DEFAULT_BUDGET, Scale
from frisian_pipeline.tokens import Counter, counter_of

SMALLER = 5
"""How often an answer is made smaller for the format that it is asked for in."""


def redeem(
    kept: Kept, call: Call, wanted: Wanted, *, render: Rendering = Rendering(), counter: Counter | None = None
) -> bytes:
    """
    Give what a token buys: in mode full the kept bytes, else an answer within the call's budget, in the call's format.

    What exceeds the hard budget is not given whole in any mode, but by rows or slices.

    The call's masks and its view say which fields of a row are shown; without any, rows are slices of what is kept.

    Raises:
        TokenError: If the token buys nothing for this owner and tool.
        MaskError: If a mask cannot be read.
    """
    return redeem_in_format(kept, call, wanted, render=render, counter=counter)[0]


def redeem_in_format(
    kept: Kept, call: Call, wanted: Wanted, *, render: Rendering = Rendering(), counter: Counter | None = None
) -> tuple[bytes, str]:
    """Do the same, and name the format: what is kept whole is JSON, and so is what the call's format cannot hold."""
    for mask in filter(None, (call.fields, call.exclude)):
        compile_mask(mask)
    hard = Scale(call.hard_budget, counter or counter_of("auto"))
    if wanted.mode is Mode.FULL:
        content = kept.whole()
        whole = hard.budget == 0 or hard.holds(content)
        return content if whole else read(Reader(kept, hard, render.json), wanted), render.json.name
    usual = call.budget or DEFAULT_BUDGET
    scale = Scale(min(usual, hard.budget or usual), hard.counter)
    return in_format(call.format, lambda room: some_of(kept, call, wanted, room, render.json), scale, render)


def some_of(kept: Kept, call: Call, wanted: Wanted, scale: Scale, json: Json) -> bytes:
    """Give rows, a slice or a summary within a budget, in JSON."""
    if wanted.mode is Mode.SUMMARY:
        return summary_of(kept.whole(), scale, json)
    if not call.is_masked:
        return read(Reader(kept, scale, json), wanted)
    return read(Reader(kept, scale, json, masked=lambda data: pruned(call, data)), wanted)


def in_format(name: str, within: Callable[[Scale], bytes], scale: Scale, render: Rendering) -> tuple[bytes, str]:
    """
    Give an answer in the format asked for, of less where that needs more room than JSON, and name the format.

    JSON remains where nothing would be left but a piece of a row.
    """
    content = less = within(scale)
    if name == render.json.name:
        return content, name
    body = first = read_digits(content)
    for _ in range(SMALLER):
        other, chosen = render(name, body)
        if scale.holds(other):
            return other, chosen
        less = within(Scale(scale.cost(less) * scale.budget // scale.cost(other), scale.counter))
        body = read_digits(less)
        if "text" in body and "text" not in first:
            break
    return content, render.json.name


def summary_of(content: bytes, scale: Scale, json: Json) -> bytes:
    """Sum up a kept result within a budget."""
    held = (body for body in map(json, summaries(read_digits(content), len(content))) if scale.holds(body))
    return next(held, b"{}")


def pruned(call: Call, data: Any) -> Exchange:
    """Data as the view and the masks of a call show it, with what is to be said of them."""
    return Prune()(Exchange.begin(call, data).replace(disclosure=Disclosure.PREVIEW))
