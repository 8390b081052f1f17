"""What lets the caller reach each written object again?"""

import pickle
from collections import Counter, defaultdict
from copy import deepcopy
from typing import Any
from uuid import UUID

import pytest

from frisian_pipeline import Call, Exchange, Identity, Operation, agent_answers
from frisian_pipeline.stages import Identify
from frisian_pipeline.stages.identify import ids, secrets
from tests.doubles import FixedStore


class Text(str):
    """A subclass of str, like the URLs that serializers emit."""

    __slots__ = ()


def identity(result: Any, operation: Operation = Operation.CREATE, **words: Any) -> Identity:
    """What Identify finds."""
    updates = operation is Operation.UPDATE
    call = Call("devices", method="PUT" if updates else "POST", **words)
    return Identify()(Exchange.begin(call, result, 200 if updates else 201).replace(operation=operation)).identity


class TestIdentify:
    @pytest.mark.parametrize("operation", [Operation.READ, Operation.DELETE])
    def test_only_what_still_exists_is_identified(self, operation: Operation) -> None:
        """A read and a delete leave nothing to reach."""
        assert identity({"id": 1}, operation) == Identity()

    @pytest.mark.parametrize(
        ("result", "words", "ids"),
        [
            pytest.param({"id": 1}, {}, (1,), id="id"),
            pytest.param({"pk": "a"}, {}, ("a",), id="pk"),
            pytest.param({"id": UUID(int=5)}, {}, (UUID(int=5),), id="UUID"),
            pytest.param({"id": Text("x")}, {}, ("x",), id="a subclass of str"),
            pytest.param({"slug": "a", "id": 1}, {"lookup_field": "slug"}, ("a",), id="lookup field"),
            pytest.param({"slug": "", "id": 1}, {"lookup_field": "slug"}, (1,), id="empty lookup field"),
            pytest.param({"id": 1.5}, {}, (), id="a float"),
            pytest.param({"id": True}, {}, (), id="a truth value"),
            pytest.param({"id": [1]}, {}, (), id="a list"),
            pytest.param({"id": "\udfff"}, {}, (), id="a lone surrogate"),
            pytest.param({"id": "å"}, {}, ("å",), id="not ASCII"),
            pytest.param({}, {}, (), id="nothing"),
            pytest.param([{"id": "a"}, {"id": 2}], {}, ("a", 2), id="mixed kinds of values"),
            pytest.param([{"id": "a"}, {"id": ""}], {}, (), id="one empty"),
            pytest.param([{"id": "a"}, {"id": "\ud800"}], {}, (), id="one lost in UTF-8"),
            pytest.param([{"id": "\ud800"}, {"id": 3}], {}, (), id="one lost in UTF-8 beside a number"),
            pytest.param([{"id": 1}, None], {}, (), id="one that is no object"),
            pytest.param([], {}, (), id="an empty bulk"),
            pytest.param("text", {}, (), id="text"),
            pytest.param(None, {}, (), id="null"),
        ],
    )
    def test_identifiers(self, result: Any, words: dict[str, Any], ids: tuple[Any, ...]) -> None:
        """The lookup field counts first, then id, then pk; for many it is one field for all or none."""
        assert identity(result, **words).ids == ids

    def test_many_are_found_when_somebody_asks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A bulk write that has a token needs no identifiers, and looks for none."""
        call = Call("devices", method="POST", owner="ann", can_continue=True)
        exchange = Exchange.begin(call, [{"id": 1}, {"id": 2}], 201)
        monkeypatch.setattr(ids, "find_ids", None)
        assert agent_answers(FixedStore())(exchange).content.endswith(b'"continuation_token":"TOKEN"}')

    def test_many_are_like_a_tuple(self) -> None:
        """However they are found, they look like the identifiers themselves."""
        ids = identity([{"id": 7}, {"id": 8}]).ids
        assert (ids[1], len(ids), list(ids), repr(ids)) == (8, 2, [7, 8], "(7, 8)")
        assert ids == (7, 8)
        assert ids != object()
        assert hash(ids) == hash((7, 8))
        assert pickle.loads(pickle.dumps(ids)) == deepcopy(ids) == ids  # noqa: S301  its own bytes

    def test_mixed_rows_may_have_secrets_too(self) -> None:
        """Rows that are no objects hide no secret of those that are."""
        assert identity(["text", {"id": 1, "key": "s"}]).once
        assert not identity(["text", {"id": 1}]).once

    def test_counts(self) -> None:
        """A list is many even when it is empty; everything else is one."""
        assert (identity([]).count, identity([]).many, identity([]).complete) == (0, True, True)
        assert (identity([1, 2]).count, identity([1, 2]).many, identity([1, 2]).complete) == (2, True, False)
        assert (identity("x").count, identity("x").many, identity("x").complete) == (1, False, False)

    def test_labels_have_an_order(self) -> None:
        """Identifier, lookup field, url, title, light keys, then what is shown once."""
        row = {"pin": 1, "role": "r", "url": "u", "name": "n", "slug": "s", "id": 1, "display": "d"}
        found = identity(row, lookup_field="slug", light_keys=("role",), once=("pin",))
        assert [name for name, _ in found.labels] == ["id", "slug", "url", "name", "role", "pin"]

    @pytest.mark.parametrize(
        "name",
        [
            "key",
            "token",
            "secret",
            "password",
            "api_key",
            "access_key",
            "private_key",
            "secret_key",
            "access_token",
            "client_secret",
            "new_password",
        ],
    )
    def test_secrets_of_a_create_are_shown_once(self, name: str) -> None:
        """A secret that a create answers is a label of one object, and asks for the whole of a bulk."""
        assert dict(identity({"id": 1, name: "s"}).labels) == {"id": 1, name: "s"}
        assert identity([{"id": 1, name: "s"}]).once
        assert not identity([{"id": 1, name: None}]).once

    def test_secrets_of_an_update_are_its_own_affair(self) -> None:
        """What a PUT answers under such a name can be retrieved again, unless the host says otherwise."""
        assert dict(identity({"id": 1, "key": "s"}, Operation.UPDATE).labels) == {"id": 1}
        assert not identity([{"id": 1, "key": "s"}], Operation.UPDATE).once
        assert identity([{"id": 1, "key": "s"}], Operation.UPDATE, once=("key",)).once

    @pytest.mark.parametrize("name", ["token", "api_key"])
    def test_a_secret_in_a_later_row_counts(self, name: str) -> None:
        """A bulk is searched to its end, and for the names of all its rows."""
        assert identity([{"id": 1}, {"id": 2, name: "s"}]).once
        assert not identity([{"id": 1}, {"id": 2, name: None}]).once

    def test_a_put_that_creates_is_a_create(self) -> None:
        """What answers 201 may show something once, by whatever method."""
        exchange = Exchange.begin(Call("keys", method="PUT"), {"id": 1, "key": "s"}, 201)
        found = Identify()(exchange.replace(operation=Operation.UPDATE)).identity
        assert dict(found.labels) == {"id": 1, "key": "s"}

    @pytest.mark.parametrize("make", [lambda: defaultdict(int), Counter], ids=["defaultdict", "Counter"])
    def test_rows_that_make_up_values(self, make: Any) -> None:
        """A row that would invent a missing field is not asked to."""
        rows = [make(), make()]
        assert identity(rows) == Identity(count=2, many=True)
        assert not any(rows)

    def test_what_the_envelope_has_no_room_for_is_shown_once(self) -> None:
        """A field shown once that bears a name of the envelope cannot be a label."""
        assert identity({"id": 1, "data_size": "s"}, once=("data_size",)).once
        assert not identity({"id": 1, "data_size": None}, once=("data_size",)).once

    def test_keys_that_are_no_text(self) -> None:
        """Integer keys are nobody's label and do no harm."""
        assert identity({1: "x", "id": 5}).ids == (5,)


