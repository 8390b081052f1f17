"""What the names of fields say: that a value is a secret, or that something failed."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in snake, kebab or camel case, in small letters and without an s at the end."""
    return tuple(word.lower().removesuffix("s") for word in WORD.findall(name))


def run_together(text: str) -> tuple[str, ...]:
    """Names as they are when their words are run together."""
    return tuple("".join(words_of(name)) for name in text.split())


KEYS = run_together("""
    access_key activation_key aes_key api_key app_key application_key auth_key client_key consumer_key decryption_key
    encryption_key hmac_key license_key master_key preshared_key private_key recovery_key secret_key
    session_key shared_key signing_key stream_key webhook_key
""")
ENDINGS = KEYS + run_together("""
    backup_code credential emergency_code mnemonic otp_uri otp_url otpauth_uri otpauth_url passcode passphrase passwd
    password provisioning_uri provisioning_url recovery_code recovery_phrase scratch_code secret seed_phrase token
""")
"""How the names of secrets end."""

SHORT = frozenset({"jwt", "otp", "pin", "psk", "puk", "pwd", "totp"})
"""Whole words, since other words end like them."""

PAIR = frozenset({"access", "refresh"})
"""A pair of tokens, where their values look like some."""

PLAIN = frozenset({"code", "pem", "plain", "plaintext", "raw", "value"})
"""Last words that are those of a secret if what is before them is."""

PUBLIC = frozenset({"public", "publishable"})
WRAPPERS = frozenset({"data", "items", "objects", "results"})
STATUSES = run_together("http_code http_status http_status_code status status_code")
SUCCESSES = run_together("is_success is_successful ok succeeded success successful")
FAULTS = run_together("error error_code error_detail error_message exception failed failure warning")
FAILED = frozenset({"error", "errored", "fail", "failed", "failure"})
"""Words for a status that is no success."""


def sounds_secret(name: str) -> bool:
    """Tell whether a name is that of a secret."""
    words = words_of(name)
    if len(words) > 1 and words[-1] in PLAIN and not "".join(words).endswith(ENDINGS):
        words = words[:-1]
    stem = "".join(words)
    if stem.endswith("key") and not PUBLIC.isdisjoint(words):
        return False
    return stem == "key" or stem.endswith(ENDINGS) or not SHORT.isdisjoint(words[-1:]) or name in PAIR


def is_secret(name: str, value: Any) -> bool:
    """Tell whether a value under such a name is one: not null, empty, a truth value or how many there are."""
    if value is None or isinstance(value, bool):
        return False
    if name in PAIR:
        return looks_random(value, 20)
    if isinstance(value, int | float):
        return not name.endswith("s")
    return not hasattr(value, "__len__") or len(value) > 0


def looks_random(value: Any, size: int) -> bool:
    """Tell whether a value may be a token: one long word."""
    return isinstance(value, str) and len(value) >= size and " " not in value


def is_bad(status: Any) -> bool:
    """Tell whether a status is that of a failure, as HTTP or as a word says it."""
    if isinstance(status, str):
        return status.lower() in FAILED or (status.isdecimal() and 400 <= int(status[:4]) < 600)
    return isinstance(status, int) and 400 <= status < 600


def is_false(success: Any) -> bool:
    """Tell whether a success is none."""
    return success is False


class Telling(Struct, frozen=True):
    """
    Among the names of an object's fields, those whose values say something that an envelope does not.

    Attributes:
        secrets: Names of secrets.
        failures: Names that tell of a failure, each with what makes its value do so.
        wrappers: Names of rows, where an object does nothing but wrap them.
    """

    secrets: tuple[str, ...]
    failures: tuple[tuple[str, Callable[[Any], bool]], ...]
    wrappers: tuple[str, ...]


def failures_among(names: Iterable[str]) -> Iterator[tuple[str, Callable[[Any], bool]]]:
    """The names that tell of a failure."""
    for name in names:
        word = "".join(words_of(name))
        if word in FAULTS or name.lower().endswith("errors"):
            yield name, bool
        elif word in SUCCESSES:
            yield name, is_false
        elif word in STATUSES:
            yield name, is_bad


@lru_cache(maxsize=512)
def telling(names: tuple[Any, ...]) -> Telling:
    """Look at each name."""
    texts = [name for name in names if isinstance(name, str)]
    secrets, wrappers = filter(sounds_secret, texts), filter(WRAPPERS.__contains__, texts)
    return Telling(tuple(secrets), tuple(failures_among(texts)), tuple(wrappers))
