"""The host's settings: defaults, values, and when they are read."""

from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.redis import RedisCache
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from frisian_pipeline import conf
from frisian_pipeline.checks import check_settings
from frisian_pipeline.drf import DjangoCacheStore
from frisian_pipeline.stores import MemoryStore, Store
from frisian_pipeline.testing.doubles import DeadStore

LOCAL = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
FILES = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": "/nowhere"}

together = Barrier(4, timeout=10)


class OwnRedis(RedisCache):
    """A host's own cache, of a kind that is known."""


class Unknown(BaseCache):
    """A cache of which nothing is known."""


class Valkey(BaseCache):
    """A cache from a package that is known."""

    __module__ = "django_valkey.cache"


def slow_store(**limits: Any) -> Store:
    """A store that takes so long to make that every thread has begun to make one."""
    together.wait()
    return MemoryStore(**limits)


def limits_of(store: Any) -> tuple[int, int, float]:
    """What a memory store was told."""
    return store.max_bytes, store.max_bytes_per_owner, store.ttl


class TestSettings:
    def test_defaults(self) -> None:
        """A host that says nothing has every default."""
        assert conf.settings() == conf.Settings(
            pipeline="frisian_pipeline.agent_answers",
            store=conf.StoreSettings(backend="auto", ttl=300, max_bytes=67_108_864, max_bytes_per_owner=8_388_608),
        )

    def test_what_is_set(self) -> None:
        """What a host says counts, and the rest stays as it is."""
        with override_settings(FRISIAN_PIPELINE={"PIPELINE": "a.b", "STORE": {"TTL": 1.5, "MAX_BYTES": 0}}):
            assert conf.settings().pipeline == "a.b"
            assert conf.settings().store == conf.StoreSettings(ttl=1.5, max_bytes=0)

    def test_a_path_may_be_one(self) -> None:
        """As in Django's own settings: ``BASE_DIR / "baseline.json"`` names the file that its text names."""
        with override_settings(FRISIAN_PIPELINE={"BASELINE": Path("/srv") / "baseline.json"}):
            assert check_settings() == []
            assert conf.settings().baseline == str(Path("/srv/baseline.json"))

    def test_are_read_afresh(self) -> None:
        """A change counts at once, and so does its end; one of another setting changes nothing."""
        before = conf.settings(), conf.store()
        with override_settings(FRISIAN_PIPELINE={"STORE": {"TTL": 1}}):
            assert limits_of(conf.store()) == (64 << 20, 8 << 20, 1)
            during = conf.settings(), conf.store()
            with override_settings(USE_TZ=False):
                assert conf.settings() is during[0]
                assert conf.store() is during[1]
        assert conf.settings() == before[0]
        assert limits_of(conf.store()) == (64 << 20, 8 << 20, 300)

    @pytest.mark.parametrize(
        "raw",
        [
            pytest.param({"STORES": {}}, id="an unknown key"),
            pytest.param({"STORE": {"TLL": 1}}, id="an unknown key of the store"),
            pytest.param({1: 2}, id="a key that is no text"),
            pytest.param({"PIPELINE": None}, id="null"),
            pytest.param({"STORE": {"TTL": 0}}, id="out of range"),
            pytest.param([], id="a list"),
            pytest.param(None, id="none"),
        ],
    )
    def test_wrong_ones_are_refused(self, raw: Any) -> None:
        """Settings that the checks would refuse are an error of configuration, and not half read."""
        with override_settings(FRISIAN_PIPELINE=raw), pytest.raises(ImproperlyConfigured, match=r"^FRISIAN_PIPELINE: "):
            conf.settings()


