"""Tests for what a write was sent and nobody declared."""

from typing import Any

import pytest
from django.test import override_settings

from frisian_pipeline.mcp.discovery.undeclared import also_in_query

LONG = "x" * 2001


class TestAlsoInQuery:
    @pytest.mark.parametrize(
        ("body", "query"),
        [
            ({"name": "d3", "dry_run": True, "count": 0}, {"name": "d3", "dry_run": True, "count": 0}),
            ({"ids": [1, "2", None]}, {"ids": [1, "2", None]}),
            ({"nested": {"a": 1}, "rows": [[1]], "more": [{"a": 1}]}, {}),
            ({"note": LONG, "notes": [LONG], "short": LONG[1:]}, {"short": LONG[1:]}),
            (
                {"password": "swordfish", "new_password": "swordfish", "api_key": "swordfish", "who": "me"},
                {"who": "me"},
            ),
            ({"format": "csv"}, {}),
            ([{"name": "a"}], {}),
            ("name", {}),
            ({}, {}),
        ],
        ids=["scalars", "several", "structures", "long", "secrets", "renderer", "rows", "no object", "nothing"],
    )
    def test_what_rest_would_write_into_a_url_is_there_too(self, body: Any, query: dict[str, Any]) -> None:
        """Short values are in both places; structures, long texts, secrets and the renderer's name are not."""
        assert also_in_query(body, {}, ()) == query

    def test_a_declared_parameter_is_what_its_own_argument_says(self) -> None:
        """A field of the body never stands for a declared parameter of the same name."""
        assert also_in_query({"state": "new", "why": "x"}, {"page": 2}, ("state", "page")) == {"page": 2, "why": "x"}

    @pytest.mark.parametrize(("most", "told"), [(3, True), (2, False), (None, True)])
    def test_a_query_stays_within_what_django_reads(self, most: int | None, *, told: bool) -> None:
        """Where all would be too many parameters, the query is what was declared, and the call goes through."""
        with override_settings(DATA_UPLOAD_MAX_NUMBER_FIELDS=most):
            assert also_in_query({"ids": [1, 2]}, {"page": 1}, ("page",)) == {"page": 1} | (
                {"ids": [1, 2]} if told else {}
            )
