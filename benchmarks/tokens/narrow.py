"""Made-up answers of few short cells a row, most of whose cost is in the borders of cells and of lines."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from benchmarks.tokens.catalogues import LEAST, MAIN, MORE, MOST, Text, sentences
from frisian_pipeline.formats import Json
from frisian_pipeline.presets import formats

Cell = Callable[[], Any]

JSON = Json()
FORMATS = {one.name: one for one in (JSON, *formats(JSON)) if one.name != "auto"}

AWKWARD = "", "-", "a, b", 'the "new" one', "level: 2", "(none)", "50 %", "#12", "<p>", "A&B", "true", "7"
FIELDS = "id", "name", "title", "status", "type", "count", "value", "label", "key", "created_at", "is_default"


def short_words(said: Iterable[str]) -> list[str]:
    """The words of sentences that have at most ten letters; a few characters where words are not parted."""
    word = r"[\u3040-\u30ff\u4e00-\u9fff]{1,5}|[^\W\d_][^\s!-@\[-`{-~、。，：（）「」]*"
    return [found for one in said for found in re.findall(word, one) if len(found) <= 10]


def word(dice: Random, known: Sequence[str]) -> str:
    """A word, mostly in small letters, as choices and tags are."""
    one = dice.choice(known)
    return dice.choice([one, one.lower(), one.lower(), one.lower(), one.title(), one.upper()])


def slug(dice: Random, known: Sequence[str]) -> str:
    """A word and a number, two words, or letters and digits."""
    one, other = dice.choice(known).lower(), dice.choice(known).lower()
    number = dice.randrange(10 ** dice.randint(1, 3))
    return dice.choice([f"{one}-{number}", f"{one}-{other}", f"{one}_{other}", f"{one[:2].upper()}{number}"])


def moment(dice: Random) -> str:
    """A day, or a second."""
    day = f"20{dice.randrange(18, 30)}-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}"
    return dice.choice([day, f"{day}T{dice.randrange(24):02}:{dice.randrange(60):02}:{dice.randrange(60):02}Z"])


def cells(dice: Random, known: Sequence[str]) -> list[Cell]:
    """What a column may hold, words more than others."""
    some, few = partial(word, dice, known), [word(dice, known) for _ in range(dice.randint(2, 5))]
    return [
        some,
        some,
        some,
        lambda: f"{some()} {some()}",
        lambda: dice.choice([None, some()]),
        lambda: dice.choice([*AWKWARD, some(), some()]),
        lambda: dice.choice(few),
        lambda: dice.choice(few),
        partial(slug, dice, known),
        partial(slug, dice, known),
        lambda: dice.randrange(10),
        lambda: dice.randrange(10 ** dice.randint(1, 9)),
        lambda: round(dice.random() * 10 ** dice.randint(0, 4), dice.randint(0, 4)),
        lambda: dice.choice([True, False]),
        lambda: dice.choice([True, False, None]),
        lambda: moment(dice),
        lambda: f"{dice.getrandbits(64):016x}"[: dice.choice([8, 12, 16])],
        lambda: [some() for _ in range(dice.randrange(4))],
    ]


def narrow(dice: Random, known: Sequence[str], fields: Sequence[str]) -> Any:
    """A list or a page of rows of one to four cells, by themselves or beneath an object each, or a list of values."""
    columns = {field: dice.choice(cells(dice, known)) for field in dice.sample(fields, dice.randint(1, 4))}
    rows: list[Any] = [{field: cell() for field, cell in columns.items()} for _ in range(dice.choice([4, 10, 30, 80]))]
    kind = dice.randrange(10)
    if kind < 4:
        return rows
    if kind < 7:
        return {"count": len(rows), "next": None, "previous": None, "results": rows}
    if kind == 7:
        return [value for row in rows for value in row.values()]
    if kind == 8:
        return [list(row.values()) for row in rows]
    return [{"id": number, dice.choice(fields): rows[number : number + 3]} for number in range(0, len(rows), 3)]


def narrow_texts(apps: Sequence[str], weight: float, *, english: int, main: int, more: int = 0) -> Iterator[Text]:
    """So many answers in each language, every other one half in English, as each of the formats writes them."""
    spoken = short_words(sentences("en", apps))
    names = sorted({one.lower() for one in spoken if 1 < len(one) < 10 and one.isascii()})
    for language in (*MAIN.split(), *MORE.split()):
        own, dice = short_words(sentences(language, apps)), Random(f"narrow {language}{apps}")
        count = english if language == "en" else main if language in MAIN.split() else more
        for turn in range(count if len(own) > 99 else 0):
            known = own if turn % 2 else own + dice.choices(spoken, k=len(own))
            yield from rendered(narrow(dice, known, [*FIELDS, *dice.sample(names, 8)]), weight)


def rendered(data: Any, weight: float) -> Iterator[Text]:
    """One answer in every format; what falls back to another format only once."""
    texts = {encode(data).decode()[:MOST]: name for name, encode in reversed(FORMATS.items())}
    for text, name in texts.items():
        if len(text) >= LEAST:
            yield Text(f"rows {name}", weight, text)
