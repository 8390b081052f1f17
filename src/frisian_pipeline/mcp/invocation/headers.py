"""A request's headers, looked up one by one: DRF asks for two of them, and Django would spell all."""

from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.http.request import HttpHeaders


class LazyHeaders(HttpHeaders):
    """Django's headers, made of ``META`` when somebody asks for more than single ones."""

    def __init__(self, environ: dict[str, Any]) -> None:
        self._environ = environ

    def __getitem__(self, key: str) -> str:
        value: str = self._environ[self.to_wsgi_name(key)]
        return value

    @cached_property
    def _store(self) -> Any:  # type: ignore[override]
        return HttpHeaders(self._environ)._store  # noqa: SLF001


def spare_headers(request: HttpRequest) -> None:
    """Let a request look up its headers, unless somebody has had them made."""
    vars(request).setdefault("headers", LazyHeaders(request.META))
