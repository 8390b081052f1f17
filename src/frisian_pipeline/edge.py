"""Where the library meets a request: an answer always goes out."""

import logging

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.formats import Json
from frisian_pipeline.pipeline import Pipeline, Stage, name_of

log = logging.getLogger("frisian_pipeline")


def answer(pipeline: Stage, exchange: Exchange, *, json: Json = Json()) -> bytes:
    """
    Shape an answer, or send the whole result if a stage fails.

    The write has already happened: an error now would make the caller repeat it. A failure is logged with the
    stage, the tool and the kind of error. Where no stage encoded anything the body is sent in JSON.

    Raises:
        TypeError: If even ``json`` cannot encode the result; the adapter knows what it would have sent.
    """
    row = pipeline.stages if isinstance(pipeline, Pipeline) else (pipeline,)
    walked, stage = exchange, row[0] if row else pipeline
    try:
        for stage in row:
            walked = stage(walked)
        return walked.content or json(walked.body)
    except Exception as error:
        facts = (name_of(stage), type(error).__name__, exchange.call.tool)
        log.error("%s failed (%s) on tool %s; the whole result is sent", *facts)
        return (walked and walked.full) or json(exchange.result)
