"""
URLs for MCP clients: ``path("", include("frisian_pipeline.mcp.urls"))`` serves ``/mcp``.

The endpoint is served with and without a trailing slash, since clients strip it and POST is not redirected. The
metadata for OAuth clients is where RFC 9728 looks for it if the URLs are included at the root, that of endpoints which
the host has put elsewhere too; from elsewhere a 401 says where it is.
"""

from django.urls import path

from frisian_pipeline.mcp.authorization import WELL_KNOWN, protected_resource
from frisian_pipeline.mcp.view import McpView

app_name = "frisian_pipeline_mcp"

endpoint = McpView.as_view()

urlpatterns = [
    path("mcp", endpoint, name="endpoint"),
    path("mcp/", endpoint),
    path(f"{WELL_KNOWN}/mcp", protected_resource, name="protected-resource"),
    path(WELL_KNOWN, protected_resource),
    path(f"{WELL_KNOWN}/<path:mount>", protected_resource),
]
