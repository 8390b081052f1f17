"""Fill an empty inventory with sample data of any size."""

from datetime import UTC, datetime
from random import Random

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError

from dcim.models import Device, Stamped
from sample.catalogue import Catalogue
from sample.network import Network
from sample.progress import Progress
from shop.models import Order, Product

LOADED = datetime(2026, 4, 14, 9, 30, tzinfo=UTC)


class Command(BaseCommand):
    """``manage.py load_inventory --devices 500``; the same size and seed give the same data."""

    help = "Fills an empty inventory with devices, and with a product and an order for every fifth of them."

    def add_arguments(self, parser):
        parser.add_argument("--devices", type=int, default=500, help="how many devices (default: 500)")
        parser.add_argument("--seed", type=int, default=1, help="which of all possible inventories (default: 1)")

    def handle(self, *, devices, seed, **options):
        if Device.objects.exists() or Product.objects.exists():
            raise CommandError("There is an inventory already; empty the database with 'manage.py flush' first.")
        random, products = Random(seed), devices // 5
        progress = Progress(devices + products, self.stdout)
        Network(devices, random).load(progress)
        Catalogue(products, random).load(progress)
        set_clocks()
        self.stdout.write(self.style.SUCCESS(f"Loaded {devices} devices, {products + 1} products, {products} orders."))


def set_clocks():
    """Say that all was made at one fixed time, so that two loads answer the same bytes."""
    for model in apps.get_models():
        if issubclass(model, Stamped):
            model.objects.update(created=LOADED, last_updated=LOADED)
    Product.objects.update(updated_at=LOADED)
    Order.objects.update(created_at=LOADED, updated_at=LOADED)
