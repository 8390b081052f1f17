"""The host's pipeline, built once from its settings, over a store that is not tied to one view."""

from collections.abc import Callable
from functools import cache
from inspect import signature
from typing import Any

from django.core.signals import setting_changed
from django.utils.module_loading import import_string

from frisian_pipeline import conf
from frisian_pipeline.drf.iterators import encode_once
from frisian_pipeline.errors import BaselineError, StoreError
from frisian_pipeline.exchange import Call
from frisian_pipeline.formats import Json, Rendering
from frisian_pipeline.pipeline import Pipeline
from frisian_pipeline.presets import formats, masked
from frisian_pipeline.redemption import Mode, Wanted
from frisian_pipeline.regressions import Alarm, Baseline
from frisian_pipeline.stores import Store
from frisian_pipeline.stores.proof import kept_bytes
from frisian_pipeline.telemetry import safe_log
from frisian_pipeline.tokens import Counter, counter_of, name_of

JSON = Json(enc_hook=encode_once)
RENDER = Rendering(JSON, formats(JSON))
RENDER_MASKED = Rendering(JSON, (*masked(JSON), *RENDER.formats))
"""Where fields were left out a format may lose something more, as in the presets."""
TOOL = "rest"


class HostStore:
    """
    The host's store, made when it is first used, so that one that cannot be made costs tokens and not answers.

    Raises what the host's store raises.
    """

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        """Keep a result; that it cannot be kept costs its budget, so the host should know."""
        try:
            return self._store().put(content, owner=owner, tool=tool, is_list=is_list)
        except StoreError:
            size, most = len(content), conf.settings().store.max_bytes_per_owner
            safe_log.warning(
                "a result of %s bytes could not be kept (MAX_BYTES_PER_OWNER is %s); it is sent whole", size, most
            )
            raise

    def get(self, token: str, *, owner: str, tool: str) -> bytes:
        """Give a result back."""
        return kept_bytes(self._store().get(token, owner=owner, tool=tool))

    def page(self, token: str, *, owner: str, tool: str, start: int, stop: int) -> bytes:
        """Give rows of a result back."""
        return kept_bytes(self._store().page(token, owner=owner, tool=tool, start=start, stop=stop))

    def _store(self) -> Store:
        try:
            return conf.store()
        except Exception as error:
            # The stage that asks only leaves out the token; the host should know that it gets none at all.
            safe_log.error("the store could not be made (%s); answers go without tokens", type(error).__name__)
            raise


class RestStore(HostStore):
    """The host's store as REST uses it: all views are redeemed at one URL, so their tokens are bound to that."""

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        return super().put(content, owner=owner, tool=TOOL, is_list=is_list)

    def get(self, token: str, *, owner: str, tool: str = TOOL) -> bytes:
        return super().get(token, owner=owner, tool=TOOL)

    def page(self, token: str, *, owner: str, tool: str = TOOL, start: int, stop: int) -> bytes:
        return super().page(token, owner=owner, tool=TOOL, start=start, stop=stop)


STORE = RestStore()


def rendering(call: Call, asked: Wanted) -> Rendering:
    """What writes that which a call asks for of a kept result: of a summary no field was left out."""
    return RENDER_MASKED if call.is_masked and asked.mode is not Mode.SUMMARY else RENDER


def takes(make: Callable[..., Any], name: str) -> bool:
    """Tell whether a host's function has a parameter of this name."""
    try:
        return name in signature(make).parameters
    except (TypeError, ValueError):
        # Some of what can be called says nothing about its parameters.
        return False


def counter() -> Counter:
    """What counts tokens here."""
    return counter_of(conf.settings().token_counter)


@cache
def alarm(path: str, counted: str) -> Alarm | None:
    """The alarm that all pipelines of the host share; None without a baseline that can be compared to."""
    try:
        return Alarm(Baseline.of_calls(path, counted).tools) if path else None
    except BaselineError:
        # A system check says so; an answer does not wait for it.
        return None


@cache
def pipeline(store: HostStore = STORE) -> Pipeline:
    """The pipeline that the settings name, over a store: by default the REST one."""
    make = import_string(conf.settings().pipeline)
    words = {"counter": counter(), "watch": alarm(conf.settings().baseline, name_of(counter()))}
    made: Pipeline = make(store, json=JSON, **{name: word for name, word in words.items() if takes(make, name)})
    return made


def forget(*, setting: str, **_: object) -> None:
    """Build afresh when the settings change."""
    if setting == conf.NAME:
        pipeline.cache_clear()
        alarm.cache_clear()


setting_changed.connect(forget, dispatch_uid="frisian_pipeline.drf.pipelines")
