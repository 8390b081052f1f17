"""The endpoint that gives back what a continuation token stands for."""

from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from rest_framework.exceptions import NotFound
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from frisian_pipeline.drf.owners import owner_of
from frisian_pipeline.drf.pipelines import STORE
from frisian_pipeline.drf.renderers import AgentRenderer
from frisian_pipeline.errors import TokenError


@method_decorator(cache_control(private=True, no_store=True), name="dispatch")
class ContinuationView(APIView):
    """
    Redeem a continuation token: the whole result, byte for byte, for the caller that the token was issued to.

    Authentication, permissions and throttles are the host's defaults. Any doubt about the token is a 404.
    """

    renderer_classes = [JSONRenderer, AgentRenderer]
    versioning_class = None
    # DRF's word for its own views without a model: a host may demand model permissions by default.
    _ignore_model_permissions = True

    def get(self, request: Request, token: str) -> HttpResponse:
        """Answer the kept bytes."""
        try:
            content = STORE.get(token, owner=owner_of(request))
        except Exception:
            # A store that fails cannot tell whether the token is good, and must not tell more than that.
            raise NotFound(str(TokenError())) from None
        return HttpResponse(content, content_type=request.accepted_renderer.media_type)
