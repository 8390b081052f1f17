"""What the sample data is."""

from io import StringIO

from django.core.management import CommandError, call_command
from django.test import TransactionTestCase


def load(**options):
    """Load an inventory and return all of it as text."""
    out = StringIO()
    call_command("load_inventory", devices=20, **options, stdout=StringIO())
    call_command("dumpdata", "dcim", "shop", stdout=out)
    return out.getvalue()


class LoadTests(TransactionTestCase):
    reset_sequences = True

    def test_the_seed_decides(self):
        """The same seed gives the same inventory, another seed another one."""
        loaded = []
        for seed in (1, 1, 2):
            loaded.append(load(seed=seed))
            call_command("flush", interactive=False, verbosity=0)
        self.assertEqual(loaded[0], loaded[1])
        self.assertNotEqual(loaded[0], loaded[2])

    def test_an_inventory_is_not_loaded_over_another(self):
        """Where there is an inventory, loading one is refused."""
        load()
        with self.assertRaises(CommandError):
            load()
