"""Where a content lies in a cache: a name for its keys and a secret that seals its parts, both from the token."""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from hmac import compare_digest
from typing import Any, Final

from django.core.cache import BaseCache
from msgspec import Struct

from frisian_pipeline.errors import TokenError

LAYOUT: Final = b"frisian/kept/1"
"""A release that lays contents out in another way says so here, and takes the tokens of others for unknown."""

SEAL: Final = 16


def framed(*texts: str) -> bytes:
    """Join texts so that no others give the same bytes, whatever characters they have."""
    encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    return b"".join(len(one).to_bytes(8, "big") + one for one in encoded)


def key_of(name: str, part: str) -> str:
    """Name a part of a content in the cache: hexadecimal and short, as every backend takes it."""
    return f"frisian:{name}:{part}"


class Place(Struct, frozen=True):
    """
    Where one content lies, and what its parts are sealed with.

    Attributes:
        name: What its keys have in common; it tells neither token nor owner nor tool.
        secret: The key of the seals; without the token nobody can make one.
    """

    name: str
    secret: bytes

    def seal(self, part: str, payload: bytes) -> bytes:
        """Put a seal before a part; it holds for this part of this content alone."""
        return self._seal(part, payload) + payload

    def unseal(self, part: str, value: Any) -> memoryview:
        """
        Return what was sealed.

        Raises:
            TokenError: If the part is missing or changed.
        """
        if not isinstance(value, bytes):
            raise TokenError
        payload = memoryview(value)[SEAL:]
        if not compare_digest(value[:SEAL], self._seal(part, payload)):
            raise TokenError
        return payload

    def _seal(self, part: str, payload: "bytes | memoryview") -> bytes:
        return blake2b(payload, digest_size=SEAL, key=self.secret, salt=part.encode(), person=LAYOUT).digest()


class Parts(Struct, frozen=True):
    """Parts of a content as the cache gave them; each is unsealed when it is asked for."""

    place: Place
    values: Mapping[str, Any]

    def __getitem__(self, part: str) -> memoryview:
        return self.place.unseal(part, self.values.get(key_of(self.place.name, part)))


def place_of(token: str, owner: str, tool: str) -> Place:
    """Find the place that a token has for its owner and tool; for all others it is another, where nothing lies."""
    digest = blake2b(framed(token, owner, tool), digest_size=48, person=LAYOUT).digest()
    return Place(digest[:16].hex(), digest[16:])


def asked_place(token: Any, owner: Any, tool: Any) -> Place:
    """
    Find the place that somebody asks for.

    Raises:
        TokenError: If these are not even texts.
    """
    if not all(isinstance(one, str) for one in (token, owner, tool)):
        raise TokenError
    return place_of(token, owner, tool)


def fetch(cache: BaseCache, place: Place, parts: Iterable[str]) -> Parts:
    """Ask for some parts at once."""
    return Parts(place, cache.get_many([key_of(place.name, part) for part in parts]))
