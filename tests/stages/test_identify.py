"""What lets the caller reach each written object again?"""

import pickle
from collections import Counter, defaultdict
from copy import deepcopy
from typing import Any
from uuid import UUID

import pytest

from frisian_pipeline import Call, Exchange, Identity, Operation, agent_answers
from frisian_pipeline.stages import Identify, identify
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
        monkeypatch.setattr(identify, "find_ids", None)
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
