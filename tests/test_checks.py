"""The system checks: what is wrong with the settings and with the order of renderers."""

import sys
from functools import partial
from io import StringIO
from pathlib import Path
from runpy import run_path
from types import ModuleType
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.checks import Error, Tags, run_checks
from django.core.checks import Warning as Warn
from django.core.checks.registry import registry
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import URLPattern, get_resolver, include, path
from rest_framework.authentication import BasicAuthentication, SessionAuthentication
from rest_framework.decorators import action, api_view, renderer_classes
from rest_framework.permissions import IsAdminUser, IsAuthenticated
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.serializers import CharField, Serializer
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSet

from frisian_pipeline import checks
from frisian_pipeline.drf import AgentRenderer
from frisian_pipeline.mcp import mcp_action, mcp_dispatcher, mcp_tool
from frisian_pipeline.mcp.handwritten import TOOLS
from frisian_pipeline.mcp.view import McpView
from frisian_pipeline.regressions import Baseline
from frisian_pipeline.tokens import installed

SEE = "See frisian_pipeline/conf.py for every key and its default."
AFTER = "List it after rest_framework.renderers.JSONRenderer."


def found(raw: Any) -> list[tuple[str | None, str, str | None]]:
    """What the check says of these settings: id, message and hint."""
    with override_settings(FRISIAN_PIPELINE=raw):
        return [(error.id, error.msg, error.hint) for error in checks.check_settings()]


EITHER = IsAuthenticated | IsAdminUser
NEITHER = ~IsAdminUser


def alone(store: Any, *, json: Any) -> Any:
    """A host's pipeline that is a stage of its own."""
    return lambda exchange: exchange


class First(APIView):
    renderer_classes = [AgentRenderer, JSONRenderer]


class Derived(AgentRenderer):
    """A host's own."""


class FirstDerived(APIView):
    renderer_classes = [Derived]


class Second(APIView):
    renderer_classes = [JSONRenderer, AgentRenderer]


class Unrendered(APIView):
    renderer_classes: Any = ()


class Reports(ViewSet):
    """Only one of its actions is wrong, and only in the URL pattern."""

    renderer_classes = [JSONRenderer, AgentRenderer]

    @action(detail=False, renderer_classes=[AgentRenderer])
    def latest(self, request: Request) -> Response:
        return Response({})

    def list(self, request: Request) -> Response:
        return Response([])


class Browsed(APIView):
    """Shows browsers what agents get."""

    renderer_classes = [BrowsableAPIRenderer, AgentRenderer, JSONRenderer]


@api_view()
@renderer_classes([AgentRenderer])
def first(request: Request) -> Response:
    """Lists it first."""
    return Response({})


def page(request: HttpRequest) -> HttpResponse:
    """Is no view of DRF's."""
    return HttpResponse()


router = SimpleRouter()
router.register("reports", Reports, "report")


def warned(*patterns: Any, **rest: Any) -> list[str]:
    """The places that the check warns of, under these URLs and settings of DRF."""
    with override_settings(ROOT_URLCONF=tuple(patterns), REST_FRAMEWORK=rest):
        warnings = checks.check_renderers()
    end = " before other data, so clients that ask for nothing get its format."
    assert all(each == Warn(each.msg, AFTER, id="frisian_pipeline.W001") for each in warnings)
    assert all(each.msg.endswith(end) for each in warnings)
    return [each.msg.removesuffix(end).partition(" has ")[0] for each in warnings]


def at(view: Any) -> URLPattern:
    """A URL pattern that leads to a view."""
    pattern: URLPattern = path("x/", view.as_view() if hasattr(view, "as_view") else view)
    return pattern


