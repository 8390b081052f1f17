"""The one object that path, query and body share: as it is published, and as it is checked."""

from collections.abc import Iterable

from frisian_pipeline.exchange import Operation
from frisian_pipeline.mcp.discovery.arguments import RESERVED, Argument
from frisian_pipeline.mcp.discovery.bodies import Body
from frisian_pipeline.mcp.discovery.check import Check
from frisian_pipeline.mcp.discovery.clean import REFUSED, Schema
from frisian_pipeline.mcp.discovery.describe import operation_of
from frisian_pipeline.mcp.discovery.endpoints import Endpoint
from frisian_pipeline.mcp.discovery.marks import is_heavy
from frisian_pipeline.mcp.discovery.options import Options
from frisian_pipeline.mcp.discovery.publish import enforce, publish

BESIDE_ROWS = "has no place beside a list of items; put it into each of them"


def object_of(properties: dict[str, Schema], required: Iterable[str], *, loose: bool) -> Schema:
    """The schema of an object, with no keyword that says nothing."""
    names = list(required)
    return {
        "type": "object",
        **({"properties": properties} if properties else {}),
        **({"required": names} if names else {}),
        **({} if loose else {"additionalProperties": False}),
    }


def shown_schema(arguments: tuple[Argument, ...], body: Body, ours: dict[str, Schema], *, loose: bool) -> Schema:
    """The schema that the tool is listed with; where one or several are taken, neither can be required."""
    shown = [one for one in arguments if one.shown]
    either = body.takes_object and body.shows_rows
    required = (one.name for one in shown if one.required and not (either and one.place == "body"))
    properties = {one.name: one.schema for one in shown}
    return publish(object_of({**properties, **ours}, required, loose=loose))


def taken(argument: Argument) -> Schema:
    """What is taken for an argument: where a query has a list, also the one text that REST would have, or one value."""
    schema = enforce(argument.schema)
    if argument.place != "query" or schema.get("type") != "array":
        return schema
    return {**schema, "type": ["array", "boolean", "number", "string"]}


def checks(arguments: tuple[Argument, ...], body: Body, *, loose: bool) -> tuple[Check, Check]:
    """What finds faults in a call with one object, and in one with rows."""
    fields = [one for one in arguments if one.place != "rows"]
    around = [one for one in arguments if one.place not in ("body", "rows")]
    rows = [one for one in arguments if one.place == "rows"]
    hints = {one.name: {} if body.loose and one.place == "body" else taken(one) for one in fields}
    single = object_of({**RESERVED, **hints}, (one.name for one in fields if one.required), loose=loose)
    many_properties = {one.name: hints[one.name] for one in around} | {one.name: enforce(body.rows) for one in rows}
    needed = (one.name for one in (*around, *rows) if one.required)
    misplaced = {one.name: BESIDE_ROWS for one in fields if one.place == "body"}
    many = Check({**object_of({**RESERVED, **many_properties}, needed, loose=False), REFUSED: misplaced})
    return (Check({**single, REFUSED: body.refused}) if body.takes_object else many), many


def slots(endpoint: Endpoint, options: Options) -> dict[str, Schema]:
    """Those of our own arguments that are published with a tool."""
    writes, heavy = operation_of(endpoint) is not Operation.READ, is_heavy(endpoint.callback, endpoint.action)
    wanted = {
        "verify": writes,
        "format": not writes and len(options.formats) > 1,
        "continuation_token": heavy or ("read" if endpoint.reads else "write") in options.continues,
    }
    published = {**RESERVED, "format": {**RESERVED["format"], "enum": list(options.formats)}}
    return {name: published[name] for name, is_wanted in wanted.items() if is_wanted}
