"""The endpoints of the shop."""

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet, ModelViewSet, ReadOnlyModelViewSet

from shop.models import Offer, Order, Product
from shop.serializers import OfferSerializer, OrderSerializer, ProductSerializer, SearchSerializer

ROW = "title,brand,points,expires,retailer"


class ProductViewSet(ModelViewSet):
    queryset = Product.objects.select_related("brand").prefetch_related("offers")
    serializer_class = ProductSerializer
    search_fields = ["name", "brand__name", "upc"]
    agent_view = {
        "list": "name,brand,category,ev_points,offer_count",
        "retrieve": (
            "name,brand,category,ev_points,ppd_rate,offer_count,stickers,offers(title,points,expires,retailer,stickers)"
        ),
    }


class OfferViewSet(ReadOnlyModelViewSet):
    queryset = Offer.objects.select_related("product__brand")
    serializer_class = OfferSerializer
    search_fields = ["title", "retailer"]
    agent_view = {"list": ROW, "search": ROW}

    @extend_schema(request=SearchSerializer)
    @action(detail=False, methods=["post"])
    def search(self, request):
        """Find offers by words; the words may be of the title, the brand, the category or the retailer."""
        asked = SearchSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        query, limit = asked.validated_data["query"], asked.validated_data["limit"]
        found = self.get_queryset().filter(*map(contains, query.split()), is_active=True)
        rows = self.get_serializer(found[:limit], many=True).data
        return Response({"query": query, "count": found.count(), "results": rows})


def contains(word):
    """Tell the database where a word may be."""
    names = ("title", "product__brand__name", "product__category", "retailer")
    return Q(*((f"{name}__icontains", word) for name in names), _connector=Q.OR)


class OrderViewSet(
    mixins.CreateModelMixin,
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    GenericViewSet,
):
    """Orders, which are placed and read; what changes them is not the API's business."""

    queryset = Order.objects.select_related("customer", "shipping_address").prefetch_related("items")
    serializer_class = OrderSerializer
    lookup_field = "reference"
    search_fields = ["reference", "customer__name", "customer__email"]
    agent_view = {"list": "reference,status,customer(name),total,currency,created_at"}
