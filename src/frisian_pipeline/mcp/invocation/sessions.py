"""The caller's session, where two middlewares save it or the view ends it."""

from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.http import HttpRequest


def session_of(request: HttpRequest) -> Any:
    """The session that Django's middleware has put on a request; None where there is none."""
    found = vars(request).get("session")
    return found if isinstance(found, SessionBase) else None


def hand_over(outer: HttpRequest, inner: HttpRequest) -> None:
    """Let a request with middleware of its own find the session as it is by now: saved, and under its key."""
    session = session_of(outer)
    if session is None:
        return
    if session.modified:
        save(session)
    if session.session_key:
        inner.COOKIES[settings.SESSION_COOKIE_NAME] = session.session_key


def take_over(outer: HttpRequest, inner: HttpRequest) -> None:
    """Let the outer request have the session that a request with middleware of its own has left, and saved."""
    ours, theirs = session_of(outer), session_of(inner)
    if ours is None or theirs is None:
        return
    changed = theirs.modified or theirs.session_key != ours.session_key
    vars(ours).pop("_session_cache", None)
    ours._session_key = theirs.session_key  # noqa: SLF001  what a session is opened with
    # It is read now: a session that is gone by then forgets its key.
    ours.has_key("")
    ours.modified = changed


def settle(outer: HttpRequest) -> None:
    """
    Save the session where middleware would do so later, and end one that was ended meanwhile.

    The middleware would answer that with an HTML page, though the call was made.
    """
    session = session_of(outer)
    wanted = session is not None and (session.modified or settings.SESSION_SAVE_EVERY_REQUEST)
    if wanted and not session.is_empty():
        save(session)


def save(session: Any) -> None:
    """Save a session; one that somebody has deleted is empty from now on."""
    try:
        session.save()
    except UpdateError:
        session.flush()
