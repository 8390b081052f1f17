"""Recorded calls, as a file has them."""

from typing import Any

import msgspec
from django.core.management.base import CommandError
from msgspec import Struct

from frisian_pipeline.management.files import called, read_file

WANTED = '{"tool": "devices_list", "arguments": {}}'


class Recorded(Struct, frozen=True, forbid_unknown_fields=True):
    """
    A call of a tool.

    Attributes:
        tool: The tool's name.
        arguments: What it was called with.
    """

    tool: str
    arguments: dict[str, Any] = {}


def read_calls(path: str) -> dict[int, Recorded]:
    """
    Read calls by the numbers of their lines, all before the first of them is made.

    Raises:
        CommandError: If the file cannot be read or is empty, or a line is no call.
    """
    lines = read_file(path, "a file of calls").splitlines()
    return {number: read_call(path, number, line) for number, line in enumerate(lines, 1) if line.strip()}


def read_call(path: str, number: int, line: bytes) -> Recorded:
    """
    Read a line.

    Raises:
        CommandError: If it is no call.
    """
    try:
        return msgspec.json.decode(line, type=Recorded)
    except (msgspec.MsgspecError, RecursionError) as error:
        where = f"{called(path)}, line {number}"
        raise CommandError(f"{where} is no call: {error}. Write {WANTED}, a line each.") from error
