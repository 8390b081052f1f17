"""How products, offers and orders are read and written."""

from django.db import transaction
from rest_framework import serializers

from shop.models import Address, Brand, Customer, Offer, Order, OrderItem, Product


class ProductOfferSerializer(serializers.ModelSerializer):
    """An offer inside its product; ``rank`` and ``stickers`` are left out where there are none."""

    OPTIONAL = ("rank", "stickers")

    expires = serializers.DateTimeField(format="%Y-%m-%d")

    class Meta:
        model = Offer
        fields = ["id", "title", "points", "expires", "retailer", "cta_url", "rank", "stickers"]

    def to_representation(self, instance):
        shown = super().to_representation(instance)
        return {name: value for name, value in shown.items() if value or name not in self.OPTIONAL}


class ProductSerializer(serializers.ModelSerializer):
    brand = serializers.CharField(source="brand.name", read_only=True)
    brand_id = serializers.PrimaryKeyRelatedField(source="brand", queryset=Brand.objects.all())
    offer_count = serializers.IntegerField(source="offers.count", read_only=True)
    offers = ProductOfferSerializer(many=True, read_only=True)

    class Meta:
        model = Product
        fields = [
            "fido_id",
            "upc",
            "name",
            "brand",
            "category",
            "image_url",
            "ev_points",
            "ppd_rate",
            "offer_count",
            "stickers",
            "brand_id",
            "updated_at",
            "offers",
        ]


class OfferSerializer(serializers.ModelSerializer):
    """An offer on its own, with what one wants to know about its product."""

    offer_id = serializers.CharField(source="id", read_only=True)
    fido_id = serializers.UUIDField(source="product.pk", read_only=True)
    upc = serializers.CharField(source="product.upc", read_only=True)
    brand = serializers.CharField(source="product.brand.name", read_only=True)
    category = serializers.CharField(source="product.category", read_only=True)
    ppd_rate = serializers.FloatField(source="product.ppd_rate", read_only=True)
    image_url = serializers.URLField(source="product.image_url", read_only=True)

    class Meta:
        model = Offer
        fields = [
            "offer_id",
            "fido_id",
            "upc",
            "title",
            "description",
            "brand",
            "category",
            "points",
            "ppd_rate",
            "expires",
            "retailer",
            "image_url",
            "cta_url",
            "is_active",
            "requires_receipt",
            "max_redemptions",
            "badge",
            "tags",
        ]


class SearchSerializer(serializers.Serializer):
    """What to search offers for: every word of ``query`` must be found."""

    query = serializers.CharField(max_length=100)
    limit = serializers.IntegerField(default=10, min_value=1, max_value=100)


class CustomerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Customer
        fields = ["id", "name", "email"]


class AddressSerializer(serializers.ModelSerializer):
    class Meta:
        model = Address
        fields = ["street", "city", "postal_code", "country"]


class OrderItemSerializer(serializers.ModelSerializer):
    class Meta:
        model = OrderItem
        fields = ["sku", "name", "quantity", "unit_price"]


class OrderSerializer(serializers.ModelSerializer):
    """An order with all that belongs to it; ``customer_id`` says who orders."""

    customer = CustomerSerializer(read_only=True)
    customer_id = serializers.PrimaryKeyRelatedField(
        source="customer", queryset=Customer.objects.all(), write_only=True
    )
    shipping_address = AddressSerializer()
    items = OrderItemSerializer(many=True, allow_empty=False)
    total = serializers.DecimalField(max_digits=10, decimal_places=2, read_only=True)

    class Meta:
        model = Order
        fields = [
            "id",
            "reference",
            "status",
            "customer",
            "customer_id",
            "shipping_address",
            "items",
            "total",
            "currency",
            "created_at",
            "updated_at",
            "notes",
        ]
        mcp_light_key = ("status", "total")

    @transaction.atomic
    def create(self, validated_data):
        items = validated_data.pop("items")
        address = Address.objects.create(**validated_data.pop("shipping_address"))
        order = Order.objects.create(shipping_address=address, **validated_data)
        OrderItem.objects.bulk_create(OrderItem(order=order, **item) for item in items)
        return order