class TestSettings:
    @pytest.mark.parametrize(
        "raw",
        [
            pytest.param({}, id="nothing"),
            pytest.param({"PIPELINE": "frisian_pipeline.lean_writes"}, id="another pipeline"),
            pytest.param({"STORE": {}}, id="an empty store"),
            pytest.param({"STORE": {"BACKEND": "auto"}}, id="auto"),
            pytest.param({"STORE": {"BACKEND": "memory", "TTL": 1}}, id="memory"),
            pytest.param({"STORE": {"BACKEND": "frisian_pipeline.stores.MemoryStore"}}, id="a class"),
            pytest.param({"STORE": {"TTL": 0.5, "MAX_BYTES": 0, "MAX_BYTES_PER_OWNER": 0}}, id="the least"),
        ],
    )
    def test_good_ones(self, raw: Any) -> None:
        """Nothing is said of settings that are right."""
        assert found(raw) == []

    def test_none_are_good(self) -> None:
        """A host need not have the setting."""
        assert not hasattr(settings, "FRISIAN_PIPELINE")
        assert checks.check_settings() == []

    @pytest.mark.parametrize(
        ("raw", "message", "hint"),
        [
            pytest.param({"PIPELIN": "x"}, "FRISIAN_PIPELINE has an unknown key 'PIPELIN'.", "Did you mean 'PIPELINE'?",
                         id="misspelt"),
            pytest.param({"store": {}}, "FRISIAN_PIPELINE has an unknown key 'store'.", "Did you mean 'STORE'?",
                         id="in lower case"),
            pytest.param({"STORE": {"TLL": 1}}, "FRISIAN_PIPELINE['STORE'] has an unknown key 'TLL'.",
                         "Did you mean 'TTL'?", id="of the store"),
            pytest.param({"QQ": 1}, "FRISIAN_PIPELINE has an unknown key 'QQ'.", SEE, id="like no other"),
            pytest.param({None: 1}, "FRISIAN_PIPELINE has an unknown key None.", SEE, id="no text"),
        ],
    )  # fmt: skip
    def test_e001_an_unknown_key(self, raw: Any, message: str, hint: str) -> None:
        """A key that does not exist is an error, with the one that was meant."""
        assert found(raw) == [("frisian_pipeline.E001", message, hint)]

    @pytest.mark.parametrize(
        ("raw", "message"),
        [
            pytest.param([], "FRISIAN_PIPELINE must be a dict.", id="no dict"),
            pytest.param(None, "FRISIAN_PIPELINE must be a dict.", id="null"),
            pytest.param({"STORE": "memory"}, "FRISIAN_PIPELINE['STORE'] must be a dict.", id="no dict of the store"),
            pytest.param({"PIPELINE": 1}, "FRISIAN_PIPELINE['PIPELINE']: Expected `str`, got `int`.", id="pipeline"),
            pytest.param({"STORE": {"BACKEND": None}},
                         "FRISIAN_PIPELINE['STORE']['BACKEND']: Expected `str`, got `null`.", id="backend"),
            pytest.param({"STORE": {"TTL": "300"}},
                         "FRISIAN_PIPELINE['STORE']['TTL']: Expected `float`, got `str`.", id="ttl"),
            pytest.param({"STORE": {"TTL": 0}},
                         "FRISIAN_PIPELINE['STORE']['TTL']: Expected `float` > 0.0.", id="no time to live"),
            pytest.param({"STORE": {"TTL": float("nan")}},
                         "FRISIAN_PIPELINE['STORE']['TTL']: Expected `float` > 0.0.", id="a ttl that is no number"),
            pytest.param({"STORE": {"MAX_BYTES": 1.5}},
                         "FRISIAN_PIPELINE['STORE']['MAX_BYTES']: Expected `int`, got `float`.", id="half a byte"),
            pytest.param({"STORE": {"MAX_BYTES": -1}},
                         "FRISIAN_PIPELINE['STORE']['MAX_BYTES']: Expected `int` >= 0.", id="fewer than no bytes"),
            pytest.param({"STORE": {"MAX_BYTES_PER_OWNER": True}},
                         "FRISIAN_PIPELINE['STORE']['MAX_BYTES_PER_OWNER']: Expected `int`, got `bool`.", id="a yes"),
        ],
    )  # fmt: skip
    def test_e002_a_wrong_value(self, raw: Any, message: str) -> None:
        """A value of the wrong type or out of range is an error."""
        assert found(raw) == [("frisian_pipeline.E002", message, SEE)]

    def test_e002_a_wrong_choice(self) -> None:
        """A value that is one of a few is told with these."""
        says = "FRISIAN_PIPELINE['SURFACE']: Invalid enum value 'wide'."
        hint = "It is one of auto, flat, groups, search."
        assert found({"SURFACE": "wide"}) == [("frisian_pipeline.E002", says, hint)]

    @pytest.mark.parametrize(
        ("raw", "message"),
        [
            pytest.param({"PIPELINE": "nowhere.pipeline"},
                         "FRISIAN_PIPELINE['PIPELINE']: No module named 'nowhere'.", id="no module"),
            pytest.param({"PIPELINE": "auto"},
                         "FRISIAN_PIPELINE['PIPELINE']: auto doesn't look like a module path.", id="no path"),
            pytest.param({"PIPELINE": ""},
                         "FRISIAN_PIPELINE['PIPELINE']:  doesn't look like a module path.", id="no text"),
            pytest.param({"PIPELINE": "frisian_pipeline.conf.NAME"},
                         "FRISIAN_PIPELINE['PIPELINE']: 'frisian_pipeline.conf.NAME' cannot be called.", id="a text"),
            pytest.param({"AUTHENTICATION_CLASSES": ["nowhere"]},
                         "FRISIAN_PIPELINE['AUTHENTICATION_CLASSES']: nowhere doesn't look like a module path.",
                         id="no authenticator"),
            pytest.param({"STORE": {"BACKEND": "frisian_pipeline.stores.Redis"}},
                         "FRISIAN_PIPELINE['STORE']['BACKEND']: Module \"frisian_pipeline.stores\" does not define a "
                         '"Redis" attribute/class.', id="no such store"),
        ],
    )  # fmt: skip
    def test_e003_a_path_that_leads_nowhere(self, raw: Any, message: str) -> None:
        """A dotted path that does not lead to something callable is an error."""
        assert found(raw) == [("frisian_pipeline.E003", message, SEE)]

    def test_e003_a_resolver(self) -> None:
        """So is a resolver of tiers that cannot be imported, or not be called; one that can is passed."""
        cannot = "FRISIAN_PIPELINE['TIER_RESOLVER']: 'tests.test_checks.SEE' cannot be called."
        assert found({"TIER_RESOLVER": "tests.test_checks.SEE"}) == [("frisian_pipeline.E003", cannot, SEE)]
        [(number, message, _)] = found({"TIER_RESOLVER": "tests.nowhere.resolver"})
        assert number == "frisian_pipeline.E003"
        assert message.startswith("FRISIAN_PIPELINE['TIER_RESOLVER']: ")
        assert found({"TIER_RESOLVER": "tests.test_checks.found"}) == []

    @pytest.mark.parametrize(
        ("key", "path", "kind", "method"),
        [
            ("AUTHENTICATION_CLASSES", "rest_framework.permissions.AllowAny", "authentication", "authenticate"),
            ("TRUSTED_AUTHENTICATORS", "rest_framework.permissions.AllowAny", "authentication", "authenticate"),
            ("PERMISSION_CLASSES", "rest_framework.throttling.UserRateThrottle", "permission", "has_permission"),
            ("PERMISSION_CLASSES", "frisian_pipeline.agent_answers", "permission", "has_permission"),
            ("THROTTLE_CLASSES", "tests.test_checks.EITHER", "throttle", "allow_request"),
        ],
    )
    def test_e006_a_class_of_another_kind(self, key: str, path: str, kind: str, method: str) -> None:
        """A class that is not what its setting takes is an error, which says what to name."""
        message = f"FRISIAN_PIPELINE['{key}']: '{path}' is no {kind} class."
        assert found({key: [path]}) == [("frisian_pipeline.E006", message, f"Name a class with a method {method}.")]

    def test_classes_that_fit(self) -> None:
        """Classes of their kind are passed, and permissions that are combined."""
        known = "rest_framework.authentication.BasicAuthentication"
        raw = {
            "AUTHENTICATION_CLASSES": [known],
            "TRUSTED_AUTHENTICATORS": [known],
            "PERMISSION_CLASSES": ["tests.test_checks.EITHER", "tests.test_checks.NEITHER"],
            "THROTTLE_CLASSES": ["rest_framework.throttling.UserRateThrottle"],
            "STORE": {"BACKEND": "frisian_pipeline.stores.MemoryStore"},
        }
        assert found(raw) == []

    def test_e007_a_class_that_is_no_store(self) -> None:
        """A store that keeps nothing is an error, though nothing is made of it."""
        message = "FRISIAN_PIPELINE['STORE']['BACKEND']: 'rest_framework.views.APIView' is no store."
        hint = "A store has the methods put, get and page; see frisian_pipeline.stores.Store."
        assert found({"STORE": {"BACKEND": "rest_framework.views.APIView"}}) == [
            ("frisian_pipeline.E007", message, hint)
        ]

    def test_e009_a_counter_without_its_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A vocabulary whose package is not installed is an error that says what to install."""
        installed.cache_clear()
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, "toktok", None)
            said = found({"TOKEN_COUNTER": "o200k_base"})
            assert found({"TOKEN_COUNTER": "auto"}) == []
        installed.cache_clear()
        fault = "the vocabulary o200k_base needs another package; pip install frisian-pipeline[tokens]"
        message, hint = f"FRISIAN_PIPELINE['TOKEN_COUNTER']: {fault}.", "Install it, or name 'auto' or 'estimate'."
        assert said == [("frisian_pipeline.E009", message, hint)]

    def test_all_at_once(self) -> None:
        """Every wrong key and value is named in one go."""
        raw = {"PIPELIN": "x", "PIPELINE": 1, "STORE": {"TLL": 1, "TTL": -1}}
        ids = [identifier for identifier, _, _ in found(raw)]
        assert sorted(map(str, ids)) == [f"frisian_pipeline.E00{number}" for number in (1, 1, 2, 2)]


class TestPipelines:
    @pytest.mark.parametrize(
        ("path", "told"), [("frisian_pipeline.agent_answers", True), ("tests.test_checks.alone", False)]
    )
    def test_e011_a_format_that_nobody_has(self, path: str, *, told: bool) -> None:
        """A format that the pipeline does not have is an error, where the stage that encodes is ours."""
        with override_settings(FRISIAN_PIPELINE={"PIPELINE": path, "FORMATS": ["json", "toon", "yaml"]}):
            errors = [(error.id, error.msg, error.hint) for error in checks.check_settings()]
        hint = "The pipeline has: json, columnar, tron, toon, csv, markdown, auto."
        assert errors == told * [("frisian_pipeline.E011", "FRISIAN_PIPELINE['FORMATS']: no format 'yaml'.", hint)]

    @pytest.mark.parametrize(
        ("path", "fault"),
        [
            pytest.param("tests.project.hosts.refuse", "it fails with ValueError", id="it raises"),
            pytest.param("tests.project.hosts.own_store", "it fails with TypeError", id="it takes something else"),
            pytest.param("tests.project.hosts.forgetful", "it gives a NoneType", id="it gives nothing"),
        ],
    )
    def test_e004_a_function_that_makes_none(self, path: str, fault: str) -> None:
        """A function that makes no pipeline is said before a request meets it, without its error's text."""
        with override_settings(FRISIAN_PIPELINE={"PIPELINE": path}):
            (error,) = checks.check_settings()
        assert (error.id, error.msg) == ("frisian_pipeline.E004", f"FRISIAN_PIPELINE['PIPELINE']: {fault}.")

    def test_a_store_is_not_made(self) -> None:
        """A check needs no store that answers."""
        assert found({"STORE": {"BACKEND": "tests.project.hosts.unreachable_store"}}) == []


