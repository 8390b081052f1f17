"""The MCP endpoint: one URL, POST only, for WSGI and ASGI alike."""

from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from django.core.checks import CheckMessage
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.module_loading import import_string
from rest_framework.exceptions import APIException, AuthenticationFailed, MethodNotAllowed, NotAuthenticated
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from frisian_pipeline import conf
from frisian_pipeline.mcp.authorization import challenge
from frisian_pipeline.mcp.checks import stood_for, taken_names, unmatched, unused_trust
from frisian_pipeline.mcp.guards import check_origin, read_body
from frisian_pipeline.mcp.invocation import afresh, remember, settle
from frisian_pipeline.mcp.progress import with_reports
from frisian_pipeline.mcp.protocol import answer
from frisian_pipeline.mcp.protocol.errors import ProtocolError
from frisian_pipeline.mcp.protocol.requests import internal_error
from frisian_pipeline.mcp.replay import Replay
from frisian_pipeline.mcp.responses import broken, fault_of, further_headers, id_of, refusal, refused, sent
from frisian_pipeline.mcp.server import Caller, HostServer
from frisian_pipeline.mcp.tiers import Tier

HEADERS = {
    "mcp-protocol-version": "HTTP_MCP_PROTOCOL_VERSION",
    "mcp-method": "HTTP_MCP_METHOD",
    "mcp-name": "HTTP_MCP_NAME",
}
"""The headers that the protocol reads, and where Django keeps them."""

PARAMETER = "HTTP_MCP_PARAM_"
"""Where Django keeps those that repeat arguments."""


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
        max_tier: How far callers reach here at the most: ``read``, ``read_write`` or ``admin``, whoever they are.
        serves_mcp: Clients find an OAuth document about it.
    """

    http_method_names = ["post"]
    authentication_classes: Any = None
    permission_classes: Any = None
    throttle_classes: Any = None
    max_tier = "admin"
    schema = None
    # DRF's word for its own views without a model: a host may demand model permissions by default.
    _ignore_model_permissions = True
    serves_mcp = True
    server = HostServer()

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """
        Make the endpoint, outside of ``ATOMIC_REQUESTS`` of any database: each call has its own transactions.

        Raises:
            ValueError: If ``max_tier`` names no tier.
        """
        Tier.named(initkwargs.get("max_tier", cls.max_tier))
        view = super().as_view(**initkwargs)
        # Where Django's non_atomic_requests writes one database; others may be configured when this is long done.
        view._non_atomic_requests = EveryDatabase()  # type: ignore[attr-defined]  # noqa: SLF001
        return view

    @classmethod
    def mcp_check(cls, initkwargs: Mapping[str, Any]) -> list[CheckMessage]:
        """What the system checks should say of this endpoint."""
        named = initkwargs.get("authentication_classes", cls.authentication_classes)
        trust = unused_trust(chosen(named, "authentication"))
        return [*unmatched(), *trust, *taken_names(), *stood_for()]

    @classmethod
    def mcp_replay(cls, initkwargs: Mapping[str, Any], user: Any) -> Replay:
        """A user's calls without HTTP, for commands."""
        return Replay(cls.server, user, Tier.named(initkwargs.get("max_tier", cls.max_tier)))

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """
        Answer in JSON-RPC, whatever the host's own classes do.

        Of DRF's own dispatch it keeps authentication, permissions and throttles: there is nothing to negotiate.
        """
        try:
            response = self.respond(self.initialize_request(request, *args, **kwargs))
            settle(request)
        except Exception as error:  # noqa: BLE001
            return broken(error)
        return response

    def respond(self, request: Request) -> HttpResponse:
        """Answer a message, or refuse it."""
        self.request = request
        try:
            self.initial(request)
            return self.post(request)
        except Exception as error:  # noqa: BLE001
            return self.handle_exception(error)

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
        caller = self.caller(request, in_batch=body.lstrip()[:1] == b"[")
        reply = answer(body, protocol_headers(request.META), self.server, caller, partial(self.again, request))
        return sent(with_reports(request._request, reply))

    def caller(self, request: Request, *, in_batch: bool) -> Caller:
        """
        Say who calls, and how far that caller reaches here.

        Raises:
            NotAuthenticated: If nobody does, reaches nothing so, and could have a token of an authorization server.
        """
        caller = Caller.of(request, Tier.named(self.max_tier), in_batch=in_batch)
        if (
            caller.tier is Tier.NONE
            and request.successful_authenticator is None
            and conf.settings().authorization_servers
        ):
            # Clients ask those servers for a token when they are answered a 401, and not when there are no tools.
            raise NotAuthenticated
        return caller

    def again(self, request: Request) -> Caller:
        """
        Say who calls by now, authenticated and permitted anew: a batch may log its caller out.

        Raises:
            ProtocolError: If nobody does who may.
        """
        try:
            self.request = self.initialize_request(afresh(request._request))
            self.initial(self.request)
            return self.caller(self.request, in_batch=True)
        except Exception as error:  # noqa: BLE001
            raise self.fault(error) from None

    def handle_exception(self, exc: Exception) -> HttpResponse:  # type: ignore[override]
        """Answer what DRF's own checks refuse, in JSON-RPC and with HTTP's status."""
        error = refusal(exc)
        status, headers = self.challenged(error)
        return refused(fault_of(error, status), {**further_headers(error), **headers}, id_of(self.request._request))

    def fault(self, exc: Exception) -> ProtocolError:
        """What a member of a batch is refused with."""
        try:
            error = refusal(exc)
            return fault_of(error, self.challenged(error)[0])
        except Exception as error:  # noqa: BLE001
            return internal_error("the MCP endpoint", error)

    def challenged(self, error: APIException) -> tuple[int, dict[str, str]]:
        """The status of a refusal, and how to authenticate where that would help."""
        if not isinstance(error, (NotAuthenticated, AuthenticationFailed)):
            return int(error.status_code), {}
        known = challenge(self.request._request, failed=isinstance(error, AuthenticationFailed))
        wanted = known or self.get_authenticate_header(self.request)
        # As DRF does: without a way to authenticate that could be named, there is nothing a client could try.
        return (HTTPStatus.UNAUTHORIZED, {"WWW-Authenticate": wanted}) if wanted else (HTTPStatus.FORBIDDEN, {})


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
    known = {name: meta[key] for name, key in HEADERS.items() if key in meta}
    repeated = (key for key in meta if key.startswith(PARAMETER))
    return known | {key.removeprefix("HTTP_").lower().replace("_", "-"): meta[key] for key in repeated}
