"""Orders as one tool for agents, which can cancel them too; it takes the place of the tools of ``OrderViewSet``."""

from django.db import transaction
from django.db.models import F
from frisian_pipeline.mcp import mcp_action, mcp_dispatcher
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response

from shop.models import Order
from shop.serializers import OrderSerializer

CANCELLABLE = (Order.Status.OPEN, Order.Status.PAID)
STATUS = {"type": "string", "enum": Order.Status.values, "description": "Only orders of this status."}


@mcp_dispatcher(
    name="orders",
    description="Manage customer orders: list, retrieve, create, cancel.",
    permission_classes=[IsAuthenticated],
)
class OrdersDispatcher:
    @mcp_action(
        name="list",
        description="List orders, newest first.",
        input_schema={"properties": {"status": STATUS}, "additionalProperties": False},
    )
    def list_orders(self, arguments, request):
        rows = Order.objects.filter(**arguments).order_by("-id")
        return rows.values("id", "reference", "status", "created_at", customer_name=F("customer__name"))

    @mcp_action(
        name="retrieve",
        description="Show an order with its customer, address and items.",
        params={"order_id": "Primary key of the order."},
    )
    def retrieve_order(self, arguments, request):
        return OrderSerializer(order_of(arguments["order_id"])).data

    @mcp_action(
        name="create",
        description="Place an order.",
        params={
            "reference": "What the customer calls it; no two orders have the same.",
            "customer_id": "Primary key of the customer.",
            "shipping_address": "street, city, postal_code and country, two letters.",
            "items": "A list, each with sku, name, quantity and unit_price.",
        },
        write=True,
    )
    def create_order(self, arguments, request):
        asked = OrderSerializer(data=arguments)
        asked.is_valid(raise_exception=True)
        asked.save()
        return Response(asked.data, status=201)

    @mcp_action(
        name="cancel",
        description="Cancel an open order.",
        params={"order_id": "Primary key of the order to cancel."},
        write=True,
    )
    @transaction.atomic
    def cancel_order(self, arguments, request):
        order = order_of(arguments["order_id"], Order.objects.select_for_update())
        if order.status not in CANCELLABLE:
            raise ValueError(f"Order {order.pk} is {order.status}; only open and paid orders can be cancelled.")
        order.status = Order.Status.CANCELLED
        order.save(update_fields=["status", "updated_at"])
        return OrderSerializer(order).data


def order_of(order_id, orders=Order.objects):
    """Find an order, or say that there is none."""
    try:
        return orders.get(pk=order_id)
    except Order.DoesNotExist:
        raise NotFound(f"There is no order {order_id}; list shows which there are.") from None