class TestBudgets:
    """W012: budgets that leave no room to say how to go on."""

    @pytest.mark.parametrize("key", ["BUDGET_TOKENS", "HARD_BUDGET_TOKENS"])
    def test_one_that_is_too_small(self, key: str) -> None:
        """A budget below 60 is a warning; 60, and none at all, are not, nor is what is wrong anyhow."""

        def warned(budget: Any) -> list[tuple[str | None, str]]:
            with override_settings(FRISIAN_PIPELINE={key: budget}):
                return [(one.id, one.msg) for one in checks.check_budgets()]

        says = f"FRISIAN_PIPELINE[{key!r}] is 59 tokens, in which no answer can say how to go on."
        assert warned(59) == [("frisian_pipeline.W012", says)]
        assert warned(60) == warned(0) == warned("60 tokens") == []


class TestBaseline:
    """W011: a baseline that cannot be used."""

    def warned(self, **raw: Any) -> list[tuple[str | None, str]]:
        """What is said of these settings."""
        with override_settings(FRISIAN_PIPELINE=raw):
            said = checks.check_baseline()
            assert all("--calls" in str(one.hint) for one in said)
            return [(one.id, one.msg) for one in said]

    def test_it_compares(self, tmp_path: Path) -> None:
        """Without a baseline, with one that fits, and where the settings are wrong anyhow, nothing is said."""
        Baseline("estimate", "calls", {}).write(tmp_path / "baseline.json")
        assert self.warned() == []
        assert self.warned(BASELINE=str(tmp_path / "baseline.json"), TOKEN_COUNTER="estimate") == []
        assert self.warned(BASELINE=1) == []

    def test_it_does_not(self, tmp_path: Path) -> None:
        """One that is not there, or was measured otherwise, is a warning that says what to do."""
        place = str(tmp_path / "baseline.json")
        write = "write it with manage.py frisian_baseline --write"
        says = f"FRISIAN_PIPELINE['BASELINE']: it cannot be read (FileNotFoundError); {write}."
        assert self.warned(BASELINE=place) == [("frisian_pipeline.W011", says)]
        Baseline("quarter", "listed", {}).write(place)
        says = f"FRISIAN_PIPELINE['BASELINE']: it is of listed by quarter, not of calls by estimate; {write}."
        assert self.warned(BASELINE=place, TOKEN_COUNTER="estimate") == [("frisian_pipeline.W011", says)]

    def test_without_a_counter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where the counter is not installed another check says so."""
        installed.cache_clear()
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, "toktok", None)
            assert self.warned(BASELINE="nope.json", TOKEN_COUNTER="o200k_base") == []
        installed.cache_clear()


class TestSharing:
    @pytest.mark.parametrize(
        ("raw", "ids"),
        [
            pytest.param({}, ["frisian_pipeline.W002"], id="the default"),
            pytest.param({"STORE": {"BACKEND": "memory"}}, ["frisian_pipeline.W002"], id="memory"),
            pytest.param({"STORE": {"BACKEND": "tests.project.hosts.own_store"}}, [], id="the host's own"),
            pytest.param({"STORE": 7}, [], id="nonsense, which another check says"),
        ],
    )
    def test_w002_memory_is_not_shared(self, raw: Any, ids: list[str]) -> None:
        """Before a deployment it is said that one process cannot redeem another's tokens."""
        with override_settings(FRISIAN_PIPELINE=raw):
            assert [warning.id for warning in checks.check_sharing()] == ids

    @pytest.mark.parametrize("chosen", [{}, {"BACKEND": "auto"}, {"BACKEND": "cache"}])
    def test_a_shared_cache_is_shared(self, chosen: dict[str, Any]) -> None:
        """Nothing is said where the results are in a cache that the processes share."""
        caches = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://nowhere"}}
        with override_settings(CACHES=caches, FRISIAN_PIPELINE={"STORE": chosen}):
            assert checks.check_sharing() == []

    @pytest.mark.parametrize(
        ("kind", "does"),
        [
            ("locmem.LocMemCache", "belongs to one process"),
            ("dummy.DummyCache", "keeps nothing, so there are no tokens"),
        ],
    )
    def test_w009_a_cache_that_is_not_shared(self, kind: str, does: str) -> None:
        """Before a deployment it is said that the cache that the host names is none that its processes share."""
        caches = {"default": {"BACKEND": f"django.core.cache.backends.{kind}"}}
        with override_settings(CACHES=caches, FRISIAN_PIPELINE={"STORE": {"BACKEND": "cache"}}):
            (warning,) = checks.check_sharing()
        message = f"FRISIAN_PIPELINE keeps results in the cache 'default', which {does}."
        assert (warning.id, warning.msg) == ("frisian_pipeline.W009", message)

    @pytest.mark.parametrize("backend", ["auto", "cache"])
    @pytest.mark.parametrize("kind", ["db.DatabaseCache", "filebased.FileBasedCache"])
    @pytest.mark.parametrize(
        ("options", "most"),
        [({}, 300), ({"OPTIONS": {}}, 300), ({"OPTIONS": {"MAX_ENTRIES": 999}}, 999),
         ({"OPTIONS": {"MAX_ENTRIES": 1_000}}, 0), ({"OPTIONS": {"MAX_ENTRIES": "nonsense"}}, 0)],
    )  # fmt: skip
    def test_w010_a_cache_of_few_entries(self, backend: str, kind: str, options: dict[str, Any], most: int) -> None:
        """Before a deployment it is said that a cache throws out what it has just been given."""
        caches = {"default": {"BACKEND": f"django.core.cache.backends.{kind}", "LOCATION": "x", **options}}
        with override_settings(CACHES=caches, FRISIAN_PIPELINE={"STORE": {"BACKEND": backend}}):
            said = [(warning.id, warning.msg) for warning in checks.check_sharing()]
        start = "FRISIAN_PIPELINE keeps results in the cache 'default', which holds"
        message = f"{start} {most} entries, the project's own too."
        assert said == ([("frisian_pipeline.W010", message)] if most else [])

    @pytest.mark.parametrize("backend", ["auto", "cache"])
    @pytest.mark.parametrize(
        ("alias", "hint"),
        [
            ("defalt", "Did you mean 'default'?"),
            ("kept", "Name one of CACHES, or keep results in memory: 'memory'."),
        ],
    )
    def test_e008_a_cache_that_is_none(self, backend: str, alias: str, hint: str) -> None:
        """A cache that the host does not have is an error, and a check of sharing says nothing more."""
        raw = {"STORE": {"BACKEND": backend, "ALIAS": alias}}
        message = f"FRISIAN_PIPELINE['STORE']['ALIAS']: CACHES has no {alias!r} that can be imported."
        assert found(raw) == [("frisian_pipeline.E008", message, hint)]
        with override_settings(FRISIAN_PIPELINE=raw):
            assert checks.check_sharing() == []


