"""What the host's own code looks at in a request: what it does is known only when there is one."""

import dis
import inspect
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import takewhile
from types import CodeType
from typing import Any

from frisian_pipeline.mcp.discovery.alike import STOCK

THEIRS = (*STOCK, "adrf.", "django.")
QUERY = frozenset({"query_params", "GET"})
BODY = frozenset({"data", "POST", "body", "stream"})
CALLER = QUERY | {"user", "auth", "session", "headers", "META", "COOKIES", "kwargs"}
CHOOSES = ("get_serializer_class", "get_serializer")
MAKES_FIELDS = ("__init__", "__new__", "get_fields", "fields", "get_extra_kwargs")
Steps = list[dis.Instruction]
ENDS = ("STORE_", "POP_", "RETURN_", "RESUME")


def nested(code: CodeType) -> Iterator[CodeType]:
    """A piece of code, and those inside it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from nested(inner)


def function_of(thing: Any) -> Any:
    """The function that a class keeps under a name, behind properties and decorators."""
    inner = next((getattr(thing, name) for name in ("fget", "func", "__func__") if hasattr(thing, name)), thing)
    return inspect.unwrap(inner) if callable(inner) else inner


@cache
def written(kind: Any, names: tuple[str, ...], apart: tuple[str, ...] = ()) -> tuple[CodeType, ...]:
    """What the host wrote for these methods of a class, or for what they call of the class, but not for those apart."""
    found: list[CodeType] = []
    todo, seen = list(names), set(apart)
    while todo:
        name = todo.pop()
        functions = [] if name in seen else [function_of(vars(part).get(name)) for part in kind.__mro__]
        seen.add(name)
        for function in filter(inspect.isfunction, functions):
            codes = list(nested(function.__code__))
            todo += (name for code in codes for name in code.co_names)
            found += [] if function.__module__.startswith(THEIRS) else codes
    return tuple(found)


def name_any(codes: Iterable[CodeType], words: Collection[str]) -> bool:
    """Tell whether any of these pieces of code names one of the words."""
    return any(not set(words).isdisjoint(code.co_names) for code in codes)


def last(step: dis.Instruction) -> Any:
    """What an instruction names; some name two things at once."""
    return step.argval[-1] if step.argval and isinstance(step.argval, tuple) else step.argval


def reads(code: CodeType, words: Collection[str]) -> Iterator[tuple[Steps, Steps]]:
    """Where a piece of code reads one of these of a request: its instructions before and after."""
    steps = list(dis.get_instructions(code))
    requests = {"request", "_request", *code.co_varnames[1 : code.co_argcount][:1]}
    for place, step in enumerate(steps):
        if step.opname == "LOAD_ATTR" and step.argval in words and last(steps[place - 1]) in requests:
            yield steps[:place], steps[place + 1 :]


def hands_on(code: CodeType, before: Steps, after: Steps, takers: Collection[str]) -> bool:
    """
    Tell whether the body is handed on as it is, or only asked whether it is a list.

    As in ``self.get_serializer(data=request.data)``: then the serializer says what it is.
    """
    said = {last(step) for step in takewhile(lambda step: not step.opname.startswith(ENDS), reversed(before))}
    loads = list(takewhile(lambda step: step.opname.startswith(("LOAD_", "KW_NAMES", "PUSH_")), after))
    if not loads or loads[0].opname in ("LOAD_ATTR", "LOAD_METHOD"):
        return False
    if "isinstance" in said and loads[0].argval == "list":
        return True
    if "isinstance" in map(last, loads):
        calls = takewhile(lambda step: "CALL" in step.opname, after[len(loads) :])
        return hands_on(code, before, after[len(loads) + len(list(calls)) :], takers)
    named = code.co_consts[loads[-1].arg or 0] if loads[-1].opname == "KW_NAMES" else loads[-1].argval
    return not said.isdisjoint(takers) and isinstance(named, tuple) and "data" in named


@cache
def reads_body(view: Any, method: str) -> bool:
    """Tell whether the host wrote a method, or what it calls, so that it reads the body of a request in any way."""
    return any(True for code in written(view, (method,)) for _ in reads(code, BODY))


@cache
def reads_body_itself(view: Any, methods: tuple[str, ...], serializer: Any) -> bool:
    """Tell the same where it does not leave the body to this serializer."""
    takers = {"get_serializer", "serializer_class", getattr(serializer, "__name__", "")}
    codes = written(view, methods, apart=("get_serializer_context",))
    return any(not hands_on(code, *read, takers) for code in codes for read in reads(code, BODY))


def reads_query(kind: Any, *methods: str) -> bool:
    """Tell whether the host wrote one of these methods, or what it calls, so that it reads the query."""
    return name_any(written(kind, methods), QUERY)


@cache
def asked_of_query(view: Any, method: str) -> frozenset[str]:
    """The names that a method which the host wrote looks for in the query, as in ``request.query_params["name"]``."""
    codes = written(view, (method,), apart=("get_queryset", "filter_queryset"))
    found = (read for code in codes for read in reads(code, QUERY))
    steps = (step for before, after in found for step in (*before[-3:-1], *after[:2]))
    return frozenset(step.argval for step in steps if step.opname == "LOAD_CONST" and isinstance(step.argval, str))


@cache
def depends_on_context(serializer: Any) -> bool:
    """Tell whether a serializer's fields are made by code that looks at its context."""
    codes = written(serializer, MAKES_FIELDS)
    return name_any(codes, CALLER | {"context"}) or any("context" in code.co_consts for code in codes)


@cache
def depends_on_caller(view: Any, serializer: Any) -> bool:
    """Tell whether it depends on the request which fields a view takes with this serializer."""
    if name_any(written(view, CHOOSES, apart=("get_serializer_context",)), CALLER):
        return True
    makes = bool(written(serializer, MAKES_FIELDS))
    return makes and name_any(written(view, ("get_serializer_context",)), CALLER)
