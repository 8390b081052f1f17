"""Every character's class: what costs like others of its kind is spelt alike, a byte for each."""

from string import ascii_lowercase

from frisian_pipeline.tokens.singles import SINGLES

LETTERS = ascii_lowercase
SIGNS = "!#$%&'()*+;<=>@\\^`|~"
"""Punctuation that has classes of its own and, as long as nothing better is known, one cost."""

BLOCKS = {
    "B": (0x0080, 0x00C0),  # Latin-1 signs
    "C": (0x00C0, 0x0100),  # Latin-1 letters
    "D": (0x0100, 0x0250),  # other Latin
    "E": (0x0250, 0x0370),  # phonetics and combining marks
    "F": (0x0370, 0x0400),  # Greek
    "G": (0x0400, 0x0530),  # Cyrillic
    "H": (0x0590, 0x0600),  # Hebrew
    "I": (0x0600, 0x0700),  # Arabic
    "J": (0x0900, 0x0980),  # Devanagari
    "K": (0x0980, 0x0E00),  # other scripts of India
    "L": (0x0E00, 0x0E80),  # Thai
    "M": (0x1E00, 0x2000),  # Vietnamese, old Greek
    "N": (0x2000, 0x2070),  # punctuation
    "O": (0x2070, 0x2C00),  # symbols
    "P": (0x3000, 0x3040),  # punctuation of East Asia
    "Q": (0x3040, 0x3100),  # kana
    "R": (0x3400, 0xA000),  # Han
    "S": (0xAC00, 0xD7A4),  # Hangul
    "T": (0xFF00, 0xFFF0),  # full width
    "9": (0x1F000, 0x1FB00),  # emoji
}
"""Ranges of characters by their class; the rest of the first plane is ``U``, and all that is beyond it ``?``."""

SINGLE = {"C": "V", "F": "W", "H": "X", "I": "Y", "J": "Z", "L": "1", "N": "2", "Q": "3", "R": "4", "S": "5"}
"""The class of those in a block that are a token each."""

CYRILLIC = {"6": "аеиоуыяю", "7": "бвгдзклмнпрстьйч", "8": "фхцшщъэёжАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"}
"""Russian letters by how they are used; random ones cost twice as much as words."""

CONTROL = "\0"


def class_of_ascii(character: str) -> str:
    """The class of one ASCII character."""
    if character.isdigit():
        return "0"
    if character.isupper():
        return "A"
    if character in "?\r":
        return "!" if character == "?" else "\n"
    return character if character.isprintable() or character in "\n\t" else CONTROL


def make_table() -> str:
    """The classes of all characters up to the last emoji, by their code points."""
    table = [*map(class_of_ascii, map(chr, range(0x80))), *["U"] * 0xFF80, *["?"] * 0xFB00]
    for name, (start, stop) in BLOCKS.items():
        table[start:stop] = name * (stop - start)
    for character in SINGLES:
        table[ord(character)] = SINGLE[table[ord(character)]]
    for name, characters in CYRILLIC.items():
        for character in characters:
            table[ord(character)] = name
    return "".join(table)


TABLE = make_table()


def spell(text: str) -> bytes:
    """Spell a text in classes, as if it began a line; what is beyond the emoji is a question mark."""
    return b"\n" + text.translate(TABLE).encode("ascii", "replace")
