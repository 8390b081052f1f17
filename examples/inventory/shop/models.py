"""A catalogue of products with offers, and orders of them."""

import uuid
from decimal import Decimal

from django.db import models


class Brand(models.Model):
    """A name that products are sold under."""

    id = models.CharField(primary_key=True, max_length=20)
    name = models.CharField(max_length=100, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name


class Product(models.Model):
    """Something that earns points when it is bought."""

    fido_id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    upc = models.CharField("UPC", max_length=14, unique=True)
    name = models.CharField(max_length=100)
    brand = models.ForeignKey(Brand, on_delete=models.PROTECT, related_name="products")
    category = models.CharField(max_length=50)
    image_url = models.URLField("image URL", blank=True)
    ev_points = models.PositiveIntegerField("EV points", default=0)
    ppd_rate = models.FloatField("PPD rate", default=0)
    stickers = models.JSONField(default=list, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name", "fido_id"]

    def __str__(self):
        return self.name


class Offer(models.Model):
    """Points for buying a product at a retailer, until a date."""

    id = models.CharField(primary_key=True, max_length=20)
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="offers")
    title = models.CharField(max_length=100)
    description = models.CharField(max_length=200, blank=True)
    points = models.PositiveIntegerField()
    expires = models.DateTimeField()
    retailer = models.CharField(max_length=50)
    cta_url = models.URLField("call-to-action URL")
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    stickers = models.JSONField(default=list, blank=True)
    is_active = models.BooleanField(default=True)
    requires_receipt = models.BooleanField(default=False)
    max_redemptions = models.PositiveIntegerField(null=True, blank=True)
    badge = models.CharField(max_length=20, blank=True)
    tags = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["points", "id"]

    def __str__(self):
        return self.title


class Customer(models.Model):
    """Somebody who orders."""

    name = models.CharField(max_length=100)
    email = models.EmailField(unique=True)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self):
        return self.name


class Address(models.Model):
    """Where an order goes; it stays as it was when the customer moves."""

    street = models.CharField(max_length=100)
    city = models.CharField(max_length=50)
    postal_code = models.CharField(max_length=12)
    country = models.CharField(max_length=2)

    class Meta:
        verbose_name_plural = "addresses"

    def __str__(self):
        return f"{self.street}, {self.postal_code} {self.city}, {self.country}"


class Order(models.Model):
    """What a customer ordered at once."""

    class Status(models.TextChoices):
        """How far an order has come."""

        OPEN = "open", "Open"
        PAID = "paid", "Paid"
        SHIPPED = "shipped", "Shipped"
        CANCELLED = "cancelled", "Cancelled"

    reference = models.CharField(max_length=20, unique=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="orders")
    shipping_address = models.OneToOneField(Address, on_delete=models.PROTECT, related_name="order")
    currency = models.CharField(max_length=3, default="EUR")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    notes = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self):
        return self.reference

    @property
    def total(self):
        """What all items cost."""
        return sum((item.quantity * item.unit_price for item in self.items.all()), Decimal(0))


class OrderItem(models.Model):
    """A number of pieces of one thing, at the price of the day."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="items")
    sku = models.CharField("SKU", max_length=20)
    name = models.CharField(max_length=100)
    quantity = models.PositiveSmallIntegerField()
    unit_price = models.DecimalField(max_digits=8, decimal_places=2)

    class Meta:
        ordering = ["id"]

    def __str__(self):
        return f"{self.quantity} x {self.name}"