class TestRenderers:
    def test_the_projects_are_in_order(self) -> None:
        """The test project lists the renderer last."""
        assert checks.check_renderers() == []

    @pytest.mark.parametrize(
        ("view", "expected"),
        [
            pytest.param(First, [f"{__name__}.First.renderer_classes"], id="listed first"),
            pytest.param(FirstDerived, [f"{__name__}.FirstDerived.renderer_classes"], id="a subclass"),
            pytest.param(first, [f"{__name__}.first.renderer_classes"], id="a function"),
            pytest.param(Second, [], id="listed second"),
            pytest.param(Browsed, [f"{__name__}.Browsed.renderer_classes"], id="listed after the browsable API"),
            pytest.param(Unrendered, [], id="no renderer"),
            pytest.param(page, [], id="no view of DRF's"),
        ],
    )
    def test_w001_a_view(self, view: Any, expected: list[str]) -> None:
        """A view whose renderers begin with ours is named."""
        assert warned(at(view)) == expected

    def test_w001_the_renderer(self) -> None:
        """It is called by its own name, as the place lists it."""
        csv = "frisian_pipeline.drf.CsvRenderer"
        with override_settings(ROOT_URLCONF=(), REST_FRAMEWORK={"DEFAULT_RENDERER_CLASSES": [csv]}):
            (warning,) = checks.check_renderers()
        assert warning.msg.startswith("REST_FRAMEWORK['DEFAULT_RENDERER_CLASSES'] has CsvRenderer before other data")

    def test_w001_one_action(self) -> None:
        """What an action lists for itself is in the URL pattern, and counts for its viewset."""
        assert warned(*router.urls) == [f"{__name__}.Reports.renderer_classes"]

    def test_w001_nested(self) -> None:
        """An include in an include is looked into, and a view with two URLs is named once."""
        inner = path("v1/", include([at(First), path("more/", include([at(First)]))]))
        assert warned(path("api/", include([inner]))) == [f"{__name__}.First.renderer_classes"]

    def test_w001_the_default(self) -> None:
        """The project's default is named once, not once for each view that has it."""
        default = {"DEFAULT_RENDERER_CLASSES": ["frisian_pipeline.drf.AgentRenderer"]}

        class Inheriting(APIView):
            renderer_classes = [AgentRenderer]

        place = "REST_FRAMEWORK['DEFAULT_RENDERER_CLASSES']"
        assert warned(at(Inheriting), **default) == [place]
        assert warned(at(First), **default) == [place, f"{__name__}.First.renderer_classes"]

    def test_a_default_in_order(self) -> None:
        """Nothing is said of a default that begins with another renderer."""
        json, agent = "rest_framework.renderers.JSONRenderer", "frisian_pipeline.drf.AgentRenderer"
        assert warned(DEFAULT_RENDERER_CLASSES=[json, agent]) == []

    def test_a_project_without_urls(self) -> None:
        """A project need not have URLs to be checked."""
        with override_settings():
            del settings.ROOT_URLCONF
            assert checks.check_renderers() == []


