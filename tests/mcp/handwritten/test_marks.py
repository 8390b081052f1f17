"""The decorators: what they register, and what they refuse."""

from typing import Any

import msgspec
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy
from rest_framework.permissions import IsAuthenticated

from frisian_pipeline import Operation
from frisian_pipeline.mcp import mcp_action, mcp_dispatcher, mcp_tool
from frisian_pipeline.mcp.handwritten import TOOLS, Action, Handwritten
from frisian_pipeline.mcp.handwritten.marks import actions_of
from frisian_pipeline.mcp.handwritten.values import operation_named
from frisian_pipeline.mcp.tiers import Tier

pytestmark = pytest.mark.usefixtures("written")

NUMBER = {"properties": {"n": {"type": "integer", "description": "How many."}}, "required": ["n"]}


class Orders:
    """
    Manage orders of customers.

    Not for agents.
    """

    @mcp_action(
        name="cancel",
        description="Cancel an open order.",
        params={"order_id": "Primary key of the order to cancel."},
        input_schema=None,
        write=True,
        admin=False,
    )
    def cancel_order(self, arguments: Any, request: Any) -> Any:
        return {"cancelled": arguments["order_id"]}

    @mcp_action()
    def list(self, wanted: Any, _: Any) -> Any:
        """List orders."""
        return wanted

    @mcp_action(admin=True, input_schema=NUMBER, params={"n": "", "m": "More."})
    async def purge_all(self, a: Any, b: Any) -> Any:
        return a

    def helper(self) -> None:
        """No action."""


def registered(name: str) -> Handwritten:
    """What was registered under a name."""
    return TOOLS.known[name]


class TestDispatcher:
    def test_what_is_registered(self) -> None:
        """The class stays what it is, and its marked methods are actions in the order that they are written in."""
        made = mcp_dispatcher(name="orders", description="All of it.", permission_classes=[IsAuthenticated])(Orders)
        tool = registered("orders")
        assert made is Orders
        assert (tool.name, tool.description, tool.permission_classes, tool.dispatches) == (
            "orders",
            "All of it.",
            (IsAuthenticated,),
            True,
        )
        assert tool.origin == f"{__name__}.Orders"
        assert [
            (one.name, one.description, one.tier, one.writes, dict(one.params)) for one in tool.actions.values()
        ] == [
            (
                "cancel",
                "Cancel an open order.",
                Tier.READ_WRITE,
                True,
                {"order_id": "Primary key of the order to cancel."},
            ),
            ("list", "List orders.", Tier.READ, False, {}),
            ("purge_all", "Purge all.", Tier.ADMIN, False, {"n": "", "m": "More."}),
        ]

    def test_words_of_its_own(self) -> None:
        """Without a name it is called as its class, and without a description it says its docstring's first words."""
        mcp_dispatcher()(type("CustomerDispatcher", (Orders,), {"__doc__": Orders.__doc__}))
        assert registered("customer").description == "Manage orders of customers."

    def test_a_fresh_instance(self) -> None:
        """Each call has an instance of its own."""
        [cancel, *_] = actions_of(Orders).values()
        one, other = cancel.make(), cancel.make()
        assert one.__self__ is not other.__self__  # type: ignore[attr-defined]
        assert one({"order_id": 3}, None) == {"cancelled": 3}

    def test_what_is_reachable(self) -> None:
        """A caller reaches the actions of its tier, in the author's order."""
        mcp_dispatcher("orders")(Orders)
        names = {tier: [one.name for one in registered("orders").reachable(tier)] for tier in Tier}
        assert names == {
            Tier.NONE: [],
            Tier.READ: ["list"],
            Tier.READ_WRITE: ["cancel", "list"],
            Tier.ADMIN: ["cancel", "list", "purge_all"],
        }

    def test_heirs(self) -> None:
        """Inherited actions come first; a method that takes one's place without the mark takes it away."""
        heir = type("Heir", (Orders,), {"list": Orders.helper, "add": mcp_action("add")(lambda self, a, b: None)})
        assert list(actions_of(heir)) == ["cancel", "purge_all", "add"]

    @pytest.mark.parametrize("kind", [staticmethod, classmethod])
    def test_methods_without_an_instance(self, kind: Any) -> None:
        """A static or class method is an action as well, whichever mark stands above."""

        def count(*given: Any) -> Any:
            return given[-2]

        for method in (kind(mcp_action("count")(count)), mcp_action("count")(kind(count))):
            made = type("Counting", (), {"count": method})
            assert actions_of(made)["count"].make()({"n": 1}, None) == {"n": 1}

    @pytest.mark.parametrize(
        ("members", "says"),
        [
            ({}, "has no action; mark its methods with @mcp_action"),
            ({"help": Orders.list}, None),
            ({"other": mcp_action("list")(lambda self, a, b: None)}, "has an action 'list' twice; give one another"),
            ({"other": mcp_action("help")(lambda self, a, b: None)}, "an action 'help'"),
        ],
    )
    def test_refused(self, members: Any, says: str | None) -> None:
        """A class without actions, two of one name, and one called help are refused when the module is imported."""
        bases = (Orders,) if "other" in members else ()
        if says is None:
            assert list(actions_of(type("Fine", bases, members))) == ["list"]
            return
        with pytest.raises(ImproperlyConfigured, match=says):
            mcp_dispatcher("wrong")(type("Wrong", bases, members))
        assert "wrong" not in TOOLS.known


