"""What the conformance suite wants of a server beside a host's views, by its own names, written with our decorators."""

from base64 import b64decode
from typing import Any

from django.http import HttpRequest

from frisian_pipeline.mcp import mcp_prompt, mcp_resource, mcp_tool
from frisian_pipeline.mcp.content import (
    AudioContent,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
)
from frisian_pipeline.mcp.progress import report

RED = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==")
SILENCE = b64decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==")
CONTACT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


@mcp_tool("test_simple_text", "Answer a text.")
def simple_text(arguments: dict[str, Any], request: HttpRequest) -> str:
    """Answer a text, as data."""
    return "This is a simple text response for testing."


@mcp_tool("test_image_content", "Answer a picture.")
def image_content(arguments: dict[str, Any], request: HttpRequest) -> ImageContent:
    """Answer a red dot."""
    return ImageContent(data=RED, mime_type="image/png")


@mcp_tool("test_audio_content", "Answer a sound.")
def audio_content(arguments: dict[str, Any], request: HttpRequest) -> AudioContent:
    """Answer a moment of silence."""
    return AudioContent(data=SILENCE, mime_type="audio/wav")


def embedded(uri: str, text: str, mime_type: str = "text/plain") -> EmbeddedResource:
    """Put a resource into an answer."""
    return EmbeddedResource(resource=TextResourceContents(uri=uri, mime_type=mime_type, text=text))


@mcp_tool("test_embedded_resource", "Answer a resource.")
def embedded_resource(arguments: dict[str, Any], request: HttpRequest) -> EmbeddedResource:
    """Answer a resource, there and then."""
    return embedded("test://embedded-resource", "This is an embedded resource content.")


@mcp_tool("test_multiple_content_types", "Answer a text, a picture and a resource.")
def multiple_content_types(arguments: dict[str, Any], request: HttpRequest) -> list[Any]:
    """Answer several blocks."""
    data = embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json")
    return [TextContent(text="Multiple content types test:"), ImageContent(data=RED, mime_type="image/png"), data]


@mcp_tool("test_error_handling", "Fail.")
def error_handling(arguments: dict[str, Any], request: HttpRequest) -> None:
    """Fail, and say so."""
    raise ValueError("This tool intentionally returns an error for testing")


@mcp_tool("json_schema_2020_12_tool", "Take a contact.", input_schema=CONTACT)
def json_schema(arguments: dict[str, Any], request: HttpRequest) -> dict[str, Any]:
    """Answer what came."""
    return arguments


@mcp_tool(
    "test_x_mcp_header",
    "Take an argument that a header repeats.",
    input_schema={"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}},
)
def x_mcp_header(arguments: dict[str, Any], request: HttpRequest) -> dict[str, Any]:
    """Answer what came."""
    return arguments


@mcp_tool("test_tool_with_progress", "Report progress.")
def tool_with_progress(arguments: dict[str, Any], request: HttpRequest) -> str:
    """Report it; the suite would have the tool wait in between, and every answer is sent at once."""
    for done in (0, 50, 100):
        report(request, done, total=100, message=f"{done} of 100")
    return "All was done."


@mcp_resource("test://static-text", "static-text", "A text.", "text/plain")
def static_text(arguments: dict[str, str], request: HttpRequest) -> str:
    """Give a text."""
    return "This is the content of the static text resource."


@mcp_resource("test://watched-resource", "watched-resource", "A text that may be watched.", "text/plain")
def watched(arguments: dict[str, str], request: HttpRequest) -> str:
    """Give a text that does not change."""
    return "Nothing has happened."


@mcp_resource("test://static-binary", "static-binary", "A picture.", "image/png")
def static_binary(arguments: dict[str, str], request: HttpRequest) -> bytes:
    """Give a red dot."""
    return RED


@mcp_resource("test://template/{id}/data", "template", "Some data.")
def template(arguments: dict[str, str], request: HttpRequest) -> dict[str, Any]:
    """Give data that has the id in it."""
    number = arguments["id"]
    return {"id": number, "templateTest": True, "data": f"Data for ID: {number}"}


@mcp_prompt("test_simple_prompt", "Say something.")
def simple_prompt(arguments: dict[str, str], request: HttpRequest) -> str:
    """Say it."""
    return "This is a simple prompt for testing."


@mcp_prompt("test_prompt_with_arguments", "Say two things.", {"arg1": "One.", "arg2": {"values": ["hello", "world"]}})
def prompt_with_arguments(arguments: dict[str, str], request: HttpRequest) -> str:
    """Say them."""
    return f"Prompt with arguments: arg1='{arguments['arg1']}', arg2='{arguments['arg2']}'"


@mcp_prompt("test_prompt_with_embedded_resource", "Hand a resource over.", {"resourceUri": "Its URI."})
def prompt_with_embedded_resource(arguments: dict[str, str], request: HttpRequest) -> list[Any]:
    """Hand it over and say what for."""
    data = embedded(arguments["resourceUri"], "Embedded resource content for testing.")
    return [data, "Please process the embedded resource above."]


@mcp_prompt("test_prompt_with_image", "Hand a picture over.")
def prompt_with_image(arguments: dict[str, str], request: HttpRequest) -> list[Any]:
    """Hand it over and say what for."""
    return [ImageContent(data=RED, mime_type="image/png"), "Please analyze the image above."]