class TestOddRenderers:
    @pytest.mark.parametrize(
        ("said", "count"),
        [
            pytest.param(property(lambda view: [AgentRenderer]), 0, id="a property"),
            pytest.param(None, 0, id="none"),
            pytest.param([partial(JSONRenderer), AgentRenderer], 0, id="what makes one"),
            pytest.param((BrowsableAPIRenderer, AgentRenderer), 1, id="a tuple"),
        ],
    )
    def test_what_is_no_list_of_classes(self, said: Any, count: int) -> None:
        """A view may list renderers anew at each request, or whatever makes them; only what is seen is judged."""
        assert len(warned(at(type("Odd", (APIView,), {"renderer_classes": said})))) == count


@pytest.mark.django_db
class TestApp:
    def test_registers_the_checks(self) -> None:
        """With the app installed, Django runs both checks, each with its own kind."""
        assert checks.check_settings in registry.get_checks()
        assert checks.check_renderers in registry.get_checks()
        with override_settings(FRISIAN_PIPELINE={"TTL": 1}, ROOT_URLCONF=(at(First),)):
            assert [each.id for each in run_checks(tags=[Tags.compatibility])] == ["frisian_pipeline.E001"]
            assert [each.id for each in run_checks(tags=[Tags.urls])] == ["frisian_pipeline.W001"]

    def test_manage_py_says_it(self) -> None:
        """A wrong key is an error of the command that checks a project."""
        with override_settings(FRISIAN_PIPELINE={"PIPELIN": "x"}), pytest.raises(SystemCheckError, match="E001"):
            call_command("check", stderr=StringIO())

    def test_the_project_is_silent(self) -> None:
        """A project that is right hears nothing."""
        output = StringIO()
        call_command("check", fail_level="WARNING", stdout=output)
        assert "no issues" in output.getvalue()

    def test_changes_nothing(self) -> None:
        """Installing the app adds no middleware, no URL, no model and no setting to what the host has written."""
        written = run_path(str(Path(__file__).parent / "settings.py"))
        names = ["INSTALLED_APPS", "MIDDLEWARE", "REST_FRAMEWORK", "ROOT_URLCONF", "TEMPLATES"]
        assert {name: written[name] for name in names} == {name: getattr(settings, name) for name in names}
        assert len(get_resolver().url_patterns) == 2
        app = apps.get_app_config("frisian_pipeline")
        assert (app.verbose_name, list(app.get_models())) == ("Frisian pipeline", [])

    def test_errors_are_errors(self) -> None:
        """What would fail at run time is an error, and not a warning."""
        with override_settings(FRISIAN_PIPELINE={"PIPELIN": "x", "STORE": 1}):
            assert {type(each) for each in checks.check_settings()} == {Error}


