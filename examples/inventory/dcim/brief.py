"""The brief form in which an object shows those that it refers to."""

from dcim.models import Device, DeviceRole, DeviceType, Interface, IPAddress, Manufacturer, Platform, Site, Tenant
from inventory.fields import BriefSerializer

NAMED = ["id", "url", "display", "name", "slug", "description"]


class BriefSite(BriefSerializer):
    class Meta:
        model = Site
        fields = NAMED


class BriefDeviceRole(BriefSerializer):
    class Meta:
        model = DeviceRole
        fields = NAMED


class BriefTenant(BriefSerializer):
    class Meta:
        model = Tenant
        fields = NAMED


class BriefPlatform(BriefSerializer):
    class Meta:
        model = Platform
        fields = NAMED


class BriefManufacturer(BriefSerializer):
    class Meta:
        model = Manufacturer
        fields = NAMED


class BriefDeviceType(BriefSerializer):
    manufacturer = BriefManufacturer(read_only=True)

    class Meta:
        model = DeviceType
        fields = ["id", "url", "display", "manufacturer", "model", "slug", "description"]


class BriefDevice(BriefSerializer):
    class Meta:
        model = Device
        fields = ["id", "url", "display", "name", "description"]


class BriefInterface(BriefSerializer):
    device = BriefDevice(read_only=True)

    class Meta:
        model = Interface
        fields = ["id", "url", "display", "device", "name", "description"]


class BriefIPAddress(BriefSerializer):
    class Meta:
        model = IPAddress
        fields = ["id", "url", "display", "family", "address", "description"]
