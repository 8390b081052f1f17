"""Counting related rows without a join."""

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce


def count_of(related, field):
    """Count the rows whose field refers to this one; unlike ``Count`` it needs no ``GROUP BY`` over all columns."""
    rows = related.order_by().filter(**{field: OuterRef("pk")}).values(field)
    return Coalesce(Subquery(rows.annotate(number=Count("pk")).values("number")), 0)