class Slips(ViewSet):
    """Says things about itself that are not so."""

    mcp_admin: Any = "drop"
    mcp_exclude: Any = ["destory", "list"]
    mcp_include: Any = ("list", "create")
    mcp_bulk = True
    mcp_heavy: Any = "burn"
    mcp_budget: Any = {"listen": 500, "list": 59, "destroy": 0}
    agent_view: Any = {"lists": "id", "list": "id"}
    mcp_operations: Any = {"list": "reed", "create": "create", "burn": None}

    def list(self, request: Request) -> Response:
        return Response()

    def destroy(self, request: Request) -> Response:
        return Response()


class Sound(Slips):
    """Says nothing that is not so."""

    mcp_exclude = "list"
    mcp_include = None
    mcp_admin = True
    mcp_heavy = True
    mcp_budget = 60
    agent_view = "id,name"
    mcp_operations = None


NO_BUDGET = "Write a whole number of tokens from 60 up, or 0 for no budget; else the settings' budget holds."


class TestViews:
    def check(self, view: Any) -> list[tuple[str | None, str, str | None]]:
        """What the check says of a host with this view."""
        module = ModuleType("urls")
        module.urlpatterns = [path("a/", include([path("it/", view.as_view({"get": "list"}))]))]  # type: ignore[attr-defined]
        with override_settings(ROOT_URLCONF=module):
            return [(message.id, message.msg, message.hint) for message in checks.check_views()]

    def test_a_property_is_for_requests(self) -> None:
        """What only an object of the view can tell is not judged, and costs no check."""
        said = dict.fromkeys(("mcp_budget", "mcp_heavy", "agent_view"), property(lambda view: {"a": 1}))
        assert self.check(type("Telling", (Sound,), said)) == []

    def test_slips(self) -> None:
        """A view that speaks of actions it does not have, or of operations that are none, is told so."""
        where = f"{__name__}.Slips"
        no = "which the view does not have."
        other = "Name an action, or the method of another view."
        assert self.check(Slips) == [
            ("frisian_pipeline.W003", f"{where}.mcp_include names 'create', {no}", other),
            ("frisian_pipeline.W003", f"{where}.mcp_exclude names 'destory', {no}", "Did you mean 'destroy'?"),
            ("frisian_pipeline.W003", f"{where}.mcp_admin names 'drop', {no}", other),
            ("frisian_pipeline.W003", f"{where}.mcp_heavy names 'burn', {no}", other),
            ("frisian_pipeline.W003", f"{where}.mcp_operations names 'create', {no}", other),
            ("frisian_pipeline.W003", f"{where}.mcp_operations names 'burn', {no}", other),
            ("frisian_pipeline.W003", f"{where}.agent_view names 'lists', {no}", "Did you mean 'list'?"),
            ("frisian_pipeline.W003", f"{where}.mcp_budget names 'listen', {no}", "Did you mean 'list'?"),
            (
                "frisian_pipeline.E005",
                f"{where}.mcp_operations says that 'list' does 'reed'.",
                "It is one of read, create, update, delete.",
            ),
            ("frisian_pipeline.W013", f"{where}.mcp_budget is 59 for 'list', which is no budget.", NO_BUDGET),
        ]

    @pytest.mark.parametrize("said", ["500", True, -1, 59, 500.0])
    def test_w013_no_budget(self, said: Any) -> None:
        """A budget that the view names and no answer could have is not silently the settings' one."""
        wrong = type("Wrong", (Sound,), {"mcp_budget": said})
        message = f"{__name__}.Wrong.mcp_budget is {said!r}, which is no budget."
        assert self.check(wrong) == [("frisian_pipeline.W013", message, NO_BUDGET)]

    def test_operations_that_are_no_dict(self) -> None:
        """Operations are said for each action."""
        wrong = type("Wrong", (Sound,), {"mcp_operations": ["list"]})
        [(error, message, hint)] = self.check(wrong)
        assert (error, message) == ("frisian_pipeline.E005", f"{__name__}.Wrong.mcp_operations is no dict of actions.")
        assert hint == "Write {'archive': Operation.UPDATE}, for example."

    def test_nothing_to_say(self) -> None:
        """A view without a slip is passed."""
        assert self.check(Sound) == []


