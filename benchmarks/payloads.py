"""The fixed results that are shaped: one object and rows of devices."""

from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any

from msgspec.json import decode

PAYLOADS = Path(__file__).parent.parent / "tests" / "payloads"


def one_device() -> Any:
    """The device that NetBox answered a create with."""
    return decode((PAYLOADS / "netbox_device_created.json").read_bytes())


def devices(count: int) -> list[Any]:
    """Rows of the bulk echo, repeated as often as it takes; no two of them are the same object in memory."""
    echo = (PAYLOADS / "device_bulk_echo_60.json").read_bytes()
    return list(islice(chain.from_iterable(map(decode, repeat(echo))), count))
