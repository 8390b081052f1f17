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
    "json_schema_2020_12_tool",
    "sites_create",
    "sites_destroy",
    "sites_list",
    "sites_partial_update",
    "sites_retrieve",
    "sites_update",
    "test_audio_content",
    "test_embedded_resource",
    "test_error_handling",
    "test_image_content",
    "test_multiple_content_types",
    "test_simple_text",
    "test_tool_with_progress",
    "test_x_mcp_header",
]
RESOURCES = ["test://static-binary", "test://static-text", "test://watched-resource"]
PROMPTS = [
    "test_prompt_with_arguments",
    "test_prompt_with_embedded_resource",
    "test_prompt_with_image",
    "test_simple_prompt",
]
ABOUT = {"keeps": ["devices", "sites"]}
TEMPLATES = [
    "continuation://{tool}/{continuation_token}{?mode,page,page_size,cursor,fields,exclude}",
    "test://template/{id}/data",
]
MODERN, LEGACY = "2026-07-28", "2025-11-25"