class Keyed(Serializer[Any]):
    """Shows a key once."""

    key = CharField()
    name = CharField()
    password = CharField(write_only=True)

    class Meta:
        mcp_once: Any = ("kez", "key")
        mcp_light_key: Any = "zzz"


class Curious(Keyed):
    """Cannot be made without being told something."""

    def __init__(self, told: str) -> None:
        super().__init__()


class KeyedView(Sound):
    serializer_class: Any = Keyed


class TestSerializers:
    def test_w007_fields_that_are_not_sent(self) -> None:
        """A serializer's Meta that names fields which it does not send is told so."""
        where = f"{__name__}.Keyed.Meta"
        assert TestViews().check(KeyedView) == [
            ("frisian_pipeline.W007", f"{where}.mcp_once names 'kez', which it does not send.", "Did you mean 'key'?"),
            ("frisian_pipeline.W007", f"{where}.mcp_light_key names 'zzz', which it does not send.",
             "It sends key, name."),
        ]  # fmt: skip

    def test_one_that_cannot_be_made(self) -> None:
        """What cannot be looked at is not judged."""
        assert TestViews().check(type("CuriousView", (Sound,), {"serializer_class": Curious})) == []


def nothing(arguments: Any, request: Any) -> None:
    """Do nothing."""


class Acting:
    """Does nothing."""

    @mcp_action()
    def act(self, arguments: Any, request: Any) -> None:
        """Do nothing."""


class TestEndpoints:
    def check(self, raw: Any, *, by: Any = None) -> list[tuple[str | None, str, str | None]]:
        """What the check says of a host with these settings."""
        module = ModuleType("urls")
        listed: Any = type("Listed", (Sound,), {"mcp_exclude": ()})
        views = [path(f"api/{name}/", listed.as_view({"get": "list"}), name=name) for name in ("sites", "tags")]
        views.append(
            path("api/own/", include(([path("<int:pk>/", listed.as_view({"get": "list"}), name="one")], "own")))
        )
        odd: list[Any] = [partial(nothing, None), Acting]
        views.append(path("odd/", include(([path("a/", called) for called in odd], "odd"))))
        named = {} if by is None else {"authentication_classes": by}
        mounts = [path(at, McpView.as_view(**named)) for at in ("mcp", "mcp/")]
        module.urlpatterns = [*views, *mounts]  # type: ignore[attr-defined]
        with override_settings(ROOT_URLCONF=module, FRISIAN_PIPELINE=raw):
            return [(message.id, message.msg, message.hint) for message in checks.check_endpoints()]

    @pytest.mark.parametrize(
        "raw",
        [
            {},
            {"ALLOW": ["sites_*", "/api/tags/*"], "DENY": ["*.list"], "API_ROOT": "/api"},
            {"API_ROOT": "api/"},
            {"ALOW": ["nothing"], "DENY": ["nothing"]},
        ],
        ids=["nothing", "all match", "a root without slashes", "settings that are wrong by themselves"],
    )
    def test_nothing_to_say(self, raw: Any) -> None:
        """What matches is passed, and so are settings that another check refuses."""
        assert self.check(raw) == []

    def test_w004_a_pattern_that_matches_nothing(self) -> None:
        """A pattern that matches no tool and no route is told what is nearest."""
        raw = {"ALLOW": ["site_list", "*"], "DENY": ["/api/tag/", "9"]}
        compare = "Compare it with the listed tools and the routes of the host."
        assert self.check(raw) == [
            ("frisian_pipeline.W004", "FRISIAN_PIPELINE['ALLOW']: 'site_list' matches no tool.",
             "Did you mean 'sites_list'?"),
            ("frisian_pipeline.W004", "FRISIAN_PIPELINE['DENY']: '/api/tag/' matches no tool.",
             "Did you mean '/api/tags/'?"),
            ("frisian_pipeline.W004", "FRISIAN_PIPELINE['DENY']: '9' matches no tool.", compare),
        ]  # fmt: skip

    def test_w004_a_group_of_nothing(self) -> None:
        """So is a pattern of a group; one that matches, by name or by route, is passed."""
        raw = {"DISPATCH_GROUPS": {"a": ["sites.list", "/api/tags/", "s*"], "b": ["tag_list"]}}
        message = "FRISIAN_PIPELINE['DISPATCH_GROUPS']['b']: 'tag_list' matches no tool."
        assert self.check(raw) == [("frisian_pipeline.W004", message, "Did you mean 'tags_list'?")]

    def test_w008_a_name_that_is_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A hand-written tool called like a tool of the surface, or like a group, is told so."""
        monkeypatch.setattr(TOOLS, "known", {})
        for name in ("search", "both", "other"):
            mcp_tool(name)(nothing)
        groups = {"DISPATCH_GROUPS": {"both": ["sites_*"]}}
        place = f"{__name__}.nothing"
        group = (
            "frisian_pipeline.W008",
            f"The tool 'both' ({place}) gives its group another name.",
            "Rename the tool, or the group in DISPATCH_GROUPS.",
        )
        tool = (
            "frisian_pipeline.W008",
            f"The tool 'search' ({place}) replaces that tool of the surface.",
            "Rename it.",
        )
        assert self.check(groups) == [group]
        assert self.check({"SURFACE": "search"}) == [tool]
        assert self.check({}) == []

    def test_i001_what_is_stood_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is said which discovered tools a hand-written one stands for."""
        monkeypatch.setattr(TOOLS, "known", {})
        mcp_dispatcher("site")(type("Sites", (Acting,), {}))
        mcp_tool("tags-list")(nothing)
        mcp_tool("other")(nothing)
        hint = "Rename it if that is not meant."
        assert self.check({}) == [
            ("frisian_pipeline.I001",
             f"The tool 'site' ({__name__}.Sites) stands for sites_list, which are not listed.", hint),
            ("frisian_pipeline.I001",
             f"The tool 'tags-list' ({__name__}.nothing) stands for tags_list, which are not listed.", hint),
        ]  # fmt: skip

    def test_w005_a_root_that_nothing_is_under(self) -> None:
        """A root that no route is under is told so."""
        [(number, message, _)] = self.check({"API_ROOT": "/apis/v2"})
        fault = "FRISIAN_PIPELINE['API_ROOT']: no route is under '/apis/v2'."
        assert (number, message) == ("frisian_pipeline.W005", fault)

    def test_w014_an_agent_view_of_nothing(self) -> None:
        """A key of VIEWS that nothing ever answers under is told so; all kinds of keys are passed that something is."""
        keys = "sites_list", "tags", "own:one", "own_o*", "/api/own/{pk}/", "/api/*", f"{__name__}.Listed", "*"
        assert self.check({"VIEWS": dict.fromkeys(keys, "id")}) == []
        raw = {"VIEWS": {"tag_list": "id", "/apis/*": {"list": "id"}, f"{__name__}.List": "id"}}
        says = "is of no tool, URL, route or view."
        assert self.check(raw) == [
            ("frisian_pipeline.W014", f"FRISIAN_PIPELINE['VIEWS']: {key!r} {says}", f"Did you mean {near!r}?")
            for key, near in zip(raw["VIEWS"], ("tags_list", "/api/tags/", f"{__name__}.Listed"), strict=True)
        ]

    def test_a_view_that_nobody_can_see_is_of_something(self) -> None:
        """A URL may call a view through anything, or without a name: a view that is there is passed, a slip is not."""
        keys = f"{__name__}.Sound", f"{__name__}.first", "odd:*", f"{__name__}.Acting", "functools.partial"
        assert self.check({"VIEWS": dict.fromkeys(keys, "id")}) == []
        assert [number for number, *_ in self.check({"VIEWS": {f"{__name__}.nothing": "id"}})] == [
            "frisian_pipeline.W014"
        ]

    def test_w006_trust_in_nobody(self) -> None:
        """A trusted authenticator that an endpoint does not authenticate by is told so."""
        basic = "rest_framework.authentication.BasicAuthentication"
        raw = {"TRUSTED_AUTHENTICATORS": [basic], "AUTHENTICATION_CLASSES": [basic]}
        message = f"FRISIAN_PIPELINE['TRUSTED_AUTHENTICATORS']: the endpoint does not authenticate by '{basic}'."
        session = "rest_framework.authentication.SessionAuthentication"
        assert self.check(raw) == []
        assert self.check(raw, by=[BasicAuthentication]) == []
        hint = f"It authenticates by {session}; name the very class."
        assert self.check(raw, by=[SessionAuthentication]) == [("frisian_pipeline.W006", message, hint)]
        hint = "It authenticates by nobody; name the very class."
        assert self.check(raw, by=[]) == [("frisian_pipeline.W006", message, hint)]


