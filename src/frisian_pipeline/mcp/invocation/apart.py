"""What a view may change of its thread, and the next one must not find changed."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.urls import get_urlconf, set_urlconf
from django.utils import timezone, translation


@contextmanager
def apart() -> Iterator[None]:
    """Run a block after which language, time zone and URL configuration are what they were before."""
    language, zone, urlconf = translation.get_language(), timezone.get_current_timezone(), get_urlconf()
    try:
        yield
    finally:
        if translation.get_language() != language:
            speak(language)
        if timezone.get_current_timezone() is not zone:
            timezone.activate(zone)
        if get_urlconf() != urlconf:
            set_urlconf(urlconf)


def speak(language: str | None) -> None:
    """Activate a language; None is none at all."""
    if language is None:
        translation.deactivate_all()
    else:
        translation.activate(language)
