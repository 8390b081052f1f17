"""How API keys are read and written."""

from rest_framework import serializers

from access.models import ApiKey


class ApiKeySerializer(serializers.ModelSerializer):
    """An API key; ``key`` is there only in the answer to its creation, and so it is shown to agents as well."""

    key = serializers.CharField(read_only=True)

    class Meta:
        model = ApiKey
        fields = ["id", "url", "name", "created", "key"]
        mcp_once = ("key",)

    def create(self, validated_data):
        return ApiKey.issue(**validated_data)
