"""The words of texts: what Django's catalogues say in some eighty languages, some fitted to and others judged by."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from json import loads
from pathlib import Path
from typing import NamedTuple

MAIN = "en de fr ru el ja zh_Hans ar hi"
MORE = "es it pt_BR nl pl sv tr uk ko he th vi fa zh_Hant cs fi hu da nb ro bg id"
FITTED = "conf", *(f"contrib/{app}" for app in ("gis", "contenttypes", "flatpages", "sites", "humanize", "postgres"))
JUDGED = tuple(f"contrib/{app}" for app in ("admin", "auth", "admindocs"))
LEAST, MOST = 40, 20_000


class Text(NamedTuple):
    """
    A text.

    Attributes:
        group: What it stands for; of one group either all is fitted to or nothing.
        weight: How much it counts among the others.
    """

    group: str
    weight: float
    text: str


def folder(package: str) -> Path:
    """Where a package is installed."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@cache
def sentences(language: str, apps: Sequence[str]) -> list[str]:
    """What Django's catalogues say in a language; English is what the German ones translate."""
    word, place = ("msgid", "de") if language == "en" else (r"msgstr(?:\[\d\])?", language)
    found: list[str] = []
    for app in apps:
        path = folder("django") / app / "locale" / place / "LC_MESSAGES" / "django.po"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        entries = re.findall(rf'^{word} ((?:"(?:[^"\\]|\\.)*"\n?)+)', text, re.MULTILINE)
        found += ("".join(map(loads, re.findall(r'"(?:[^"\\]|\\.)*"', entry))) for entry in entries)
    return [sentence for sentence in found if sentence.strip() and "Project-Id" not in sentence]


def words_in(said: Sequence[str]) -> list[str]:
    """Their words, without what programs put in."""
    return [word for one in said for word in re.sub(r"%\(\w+\)s|%[sd]|<[^>]+>", "", one).split()]
