"""Tests for what a write was sent and nobody declared."""

from typing import Any

import pytest

from frisian_pipeline.mcp.discovery.undeclared import also_in_query


class TestAlsoInQuery:
    @pytest.mark.parametrize(
        ("body", "told"),
        [
            ({"name": "d3", "dry_run": True, "count": 0}, {"name": "d3", "dry_run": True, "count": 0}),
            ({"ids": [1, "2", None]}, {"ids": [1, "2", None]}),
            ({"nested": {"a": 1}, "rows": [[1]], "more": [{"a": 1}]}, {}),
            ({"password": "swordfish", "new_password": "swordfish", "api_key": "", "who": "me"}, {"who": "me"}),
            ({"format": "csv"}, {}),
            ([{"name": "a"}], {}),
            ("name", {}),
            ({}, {}),
        ],
        ids=["scalars", "several", "structures", "secrets", "renderer", "rows", "no object", "nothing"],
    )
    def test_what_rest_would_write_into_a_url_is_there_too(self, body: Any, told: dict[str, Any]) -> None:
        """Values of a query are in both places; structures, secrets and the renderer's name are in the body alone."""
        assert also_in_query(body, ()) == told

    def test_a_declared_parameter_is_what_its_own_argument_says(self) -> None:
        """A field of the body never stands for a declared parameter of the same name."""
        assert also_in_query({"state": "new", "why": "x"}, ("state", "page")) == {"why": "x"}
