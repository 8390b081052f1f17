"""
Real and made-up texts to fit an estimator to, and others to judge it by.

Real are the payloads of the tests and what is installed: the catalogues of Django and DRF in some eighty languages,
read-me files, JSON and code of packages. What is judged by is never fitted to: other catalogues, other packages.
"""

from collections.abc import Iterator, Sequence
from importlib.metadata import distributions
from json import loads
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from benchmarks.payloads import PAYLOADS
from benchmarks.tokens.catalogues import FITTED, JUDGED, LEAST, MAIN, MORE, MOST, Text, folder, sentences, words_in
from benchmarks.tokens.narrow import narrow_texts
from benchmarks.tokens.renderings import RENDERINGS, minified, pretty, yaml
from benchmarks.tokens.rows import answer

PICTURES = "🚀 🎉 🧪 ✅ ❌ 👍🏽 👩‍💻 🇩🇪 ❤️ ⚠️ 🔥 😀 😂 📦 🏷️ ★ → … • 💡 🐛 ✨ 📝 🔒 🙏 🌍"
JUDGES = 3
"""One package in so many is only judged by."""


def spoken(language: str, apps: Sequence[str], count: int, weight: float) -> Iterator[Text]:
    """Prose, messages and answers in one language."""
    said, dice = sentences(language, apps), Random(f"{language}{apps}")
    own, english = words_in(said), words_in(sentences("en", apps))
    for turn in range(count if len(said) > 9 else 0):
        seed = f"{language}{apps}{turn}"
        some = dice.sample(said, min(len(said), dice.randint(5, 50)))
        data: Any = [{"id": number, "message": one} for number, one in enumerate(some)]
        if turn % 5 > 1:
            data = answer(seed, (said, own, own + english)[turn % 5 - 2])
        text = " ".join(some) if turn % 5 == 0 else dice.choice(RENDERINGS)(data)
        if len(text) >= LEAST:
            yield Text(f"language {language}", weight, text[:MOST])


def pictured(seed: int, weight: float) -> Iterator[Text]:
    """Messages with emoji, and emoji alone."""
    dice, known, pictures = Random(seed), words_in(sentences("en", JUDGED)), PICTURES.split()
    for _ in range(12):
        mixed = [dice.choice(pictures if dice.random() < 0.35 else known) for _ in range(200)]
        yield Text("emoji", weight, " ".join(mixed))
        yield Text("emoji", weight, minified([{"id": at, "text": " ".join(mixed[at : at + 6])} for at in range(20)]))
        yield Text("emoji", weight / 2, "".join(dice.choices(pictures, k=60)))


def is_judged(name: str) -> bool:
    """Tell whether a package or file is only judged by."""
    return crc32(name.encode()) % JUDGES == 0


def installed(*, judged: bool) -> Iterator[Text]:
    """Read-me files and JSON of installed packages, each file of which is either fitted to or judged by."""
    for package in sorted(distributions(), key=lambda one: str(one.name)):
        if is_judged(package.name) is judged:
            body = (package.read_text("METADATA") or "").partition("\n\n")[2]
            starts = range(0, min(len(body), 24_000) - 1_500, 4_000)
            yield from (Text(f"readme {package.name}", 0.6, body[start : start + 4_000]) for start in starts)
        for path in sorted(package.files or (), key=str):
            if path.suffix == ".json" and is_judged(path.name) is judged:
                yield from documents(Path(str(path.locate())))


def documents(path: Path) -> Iterator[Text]:
    """A JSON file in the forms that fit any."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    if 500 < len(text) < 1_000_000:
        for rendering in (minified, pretty, yaml):
            yield Text(f"json {path.name}", 0.4, rendering(loads(text))[:MOST])


def source(*, judged: bool) -> Iterator[Text]:
    """A few files of code."""
    for path in sorted((*folder("django").rglob("*.py"), *folder("rest_framework").rglob("*.py"))):
        text = path.read_text(encoding="utf-8")[:6_000] if crc32(path.name.encode()) % 30 == judged else ""
        if len(text) > 1_000:
            yield Text(f"code {path.name}", 0.4, text)


def payloads() -> Iterator[Text]:
    """The payloads of the tests in every form; those of one program are one group."""
    programs = {"device_list_50": "device", "product_context.agent": "product", "search_offers_10": "product"}
    for path in sorted(PAYLOADS.glob("*.json")):
        group, data = programs.get(path.stem, path.stem.partition("_")[0]), loads(path.read_text())
        for rendering in RENDERINGS:
            text = rendering(data)
            if len(text) >= LEAST:
                yield Text(f"payload {group}", 1.5, text[:60_000])


def fitted() -> Iterator[Text]:
    """All that the estimator is fitted to, but for random characters."""
    yield from payloads()
    yield from narrow_texts(FITTED, 0.6, english=60, main=12, more=3)
    yield from pictured(1, 0.8)
    yield from installed(judged=False)
    yield from source(judged=False)
    for language in sorted(path.name for path in (folder("django") / "conf" / "locale").iterdir() if path.is_dir()):
        if language == "en":
            yield from spoken(language, FITTED, 400, 1.5)
        elif not language.startswith("en_"):
            main, more = language in MAIN.split(), language in MORE.split()
            yield from spoken(
                language, FITTED, 80 if main else 30 if more else 5, 1 if main else 0.25 if more else 0.15
            )


def judged() -> Iterator[Text]:
    """What it is judged by: the same kinds of texts, of which it has seen none."""
    yield from pictured(2, 1)
    yield from narrow_texts(JUDGED, 1, english=20, main=6)
    yield from installed(judged=True)
    yield from source(judged=True)
    for language in MAIN.split():
        yield from spoken(language, JUDGED, 40, 1)
