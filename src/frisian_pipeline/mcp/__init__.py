"""The MCP adapter: a Django project as a tool server."""
