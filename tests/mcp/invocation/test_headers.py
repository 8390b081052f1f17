"""Tests for the headers of a request, looked up one by one."""

from typing import Any

import pytest
from django.http.request import HttpHeaders
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline.mcp.invocation.headers import LazyHeaders, spare_headers

META = {"HTTP_ACCEPT": "a/b", "HTTP_X_KEY": "1", "CONTENT_TYPE": "c/d", "CONTENT_LENGTH": "3", "PATH_INFO": "/", "x": 1}
NAMES = st.sampled_from(["Accept", "accept", "X-Key", "x_key", "Content-Type", "content_length", "Path-Info", "x", ""])


class TestLazyHeaders:
    @given(name=NAMES | st.text(max_size=5))
    def test_one_is_what_django_has(self, name: str) -> None:
        """Any spelling of a name gives what Django's own headers give, or nothing."""
        assert LazyHeaders(META).get(name) == HttpHeaders(META).get(name)
        assert (name in LazyHeaders(META)) is (name in HttpHeaders(META))

    def test_all_are_what_django_has(self) -> None:
        """So do all of them."""
        assert LazyHeaders(META) == HttpHeaders(META)
        assert dict(LazyHeaders(META)) == dict(HttpHeaders(META))
        assert len(LazyHeaders(META)) == 4

    def test_a_missing_one(self) -> None:
        """What is not there raises what a mapping raises."""
        with pytest.raises(KeyError):
            LazyHeaders(META)["Authorization"]


def test_headers_that_are_made_stay() -> None:
    """Whoever has had the headers made before keeps them."""
    request: Any = RequestFactory().get("/", headers={"X-Key": "1"})
    made = request.headers
    spare_headers(request)
    assert request.headers is made
