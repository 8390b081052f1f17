"""What is the whole result, encoded?"""

from typing import ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.formats import Json


class Weigh(Struct, frozen=True):
    """Encode the whole result, once: its size, the kept copy and the full answer are these bytes."""

    needs: ClassVar[frozenset[str]] = frozenset()
    gives: ClassVar[frozenset[str]] = frozenset({"full"})

    json: Json = Json()

    def __call__(self, exchange: Exchange, /) -> Exchange:
        return exchange.replace(full=self.json(exchange.result))
