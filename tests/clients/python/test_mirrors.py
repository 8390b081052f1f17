"""Headers that repeat arguments, as the official client makes them."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from mcp.shared.inbound import mcp_param_headers

from frisian_pipeline.mcp.protocol.mirrors import Mirror, check_mirrors

VALUES = st.text(st.characters(exclude_categories=["Cs"])) | st.integers() | st.booleans() | st.none()


@given(VALUES)
def test_what_it_sends_is_taken(value: Any) -> None:
    """Whatever an argument is, the header that the official client makes of it fits."""
    arguments = {"place": {"region": value}}
    sent = mcp_param_headers({("place", "region"): "Region"}, arguments)
    check_mirrors(
        {name.lower(): said for name, said in sent.items()}, arguments, [Mirror("Region", ("place", "region"))]
    )
