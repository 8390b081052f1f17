"""No token is given in vain: whoever gets one can redeem it, and nobody else can."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client, override_settings
from django.urls import include, path
from rest_framework.authentication import BaseAuthentication, BasicAuthentication
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from frisian_pipeline.drf import AgentRenderer
from frisian_pipeline.drf.views import ContinuationView

AGENT = "application/vnd.frisian+json"
TOKENLESS = b'{"accepted":2,"status_code":201,"data_size":19,"ids":[4,2]}'

pytestmark = pytest.mark.django_db


class Header(BaseAuthentication):
    """Knows a user by a header that only some views read."""

    def authenticate(self, request: Any) -> Any:
        name = request.headers.get("X-User")
        return (User.objects.get(username=name), None) if name else None


class Key(BaseAuthentication):
    """Lets a key in that belongs to no user."""

    def authenticate(self, request: Any) -> Any:
        key = request.headers.get("X-Key")
        return (AnonymousUser(), key) if key else None


class HasKey(BasePermission):
    """Lets a key in, without saying who it is."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return "X-Key" in request.headers


class Picky(BasePermission):
    """Needs what only the host's own views have."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return bool(view.required_scopes)


class Rows(APIView):
    """Writes two rows."""

    renderer_classes = [JSONRenderer, AgentRenderer]
    permission_classes: list[Any] = [AllowAny]

    def post(self, request: Any) -> Response:
        return Response([{"id": 4}, {"id": 2}], status=201)


ROWS = (path("rows/", Rows.as_view()),)


def written(headers: dict[str, str], user: Any = None, **attributes: Any) -> bytes:
    """What a client gets for two written rows."""
    view: Any = type("Made", (Rows,), attributes)
    with override_settings(
        ROOT_URLCONF=(path("rows/", view.as_view()), path("agent/", include("frisian_pipeline.drf.urls")))
    ):
        client = APIClient()
        client.force_authenticate(user)
        content: bytes = client.post("/rows/", {}, "json", headers={"Accept": AGENT, **headers}).content
    return content


@pytest.fixture
def ann() -> User:
    """Somebody with a password."""
    return User.objects.create_user("ann", password="pw")


class TestSlots:
    def test_anybody(self) -> None:
        """Who is let in as anybody gets a token that anybody can redeem."""
        assert b'"continuation_token"' in written({})

    def test_a_user_with_a_session(self, ann: User) -> None:
        """A session's user is known by it to the endpoint as well."""
        with override_settings(ROOT_URLCONF=(*ROWS, path("agent/", include("frisian_pipeline.drf.urls")))):
            client = Client(headers={"Accept": AGENT})
            client.force_login(ann)
            token = client.post("/rows/").json()["continuation_token"]
            assert client.get(f"/agent/continuations/{token}/").content == b'[{"id":4},{"id":2}]'

    def test_a_user_that_the_endpoint_knows(self, ann: User) -> None:
        """A caller whom the endpoint's own authenticators know gets a token, forced ones in tests too."""
        basic = {"Authorization": "Basic YW5uOnB3"}
        assert b'"continuation_token"' in written(basic, authentication_classes=[BasicAuthentication])
        assert b'"continuation_token"' in written({}, ann)

    @pytest.mark.parametrize(
        ("headers", "attributes"),
        [
            pytest.param({"X-User": "ann"}, {"authentication_classes": [Header]}, id="only the view's authenticator"),
            pytest.param({"X-Key": "k"}, {"authentication_classes": [Key]}, id="a key without a user"),
            pytest.param({"X-Key": "k"}, {"permission_classes": [HasKey]}, id="a key that a permission checks"),
        ],
    )
    def test_a_caller_that_the_endpoint_cannot_tell(
        self, headers: dict[str, str], attributes: dict[str, Any], ann: User
    ) -> None:
        """Whom the endpoint would take for somebody else gets the identifiers instead of a token."""
        assert written(headers, **attributes) == TOKENLESS

    @pytest.mark.parametrize("permission", [IsAuthenticated, Picky])
    def test_a_caller_that_the_endpoint_would_refuse(self, permission: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where the host's default permissions refuse the caller, or cannot be asked, there is no token."""
        monkeypatch.setattr(ContinuationView, "permission_classes", [permission])
        assert written({}) == TOKENLESS

    def test_the_hosts_request_keeps_its_user(self, ann: User) -> None:
        """Asking who the endpoint would see changes nothing for the host."""
        seen: list[Any] = []

        def spy(view: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
            seen.append(request)
            return APIView.finalize_response(view, request, *args, **kwargs)

        written({"X-User": "ann"}, authentication_classes=[Header], finalize_response=spy)
        (request,) = seen
        assert (request.user, request._request.user) == (ann, ann)


class TestHiddenErrors:
    def test_an_error_that_is_answered_as_a_success_is_whole(self) -> None:
        """A host whose exception handler answers 200 still shows the whole error."""

        def fails(view: Any, request: Any) -> Response:
            raise ValidationError({"name": ["required"]})

        def handler(view: Any) -> Any:
            return lambda error, context: Response({"id": "req-77", "errors": error.detail})

        shown = written({}, put=fails, post=fails, get_exception_handler=handler)
        assert shown == b'{"id":"req-77","errors":{"name":["required"]}}'

    def test_a_response_that_says_nothing(self) -> None:
        """A response that never heard of exceptions is shaped."""
        response = SimpleNamespace(status_code=200)
        context = {"view": Rows(), "request": None, "response": response}
        assert AgentRenderer().render({"id": 1}, AGENT, context) == b'{"id":1}'
