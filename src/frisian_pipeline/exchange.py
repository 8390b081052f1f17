"""The one value that walks through a pipeline, and the closed choices its facts are made of."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Self

from msgspec import Struct


class Operation(StrEnum):
    """What the call did."""

    READ = "read"
    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"


class Disclosure(StrEnum):
    """How much of the result is shown: all of it, a write's envelope, or what fits with the rest behind a token."""

    FULL = "full"
    LEAN = "lean"
    PREVIEW = "preview"


class Known(Struct, frozen=True):
    """
    What is known of the fields in one place of a result; lists are transparent, and unknown is transparent too.

    Attributes:
        names: The fields by name, each with what is known of its value.
        opaque: The keys here are data, as in a field of free-form JSON: no mask reaches into it.
        closed: There are no other fields than these, not even where no row shows them.
    """

    names: Mapping[str, "Known"] = {}
    opaque: bool = False
    closed: bool = False

    def of(self, name: Any) -> "Known":
        """What is known of a field's value."""
        return self.names.get(name, UNKNOWN)


UNKNOWN = Known()


class Call(Struct, frozen=True):
    """
    What was asked, in the words of the adapter that took the request.

    Attributes:
        tool: The tool's published name; a token is bound to it.
        action: The view's action, such as ``list`` or ``create``; empty where it has none.
        method: The HTTP method, in capitals.
        owner: Who calls, opaque to the core; a token is bound to it.
        verify: The caller of a write wants the whole result.
        can_continue: The tool's published schema has a slot for a continuation token.
        declared: The host's own word on the operation.
        lookup_field: The result's field that the retrieve tool takes; empty where it is ``id`` or ``pk``.
        light_keys: Further fields that a single object's envelope shows.
        once: Fields that no later retrieve returns.
        view: The agent view: a field mask, a ``msgspec.Struct`` class, or ``masks.Auto``; empty shows every field.
        view_exclude: A field mask that the agent view leaves out; like the view it yields to ``fields``.
        fields: The caller's mask of fields to keep; it replaces the view.
        exclude: The caller's mask of fields to leave out.
        format: The name of the format asked for.
        budget: The most tokens the answer may cost; 0 is no budget.
        heavy: The tool is declared heavy.
        floor: The result is its author's own message, not a discovered view's.
        known: What the adapter knows of the result's fields, page envelope and all.
        hard_budget: The most tokens that even what is shown whole may cost, such as ``verify``; 0 is no limit.
    """

    tool: str
    action: str = ""
    method: str = "GET"
    owner: str = ""
    verify: bool = False
    can_continue: bool = False
    declared: Operation | None = None
    lookup_field: str = ""
    light_keys: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    view: str | type[Struct] = ""
    fields: str = ""
    exclude: str = ""
    format: str = "json"
    budget: int = 0
    heavy: bool = False
    floor: bool = False
    view_exclude: str = ""
    known: Known = UNKNOWN
    hard_budget: int = 0

    @property
    def is_masked(self) -> bool:
        """The host or the caller has said which fields to show."""
        return bool(self.view or self.view_exclude or self.fields or self.exclude)


class Identity(Struct, frozen=True, kw_only=True):
    """
    What lets a caller reach the written objects again.

    Attributes:
        ids: One per object, in order; empty as soon as one has none. Of many they may be found when first asked for.
        labels: Names and values worth showing for a single object, in display order, its identifier among them.
        count: How many objects were written; 0 with ``many`` is an empty bulk, without it nobody has looked.
        many: The result is a list of objects.
        once: Something is shown only in this answer and no envelope can hold it.
    """

    ids: Sequence[Any] = ()
    labels: tuple[tuple[str, Any], ...] = ()
    count: int = 0
    many: bool = False
    once: bool = False

    @property
    def known(self) -> bool:
        """Somebody has looked."""
        return self.many or self.count > 0

    @property
    def complete(self) -> bool:
        """Every written object can be reached by an identifier."""
        return self.known and len(self.ids) == self.count


class Exchange(Struct, frozen=True, kw_only=True):
    """
    One answer on its way to the caller; untouched, it is a read that shows everything.

    Attributes:
        call: What was asked.
        result: What the tool or view answered, as plain data; never changed.
        status: The HTTP status of that answer.
        facts: What the view or tool has to say beside its answer; Encode shows it with reads that succeed.
        operation: What the call did, from Classify.
        identity: How to reach what was written, from Identify.
        full: The whole result in JSON, from Weigh; empty where nobody weighed it.
        disclosure: How much to show, from Disclose.
        token: What buys the whole result, from Cache; empty where nothing is kept.
        body: What to show; it starts as the result.
        notes: Short sentences for the agent, rendered by Encode.
        content: The answer's bytes, from Encode.
        format: The name of the format that they are in, from Encode; it may be another than was asked for.
    """

    call: Call
    result: Any
    status: int = 200
    facts: dict[str, Any] = {}
    operation: Operation = Operation.READ
    identity: Identity = Identity()
    full: bytes = b""
    disclosure: Disclosure = Disclosure.FULL
    token: str = ""
    body: Any = None
    notes: tuple[str, ...] = ()
    content: bytes = b""
    format: str = ""

    @property
    def speaks_whole(self) -> bool:
        """The status alone demands the whole body: an error, a redirect, a task to follow (202), mixed rows (207)."""
        return self.status >= 300 or self.status in (202, 207)

    @property
    def facts_beside(self) -> dict[str, Any]:
        """The facts that are shown: none with a write, an error or news, whose exact keys mean something."""
        return self.facts if self.operation is Operation.READ and not self.speaks_whole else {}

    @classmethod
    def begin(cls, call: Call, result: Any, status: int = 200) -> Self:
        """Start the walk with what the adapter knows."""
        return cls(call=call, result=result, status=status, body=result)

    replace = Struct.__replace__
    """Return a copy with these fields set; msgspec's own method, three times as fast as one that calls it."""