class TestTool:
    def test_what_is_registered(self) -> None:
        """A function is a tool with one action, and stays what it is."""

        def greet(arguments: Any, request: Any) -> Any:
            """Say hello."""
            return f"Hello {arguments['name']}"

        assert mcp_tool(params={"name": "Whom."}, permission_classes=[IsAuthenticated])(greet) is greet
        tool = registered("greet")
        assert (tool.name, tool.description, tool.dispatches, tool.permission_classes) == (
            "greet",
            "Say hello.",
            False,
            (IsAuthenticated,),
        )
        [action] = tool.actions.values()
        assert (action.name, action.tier, action.operation) == ("greet", Tier.READ, Operation.READ)
        assert action.make() is greet

    @pytest.mark.parametrize("name", ["a b", "x" * 65, "é", "a.b", "a\n"])
    def test_names(self, name: str) -> None:
        """A name that some client refuses is refused here."""
        with pytest.raises(ImproperlyConfigured, match="a tool's name is 1 to 64 of a-z, A-Z, 0-9, _ and -"):
            mcp_tool(name)(lambda arguments, request: None)

    def test_a_schema_that_is_none(self) -> None:
        """A schema that no validator takes is refused, with the place of the function."""
        with pytest.raises(ImproperlyConfigured, match=r"test_marks\..*: its input_schema is no JSON Schema"):
            mcp_tool("it", input_schema={"type": "thing"})(lambda arguments, request: None)

    def test_a_name_that_is_taken(self) -> None:
        """Two of one name are refused; the same one again, as when its module is loaded anew, takes its place."""

        def one(arguments: Any, request: Any) -> None:
            """One."""

        def other(arguments: Any, request: Any) -> None:
            """Other."""

        mcp_tool("it")(one)
        before = TOOLS.known
        mcp_tool("it", "Anew.")(one)
        assert (registered("it").description, before["it"].description) == ("Anew.", "One.")
        with pytest.raises(ImproperlyConfigured, match=r"other and .*one are both called 'it'; rename one"):
            mcp_tool("it")(other)
        assert registered("it").description == "Anew."


class TestActions:
    @pytest.mark.parametrize(
        ("name", "operation"),
        [
            ("create", Operation.CREATE),
            ("create_order", Operation.CREATE),
            ("orders-create", Operation.CREATE),
            ("delete", Operation.DELETE),
            ("destroy", Operation.DELETE),
            ("delete_order", Operation.DELETE),
            ("Orders_Delete", Operation.DELETE),
            ("cancel", Operation.UPDATE),
            ("undelete", Operation.UPDATE),
            ("mark_delete_later", Operation.UPDATE),
            ("create_or_update", Operation.UPDATE),
            ("replace_and_delete", Operation.UPDATE),
            ("_", Operation.UPDATE),
        ],
    )
    def test_operations(self, name: str, operation: Operation) -> None:
        """A write does what its name begins or ends with; what says of two things that it does them changes."""
        assert operation_named(name) is operation

    def test_hints_are_text(self) -> None:
        """A hint may be a translation or None; what is listed is plain text that can be sent."""

        @mcp_action(params={"a": gettext_lazy("An a."), "b": None})  # type: ignore[dict-item]
        def first(self: Any, arguments: Any, request: Any) -> None:
            """Act."""

        mcp_tool("act", params={"a": gettext_lazy("An a."), "b": None})(print)  # type: ignore[dict-item]
        mcp_dispatcher("all")(type("All", (), {"first": first}))
        for action in (registered("act").actions["act"], registered("all").actions["first"]):
            assert {name: type(hint) for name, hint in action.params.items()} == {"a": str, "b": str}
            assert msgspec.json.encode(action.schema)

    @pytest.mark.parametrize("hint", [{"type": "integer"}, int, ("a",), 1])
    def test_hints_that_are_none(self, hint: Any) -> None:
        """A hint that is no text is refused at once, and where such things go is said."""
        for mark in (mcp_action, mcp_tool):
            with pytest.raises(ImproperlyConfigured, match="the hint of 'a' is no text"):
                mark(params={"a": hint})(print)

    @pytest.mark.parametrize(
        ("params", "schema", "shown"),
        [
            ({}, None, {"type": "object"}),
            (
                {"a": "An a.", "b": ""},
                None,
                {
                    "type": "object",
                    "properties": {"a": {"description": "An a."}, "b": {}},
                    "additionalProperties": False,
                },
            ),
            ({"a": "An a."}, NUMBER, {"type": "object", **NUMBER}),
            ({}, {"type": "object", "additionalProperties": False}, {"type": "object", "additionalProperties": False}),
        ],
    )
    def test_schemas(self, params: Any, schema: Any, shown: Any) -> None:
        """The author's schema, else its hints, which take anything but other names; without any, whatever is sent."""

        def act(arguments: Any, request: Any) -> None:
            """Act."""

        mcp_tool("act", params=params, input_schema=schema)(act)
        action: Action = registered("act").actions["act"]
        assert action.schema == shown
        assert action.declared == frozenset(shown.get("properties", ()))

    def test_the_authors_schema_is_not_changed(self) -> None:
        """The host's own dict stays as it is."""
        schema: dict[str, Any] = {"properties": {}}
        mcp_tool("act", input_schema=schema)(lambda arguments, request: None)
        assert schema == {"properties": {}}
