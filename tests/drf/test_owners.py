"""Who a caller is: what its tokens are bound to."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils.functional import SimpleLazyObject
from hypothesis import given
from hypothesis.strategies import text

from frisian_pipeline.drf.owners import owner_of

WITHOUT_USERS = """
import django
from django.conf import settings

settings.configure(
    INSTALLED_APPS=["rest_framework", "frisian_pipeline"],
    REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "UNAUTHENTICATED_USER": None},
    ROOT_URLCONF="__main__",
)
django.setup()

from django.urls import include, path
from frisian_pipeline.drf import AgentRenderer
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

urlpatterns = [path("", include("frisian_pipeline.drf.urls"))]

class View(APIView):
    permission_classes = []
    renderer_classes = [AgentRenderer]

    def post(self, request):
        return Response({"id": 1, "name": "a", "x": 1}, status=201)

print(View.as_view()(APIRequestFactory().post("/")).render().content.decode())
"""


class Robot:
    """A user that is no model, and that nobody has taught to say whether it is authenticated."""

    def __init__(self, pk: Any) -> None:
        self.pk = pk


class Visitor:
    """An authenticated user without a key."""

    is_authenticated = True


class Jwt:
    """A token of simplejwt's kind."""

    def __init__(self, **payload: Any) -> None:
        self.payload = payload


def owner(user: Any, auth: Any = None) -> str:
    """The owner of a request by this user, with this credential."""
    request: Any = SimpleNamespace(user=user, auth=auth)
    return owner_of(request)


class TestOwnerOf:
    @pytest.mark.parametrize(
        ("user", "expected"),
        [
            pytest.param(User(pk=7), "django.contrib.auth.models.User:7", id="a user"),
            pytest.param(Robot("r2-d2"), f"{__name__}.Robot:r2-d2", id="a user of another class"),
            pytest.param(Robot(0), f"{__name__}.Robot:0", id="a key that is zero"),
            pytest.param(AnonymousUser(), "anonymous", id="nobody"),
            pytest.param(None, "anonymous", id="no user at all"),
            pytest.param(User(), "", id="a user that is not saved"),
            pytest.param(Visitor(), "", id="a user without a key"),
            pytest.param(Robot(None), "", id="a user whose key is null"),
        ],
    )
    def test_names_the_caller(self, user: Any, expected: str) -> None:
        """A caller is the class and key of its user; without a key it is nobody that could be known again."""
        assert owner(user) == expected

    @pytest.mark.parametrize(
        "auths",
        [
            pytest.param(("good", "better", b"good"), id="texts"),
            pytest.param((Robot(1), Robot(2), User(pk=1)), id="rows"),
            pytest.param(({"scope": "read"}, {"scope": "write"}, {}), id="claims"),
            pytest.param((Jwt(scope="read"), Jwt(scope="write"), Jwt()), id="tokens"),
        ],
    )
    def test_another_credential_is_another_caller(self, auths: Any) -> None:
        """Credentials of one user may differ in what they allow, so a token is bound to the one that came."""
        user = User(pk=7)
        owners = [owner(user, auth) for auth in (None, *auths)]
        assert len(set(owners)) == 4
        assert [owner(user, auth) for auth in (None, *auths)] == owners

    @pytest.mark.parametrize("kind", [dict, Jwt])
    def test_a_refreshed_jwt_is_the_same(self, kind: Any) -> None:
        """What a JWT has anew each time says nothing of who calls; the order of its claims neither."""
        first = kind(iat=1, exp=2, jti="a", user_id=7, scope="read")
        assert owner(User(pk=7), first) == owner(User(pk=7), kind(scope="read", user_id=7, iat=3, exp=4, jti="b"))

    def test_a_credential_without_identity(self) -> None:
        """Of a credential that nothing is known of, nothing is said."""
        assert owner(User(pk=7), object()) == owner(User(pk=7))

    @given(text=text())
    def test_a_credential_is_not_shown(self, text: str) -> None:
        """An owner never repeats the credential."""
        said = owner(User(pk=7), text).partition("+")[2]
        assert len(said) == 16
        assert text not in said or len(text) < 4

    def test_a_request_need_not_know_users(self) -> None:
        """A request without a user is anonymous."""
        request: Any = object()
        assert owner_of(request) == "anonymous"

    def test_users_of_two_classes_differ(self) -> None:
        """The same key in another class is another caller."""
        assert owner(User(pk=7)) != owner(Robot(7))

    def test_a_lazy_user_is_the_user(self) -> None:
        """A session's lazy user is the same caller as one that came with a password."""
        assert owner(SimpleLazyObject(lambda: User(pk=7))) == owner(User(pk=7))

    def test_a_host_need_not_have_users(self) -> None:
        """A project without Django's users is served like any other, and all its callers are one."""
        done = subprocess.run([sys.executable, "-c", WITHOUT_USERS], capture_output=True, text=True, check=False)
        assert done.stderr == ""
        assert done.stdout.startswith('{"id":1,"name":"a","status_code":201,"data_size":25,"continuation_token":"')
