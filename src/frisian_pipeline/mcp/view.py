"""The MCP endpoint: one URL, POST only, for WSGI and ASGI alike."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.module_loading import import_string
from msgspec import UNSET, DecodeError
from msgspec.json import decode
from rest_framework.exceptions import (
    APIException,
    AuthenticationFailed,
    MethodNotAllowed,
    NotAuthenticated,
    NotFound,
    PermissionDenied,
)
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from frisian_pipeline import conf
from frisian_pipeline.mcp.authorization import challenge
from frisian_pipeline.mcp.guards import check_origin, read_body
from frisian_pipeline.mcp.invocation import remember
from frisian_pipeline.mcp.protocol import Reply, answer
from frisian_pipeline.mcp.protocol.errors import ProtocolError
from frisian_pipeline.mcp.protocol.messages import error_reply, readable_id
from frisian_pipeline.mcp.protocol.requests import internal_error
from frisian_pipeline.mcp.server import Caller, HostServer

FORBIDDEN = HTTPStatus.FORBIDDEN
HEADERS = {
    "mcp-protocol-version": "HTTP_MCP_PROTOCOL_VERSION",
    "mcp-method": "HTTP_MCP_METHOD",
    "mcp-name": "HTTP_MCP_NAME",
}
"""The headers that the protocol reads, and where Django keeps them."""


class EveryDatabase(set[str]):
    """The databases of the host, whichever they are."""

    def __contains__(self, alias: object) -> bool:
        return True


class McpView(APIView):
    """
    Serves the host's views as MCP tools.

    Authentication, permissions and throttles are those of the settings; ``as_view`` and subclasses may name others.
    Each tool's view asks its own on top.

    Attributes:
        authentication_classes: None for those of the settings.
        permission_classes: None for those of the settings.
        throttle_classes: None for those of the settings.
    """

    http_method_names = ["post"]
    authentication_classes: Any = None
    permission_classes: Any = None
    throttle_classes: Any = None
    schema = None
    # DRF's word for its own views without a model: a host may demand model permissions by default.
    _ignore_model_permissions = True
    server = HostServer()

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Make the endpoint, outside of ``ATOMIC_REQUESTS`` of any database: each call has its own transactions."""
        view = super().as_view(**initkwargs)
        # Where Django's non_atomic_requests writes one database; others may be configured when this is long done.
        view._non_atomic_requests = EveryDatabase()  # type: ignore[attr-defined]  # noqa: SLF001
        return view

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """
        Answer in JSON-RPC, whatever the host's own classes do.

        Of DRF's own dispatch it keeps authentication, permissions and throttles: there is nothing to negotiate.
        """
        try:
            self.request = self.initialize_request(request, *args, **kwargs)
            try:
                self.initial(self.request)
                return self.post(self.request)
            except Exception as error:  # noqa: BLE001
                return self.handle_exception(error)
        except Exception as error:  # noqa: BLE001
            return broken(error)

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Remember what the host's middleware made of the request, before anybody else writes there."""
        remember(request)
        return super().initialize_request(request, *args, **kwargs)

    def get_authenticators(self) -> list[Any]:
        """Make those of the settings, if the view names none."""
        self.authentication_classes = chosen(self.authentication_classes, "authentication")
        return super().get_authenticators()

    def get_permissions(self) -> Any:
        """Make those of the settings, if the view names none."""
        self.permission_classes = chosen(self.permission_classes, "permission")
        return super().get_permissions()

    def get_throttles(self) -> list[Any]:
        """Make those of the settings, if the view names none."""
        self.throttle_classes = chosen(self.throttle_classes, "throttle")
        return super().get_throttles()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse other methods before anybody has to say who they are, and foreign web pages before they can."""
        if request.method != "POST":
            raise MethodNotAllowed(str(request.method))
        check_origin(request._request)
        read_body(request._request)
        self.perform_authentication(request)
        self.check_permissions(request)
        self.check_throttles(request)

    def post(self, request: Request) -> HttpResponse:
        """Answer a message."""
        body = request._request.body
        return sent(answer(body, protocol_headers(request.META), self.server, Caller.of(request)))

    def handle_exception(self, exc: Exception) -> HttpResponse:  # type: ignore[override]
        """Answer what DRF's own checks refuse, in JSON-RPC and with HTTP's status."""
        error = refusal(exc)
        if not isinstance(error, (NotAuthenticated, AuthenticationFailed)):
            return refused(error, int(error.status_code), further_headers(error), id_of(self.request._request))
        known = challenge(self.request._request, failed=isinstance(error, AuthenticationFailed))
        wanted = known or self.get_authenticate_header(self.request)
        # As DRF does: without a way to authenticate that could be named, there is nothing a client could try.
        status, headers = (HTTPStatus.UNAUTHORIZED, {"WWW-Authenticate": wanted}) if wanted else (FORBIDDEN, {})
        return refused(error, status, headers, id_of(self.request._request))


def chosen(named: Any, kind: str) -> Any:
    """The classes of a kind: what the view names, else the settings, else DRF's default."""
    if named is not None:
        return named
    paths = getattr(conf.settings(), f"{kind}_classes")
    if paths is None:
        return getattr(api_settings, f"DEFAULT_{kind.upper()}_CLASSES")
    return [import_string(path) for path in paths]


