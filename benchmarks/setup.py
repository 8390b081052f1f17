"""A host that sets itself up, in a process of its own, with MCP where an argument says so; prints what that cost."""

import json
import re
import resource
import sys
from pathlib import Path

import django
from django.conf import settings

APPS = ["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions", "rest_framework"]


def set_up(*, with_mcp: bool) -> None:
    """Do what a server does before its first request."""
    settings.configure(INSTALLED_APPS=[*APPS, *(["frisian_pipeline"] if with_mcp else [])], ROOT_URLCONF="urls")
    django.setup()
    from rest_framework import generics, routers, views, viewsets  # noqa: F401, PLC0415  every host has them

    if with_mcp:
        import frisian_pipeline.mcp.urls  # noqa: F401, PLC0415  what is measured


if __name__ == "__main__":
    set_up(with_mcp="mcp" in sys.argv)
    used = resource.getrusage(resource.RUSAGE_SELF)
    # Not ru_maxrss: it remembers the process that this one was forked from.
    peak = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
    print(json.dumps({"seconds": used.ru_utime + used.ru_stime, "mib": int(peak[1]) / 1024 if peak else None}))
