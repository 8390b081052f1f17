"""Pages of a kept JSON array: where its rows end is worked out once, then a page is one slice of the bytes."""

from array import array
from itertools import accumulate

from msgspec import DecodeError, Raw
from msgspec.json import Decoder

from frisian_pipeline.errors import StoreError

NOT_ROWS = "only a minified JSON array can be paged; redeem the whole content instead"

decoder = Decoder(list[Raw])


def index_rows(content: bytes) -> "array[int]":
    """
    Sum up the lengths of the rows: item ``n`` is what the first ``n`` rows take, without commas.

    Raises:
        StoreError: If the content is not a minified JSON array.
    """
    try:
        found = decoder.decode(content)
    except (DecodeError, RecursionError):
        raise StoreError(NOT_ROWS) from None
    # Four bytes a row hold the lengths of any content below four gigabytes.
    sums = array("I" if len(content) < 1 << 32 else "Q", accumulate(map(len, found), initial=0))
    if sums[-1] + max(len(found), 1) + 1 != len(content):
        raise StoreError(NOT_ROWS)
    return sums


def cut(content: bytes, sums: "array[int]", start: int, stop: int) -> bytes:
    """Cut the rows from ``start`` up to ``stop`` out of an indexed content, as a JSON array."""
    stop = min(stop, len(sums) - 1)
    if start >= stop:
        return b"[]"
    return b"[%b]" % content[1 + sums[start] + start : sums[stop] + stop]
