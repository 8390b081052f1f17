"""What stands between the wire and the protocol: who may ask from where, and how much."""

from http import HTTPStatus
from urllib.parse import urlsplit

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from rest_framework.exceptions import APIException, PermissionDenied

from frisian_pipeline import conf

PORTS = {"http": 80, "https": 443}


class BodyTooLargeError(APIException):
    """A message is larger than the host allows."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "body_too_large"

    def __init__(self) -> None:
        super().__init__(f"A message may hold {conf.settings().max_body_bytes} bytes at most; send less at once.")


class BadHostError(APIException):
    """The request names a host that the project does not serve."""

    status_code = HTTPStatus.BAD_REQUEST
    default_detail = "Invalid Host header."
    default_code = "bad_host"


class UnreadableBodyError(APIException):
    """The body broke off, or something has read it already."""

    status_code = HTTPStatus.BAD_REQUEST
    default_detail = "The body could not be read."
    default_code = "unreadable_body"


def place_of(scheme: str, netloc: str) -> tuple[str, int | None]:
    """Host and port, with the scheme's own port where none is named."""
    try:
        parts = urlsplit(f"//{netloc}")
        return (parts.hostname or "", parts.port or PORTS.get(scheme))
    except ValueError:
        return "", None


def is_own(origin: str, request: HttpRequest) -> bool:
    """Tell whether a web page comes from the host itself; a proxy may have changed the scheme."""
    scheme, _, netloc = origin.partition("://")
    place, own = place_of(scheme, netloc), request.get_host()
    # An origin of nowhere ("null") is nobody's own.
    return bool(place[0]) and place in (place_of(scheme, own), place_of(request.scheme or "", own))


def check_origin(request: HttpRequest) -> None:
    """
    Refuse a web page of somewhere else, which may be trying to use its visitor's access (DNS rebinding).

    Raises:
        PermissionDenied: If the request has such an ``Origin``.
        BadHostError: If the request's own host is none of the project's.
    """
    origin, allowed = request.META.get("HTTP_ORIGIN"), conf.settings().allowed_origins
    try:
        if origin is None or "*" in allowed or origin in allowed or is_own(origin, request):
            return
    except DisallowedHost:
        raise BadHostError from None
    raise PermissionDenied("This origin may not call the endpoint; ALLOWED_ORIGINS names those that may.")


def read(request: HttpRequest, most: int) -> bytes:
    """
    Read as many bytes of the body as there are, and no more.

    Django takes a body without a length, as it comes in chunks, for none; it is read where the server ends it itself.
    """
    environ = getattr(request, "environ", {})
    chunked = environ.get("wsgi.input_terminated") and not environ.get("CONTENT_LENGTH")
    try:
        return bytes(environ["wsgi.input"].read(most) if chunked else request.read(most))
    except (OSError, ValueError):
        raise UnreadableBodyError from None


def read_body(request: HttpRequest) -> None:
    """
    Read the body, unless it is read already or too large; it is then ``request.body``, which has a limit of its own.

    Raises:
        BodyTooLargeError: If it is.
        UnreadableBodyError: If it cannot be read.
    """
    most = conf.settings().max_body_bytes
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) > most:
        raise BodyTooLargeError
    body = vars(request).get("_body") or read(request, most + 1)
    if len(body) > most:
        raise BodyTooLargeError
    # Where Django keeps what it has read: an authenticator may want to see what it vouches for.
    vars(request)["_body"] = body
