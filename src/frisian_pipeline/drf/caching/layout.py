"""How a content is cut into parts: pieces of its bytes, pieces of the index of its rows, and a manifest."""

from array import array
from struct import pack
from typing import Final

from msgspec import Struct, msgpack

from frisian_pipeline.drf.caching.places import Place, key_of
from frisian_pipeline.errors import StoreError
from frisian_pipeline.stores.rows import index_rows

PIECE: Final = 96 << 10
"""Bytes of a piece: far below the megabyte of Memcached, and little to fetch for a page."""
ROWS: Final = 4096
"""Rows in a piece of the index, four bytes each."""
LARGEST: Final = (1 << 32) - 1
"""The most bytes that four bytes count."""
INLINE: Final = 16 << 10
"""The most bytes of a content that its manifest holds: most contents are one entry in the cache."""
MANIFEST: Final = "m"


class Manifest(Struct, frozen=True, array_like=True):
    """
    What is known of a content before its pieces are fetched.

    Attributes:
        size: Its bytes.
        rows: How many it has; -1 where it cannot be paged.
        expires: When its token expires, in seconds since the epoch.
        body: The content itself where it is small.
    """

    size: int
    rows: int
    expires: float
    body: bytes = b""


def is_inline(size: int) -> bool:
    """The manifest holds a content of so many bytes."""
    return size <= INLINE


def row_part(row: int) -> str:
    """Name the piece of the index that tells where a row begins."""
    return f"r{row // ROWS}"


def in_index(row: int) -> int:
    """Tell where a row is in that piece."""
    return 4 * (row % ROWS)


def piece_parts(begin: int, end: int) -> list[str]:
    """Name the pieces that hold the bytes from ``begin`` up to ``end``."""
    return [str(number) for number in range(begin // PIECE, -(-end // PIECE))]


def in_piece(byte: int) -> int:
    """Tell where a byte is in its piece."""
    return byte % PIECE


def part_names(size: int, rows: int) -> list[str]:
    """Name all parts of a content, the manifest first, since without it the others are nothing."""
    if is_inline(size):
        return [MANIFEST]
    return [MANIFEST, *piece_parts(0, size), *map(row_part, range(0, rows, ROWS))]


def row_sums(content: bytes, *, is_list: bool) -> "array[int]":
    """Sum up the lengths of the rows; empty where the content cannot be paged."""
    try:
        return index_rows(content) if is_list else array("I")
    except StoreError:
        return array("I")


def index_pieces(sums: "array[int]") -> dict[str, bytes]:
    """Cut the sums into pieces; the last one is the end of the content, which its size tells."""
    starts = range(0, len(sums) - 1, ROWS)
    taken = [sums[start : min(start + ROWS, len(sums) - 1)] for start in starts]
    return {row_part(start): pack(f"<{len(part)}I", *part) for start, part in zip(starts, taken, strict=True)}


def lay_out(content: bytes, *, is_list: bool, expires: float) -> tuple[Manifest, dict[str, bytes]]:
    """Cut a content into its manifest and, where that does not hold it all, the other parts by their names."""
    sums, size = row_sums(content, is_list=is_list), len(content)
    if is_inline(size):
        return Manifest(size, len(sums) - 1, expires, content), {}
    pieces = {part: content[int(part) * PIECE :][:PIECE] for part in piece_parts(0, size)}
    return Manifest(size, len(sums) - 1, expires), pieces | index_pieces(sums)


def seal_all(place: Place, manifest: Manifest, parts: dict[str, bytes]) -> dict[str, bytes]:
    """Seal every part, under its key in the cache, the manifest last."""
    named = parts | {MANIFEST: msgpack.encode(manifest)}
    return {key_of(place.name, part): place.seal(part, payload) for part, payload in named.items()}
