"""
By how much one request lets a process grow, in a process of its own; prints the bytes, and those of the answer.

Its arguments are the path of a REST list, or the name of a tool, of the host of ``probes``, and masks such as
``exclude=comment``. What is counted is the memory that the system has given, SQLite's and the allocator's included:
what counts Python's objects would miss them. Each kind of request has been answered before from a small table, so that
imports, schemas and other things that stay are not counted, and what the allocator held in stock has been given back,
or the first megabytes would seem to cost nothing.
"""

import ctypes
import gc
import re
import sys
from contextlib import suppress
from pathlib import Path

import django
from django.conf import settings

SYSTEM = Path("/proc/self")
FORGET = "5"
"""Lets the system take the memory of now for the most that there has been."""


def highest() -> int:
    """The most bytes that this process has had in memory since the system was told to forget."""
    found = re.search(r"VmHWM:\s*(\d+) kB", (SYSTEM / "status").read_text())
    return int(found[1]) * 1024 if found else 0


def start() -> int:
    """Give back to the system what is not needed, and say how much is."""
    gc.collect()
    with suppress(AttributeError):  # what is not glibc gives it back of itself
        ctypes.CDLL(None).malloc_trim(0)
    (SYSTEM / "clear_refs").write_text(FORGET)
    return highest()


def main(where: str, *masks: str) -> None:
    """Print by how much the process grows, and the size of the answer."""
    settings.ROOT_URLCONF = "benchmarks.probes"
    django.setup()
    from benchmarks import probes  # noqa: PLC0415  its models need the settings
    from benchmarks.requests import body_of  # noqa: PLC0415

    settings.FRISIAN_PIPELINE = probes.HOST
    send = probes.send_to(where, **dict(mask.split("=") for mask in masks))
    probes.create()
    probes.fill(probes.BATCH)
    for one in (*map(probes.send_to, probes.LISTS), send):
        body_of(one)
    probes.fill(probes.MANY)
    before = start()
    size = len(body_of(send))
    print(highest() - before, size)


if __name__ == "__main__":
    main(*sys.argv[1:])
