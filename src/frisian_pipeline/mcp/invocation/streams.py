"""Answers that come in pieces: read to their end, where they have one and it is near."""

import asyncio
import time
from collections.abc import AsyncIterable, Iterable
from itertools import chain
from typing import Any

from asgiref.sync import async_to_sync

MOST = 8 << 20
"""The most bytes that are read of a stream; what is larger is better fetched over REST."""

LONGEST = 15.0
"""For how many seconds a stream is read, so that a slow one does not hold a worker; one piece may still take longer."""

ENDLESS = "text/event-stream"


async def collected(pieces: AsyncIterable[bytes]) -> bytes | None:
    """Join the pieces of an asynchronous stream; None where they are too many, or too long in coming."""
    read = bytearray()
    try:
        async with asyncio.timeout(LONGEST) as limit:
            async for piece in pieces:
                read += piece
                if len(read) > MOST:
                    return None
    except TimeoutError:
        if limit.expired():
            return None
        raise
    return bytes(read)


def joined(pieces: Iterable[bytes]) -> bytes | None:
    """Join the pieces of a stream; None where they are too many, or too long in coming."""
    read, end = bytearray(), time.monotonic() + LONGEST
    for piece in pieces:
        read += piece
        if len(read) > MOST or time.monotonic() > end:
            return None
    return bytes(read)


def is_too_long(response: Any) -> bool:
    """Tell a stream that has no end, or says that it is too long."""
    length = response.get("Content-Length", "")
    endless = response.get("Content-Type", "").startswith(ENDLESS)
    return endless or (length.isdecimal() and int(length) > MOST)


def read_stream(response: Any) -> bytes | None:
    """Read a stream and release what it holds; None where it is too long to be read."""
    try:
        if is_too_long(response):
            return None
        if response.is_async:
            return async_to_sync(collected)(response)
        return joined(chain(response))
    finally:
        # Its own close() would tell the host that the outer request has ended.
        for release in response._resource_closers:  # noqa: SLF001
            release()
