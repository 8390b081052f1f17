"""What every client has to find at the host."""

TOOLS = [
    "about_get",
    "devices_archive",
    "devices_create",
    "devices_destroy",
    "devices_list",
    "devices_partial_update",
    "devices_refuse",
    "devices_retrieve",
    "devices_search",
    "devices_update",
    "sites_create",
    "sites_destroy",
    "sites_list",
    "sites_partial_update",
    "sites_retrieve",
    "sites_update",
]
ABOUT = {"keeps": ["devices", "sites"]}
TEMPLATE = "continuation://{tool}/{continuation_token}"
MODERN, LEGACY = "2026-07-28", "2025-11-25"