def protocol_headers(meta: Mapping[str, Any]) -> dict[str, str]:
    """The headers that belong to the protocol."""
    return {name: meta[key] for name, key in HEADERS.items() if key in meta}


class PiecesResponse(HttpResponse):
    """A response that is sent from its pieces; whoever asks for its content gets them joined."""

    def __init__(self, pieces: Iterable[bytes], **facts: Any) -> None:
        super().__init__(**facts)
        self._container = list(pieces)
        # CommonMiddleware would join them to count.
        self["Content-Length"] = str(sum(map(len, self._container)))


def sent(reply: Reply) -> HttpResponse:
    """A reply as a response."""
    return PiecesResponse(reply.pieces, status=reply.status, headers=dict(reply.headers))


def refusal(exc: Exception) -> APIException:
    """
    The exception as DRF's own.

    Raises:
        Exception: As it came, where it is none that DRF answers.
    """
    if isinstance(exc, Http404):
        return NotFound()
    if isinstance(exc, DjangoPermissionDenied):
        return PermissionDenied()
    if isinstance(exc, APIException):
        return exc
    raise exc


def further_headers(error: APIException) -> dict[str, str]:
    """What a refusal says beside its body: what is allowed, or when a throttled client may call again."""
    if isinstance(error, MethodNotAllowed):
        return {"Allow": "POST"}
    wait = getattr(error, "wait", None)
    return {"Retry-After": str(int(wait))} if wait else {}


def id_of(request: HttpRequest) -> Any:
    """The id of the message that was refused, so that a client can tell which; UNSET where it cannot be read."""
    try:
        return readable_id(decode(vars(request).get("_body", b"")))
    except (DecodeError, RecursionError):
        return UNSET


def refused(error: APIException, status: int, headers: Mapping[str, str], request_id: Any) -> HttpResponse:
    """Send a refusal; its code is the HTTP status, which no code of JSON-RPC or MCP can be taken for."""
    response = sent(error_reply(status, ProtocolError(status, flat(error.detail)), request_id))
    for name, value in headers.items():
        response[name] = value
    return response


def flat(detail: Any) -> str:
    """What an exception says as one text."""
    return str(detail) if isinstance(detail, str) else str(JSONRenderer().render(detail), "utf-8")


def broken(error: Exception) -> HttpResponse:
    """Log the kind of a failure under an id; the caller gets the id and nothing else."""
    return sent(error_reply(500, internal_error("the MCP endpoint", error)))
