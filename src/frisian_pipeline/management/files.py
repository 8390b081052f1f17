"""Files that are named on the command line."""

import sys
from codecs import BOM_UTF8
from pathlib import Path

from django.core.management.base import CommandError

INPUT = "-"
"""What names standard input."""


def called(path: str) -> str:
    """What a file is called in a message, at its beginning."""
    return "Standard input" if path == INPUT else path


def content_of(path: str) -> bytes:
    """
    All that a file holds; of standard input that is nothing where there is none.

    Raises:
        OSError: If it cannot be read.
    """
    if path == INPUT:
        return sys.stdin.buffer.read() if sys.stdin else b""
    return Path(path).read_bytes()


def read_file(path: str, wanted: str) -> bytes:
    """
    Read a file, or for ``-`` standard input, without the mark that some editors put before UTF-8.

    Raises:
        CommandError: If it cannot be read, or nothing is in it; ``wanted`` says what to name instead.
    """
    try:
        content = content_of(path).removeprefix(BOM_UTF8)
    except OSError as error:
        raise CommandError(f"{called(path)} cannot be read: {error.strerror}. Name {wanted}.") from error
    if not content.strip():
        raise CommandError(f"{called(path)} is empty. Name {wanted}.")
    return content
