"""The host's cache at hand: what it raises becomes our own error, and a database's transaction goes on."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from django.core.cache import BaseCache, caches
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connections, router, transaction

from frisian_pipeline.errors import PipelineError
from frisian_pipeline.telemetry import safe_log


@contextmanager
def at_hand(alias: str, refusal: Callable[[], PipelineError]) -> Iterator[BaseCache]:
    """Give the cache while the block lasts; whatever it raises is logged by its name and becomes this refusal."""
    try:
        cache = caches[alias]
        with savepoint(cache):
            yield cache
    except PipelineError:
        raise
    except Exception as error:
        safe_log.warning("the cache %r failed (%s); tokens are neither given nor redeemed", alias, type(error).__name__)
        raise refusal() from error


@contextmanager
def savepoint(cache: BaseCache) -> Iterator[None]:
    """Where the cache shares a transaction with the host, a query that fails must not cost the host's writes."""
    with ExitStack() as running:
        if isinstance(cache, BaseDatabaseCache):
            table = cache.cache_model_class
            for name in {router.db_for_read(table), router.db_for_write(table)}:
                if connections[name].in_atomic_block:
                    running.enter_context(transaction.atomic(using=name))
        yield
