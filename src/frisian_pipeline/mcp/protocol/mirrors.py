"""Arguments that headers repeat, for those on the way who route by them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from frisian_pipeline.mcp.protocol.headers import decode_name, mismatch

PREFIX = "Mcp-Param-"
INTEGER = re.compile(r"(-?[0-9]{1,400})(\.0+)?")


class Mirror(Struct, frozen=True):
    """
    An argument that a header repeats.

    Attributes:
        token: The end of the header's name.
        path: Where the argument stands, from the outermost name on.
    """

    token: str
    path: tuple[str, ...]

    @property
    def header(self) -> str:
        """The header's name."""
        return f"{PREFIX}{self.token}"

    def value(self, arguments: Any) -> Any:
        """The argument; None where there is none."""
        for name in self.path:
            arguments = arguments.get(name) if isinstance(arguments, dict) else None
        return arguments


def check_mirrors(headers: Mapping[str, str], arguments: Any, mirrors: Iterable[Mirror]) -> None:
    """
    Compare headers with the arguments that they repeat; an argument that is no scalar has none.

    Raises:
        ProtocolError: At the first that is absent, malformed or different, or repeats what was not sent.
    """
    for mirror in mirrors:
        value, raw = mirror.value(arguments), headers.get(mirror.header.lower())
        is_mirrored = isinstance(value, (str, int, float))
        said = decode_name(raw)
        if is_mirrored != (raw is not None) or (is_mirrored and (said is None or not agrees(value, said))):
            raise mismatch(mirror.header, f"params.arguments.{'.'.join(mirror.path)}")


def agrees(value: str | float, said: str) -> bool:
    """Tell whether a header's text stands for a scalar; a whole number may be written as a fraction."""
    if isinstance(value, str):
        return said == value
    if isinstance(value, bool):
        return said == str(value).lower()
    number = INTEGER.fullmatch(said)
    return said == str(value) if number is None else int(number[1]) == value
