"""
The endpoints of a data centre.

``agent_view`` names, for each action, the fields that an agent sees when it does not ask for others; ``mcp_operations``
says what a custom action does, and ``@extend_schema`` what it takes. Clients that ask for JSON notice nothing.
"""

from drf_spectacular.utils import extend_schema
from frisian_pipeline import Operation
from rest_framework.decorators import action
from rest_framework.response import Response
from rest_framework.viewsets import ModelViewSet

from dcim import serializers
from dcim.models import (
    Device,
    DeviceRole,
    DeviceType,
    Interface,
    IPAddress,
    Manufacturer,
    Platform,
    Site,
    Tag,
    Tenant,
)
from inventory.mixins import BulkCreateMixin
from inventory.querysets import count_of

DEVICES = Device.objects.all()


class TagViewSet(BulkCreateMixin, ModelViewSet):
    queryset = Tag.objects.all()
    serializer_class = serializers.TagSerializer
    search_fields = ["name", "slug"]
    agent_view = {"list": "id,name,slug"}


class SiteViewSet(BulkCreateMixin, ModelViewSet):
    queryset = Site.objects.annotate(device_count=count_of(DEVICES, "site"))
    serializer_class = serializers.SiteSerializer
    search_fields = ["name", "slug", "physical_address"]
    agent_view = {"list": "id,name,slug,status(value),device_count"}


class DeviceRoleViewSet(BulkCreateMixin, ModelViewSet):
    queryset = DeviceRole.objects.annotate(device_count=count_of(DEVICES, "role"))
    serializer_class = serializers.DeviceRoleSerializer
    search_fields = ["name", "slug"]
    agent_view = {"list": "id,name,slug,device_count"}


class TenantViewSet(BulkCreateMixin, ModelViewSet):
    queryset = Tenant.objects.annotate(device_count=count_of(DEVICES, "tenant"))
    serializer_class = serializers.TenantSerializer
    search_fields = ["name", "slug"]
    agent_view = {"list": "id,name,slug,device_count"}


class PlatformViewSet(BulkCreateMixin, ModelViewSet):
    queryset = Platform.objects.annotate(device_count=count_of(DEVICES, "platform"))
    serializer_class = serializers.PlatformSerializer
    search_fields = ["name", "slug"]
    agent_view = {"list": "id,name,slug,device_count"}


class ManufacturerViewSet(BulkCreateMixin, ModelViewSet):
    queryset = Manufacturer.objects.annotate(device_type_count=count_of(DeviceType.objects.all(), "manufacturer"))
    serializer_class = serializers.ManufacturerSerializer
    search_fields = ["name", "slug"]
    agent_view = {"list": "id,name,slug,device_type_count"}


class DeviceTypeViewSet(BulkCreateMixin, ModelViewSet):
    queryset = DeviceType.objects.select_related("manufacturer").annotate(device_count=count_of(DEVICES, "device_type"))
    serializer_class = serializers.DeviceTypeSerializer
    search_fields = ["model", "slug", "part_number"]
    agent_view = {"list": "id,model,manufacturer(name),u_height,device_count"}


class DeviceViewSet(BulkCreateMixin, ModelViewSet):
    queryset = (
        Device.objects.select_related(
            "device_type__manufacturer",
            "role",
            "tenant",
            "platform",
            "site",
            "primary_ip4",
            "primary_ip6",
            "oob_ip",
        )
        .prefetch_related("tags")
        .annotate(
            interface_count=count_of(Interface.objects.all(), "device"),
            ip_address_count=count_of(IPAddress.objects.all(), "interface__device"),
        )
    )
    serializer_class = serializers.DeviceSerializer
    search_fields = ["name", "serial", "asset_tag"]
    ordering_fields = ["name", "created", "last_updated"]
    agent_view = {
        "list": "id,name,site(name),role(name),status(value)",
        "retrieve": (
            "id,name,device_type(model,manufacturer(name)),role(name),tenant(name),platform(name),site(id,name),status(value),serial,asset_tag,rack,"
            "position,primary_ip4(address),primary_ip6(address),comments,local_context_data,custom_fields,tags,"
            "interface_count"
        ),
    }
    mcp_operations = {"archive": Operation.UPDATE}

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def archive(self, request, pk=None):
        """Take the device out of service and keep it on record."""
        device = self.get_object()
        device.archive()
        return Response(self.get_serializer(device).data)


class InterfaceViewSet(BulkCreateMixin, ModelViewSet):
    queryset = Interface.objects.select_related("device").annotate(
        ip_address_count=count_of(IPAddress.objects.all(), "interface")
    )
    serializer_class = serializers.InterfaceSerializer
    search_fields = ["name", "mac_address", "device__name"]
    agent_view = {"list": "id,name,device(id,name),type(value),enabled"}


class IPAddressViewSet(BulkCreateMixin, ModelViewSet):
    queryset = IPAddress.objects.select_related("interface__device")
    serializer_class = serializers.IPAddressSerializer
    search_fields = ["address", "dns_name"]
    agent_view = {"list": "id,address,status(value),interface(name,device(id,name)),dns_name"}
