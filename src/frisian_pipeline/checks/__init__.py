"""System checks: what is wrong with the settings, said before a request meets it."""

from frisian_pipeline.checks.budgets import check_budgets
from frisian_pipeline.checks.counters import check_baseline
from frisian_pipeline.checks.endpoints import check_endpoints
from frisian_pipeline.checks.renderers import check_renderers
from frisian_pipeline.checks.settings import check_settings
from frisian_pipeline.checks.stores import check_sharing
from frisian_pipeline.checks.views import check_views

__all__ = [
    "check_baseline",
    "check_budgets",
    "check_endpoints",
    "check_renderers",
    "check_settings",
    "check_sharing",
    "check_views",
]
