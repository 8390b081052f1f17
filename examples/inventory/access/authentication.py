"""Telling who calls by an API key."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from access.models import ApiKey, digest_of


class ApiKeyAuthentication(BaseAuthentication):
    """Takes ``Authorization: Key <key>``."""

    keyword = "Key"

    def authenticate(self, request):
        word, _, key = get_authorization_header(request).decode("latin-1").partition(" ")
        if word != self.keyword:
            return None
        found = ApiKey.objects.select_related("user").filter(digest=digest_of(key), user__is_active=True).first()
        if found is None:
            raise AuthenticationFailed("No such API key.")
        return found.user, found

    def authenticate_header(self, request):
        return self.keyword
