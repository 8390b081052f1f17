"""Continuation tokens: secret, safe in a URL, and cheap for a model to read and repeat."""

import os
from secrets import token_bytes
from string import ascii_letters
from struct import unpack
from typing import Final

# A first letter, then every second letter that makes one model token with it in both vocabularies.
LETTERS: Final = """
    aabcdefghijklmnopqrstuvwxyz babcdefghijklmnoprstuvwxyz cabcdefghijklmnopqrstuvwxyz
    dabcdefghijklmnopqrstuvwxyz eabcdefghijklmnopqrstuvwxyz fabcdefghiklmnopqrstuvwxy gabcdefghilmnoprstuvwxyz
    habcdefghiklmnopqrstuvwxyz iabcdefghijklmnopqrstuvwxyz jabcdefhijklmnopqrstu kabcdefghijklmnoprstuvwy
    labcdefghijklmnoprstuvwxyz mabcdefghijklmnopqrstuvwxy nabcdefghijklmnoprstuvwxyz
    oabcdefghijklmnoprstuvwxyz pabcdefghijklmnopqrstuvwxyz qabcdehilmnpqrstuwx rabcdefghiklmnopqrstuvwxyz
    sabcdefghijklmnopqrstuvwxyz tabcdefghiklmnoprstuvwxyz uabcdefghijklmnoprstuvwxyz vabcdefghijklmnoprstuvwxy
    wabcdefghijklmnoprstuwxy xabcdefilmnoprstxyz yabcdeghiklmnoprstuwxyz zabcdefhiklmnopstuwxyz
    AbcdfghijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ BaegilorsuyABCDEFGHIJKLMNOPRSTUVWXY
    CabcdehilorsuxyABCDEFGHIKLMNOPRSTUVWXY DabeiorstuABCDEFGHIJKLMNOPRSTUVWXY
    EbcdfklmnpqrstuvxyABCDEFGHIKLMNOPQRSTUVWXZ FacdeilnorsuxABCDEFGHIKLMNOPRSTUWXY
    GabeilorsuABCDEFGHILMNOPRSTUVWXY HaeiopuyzABCDEFGHIKLMNOPQRSTUVWXYZ IdfklmnoprstxABCDEFGHIJKLMNOPQRSTUVWXZ
    JaeosuABCDEIJKMOPRSTV KaehinryABCDEFGHIKLMNOPRSTVWY LaefinotuvyABCDEFGIKLMNOPRSTUVY
    MabcdeioprstuyABCDEFGHIJKLMNOPQRSTUVWXY NabdeghimorsuxyABCDEFGHIJKLMNOPRSTUVWXYZ
    ObdfhiklmnprstABCDEFGHIKLMNOPRSTUVWX PaeghiklorstuxyABCDEFGHIJKLMNOPRSTUVWXY QituABCELMNPQRSTU
    RaehopsuxABCDEFGHIKLMNOPRSTUVWXY SacehiklmnopqrtuwyzABCDEFGHIJKLMNOPQRSTUVWXYZ
    TadehikoprsuvwxyABCDEFGHIKLMNOPRSTUVWXYZ UbhilmnprstABCDEFGIKLMNPRSTUVXY VaeikmosuyABCDEFGIKLMNOPRSTV
    WaehiorsyABCDEFGHIKLMNOPRSTWX XdiABCDEFILMPRSTXY YaeouACEGLMNOPSTWYZ ZehAEFHNORWXYZ
"""

PAIRS: Final = (
    *(word[0] + second for word in LETTERS.split() for second in word[1:]),
    *(mark + letter for mark in "-_" for letter in ascii_letters),
    *(f"{number:02}" for number in range(100)),
)

BATCH: Final = 64
"""Tokens drawn at a time: asking the system for each made a bulk write of 60 rows 9 % slower."""

spare: Final[list[str]] = []
"""Tokens drawn and not yet given out; a forked process draws its own."""

# Where processes do not fork there is nothing to register with.
getattr(os, "register_at_fork", dict)(after_in_child=spare.clear)


def draw() -> str:
    """Draw one token."""
    return "".join([PAIRS[number % len(PAIRS)] for number in unpack("12H", token_bytes(24))])


def new_token() -> str:
    """
    Give a token that nobody has: 12 of the 1,646 URL-safe pairs that are one model token in cl100k and in o200k.

    Two random bytes choose a pair, so the likeliest pair has 40 chances in 65,536, and the whole token at least
    12 * log2(65,536 / 40) = 128.1 bits of min-entropy: pairs have one length, so no token has two spellings.

    A bulk write's envelope of 100 bytes has room for 25 characters. What such an envelope costs on average, in
    tokens of cl100k and o200k, over 20,000 of each kind (``benchmarks/token_alphabets.py``): lower case and
    digits 37.2 and 36.9, base64url 36.8 and 36.1, letters 36.3 and 35.2, pairs 33.9 and 33.8. With fewer
    choices, some of three characters, 25 characters hold 123 bits.

    The envelope without its token is 21 tokens and a character at most one, so 45 is never exceeded. Pairs keep
    it under 41: two neighbours that make a token are never left apart, so of each pair at most one character
    stands alone, and the rest makes at most half as many tokens: 12 + 6, and one more for a leading mark.
    """
    try:
        return spare.pop()
    except IndexError:
        first, *rest = (draw() for _ in range(BATCH))
        spare.extend(rest)
        return first
