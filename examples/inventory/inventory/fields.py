"""Serializer fields that both apps share."""

from collections.abc import Mapping

from rest_framework import serializers


class LabelledChoiceField(serializers.ChoiceField):
    """A choice that is written as its value and read as ``{"value": ..., "label": ...}``; an empty one is null."""

    def to_internal_value(self, data):
        return super().to_internal_value(data.get("value") if isinstance(data, Mapping) else data)

    def to_representation(self, value):
        if value in ("", None):
            return None
        value = super().to_representation(value)
        return {"value": value, "label": self.choices[value]}


class BriefSerializer(serializers.ModelSerializer):
    """A related object that is read as a few of its fields and written as its primary key."""

    display = serializers.CharField(source="__str__", read_only=True)

    def to_internal_value(self, data):
        """Find the object by its primary key, alone or as the ``id`` of what an earlier read answered."""
        related = serializers.PrimaryKeyRelatedField(queryset=self.Meta.model.objects.all())
        return related.run_validation(data.get("id") if isinstance(data, Mapping) else data)

    def get_validators(self):
        """Return none: nothing is written to the related object."""
        return []
