"""What the apps' viewsets share."""

from django.db import IntegrityError, transaction
from rest_framework import mixins, serializers


class BulkCreateMixin(mixins.CreateModelMixin):
    """
    Create the object that was posted, or all objects of a posted list or none.

    The answer is read back through the view's own queryset, so that it has what that joins and counts.
    """

    def get_serializer(self, *args, **kwargs):
        if isinstance(kwargs.get("data"), list):
            kwargs["many"] = True
        return super().get_serializer(*args, **kwargs)

    def perform_create(self, serializer):
        try:
            with transaction.atomic():
                made = serializer.save()
        except IntegrityError as error:
            message = "Two of these objects share a value that must be unique."
            raise serializers.ValidationError(message) from error
        serializer.instance = self.read_back(made)

    def read_back(self, made):
        if not isinstance(made, list):
            return self.get_queryset().get(pk=made.pk)
        found = self.get_queryset().in_bulk([each.pk for each in made])
        return [found[each.pk] for each in made]
