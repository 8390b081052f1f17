"""Finding tools by words."""

import pytest

from frisian_pipeline.mcp.surfaces.ranking import Index, words
from tests.mcp.surfaces.hosts import resources

TOOLS = list(resources("dcim/devices", "dcim/cables", "ipam/addresses"))


class TestWords:
    def test_they_are_plain(self) -> None:
        """Letters and digits in small letters, without the ending of a plural, and no small words."""
        assert words("Devices, IPv6-Addresses_of the bus; less is press") == [
            *("device", "ipv6", "addresse", "bus", "less", "press"),
        ]


class TestIndex:
    @pytest.mark.parametrize(
        ("query", "first"),
        [
            ("list devices", "dcim_devices_list"),
            ("device list", "dcim_devices_list"),
            ("DELETE a cable", "dcim_cables_destroy"),
            ("create ipam addresses", "ipam_addresses_create"),
            ("list list list cables", "dcim_cables_list"),
        ],
    )
    def test_best_first(self, query: str, first: str) -> None:
        """Names count most, rare words more than common ones, and repetition nothing."""
        assert Index(TOOLS)(query)[0] == first

    def test_equals_by_name(self) -> None:
        """Of equals the order is that of names, whatever the order of the tools."""
        assert Index(TOOLS)("dcim") == Index(TOOLS[::-1])("dcim")
        lists = [name for name in Index(TOOLS)("list") if name.endswith("_list")]
        assert lists[:2] == ["dcim_cables_list", "dcim_devices_list"]

    @pytest.mark.parametrize("query", ["", "?!", "zebra", "\ud800"])
    def test_nothing(self, query: str) -> None:
        """What knows no word of the query is not found."""
        assert Index(TOOLS)(query) == []

    def test_no_tools(self) -> None:
        """A host without tools is searched as well."""
        assert Index([])("list") == []
