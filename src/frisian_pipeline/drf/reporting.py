"""What operators are told of answers that walk through no pipeline, because they were kept by one."""

from contextlib import suppress

from msgspec.structs import replace

from frisian_pipeline.drf.pipelines import STORE, HostStore, pipeline
from frisian_pipeline.exchange import Call, Exchange
from frisian_pipeline.formats import Json
from frisian_pipeline.stages import Report

ACTION = "continue"
"""The action under which what a token has bought is reported."""


def redeemed(call: Call, content: bytes, name: str = Json.name, store: HostStore = STORE) -> bytes:
    """
    Report what a token has bought, in the format of this name, and give it back.

    It costs what it costs and saves nothing; an alarm does not hear of it, since no baseline has it.
    """
    bought = Exchange.begin(replace(call, action=ACTION, format=name), None).replace(content=content)
    # A pipeline that cannot be made, and would have been said to be so when the token was, costs no bytes.
    with suppress(Exception):
        for stage in getattr(pipeline(store), "stages", ()):
            if isinstance(stage, Report):
                Report(stage.counter)(bought)
    return content
