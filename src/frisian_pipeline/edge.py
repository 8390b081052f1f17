"""Where the library meets a request: an answer always goes out."""

import logging
from collections.abc import Iterable

from frisian_pipeline.exchange import Disclosure, Exchange
from frisian_pipeline.formats import Json
from frisian_pipeline.pipeline import Pipeline, Stage, name_of
from frisian_pipeline.stages import Report
from frisian_pipeline.telemetry import event_log, log, safe_log
from frisian_pipeline.trace import facts_of, trace, walk


def json_of(row: Iterable[Stage]) -> Json:
    """The JSON format that the row's own stages use, with the host's hook."""
    formats = (getattr(stage, "json", None) for stage in row)
    return next((json for json in formats if isinstance(json, Json)), Json())


def tell(stage: Stage, exchange: Exchange, json: Json) -> Exchange:
    """Take one step and log it: which facts it gave, their size and its time, never their content."""
    (step,) = trace((stage,), exchange)
    event_log().debug("walked", **facts_of(step, json))
    return step.after


def answer(pipeline: Stage, exchange: Exchange, *, json: Json | None = None) -> bytes:
    """
    Shape an answer, or send the whole result if a stage fails; see ``answered``.

    Raises:
        TypeError: If even ``json`` cannot encode the result; the adapter knows what it would have sent.
    """
    return answered(pipeline, exchange, json=json)[0]


def answered(pipeline: Stage, exchange: Exchange, *, json: Json | None = None) -> tuple[bytes, str]:
    """
    Shape an answer, or send the whole result if a stage fails; with it the name of the format that it is in.

    The write has already happened: an error now would make the caller repeat it. A failure is logged with the
    stage, the tool and the kind of error, and at debug level each step. Where no stage encoded anything the body is
    sent in JSON, which is ``json`` or else the format of the row's own stages.

    Raises:
        TypeError: If even ``json`` cannot encode the result; the adapter knows what it would have sent.
    """
    row = pipeline.stages if isinstance(pipeline, Pipeline) else (pipeline,)
    walked, stage, told, left = exchange, pipeline, log.isEnabledFor(logging.DEBUG), iter(row)
    try:
        for stage in left:
            walked = tell(stage, walked, json or json_of(row)) if told else walk(stage, walked)
        if walked.content:
            return walked.content, walked.format or exchange.call.format
        return (json or json_of(row))(walked.body), Json.name
    except Exception as error:
        facts = (name_of(stage), type(error).__name__, exchange.call.tool)
        safe_log.error("%s failed (%s) on tool %s; the whole result is sent", *facts)
        whole = walked.full or (json or json_of(row))(exchange.result)
        report_whole(walked, whole, left)
        return whole, Json.name


def report_whole(walked: Exchange, whole: bytes, left: Iterable[Stage]) -> None:
    """Let the reports that are left of a row tell that the whole result was sent."""
    shown = {"disclosure": Disclosure.FULL, "token": "", "notes": ()}
    for stage in left:
        if isinstance(stage, Report):
            stage(walked.replace(**shown, content=whole, full=whole, format=Json.name))