class TestStore:
    @pytest.mark.parametrize("backend", ["auto", "memory"])
    def test_memory(self, backend: str) -> None:
        """The store in this process has the limits that were set."""
        chosen = {"BACKEND": backend, "TTL": 7, "MAX_BYTES": 1000, "MAX_BYTES_PER_OWNER": 100}
        with override_settings(FRISIAN_PIPELINE={"STORE": chosen}):
            assert type(conf.store()) is MemoryStore
            assert limits_of(conf.store()) == (1000, 100, 7)

    @pytest.mark.parametrize(
        ("backend", "kind"),
        [
            pytest.param("frisian_pipeline.stores.MemoryStore", MemoryStore, id="a class"),
            pytest.param("tests.project.hosts.raising_store", DeadStore, id="a function"),
        ],
    )
    def test_the_hosts_own(self, backend: str, kind: type[Any]) -> None:
        """A dotted path leads to what makes the store."""
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": backend}}):
            assert type(conf.store()) is kind

    @pytest.mark.parametrize(
        ("kind", "is_shared"),
        [
            ("django.core.cache.backends.redis.RedisCache", True),
            ("django.core.cache.backends.memcached.PyMemcacheCache", True),
            ("django.core.cache.backends.memcached.PyLibMCCache", True),
            ("django.core.cache.backends.db.DatabaseCache", True),
            ("django.core.cache.backends.filebased.FileBasedCache", True),
            ("django_redis.cache.RedisCache", True),
            ("tests.test_conf.Valkey", True),
            ("tests.test_conf.OwnRedis", True),
            ("django.core.cache.backends.locmem.LocMemCache", False),
            ("django.core.cache.backends.dummy.DummyCache", False),
            ("tests.test_conf.Unknown", False),
        ],
    )
    def test_auto(self, kind: str, *, is_shared: bool) -> None:
        """The host's cache is taken where other processes share it, without a look at it; else memory."""
        caches = {"default": {"BACKEND": kind, "LOCATION": "/nowhere"}}
        with override_settings(CACHES=caches, FRISIAN_PIPELINE={"STORE": {"TTL": 7, "MAX_BYTES": 1000}}):
            assert type(conf.store()) is (DjangoCacheStore if is_shared else MemoryStore)
            assert limits_of(conf.store()) == (1000, 8 << 20, 7)

    def test_is_chosen_afresh(self) -> None:
        """A change of the host's caches counts at once, and so does its end."""
        with override_settings(CACHES={"default": FILES}):
            assert type(conf.store()) is DjangoCacheStore
        assert type(conf.store()) is MemoryStore

    @pytest.mark.parametrize("backend", ["auto", "cache", "frisian_pipeline.drf.DjangoCacheStore"])
    def test_the_alias_that_is_set(self, backend: str) -> None:
        """Another cache than the default one is taken by its alias, however the store is named."""
        chosen = {"BACKEND": backend, "ALIAS": "kept"}
        with override_settings(CACHES={"default": LOCAL, "kept": FILES}, FRISIAN_PIPELINE={"STORE": chosen}):
            store: Any = conf.store()
        assert (type(store), store.alias) == (DjangoCacheStore, "kept")

    def test_a_cache_of_any_kind(self) -> None:
        """A host that names its cache gets it, also where no other process shares it."""
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": "cache", "MAX_BYTES_PER_OWNER": 100}}):
            store: Any = conf.store()
        assert (type(store), store.alias) == (DjangoCacheStore, "default")
        assert limits_of(store) == (64 << 20, 100, 300)

    @pytest.mark.parametrize("caches", [{"default": LOCAL}, {"default": LOCAL, "kept": {"BACKEND": "nowhere.Cache"}}])
    def test_a_cache_that_is_none(self, caches: dict[str, Any]) -> None:
        """A cache that the host does not have, or that cannot be imported, makes no store."""
        chosen = {"STORE": {"ALIAS": "kept"}}
        with (
            override_settings(CACHES=caches, FRISIAN_PIPELINE=chosen),
            pytest.raises(ImproperlyConfigured, match=r"^CACHES has no 'kept' that can be imported$"),
        ):
            conf.store()

    def test_there_is_one(self) -> None:
        """All views share one store."""
        assert conf.store() is conf.store()

    def test_there_is_one_for_all_threads(self) -> None:
        """Threads that ask for the first time together share one, so that each can redeem what another kept."""
        made: list[Store] = []
        threads = [Thread(target=lambda: made.append(conf.store())) for _ in range(4)]
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": f"{__name__}.slow_store"}}):
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert len(made) == 4
        assert len(set(map(id, made))) == 1

    def test_one_that_cannot_be_made_is_tried_again(self) -> None:
        """A store that could not be reached once may be reached later."""
        with override_settings(FRISIAN_PIPELINE={"STORE": {"BACKEND": "tests.project.hosts.unreachable_store"}}):
            for _ in range(2):
                with pytest.raises(ConnectionError):
                    conf.store()
