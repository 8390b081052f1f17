"""Links of the host's pagination as arguments that the agent can send back."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from frisian_pipeline.masks import is_page
from frisian_pipeline.mcp.discovery import RESERVED, Tool
from frisian_pipeline.mcp.invocation import Answer

LINKS = ("next", "previous")

MOST_DIGITS = 100
"""A number of the host's or the caller's that is longer stays text: Python refuses to read one of some thousands."""


def with_arguments(tool: Tool, answer: Answer, data: Any) -> Any:
    """A page whose links to other pages of itself are the arguments that lead there; other data as it is."""
    if answer.view is None or not is_page(data) or not any(isinstance(data.get(name), str) for name in LINKS):
        return data
    found = {name: arguments_of(tool, answer, data[name]) for name in LINKS if name in data}
    return {**data, **found}


def arguments_of(tool: Tool, answer: Answer, link: Any) -> Any:
    """The arguments of the tool that a link to it stands for; any other link as it is."""
    if not isinstance(link, str):
        return link
    try:
        url = urlsplit(link)
        sent = parse_qs(url.query, keep_blank_values=True, strict_parsing=True)
    except ValueError:
        return link
    if url.path != answer.request.path:
        return link
    names = {one.target: one for one in tool.arguments if one.place == "query"}
    parents = {one.name: answer.view.kwargs.get(one.target) for one in tool.arguments if one.place == "path"}
    found = {spelt(name, names): value_of(values, names.get(name)) for name, values in sent.items()}
    return {**{name: value for name, value in parents.items() if value is not None}, **found}


def spelt(name: str, names: dict[str, Any]) -> str:
    """What the tool calls a parameter of the query."""
    if name in names:
        return str(names[name].name)
    return f"{name}_" if name in RESERVED else name


def value_of(values: list[str], argument: Any) -> Any:
    """The value of a parameter: a number where the tool takes one, several where there are."""
    kind = {} if argument is None else argument.schema
    plain = [whole(value) if kind.get("type") == "integer" else value for value in values]
    return plain if len(plain) > 1 else plain[0]


def whole(text: str) -> int | str:
    """The whole number that a text is; the text where it is none, or too long."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else text