def label(result: dict[Any, Any], **words: Any) -> dict[str, Any]:
    """What a single object's envelope would show besides its id."""
    return {name: value for name, value in identity({"id": 1, **result}, **words).labels if name != "id"}


SECRET = """
    apiKey accessToken clientSecret recovery_codes backup_codes backupCodes otp otp_uri otpauth_url pin passphrase
    private_key privateKeyPem api-key APIKey TOKEN passwords credentials webhookSecret token_value pin_code
    encryption_key licenseKey app_password totp jwt recovery_key plainTextToken password2 api_tokens
"""
TAME = """
    primary_key foreign_key sort_key public_key publicApiKey keyboard key_id api_key_id token_count tokenizer
    token_type password_hash secretary monkey spin shipping pinned otp_enabled secret_name cache_key access_level
    refreshed natural_key keywords passport
"""


class TestSecrets:
    """What no later retrieve returns, found by the names of fields."""

    @pytest.mark.parametrize("name", SECRET.split())
    def test_names_of_secrets(self, name: str) -> None:
        """However it is spelled, and however deep: one object shows it, many are shown whole."""
        assert label({name: "s3cret"}) == {name: "s3cret"}
        assert label({"client": [{"of": {name: ["s"]}}], "x": {}}) == {"client": [{"of": {name: ["s"]}}]}
        assert identity([{"id": 1, name: "s"}]).once
        assert identity([{"id": 1, "of": {name: "s"}}]).once

    @pytest.mark.parametrize("name", TAME.split())
    def test_names_that_only_sound_like_one(self, name: str) -> None:
        """What a later retrieve returns costs no envelope anything."""
        assert label({name: "s", "client": {name: "s"}}) == {}
        found = identity([{"id": 1, name: "s", "client": {name: "s"}}])
        assert (found.once, found.ids) == (False, (1,))

    @pytest.mark.parametrize("value", [None, "", [], {}, False, True], ids=repr)
    def test_no_value_is_no_secret(self, value: Any) -> None:
        """Neither what is empty nor what says only whether there is a secret."""
        assert label({"password": value, "user": {"token": value}}) == {}
        assert not identity([{"id": 1, "password": value}]).once

    def test_numbers(self) -> None:
        """A number may be a secret; under the name of many it only counts them."""
        assert label({"pin": 0, "tokens": 5, "recovery_codes": 8, "otp": 123456}) == {"pin": 0, "otp": 123456}

    def test_values_of_other_kinds(self) -> None:
        """What has no length is a value."""
        assert label({"api_key": UUID(int=1)}) == {"api_key": UUID(int=1)}

    def test_a_pair_of_tokens(self) -> None:
        """Access and refresh are tokens where they look like some."""
        token = "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"
        assert label({"access": token, "refresh": token}) == {"access": token, "refresh": token}
        assert label({"access": "read and write all of it", "refresh": 30, "a": {"access": "public"}}) == {}

    def test_a_nested_key_may_be_that_of_a_value(self) -> None:
        """What only names something is no secret; a long word alone is one."""
        assert label({"labels": [{"key": "environment-name", "value": "x"}], "project": {"key": "OPS"}}) == {}
        assert label({"client": {"key": "d41d8cd98f00b204"}}) == {"client": {"key": "d41d8cd98f00b204"}}

    def test_updates_have_none(self) -> None:
        """What is nested in the answer to an update can be retrieved again."""
        assert dict(identity({"id": 1, "of": {"token": "s"}}, Operation.UPDATE).labels) == {"id": 1}
        assert identity([{"id": 1, "of": {"token": "s"}}], Operation.UPDATE).ids == (1,)

    @pytest.mark.parametrize(
        "row",
        [{"id": 2, "of": {"token": "s"}}, {"id": 2, "passphrase": "s"}, {"id": 2, "of": [[{"otp": "1"}]]}],
        ids=["nested where the first has nothing", "another field", "in a list"],
    )
    def test_an_identifier_never_stands_for_a_secret(self, row: Any) -> None:
        """
        Rows of other names, and what the first has nothing of, are looked into where no token stands for the whole.

        That is so where the caller has no slot for one, and where it has but nothing was kept.
        """
        assert identity([{"id": 1, "of": None}, row]).once
        assert identity([{"id": 1, "of": None}, row], can_continue=True).ids == ()
        for slot in (True, False):
            found = identity([{"id": 1, "of": None}, {"id": 2, "of": {}}], can_continue=slot)
            assert (found.once, found.ids) == (False, (1, 2))

    def test_depth_costs_no_stack(self) -> None:
        """A secret below ten thousand lists is found."""
        deep: Any = {"token": "s"}
        for _ in range(10_000):
            deep = [deep]
        assert list(label({"deep": deep})) == ["deep"]

    def test_what_has_no_end_is_shown(self) -> None:
        """Data that contains itself is not looked through for ever."""
        loop: list[Any] = []
        loop += [loop, loop]
        assert list(label({"loop": loop})) == ["loop"]

    def test_objects_of_many_names(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A table's keys are looked at as any others, and not all remembered."""
        monkeypatch.setattr(secrets, "TAME", set())
        monkeypatch.setattr(secrets, "MOST_TAME", 200)
        table = {f"row {number}": number for number in range(500)}
        assert label(table) == {}
        assert label({**table, "apiKey": "s", "of": {1: {"x": object()}}}) == {"apiKey": "s"}
        assert len(secrets.TAME) <= 200


FAILURES = [
    {"errors": ["taken"]},
    {"error": "taken"},
    {"non_field_errors": ["taken"]},
    {"nonFieldErrors": ["taken"]},
    {"error_message": "taken"},
    {"warnings": ["not all of it"]},
    {"success": False},
    {"ok": False},
    {"failed": True},
    {"status": 404},
    {"statusCode": 500},
    {"status_code": "400"},
    {"status": "Failed"},
]
SUCCESSES = [
    {"errors": []},
    {"error": None},
    {"errors": {}},
    {"success": True},
    {"success": None},
    {"status": 201},
    {"status": "active"},
    {"status": "2"},
    {"status": True},
    {"status": 4711},
    {"status": {"value": "failed", "label": "Failed"}},
    {"terror": "x", "mirrors": [1]},
]


class TestFailures:
    """An error is never a success."""

    @pytest.mark.parametrize("operation", [Operation.CREATE, Operation.UPDATE])
    @pytest.mark.parametrize("fields", FAILURES, ids=str)
    def test_an_object_that_failed_is_shown(self, fields: Any, operation: Operation) -> None:
        """One that says so, a row among others, and a row that an object wraps."""
        assert identity({"id": 1, **fields}, operation).once
        assert identity({"id": 1, "results": [{"id": 1}, None, fields]}, operation).once
        assert identity([{"id": 1, **dict.fromkeys(fields)}, {"id": 2, **fields}], operation).once
        assert identity([{"id": 1}, {"id": 2, **fields}], operation).once

    @pytest.mark.parametrize("fields", FAILURES, ids=str)
    def test_an_identifier_never_stands_for_a_failure(self, fields: Any) -> None:
        """A row as wide as the first with other fields is looked into where no token stands for the whole."""
        found = identity([{"id": 1, "name": "a"}, {"id": 2, **fields}])
        assert found.once or found.ids == ()

    @pytest.mark.parametrize("fields", SUCCESSES, ids=str)
    def test_an_object_that_did_not_fail_is_confirmed(self, fields: Any) -> None:
        """No error, an empty one, and a status that is another thing than HTTP's."""
        assert not identity({"id": 1, **fields, "results": 5, "data": [fields]}).once
        found = identity([{"id": 1, **fields}, {"id": 2, **fields}])
        assert (found.once, found.ids) == (False, (1, 2))

    @pytest.mark.parametrize("slot", [{"can_continue": True}, {}], ids=["token", "no token"])
    def test_the_whole_result_goes_out(self, slot: Any) -> None:
        """A bulk in which one row failed is not said to be accepted, token or not."""
        rows = [{"id": 1, "name": "a"}, {"id": 2, "errors": {"name": ["taken"]}}]
        call = Call("devices", method="PUT", owner="ann", **slot)
        content = agent_answers(FixedStore())(Exchange.begin(call, rows, 200)).content
        assert content == b'[{"id":1,"name":"a"},{"id":2,"errors":{"name":["taken"]}}]'
