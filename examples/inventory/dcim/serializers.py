"""
How the objects of a data centre are read and written.

``Meta.mcp_light_key`` names what an agent sees of a written object besides its identifier.
"""

from rest_framework import serializers

from dcim import brief
from dcim.models import (
    Device,
    DeviceRole,
    DeviceType,
    Interface,
    IPAddress,
    Manufacturer,
    Platform,
    Site,
    Status,
    Tag,
    Tenant,
)
from inventory.fields import LabelledChoiceField

STAMPS = ["created", "last_updated"]


class DisplayedSerializer(serializers.ModelSerializer):
    """An object with its URL and the text that people know it by."""

    display = serializers.CharField(source="__str__", read_only=True)


class TagSerializer(DisplayedSerializer):
    class Meta:
        model = Tag
        fields = [*brief.NAMED, "color", *STAMPS]


class SiteSerializer(DisplayedSerializer):
    status = LabelledChoiceField(Status.choices, default=Status.ACTIVE)
    device_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Site
        fields = [
            *brief.NAMED,
            "status",
            "physical_address",
            "time_zone",
            "latitude",
            "longitude",
            *STAMPS,
            "device_count",
        ]
        mcp_light_key = ("status",)


class DeviceRoleSerializer(DisplayedSerializer):
    device_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = DeviceRole
        fields = [*brief.NAMED, "color", *STAMPS, "device_count"]


class TenantSerializer(DisplayedSerializer):
    device_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Tenant
        fields = [*brief.NAMED, *STAMPS, "device_count"]


class PlatformSerializer(DisplayedSerializer):
    device_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Platform
        fields = [*brief.NAMED, *STAMPS, "device_count"]


class ManufacturerSerializer(DisplayedSerializer):
    device_type_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Manufacturer
        fields = [*brief.NAMED, *STAMPS, "device_type_count"]


class DeviceTypeSerializer(DisplayedSerializer):
    manufacturer = brief.BriefManufacturer()
    device_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = DeviceType
        fields = [
            "id",
            "url",
            "display",
            "manufacturer",
            "model",
            "slug",
            "part_number",
            "u_height",
            "description",
            *STAMPS,
            "device_count",
        ]


class DeviceSerializer(DisplayedSerializer):
    device_type = brief.BriefDeviceType()
    role = brief.BriefDeviceRole()
    tenant = brief.BriefTenant(allow_null=True, required=False)
    platform = brief.BriefPlatform(allow_null=True, required=False)
    site = brief.BriefSite()
    status = LabelledChoiceField(Status.choices, default=Status.PLANNED)
    face = LabelledChoiceField(Device.Face.choices, allow_blank=True, default="")
    airflow = LabelledChoiceField(Device.Airflow.choices, allow_blank=True, default="")
    primary_ip4 = brief.BriefIPAddress(allow_null=True, required=False)
    primary_ip6 = brief.BriefIPAddress(allow_null=True, required=False)
    oob_ip = brief.BriefIPAddress(allow_null=True, required=False)
    tags = serializers.SlugRelatedField(many=True, slug_field="slug", queryset=Tag.objects.all(), required=False)
    interface_count = serializers.IntegerField(read_only=True)
    ip_address_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Device
        fields = [
            "id",
            "url",
            "display",
            "name",
            "device_type",
            "role",
            "tenant",
            "platform",
            "site",
            "status",
            "serial",
            "asset_tag",
            "rack",
            "position",
            "face",
            "airflow",
            "primary_ip4",
            "primary_ip6",
            "oob_ip",
            "description",
            "comments",
            "local_context_data",
            "custom_fields",
            "tags",
            *STAMPS,
            "interface_count",
            "ip_address_count",
        ]
        mcp_light_key = ("status",)


class InterfaceSerializer(DisplayedSerializer):
    device = brief.BriefDevice()
    type = LabelledChoiceField(Interface.Type.choices, default=Interface.Type.COPPER)
    ip_address_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Interface
        fields = [
            "id",
            "url",
            "display",
            "device",
            "name",
            "type",
            "enabled",
            "mtu",
            "mac_address",
            "description",
            *STAMPS,
            "ip_address_count",
        ]


class IPAddressSerializer(DisplayedSerializer):
    family = serializers.SerializerMethodField()
    status = LabelledChoiceField(Status.choices, default=Status.ACTIVE)
    interface = brief.BriefInterface(allow_null=True, required=False)

    class Meta:
        model = IPAddress
        fields = [
            "id",
            "url",
            "display",
            "family",
            "address",
            "status",
            "interface",
            "dns_name",
            "description",
            *STAMPS,
        ]
        mcp_light_key = ("status",)

    def get_family(self, address):
        return {"value": address.family, "label": f"IPv{address.family}"}
