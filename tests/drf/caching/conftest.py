"""Every cache that Django brings, each behind its real server."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import connections
from pytest_django import DjangoDbBlocker, Settings

from tests import services

HERE = ("locmem", "file", "database")
SERVED = ("redis", "django-redis", "memcached", "postgres")
ROOMY = {"MAX_ENTRIES": 100_000}


class CacheRouter:
    """Keeps the cache's table in PostgreSQL."""

    def db_for_read(self, model: Any, **_: Any) -> str | None:
        return "postgres" if model._meta.app_label == "django_cache" else None

    db_for_write = db_for_read

    def allow_migrate(self, db: str, app_label: str, **_: Any) -> bool | None:
        return db == "postgres" if app_label == "django_cache" else None


@pytest.fixture(scope="session")
def servers() -> Iterator[ExitStack]:
    """Servers that run until the end."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture(scope="session")
def redis(servers: ExitStack) -> int:
    """The port of a Redis."""
    return servers.enter_context(services.redis())


@pytest.fixture(scope="session")
def memcached(servers: ExitStack) -> int:
    """The port of a Memcached."""
    return servers.enter_context(services.memcached())


@pytest.fixture(scope="session")
def postgres_server(servers: ExitStack) -> dict[str, Any]:
    """How Django reaches a PostgreSQL."""
    return {"ENGINE": "django.db.backends.postgresql", **servers.enter_context(services.postgres())}


@pytest.fixture
def postgres(postgres_server: dict[str, Any], settings: Settings, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A further database while the test lasts, outside any transaction."""
    known = {"default": settings.DATABASES["default"], "postgres": postgres_server}
    connections.settings["postgres"] = connections.configure_settings(known)["postgres"]
    settings.DATABASE_ROUTERS = [CacheRouter()]
    with django_db_blocker.unblock():
        yield "postgres"
        connections["postgres"].close()
    del connections["postgres"]
    del connections.settings["postgres"]


def place_of(kind: str, request: pytest.FixtureRequest, folder: Path) -> dict[str, Any]:
    """How Django reaches a kind of cache; its server is started."""
    module = "django.core.cache.backends"
    if kind == "redis":
        port = request.getfixturevalue("redis")
        return {"BACKEND": f"{module}.redis.RedisCache", "LOCATION": f"redis://127.0.0.1:{port}"}
    if kind == "django-redis":
        port = request.getfixturevalue("redis")
        return {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": f"redis://127.0.0.1:{port}"}
    if kind == "memcached":
        port = request.getfixturevalue("memcached")
        return {"BACKEND": f"{module}.memcached.PyMemcacheCache", "LOCATION": f"127.0.0.1:{port}"}
    if kind == "file":
        return {"BACKEND": f"{module}.filebased.FileBasedCache", "LOCATION": str(folder), "OPTIONS": ROOMY}
    if kind == "locmem":
        return {"BACKEND": f"{module}.locmem.LocMemCache", "LOCATION": str(folder), "OPTIONS": ROOMY}
    request.getfixturevalue("postgres" if kind == "postgres" else "db")
    return {"BACKEND": f"{module}.db.DatabaseCache", "LOCATION": "kept", "OPTIONS": ROOMY}


@pytest.fixture
def backend(request: pytest.FixtureRequest, settings: Settings, tmp_path: Path) -> Iterator[str]:
    """Make ``default`` a cache of the kind that the test names, and empty."""
    kind: str = request.param
    settings.CACHES = {"default": place_of(kind, request, tmp_path)}
    if kind in ("database", "postgres"):
        call_command("createcachetable", database="postgres" if kind == "postgres" else "default")
    caches["default"].clear()
    yield kind
    caches["default"].clear()
    caches["default"].close()
