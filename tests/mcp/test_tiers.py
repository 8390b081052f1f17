"""How far a caller reaches: the settings, the user, the credential, the host's own word, and the mount."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from frisian_pipeline.mcp.tiers import SCOPES, Tier, allowed, claim, scopes_of, tier_of

PLACE = __name__


class Claims:
    """The claims of a JWT as its package has them: read like a mapping, without being one."""

    def __init__(self, **claims: Any) -> None:
        self.claims = claims

    def __getitem__(self, name: str) -> Any:
        return self.claims[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.claims.get(name, default)


class Fetcher:
    """A credential with a method called get, which is about something else."""

    scope = "read"

    def get(self) -> None:
        raise AssertionError


def asked(user: Any = None, auth: Any = None) -> Request:
    """A request of this user with this credential."""
    request = Request(APIRequestFactory().post("/mcp"))
    request.user, request.auth = user or AnonymousUser(), auth
    return request


def resolver(request: Request) -> Any:
    """The host's word: whatever the credential is."""
    return request.auth


KNOWN, SUPER = User(username="ann"), User(username="eva", is_superuser=True)


class TestTier:
    def test_each_includes_those_before(self) -> None:
        """None < read < read_write < admin."""
        assert sorted(Tier, reverse=True) == [Tier.ADMIN, Tier.READ_WRITE, Tier.READ, Tier.NONE]

    @pytest.mark.parametrize("tier", Tier)
    def test_names(self, tier: Tier) -> None:
        """A tier is found by the name that it is told by, in any letters, and is itself."""
        assert Tier.named(tier.label) is Tier.named(tier.name) is Tier.of(tier.label) is Tier.of(tier) is tier

    @pytest.mark.parametrize("name", ["", "write", "root", "read-write", None, 3])
    def test_no_tier(self, name: Any) -> None:
        """A word that is no tier is refused with those that are."""
        with pytest.raises(ValueError, match=r"^no tier: must be one of none, read, read_write, admin$"):
            Tier.named(name)


SAID: list[tuple[str, Any, Tier]] = [
    ("no credential", None, Tier.ADMIN),
    ("a text that is a credential", "read", Tier.ADMIN),
    ("a scope that only reads", {"scope": "mcp:read"}, Tier.READ),
    ("the widest of several counts", {"scope": "mcp:read mcp:write"}, Tier.READ_WRITE),
    ("without the prefix", {"scope": "read write"}, Tier.READ_WRITE),
    ("by the tier's own name", {"scopes": ["read_write"]}, Tier.READ_WRITE),
    ("admin", {"scopes": ("mcp:admin",)}, Tier.ADMIN),
    ("scopes of something else", {"scope": "openid profile"}, Tier.ADMIN),
    ("scopes of something else beside one of ours", {"scope": "openid read"}, Tier.READ),
    ("scopes by name, with what each means", {"scopes": {"read": "May look"}}, Tier.READ),
    ("both spellings count", {"scopes": {}, "scope": "read"}, Tier.READ),
    ("no scopes at all", {"scope": ""}, Tier.ADMIN),
    ("a scope that is no text", {"scope": 7}, Tier.ADMIN),
    ("an object's attribute", SimpleNamespace(scope="read write"), Tier.READ_WRITE),
    ("an object's rows", SimpleNamespace(scopes=["mcp:read"]), Tier.READ),
    ("claims that are no mapping", Claims(scope="mcp:read"), Tier.READ),
    ("an object with another get", Fetcher(), Tier.READ),
    ("a tier of its own", {"mcp_tier": "read"}, Tier.READ),
    ("a tier before scopes", {"mcp_tier": "read", "scope": "admin"}, Tier.READ),
    ("a tier as a value", SimpleNamespace(mcp_tier=Tier.READ), Tier.READ),
    ("none at all", SimpleNamespace(mcp_tier="none"), Tier.NONE),
]


