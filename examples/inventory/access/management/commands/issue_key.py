"""Issue an API key from the command line."""

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand

from access.models import ApiKey


class Command(BaseCommand):
    """``manage.py issue_key ann`` prints a new key and nothing else, so that a script can take it."""

    help = "Issues an API key to a user, who is created if need be; the key is shown now and never again."

    def add_arguments(self, parser):
        parser.add_argument("username")
        parser.add_argument("--name", default="issued on the command line", help="what to call the key")

    def handle(self, *, username, name, **options):
        user, _ = get_user_model().objects.get_or_create(username=username)
        return ApiKey.issue(user=user, name=name).key
