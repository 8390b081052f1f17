"""Who calls, as one text that tokens are bound to."""

from rest_framework.request import Request

ANONYMOUS = "anonymous"


def owner_of(request: Request) -> str:
    """
    Name the caller by the class and key of its user; empty where it cannot be told from others.

    That is a user without a key, and somebody anonymous whom credentials of another kind let in.
    """
    user = getattr(request, "user", None)
    if user is None or not getattr(user, "is_authenticated", True):
        return ANONYMOUS if getattr(request, "auth", None) is None else ""
    key = getattr(user, "pk", None)
    # Sessions give a lazy user, which claims the class of the user that tokens and passwords give.
    kind = user.__class__
    return "" if key is None else f"{kind.__module__}.{kind.__qualname__}:{key}"
