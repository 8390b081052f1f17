"""A tool: an endpoint with a name, a description, a schema, and the way from its arguments to the view."""

from itertools import chain, islice
from typing import Any, NamedTuple

from msgspec import Struct

from frisian_pipeline.exchange import Operation
from frisian_pipeline.mcp.discovery.arguments import LEGAL, RESERVED, Argument, Placed, arrange, place_all
from frisian_pipeline.mcp.discovery.bodies import Body, body_of
from frisian_pipeline.mcp.discovery.check import Check
from frisian_pipeline.mcp.discovery.clean import Cleaner, Schema
from frisian_pipeline.mcp.discovery.describe import (
    Annotations,
    annotate,
    description_of,
    operation_of,
    title_of,
)
from frisian_pipeline.mcp.discovery.document import Document
from frisian_pipeline.mcp.discovery.endpoints import Endpoint
from frisian_pipeline.mcp.discovery.faults import TOLD, Fault
from frisian_pipeline.mcp.discovery.flat import checks, shown_schema
from frisian_pipeline.mcp.discovery.forms import lost
from frisian_pipeline.mcp.discovery.marks import is_admin, is_heavy
from frisian_pipeline.mcp.discovery.media import form_of
from frisian_pipeline.mcp.discovery.parameters import defaults_of, path_arguments, query_arguments
from frisian_pipeline.mcp.discovery.undeclared import also_in_query
from frisian_pipeline.mcp.tiers import Tier


class Tool(Struct, frozen=True, kw_only=True):
    """
    A discovered tool.

    Attributes:
        name: Its published name.
        title: What the host calls it; empty where it does not say.
        description: What it does; never empty.
        annotations: MCP's hints.
        input_schema: The published schema of its arguments.
        endpoint: What it calls.
        resource: What it is about: the resource's path, joined by dots.
        action: What it does there; no other tool of the resource is called so.
        arguments: Its arguments, and where the view looks for each.
        body: What the view takes in its body.
        media_types: What the view parses.
        defaults: Path parameters that are taken where the caller gives none.
        loose: Arguments that nobody declared are passed on.
        aliases: The published names of arguments that are taken under their own, which not every client takes.
        tier: How far its caller has to reach.
        heavy: It answers a page of rows at first, however much there is.
        single: Finds what is wrong with a call.
        many: Finds what is wrong with a call that sends rows.
    """

    name: str
    title: str
    description: str
    annotations: Annotations
    input_schema: Schema
    endpoint: Endpoint
    resource: str
    action: str
    arguments: tuple[Argument, ...]
    body: Body
    media_types: tuple[str, ...]
    defaults: dict[str, Any]
    loose: bool
    aliases: dict[str, str]
    tier: Tier
    heavy: bool
    single: Check
    many: Check

    @property
    def discloses(self) -> bool:
        """Its schema has a slot for a continuation token."""
        return "continuation_token" in self.input_schema.get("properties", {})

    @property
    def writes(self) -> bool:
        """It may change something."""
        return operation_of(self.endpoint) is not Operation.READ

    def faults(self, given: Any) -> tuple[Fault, ...]:
        """Everything that is wrong with the arguments of a call; empty where nothing is."""
        if not isinstance(given, dict):
            return self.single(given)
        named = {self.aliases.get(name, name): value for name, value in given.items()}
        if len(named) < len(given):
            twice = [name for name in self.aliases if name in given and self.aliases[name] in given]
            return tuple(Fault((name,), f"is {self.aliases[name]}; leave one of them out") for name in twice)
        check = self.many if self._sends_rows(given) else self.single
        return check(named) or self._lost(given)

    def _lost(self, given: dict[str, Any]) -> tuple[Fault, ...]:
        """What a form cannot say, where the view takes nothing else."""
        if not form_of(self.media_types):
            return ()
        places = {one.name: one.place for one in self.arguments}
        schemas = {one.name: self.body.rows if one.place == "rows" else one.schema for one in self.arguments}
        sent = [name for name in given if name not in RESERVED and places.get(name) not in ("path", "query")]
        found = (lost((name,), given[name], schemas.get(name, {}), loose=self.loose) for name in sent)
        return tuple(islice(chain.from_iterable(found), TOLD + 1))

    def place(self, given: dict[str, Any]) -> Placed:
        """Sort faultless arguments to where the view looks for them, each value as it came."""
        rows, has_body = self._sends_rows(given), self.endpoint.has_body
        known = [one for one in self.arguments if rows or one.place != "rows"]
        found = place_all(known, given, "body" if has_body else "query")
        body = found["rows"]["items"] if rows else found["body"]
        path, told = {**self.defaults, **found["path"]}, {}
        if has_body and self.body.loose:
            told = also_in_query(body, {one.target for one in self.arguments if one.place == "query"} | self.body.alone)
        return Placed(path, found["query"], body if has_body else None, found["shaping"], told)

    def _sends_rows(self, given: dict[str, Any]) -> bool:
        """Tell whether the body is a list; where nobody knows the object's fields, only a list alone is one."""
        rows = next((one.name for one in self.arguments if one.place == "rows"), "")
        if not rows or rows not in given or not self.body.loose:
            return rows in given
        known = [one for one in self.arguments if one.place != "rows"]
        others = place_all(known, {name: given[name] for name in given if name != rows}, "body")
        return isinstance(given[rows], list) and not others["body"]


class Naming(NamedTuple):
    """
    What a tool is called.

    Attributes:
        name: Its published name.
        resource: What it is about: the resource's path, joined by dots.
        action: What it does there; no other tool of the resource is called so.
        sentence: The same in plain words.
    """

    name: str
    resource: str
    action: str
    sentence: str


def tier_of(endpoint: Endpoint) -> Tier:
    """How far a caller has to reach for what a method may do, or the host keeps for administrators."""
    if is_admin(endpoint.callback, endpoint.action):
        return Tier.ADMIN
    return Tier.READ if endpoint.reads else Tier.READ_WRITE


def make(naming: Naming, endpoint: Endpoint, document: Document, ours: dict[str, Schema]) -> Tool:
    """Make a tool of what is known about an endpoint; beside its own arguments it publishes some of ours."""
    clean = Cleaner(document.components)
    body, title = body_of(endpoint, document, clean), title_of(endpoint, document)
    others = [*path_arguments(endpoint, document, clean), *query_arguments(document, clean)]
    arguments = arrange(chain(others, body.arguments(), body.beside(others)))
    loose = body.loose if endpoint.has_body else not document.declares_query
    shown = {(one.place, one.target): one.name for one in arguments if one.shown}
    single, many = checks(arguments, body, loose=loose)
    return Tool(
        name=naming.name,
        title=title,
        description=description_of(endpoint, document, title, naming.sentence),
        annotations=annotate(endpoint, title),
        input_schema=shown_schema(arguments, body, ours, loose=loose),
        endpoint=endpoint,
        resource=naming.resource,
        action=naming.action,
        arguments=arguments,
        body=body,
        media_types=document.media_types,
        defaults=defaults_of(document),
        loose=loose,
        aliases={one.name: shown[one.place, one.target] for one in arguments if not LEGAL.fullmatch(one.name)},
        tier=tier_of(endpoint),
        heavy=is_heavy(endpoint.callback, endpoint.action),
        single=single,
        many=many,
    )
