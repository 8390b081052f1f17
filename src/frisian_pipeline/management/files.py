"""Files that are named on the command line."""

from codecs import BOM_UTF8
from pathlib import Path

from django.core.management.base import CommandError


def read_file(path: str, wanted: str) -> bytes:
    """
    Read a file, without the mark that some editors put before UTF-8.

    Raises:
        CommandError: If it cannot be read, or nothing is in it; ``wanted`` says what to name instead.
    """
    try:
        content = Path(path).read_bytes().removeprefix(BOM_UTF8)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}. Name {wanted}.") from error
    if not content.strip():
        raise CommandError(f"{path} is empty. Name {wanted}.")
    return content
