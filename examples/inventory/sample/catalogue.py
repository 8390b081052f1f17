"""Sample products with their offers, and orders."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from sample import words
from sample.batches import batches
from shop.models import Address, Brand, Customer, Offer, Order, OrderItem, Product

FIRST_ORDER = 10_000
EXPIRES = datetime(2026, 5, 10, 23, 59, 59, tzinfo=UTC)
IMAGES = "https://images.example.com/products"
OFFERS = "https://app.example.com/offers"


class Catalogue:
    """Any number of products and as many orders; equal random numbers make equal ones."""

    def __init__(self, products, random):
        self.products = products
        self.random = random

    def load(self, progress):
        """Write the catalogue and the orders, a transaction a batch; a product that never changes comes first."""
        self.brands = Brand.objects.bulk_create(
            Brand(id=f"brd_{1029 + place}", name=name) for place, name in enumerate(words.BRANDS)
        )
        self.customers = Customer.objects.bulk_create(
            Customer(name=name, email=f"{name.split()[0].lower()}@example.com") for name in words.PEOPLE
        )
        load_known_product()
        for numbers in batches(self.products):
            with transaction.atomic():
                self._load_products(numbers)
                self._load_orders(numbers)
            progress.advance(len(numbers))

    def _load_products(self, numbers):
        products = Product.objects.bulk_create(map(self._product, numbers))
        Offer.objects.bulk_create(offer for product in products for offer in self._offers(product))

    def _load_orders(self, numbers):
        addresses = Address.objects.bulk_create(self._address() for _ in numbers)
        orders = Order.objects.bulk_create(map(self._order, numbers, addresses))
        OrderItem.objects.bulk_create(item for order in orders for item in self._items(order))

    def _product(self, number):
        random = self.random
        brand = random.choice(self.brands)
        upc = f"{100_000_000_000 + number}"
        return Product(
            fido_id=UUID(int=random.getrandbits(128), version=4),
            upc=upc,
            name=f"{brand.name} {random.choice(words.PRODUCTS)}",
            brand=brand,
            category=random.choice(words.CATEGORIES),
            image_url=f"{IMAGES}/{upc}.png",
            ev_points=random.randrange(0, 500, 50),
            ppd_rate=random.randrange(500, 2500) / 100,
            stickers=random.choice([[], ["new"], ["bonus", "new"]]),
        )

    def _offers(self, product):
        random = self.random
        for rank in range(random.randint(0, 3)):
            key = f"{random.getrandbits(32):08x}"
            yield Offer(
                id=f"ofr_{key}",
                product=product,
                title=f"Buy {rank + 1} {product.name}",
                description=f"Earn points when you buy {product.name} at participating stores.",
                points=random.randrange(250, 1250, 250),
                expires=EXPIRES + timedelta(days=random.randrange(90)),
                retailer=random.choice(words.RETAILERS),
                cta_url=f"{OFFERS}/{key}?src=catalogue",
                rank=rank,
                stickers=random.choice([[], [], ["new"]]),
            )

    def _address(self):
        random = self.random
        city, country = random.choice(words.PLACES)
        return Address(
            street=f"{random.randint(1, 90)} {random.choice(words.STREETS)}",
            city=city,
            postal_code=f"{random.randint(1000, 9999)}",
            country=country,
        )

    def _order(self, number, address):
        return Order(
            id=FIRST_ORDER + number,
            reference=f"ORD-{FIRST_ORDER + number}",
            status=self.random.choice(Order.Status.values),
            customer=self.random.choice(self.customers),
            shipping_address=address,
            notes=self.random.choice(words.NOTES),
        )

    def _items(self, order):
        random = self.random
        for _ in range(random.randint(1, 3)):
            yield OrderItem(
                order=order,
                sku=f"SKU-{random.randint(1000, 9999)}",
                name=random.choice(words.THINGS),
                quantity=random.randint(1, 5),
                unit_price=Decimal(random.randint(100, 9999)) / 100,
            )


def load_known_product():
    """Write one product that every catalogue has, so that examples can name it."""
    product = Product.objects.create(
        fido_id=UUID("8f14e45f-ceea-467f-a8d2-3c7b5a1e9b04"),
        upc="049000028911",
        name="Coca-Cola Zero Sugar",
        brand=Brand.objects.get(name="Coca-Cola"),
        category="Beverages",
        image_url=f"{IMAGES}/049000028911.png",
        ev_points=250,
        ppd_rate=12.5,
        stickers=["bonus", "new"],
    )
    known = {"product": product, "description": "Earn points at participating stores."}
    expires = datetime(2026, 5, 31, 23, 59, 59, tzinfo=UTC)
    Offer.objects.bulk_create(
        [
            Offer(
                id="ofr_7d21c",
                title="Buy 2 packs",
                points=500,
                expires=expires,
                retailer="Target",
                cta_url=f"{OFFERS}/7d21c",
                rank=1,
                **known,
            ),
            Offer(
                id="ofr_9e40b",
                title="Spend $10",
                points=1000,
                expires=expires + timedelta(days=15),
                retailer="Walmart",
                cta_url=f"{OFFERS}/9e40b",
                stickers=["new"],
                **known,
            ),
        ]
    )
