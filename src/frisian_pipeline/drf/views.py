"""The endpoint that gives back what a continuation token stands for."""

from typing import Any

from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from frisian_pipeline.drf.budgets import NO_BUDGET, budgets
from frisian_pipeline.drf.calls import budget_in, misses_budget
from frisian_pipeline.drf.owners import owner_of
from frisian_pipeline.drf.pipelines import JSON, STORE, TOOL, counter, rendering
from frisian_pipeline.drf.renderers import FORMAT_RENDERERS, AgentRenderer, AutoRenderer, type_of
from frisian_pipeline.drf.reporting import redeemed
from frisian_pipeline.errors import MaskError, RedemptionError, TokenError
from frisian_pipeline.exchange import Call
from frisian_pipeline.redemption import ARGUMENTS, BUDGET, MASKS, Kept, redeem_in_format, wanted

SAID = (*ARGUMENTS, *MASKS, BUDGET)


def format_of(renderer: Any) -> str:
    """The name of the format that a renderer writes."""
    return str(getattr(renderer, "encode", JSON).name)


def sent_as(renderer: Any, name: str) -> str:
    """The content type of an answer in the format of this name: the renderer's, if it is its own."""
    return str(renderer.media_type) if format_of(renderer) == name == JSON.name else type_of(name)


@method_decorator(cache_control(private=True, no_store=True), name="dispatch")
class ContinuationView(APIView):
    """
    Redeem a continuation token: the whole result, byte for byte, for the caller that the token was issued to.

    The query may ask for less: ``mode``, ``page``, ``page_size``, ``cursor``, ``fields``, ``exclude``, and ``budget``.
    That comes in the format that is asked for; the whole result is JSON, as it is kept, whatever is asked for.
    Authentication, permissions and throttles are the host's defaults. Any doubt about the token is a 404.
    """

    # Whoever was given a token in a format asks for that here, too.
    renderer_classes = [JSONRenderer, AgentRenderer, *FORMAT_RENDERERS, AutoRenderer]
    versioning_class = None
    # DRF's word for its own views without a model: a host may demand model permissions by default.
    _ignore_model_permissions = True

    def get(self, request: Request, token: str) -> HttpResponse:
        """Answer the kept bytes, or what is asked for of them."""
        try:
            call = self._call(request)
            asked = wanted({name: request.query_params[name] for name in SAID if name in request.query_params})
            kept = Kept(STORE, token, call.owner, call.tool)
            content, name = redeem_in_format(kept, call, asked, render=rendering(call, asked), counter=counter())
        except RedemptionError as error:
            raise ValidationError({error.argument: [error.fault]}) from None
        except MaskError as error:
            raise ValidationError(
                {"fields" if request.query_params.get("fields") else "exclude": [str(error)]}
            ) from None
        except Exception:
            # A store that fails cannot tell whether the token is good, and must not tell more than that.
            raise NotFound(str(TokenError())) from None
        return HttpResponse(redeemed(call, content, name), content_type=sent_as(request.accepted_renderer, name))

    def _call(self, request: Request) -> Call:
        if misses_budget(request):
            raise RedemptionError(BUDGET, NO_BUDGET)
        masks: dict[str, Any] = {name: ",".join(filter(None, request.query_params.getlist(name))) for name in MASKS}
        words = {"format": format_of(request.accepted_renderer), **budgets(None, "", budget_in(request))}
        return Call(TOOL, owner=owner_of(request), **masks, **words)
