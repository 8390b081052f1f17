"""Get a content, or rows of it, back out of its parts, with no more of them than it takes."""

from struct import unpack_from

from django.core.cache import BaseCache
from msgspec import msgpack

from frisian_pipeline.drf.caching.layout import (
    MANIFEST,
    Manifest,
    in_index,
    in_piece,
    is_inline,
    piece_parts,
    row_part,
)
from frisian_pipeline.drf.caching.places import Parts, Place, fetch
from frisian_pipeline.errors import StoreError, TokenError
from frisian_pipeline.stores.rows import NOT_ROWS, cut, index_rows

LAST_ROW = 1 << 40
"""No content has so many rows; keys stay short for whoever asks for more."""


def read(cache: BaseCache, place: Place, now: float) -> bytes:
    """Fetch the manifest, then the pieces of what it does not hold itself; ``TokenError`` where one is not good."""
    manifest = living(fetch(cache, place, [MANIFEST]), now)
    return manifest.body if is_inline(manifest.size) else read_bytes(cache, place, 0, manifest.size)


def read_rows(cache: BaseCache, place: Place, now: float, start: int, stop: int) -> bytes:
    """
    Fetch the manifest with the index of these rows, then the pieces that hold them.

    Raises:
        TokenError: If one of them is not good.
        StoreError: If the content cannot be paged.
    """
    start, stop = min(start, LAST_ROW), min(stop, LAST_ROW)
    found = fetch(cache, place, {MANIFEST, row_part(start), row_part(stop)})
    manifest = living(found, now)
    if manifest.rows < 0:
        raise StoreError(NOT_ROWS)
    stop = min(stop, manifest.rows)
    if start >= stop:
        return b"[]"
    if is_inline(manifest.size):
        return cut(manifest.body, index_rows(manifest.body), start, stop)
    return b"[%b]" % read_bytes(cache, place, *bounds(manifest, found, start, stop))


def living(parts: Parts, now: float) -> Manifest:
    """Read the manifest; ``TokenError`` where its time is over."""
    manifest = msgpack.decode(parts[MANIFEST], type=Manifest)
    if manifest.expires <= now:
        raise TokenError
    return manifest


def read_bytes(cache: BaseCache, place: Place, begin: int, end: int) -> bytes:
    """Fetch the bytes from ``begin`` up to ``end``, at least one."""
    names = piece_parts(begin, end)
    pieces = fetch(cache, place, names)
    skip = in_piece(begin)
    return b"".join(pieces[name] for name in names)[skip : skip + end - begin]


def bounds(manifest: Manifest, index: Parts, start: int, stop: int) -> tuple[int, int]:
    """Tell from which byte up to which the rows from ``start`` up to ``stop`` are, at least one."""
    begin = 1 + row_sum(index, start) + start
    return begin, manifest.size - 1 if stop == manifest.rows else row_sum(index, stop) + stop


def row_sum(index: Parts, row: int) -> int:
    """Look up what the rows before this one take, without commas."""
    found: int = unpack_from("<I", index[row_part(row)], in_index(row))[0]
    return found
