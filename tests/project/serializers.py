"""Serializers of every kind that names its objects in its own way."""

from rest_framework import serializers

from tests.project.models import Device, Profile, Site, SystemTag, Tag


class SiteSerializer(serializers.ModelSerializer[Site]):
    """Knows the lookup field under another name, and no id."""

    identifier = serializers.CharField(source="slug")

    class Meta:
        model = Site
        fields = ["identifier", "name", "description", "secret"]
        extra_kwargs = {"secret": {"write_only": True, "required": False}}


class NestedSiteSerializer(serializers.ModelSerializer[Site]):
    class Meta:
        model = Site
        fields = ["id", "name", "slug"]


class DeviceSerializer(serializers.ModelSerializer[Device]):
    """Its key is not called id."""

    site = NestedSiteSerializer(read_only=True)
    site_id = serializers.PrimaryKeyRelatedField(
        source="site", queryset=Site.objects.all(), write_only=True, required=False
    )

    class Meta:
        model = Device
        fields = ["name", "uid", "serial", "comments", "site", "site_id", "config", "archived"]
        read_only_fields = ["uid"]
        mcp_light_key = "serial"
        agent_exclude = "config"


class BriefDeviceSerializer(serializers.ModelSerializer[Device]):
    class Meta:
        model = Device
        fields = ["uid", "name", "archived"]
        mcp_light_key = ("archived",)


class TagSerializer(serializers.ModelSerializer[Tag]):
    class Meta:
        model = Tag
        fields = ["label", "code"]
        agent_fields = ["label"]
        mcp_once = "label"


class SystemTagSerializer(serializers.ModelSerializer[SystemTag]):
    class Meta:
        model = SystemTag
        fields = ["origin", "code"]


class LinkedSiteSerializer(serializers.HyperlinkedModelSerializer[Site]):
    """Knows its objects by their URL alone."""

    self = serializers.HyperlinkedIdentityField(view_name="linked-site-detail")

    class Meta:
        model = Site
        fields = ["name", "self"]


class ProfileSerializer(serializers.ModelSerializer[Profile]):
    class Meta:
        model = Profile
        fields = ["motto", "user"]
