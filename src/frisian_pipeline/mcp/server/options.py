"""The host's settings in the words of discovery and of the protocol."""

from functools import cache
from typing import Any

from django.conf import settings as host
from django.core.signals import setting_changed
from django.http import HttpRequest
from drf_spectacular.settings import spectacular_settings

from frisian_pipeline import conf
from frisian_pipeline.mcp.discovery import Options, Tools, tools
from frisian_pipeline.mcp.surfaces import Plan
from frisian_pipeline.tokens import estimate

SHAPING = (
    "Every tool also takes fields (keep only these, such as id,name,site(name)), exclude (leave these out), "
    "view=full (all fields) and budget (the most tokens). A write answers a short confirmation with the identifiers; "
    "verify=true answers it whole. A continuation_token (or next) in an answer stands for the whole result: call the "
    "same tool with it as continuation_token, alone for all of it, or beside it the cursor that a note names (0 begins "
    "anew), page and page_size, fields, or mode=summary. A tool's own argument called like one of ours, such as "
    "fields, has a trailing _."
)


def formats() -> tuple[str, ...]:
    """What a caller may ask for by ``format``: JSON first, and then in the order of the settings."""
    return tuple(dict.fromkeys(("json", *conf.settings().formats)))


@cache
def options() -> Options:
    """Which routes become tools."""
    settings = conf.settings()
    return Options(
        api_root=settings.api_root,
        allow=settings.allow,
        deny=settings.deny,
        continues=frozenset(settings.disclose_continuation),
        formats=formats(),
        separator=settings.tool_name_separator,
    )


@cache
def plan() -> Plan:
    """What the surface looks like."""
    settings = conf.settings()
    return Plan(
        surface=settings.surface,
        groups=settings.dispatch_groups,
        plurals=settings.plurals,
        search_budget=settings.search_budget_tokens,
        discloses="dispatch" in settings.disclose_continuation,
        count=estimate,
    )


def host_tools(request: HttpRequest | None = None) -> Tools:
    """The tools of the host, as its settings have them; where a middleware chooses URLs, those that it has chosen."""
    chosen = getattr(request, "urlconf", None)
    return tools(options(), None if chosen == host.ROOT_URLCONF else chosen)


def name() -> str:
    """What the server is called."""
    return conf.settings().name or str(spectacular_settings.TITLE) or str(host.ROOT_URLCONF).partition(".")[0]


def version() -> str:
    """The server's version; never empty."""
    return conf.settings().version or str(spectacular_settings.VERSION or "0")


def instructions() -> str:
    """What an agent should know before it calls: what the host says, and what all tools share."""
    more = f"format writes an answer in another way: {', '.join(formats())}." if len(formats()) > 1 else ""
    return " ".join(filter(None, (conf.settings().instructions.strip(), SHAPING, more)))


def forget(*, setting: str, **_: Any) -> None:
    """Read afresh when the settings change."""
    if setting == conf.NAME:
        options.cache_clear()
        plan.cache_clear()


setting_changed.connect(forget, dispatch_uid="frisian_pipeline.mcp.server")