class TestAgentViews:
    """Agent views in the settings."""

    @pytest.mark.parametrize(
        "said",
        [
            "id,name",
            "auto",
            "*",
            ["id", "site.name"],
            "tests.project.views.Brief",
            {"list": "id", "retrieve": "tests.project.views.Brief"},
            "device.Name",
        ],
    )
    def test_what_is_one(self, said: Any) -> None:
        """A mask, paths, the path of a Struct class, or the automatic one, for all actions or by action."""
        assert found({"VIEWS": {"devices_list": said}}) == []

    @pytest.mark.parametrize(
        ("said", "place", "fault"),
        [
            pytest.param("", "", "a name is missing", id="nothing"),
            pytest.param("a((", "", "a name is missing", id="a mask that cannot be read"),
            pytest.param({"list": ["a.b", "c)"]}, "['list']", "this ) closes nothing", id="of an action"),
            pytest.param(
                "tests.project.views.Brif", "", "'tests.project.views.Brif' leads to no msgspec.Struct class", id="none"
            ),
            pytest.param(
                "tests.project.views.DeviceViewSet",
                "",
                "'tests.project.views.DeviceViewSet' leads to no msgspec.Struct class",
                id="another class",
            ),
        ],
    )
    def test_what_is_none(self, said: Any, place: str, fault: str) -> None:
        """What cannot be read, or leads somewhere and not to a Struct, is an error."""
        ((number, message, hint),) = found({"VIEWS": {"devices_list": said}})
        assert number == "frisian_pipeline.E010"
        assert message.startswith(f"FRISIAN_PIPELINE['VIEWS']['devices_list']{place}: ")
        assert fault in message
        assert str(hint).startswith("Write a field mask")

    @pytest.mark.parametrize("said", [5, None, {"list": {"a": "b"}}, [1]])
    def test_what_has_another_type(self, said: Any) -> None:
        """A value of another type is one as in any other setting."""
        assert [number for number, *_ in found({"VIEWS": {"x": said}})] == ["frisian_pipeline.E002"]