class TestCredentials:
    @pytest.mark.parametrize(("auth", "tier"), [one[1:] for one in SAID], ids=[one[0] for one in SAID])
    def test_allowed(self, auth: Any, tier: Tier) -> None:
        """A credential takes away what its tier or scopes do not name; one that says nothing takes away nothing."""
        assert allowed(auth) is tier

    def test_a_tier_that_is_none(self) -> None:
        """What cannot be understood lets nobody in."""
        with pytest.raises(ValueError, match="no tier"):
            allowed({"mcp_tier": "boss"})

    def test_a_claim_before_an_attribute(self) -> None:
        """What a mapping holds is its claim; its methods are not."""
        assert claim({"scope": "read"}, "scope") == "read"
        assert claim(SimpleNamespace(), "scope") is None

    @given(st.lists(st.sampled_from([*SCOPES, *(f"mcp:{one}" for one in SCOPES), "openid"])))
    def test_order_and_form_say_nothing(self, scopes: list[str]) -> None:
        """A row of scopes, in any order, is the text of them."""
        text, row = {"scope": " ".join(scopes)}, {"scopes": scopes[::-1]}
        assert scopes_of(text) == scopes_of(row) == frozenset(scopes)
        assert allowed(text) is allowed(row)


CALLERS: list[tuple[str, dict[str, Any], Any, Any, Tier]] = [
    ("anonymous", {}, None, None, Tier.NONE),
    ("anonymous, by the settings", {"ANONYMOUS_TIER": "read"}, None, None, Tier.READ),
    ("anonymous with a credential of admin", {"ANONYMOUS_TIER": "read"}, None, {"scope": "admin"}, Tier.READ),
    ("somebody known", {}, KNOWN, None, Tier.READ_WRITE),
    ("somebody known, by the settings", {"AUTHENTICATED_TIER": "none"}, KNOWN, None, Tier.NONE),
    ("somebody known with admin's scope", {}, KNOWN, {"scope": "admin"}, Tier.READ_WRITE),
    ("somebody known with a narrow scope", {}, KNOWN, {"scope": "read"}, Tier.READ),
    ("a superuser", {"AUTHENTICATED_TIER": "read"}, SUPER, None, Tier.ADMIN),
    ("a superuser with a narrow scope", {}, SUPER, {"scope": "write"}, Tier.READ_WRITE),
    ("a user of another kind", {}, SimpleNamespace(is_authenticated=True), None, Tier.READ_WRITE),
    ("a user that does not say", {}, SimpleNamespace(), None, Tier.NONE),
]


class TestCallers:
    @pytest.mark.parametrize(
        ("raw", "user", "auth", "tier"), [one[1:] for one in CALLERS], ids=[one[0] for one in CALLERS]
    )
    def test_tier_of(self, settings: Any, raw: dict[str, Any], user: Any, auth: Any, tier: Tier) -> None:
        """The lower of what user and credential allow."""
        settings.FRISIAN_PIPELINE = raw
        assert tier_of(asked(user, auth)) is tier

    def test_no_user_at_all(self, settings: Any) -> None:
        """DRF may be told to have no anonymous user."""
        settings.FRISIAN_PIPELINE = {"ANONYMOUS_TIER": "read"}
        request = asked()
        request.user = None  # type: ignore[assignment]
        assert tier_of(request) is Tier.READ

    @pytest.mark.parametrize(
        ("said", "tier"),
        [("read", Tier.READ), (Tier.ADMIN, Tier.ADMIN), ("NONE", Tier.NONE), (None, Tier.READ_WRITE)],
    )
    def test_the_hosts_word(self, settings: Any, said: Any, tier: Tier) -> None:
        """The resolver decides; where it says nothing the settings do."""
        settings.FRISIAN_PIPELINE = {"TIER_RESOLVER": f"{PLACE}.resolver"}
        assert tier_of(asked(KNOWN, said)) is tier

    def test_a_word_that_is_no_tier(self, settings: Any) -> None:
        """A resolver that cannot be understood lets nobody in."""
        settings.FRISIAN_PIPELINE = {"TIER_RESOLVER": f"{PLACE}.resolver"}
        with pytest.raises(ValueError, match="no tier"):
            tier_of(asked(SUPER, "root"))

    @given(st.sampled_from(Tier), st.sampled_from([None, KNOWN, SUPER]), st.sampled_from([None, {"scope": "read"}]))
    def test_a_cap_only_takes_away(self, most: Tier, user: Any, auth: Any) -> None:
        """Through a mount nobody reaches further than it, nor further than elsewhere."""
        assert tier_of(asked(user, auth), most) is min(most, tier_of(asked(user, auth)))
