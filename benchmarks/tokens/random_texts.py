"""Random characters: keys, hashes, encoded files, and what nobody would write."""

from collections.abc import Iterator
from random import Random
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, punctuation

from benchmarks.tokens.catalogues import Text
from benchmarks.tokens.renderings import minified


def span(start: int, stop: int) -> str:
    """The characters of a range."""
    return "".join(map(chr, range(start, stop)))


def strewn(start: int, stop: int) -> str:
    """Some hundred characters all over a range, the same ones always."""
    return "".join(map(chr, Random(start).sample(range(start, stop), 300)))


ALPHABETS = {
    "hex": digits + "abcdef",
    "HEX": digits + "ABCDEF",
    "base64": ascii_letters + digits + "+/",
    "lower": ascii_lowercase,
    "upper": ascii_uppercase,
    "letters": ascii_letters,
    "rare": "qxzjvwkyfb",
    "digits": digits,
    "lower and digits": ascii_lowercase + digits,
    "lower and dashes": ascii_lowercase + "-_",
    "punctuation": punctuation,
    "JSON": '{}[]":,',
    "blanks": " \n\t",
    "spaces": " ",
    "lines": " \n",
    "control": "\x00\x01\x02\x1f\x7f",
    "Latin-1": "äöüßéèàçñøåæ",
    "Latin": "ąćęłńóśźżčřšžůěďť",
    "Vietnamese": "ạảấầẩẫậắằẳẵặẹẻẽếềểễệ",
    "Cyrillic": span(0x430, 0x450),
    "Greek": span(0x3B1, 0x3CA),
    "Arabic": span(0x627, 0x64B),
    "Hebrew": span(0x5D0, 0x5EB),
    "Hindi": span(0x905, 0x94E),
    "Thai": span(0xE01, 0xE3B),
    "kana": span(0x3041, 0x30FB),
    "Han": "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里",
    "rare Han": span(0x9F00, 0x9F80),
    "Hangul": span(0xAC00, 0xAE00),
    "Ethiopic": span(0x1200, 0x1230),
    "signs": "→★•…–—“”‘’€™",
    "emoji": "🚀🎉🧪😀😂🔥📦👍",
    "beyond": "𝒜𐍈𠀀𝕏",
    "first plane": strewn(0xA0, 0xD800),
    "later planes": strewn(0x10000, 0x110000),
    "everything": span(0x01, 0x100) + strewn(0x100, 0xD800) + strewn(0x10000, 0x110000),
}
KINDS = 5
WEIGHTS = {"lower": 0.3, "lower and dashes": 0.22, "upper": 0.22, "letters": 0.22, "base64": 0.22, "hex": 0.22}


def random_text(dice: Random, alphabet: str, kind: int) -> str:
    """Characters in a row, as a value, in words, each several times, or in few words again and again."""
    length = dice.randint(30, 400)
    if kind == 4:
        few = ["".join(dice.choices(alphabet, k=dice.randint(1, 4))) for _ in range(3)]
        return " ".join(dice.choices(few, k=length // 4))
    if kind == 2:
        return " ".join("".join(dice.choices(alphabet, k=dice.randint(1, 12))) for _ in range(length // 6))
    if kind == 3:
        return "".join(dice.choice(alphabet) * dice.randint(1, 20) for _ in range(length // 8))
    text = "".join(dice.choices(alphabet, k=length))
    return minified([{text[:7]: text[7:]}]) if kind else text


def random_texts(seed: int, count: int) -> Iterator[Text]:
    """So many of each alphabet."""
    for name, alphabet in ALPHABETS.items():
        dice = Random(f"{name}{seed}")
        for turn in range(count):
            yield Text(f"random {name}", WEIGHTS.get(name, 0.15), random_text(dice, alphabet, turn % KINDS))
