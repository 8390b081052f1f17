"""The content types of a body: which one to send of those that a view parses."""

from functools import lru_cache

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
FORMS = (FORM, MULTIPART)


def preference(kind: str) -> tuple[bool, bool, bool]:
    """Rank a content type: plain JSON, other JSON, a patch in JSON, which is no object, and then the rest."""
    bare = kind.partition(";")[0].strip().lower()
    return "json" not in bare, bare != JSON, "json-patch" in bare


@lru_cache(1024)
def json_of(kinds: tuple[str, ...]) -> str | None:
    """The content type in which to send JSON; None where a view parses none."""
    return min((kind for kind in kinds if "json" in kind), key=preference, default=None)


@lru_cache(1024)
def form_of(kinds: tuple[str, ...]) -> str | None:
    """The content type of the form to send; None where the view parses JSON, or no form."""
    return None if json_of(kinds) else next((form for form in FORMS if form in kinds), None)
