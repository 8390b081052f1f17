"""Sites, the devices in them, and their interfaces and addresses."""

import uuid
from ipaddress import ip_interface

from django.core.exceptions import ValidationError
from django.db import models


class Status(models.TextChoices):
    """Where a site, a device or an address is in its life."""

    PLANNED = "planned", "Planned"
    STAGED = "staged", "Staged"
    ACTIVE = "active", "Active"
    OFFLINE = "offline", "Offline"
    ARCHIVED = "archived", "Archived"


class Stamped(models.Model):
    """What knows when it was made and last changed."""

    created = models.DateTimeField(auto_now_add=True)
    last_updated = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class Named(Stamped):
    """What people call by a name, and URLs by a slug."""

    name = models.CharField(max_length=100, unique=True)
    slug = models.SlugField(max_length=100, unique=True)
    description = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True
        ordering = ["name"]

    def __str__(self):
        return self.name


class Tag(Named):
    """A word that devices can be found by."""

    color = models.CharField(max_length=6, default="9e9e9e")


class Site(Named):
    """A building with devices in it."""

    status = models.CharField(max_length=20, choices=Status, default=Status.ACTIVE)
    physical_address = models.CharField(max_length=200, blank=True)
    time_zone = models.CharField(max_length=50, blank=True)
    latitude = models.DecimalField(max_digits=8, decimal_places=6, null=True, blank=True)
    longitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)


class DeviceRole(Named):
    """What a device is there for."""

    color = models.CharField(max_length=6, default="9e9e9e")


class Platform(Named):
    """The software that devices run."""


class Tenant(Named):
    """Whom devices work for."""


class Manufacturer(Named):
    """Who makes device types."""


class DeviceType(Stamped):
    """A model that a manufacturer sells."""

    manufacturer = models.ForeignKey(Manufacturer, on_delete=models.PROTECT, related_name="device_types")
    model = models.CharField(max_length=100)
    slug = models.SlugField(max_length=100, unique=True)
    part_number = models.CharField(max_length=50, blank=True)
    u_height = models.PositiveSmallIntegerField(default=1)
    description = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["manufacturer", "model"]
        constraints = [models.UniqueConstraint(fields=["manufacturer", "model"], name="unique_model_of_manufacturer")]

    def __str__(self):
        return self.model


class Device(Stamped):
    """A piece of equipment at a site."""

    class Face(models.TextChoices):
        """The side of the rack that a device looks to."""

        FRONT = "front", "Front"
        REAR = "rear", "Rear"

    class Airflow(models.TextChoices):
        """The way air takes through a device."""

        FRONT_TO_REAR = "front-to-rear", "Front to rear"
        REAR_TO_FRONT = "rear-to-front", "Rear to front"
        PASSIVE = "passive", "Passive"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=64)
    device_type = models.ForeignKey(DeviceType, on_delete=models.PROTECT, related_name="devices")
    role = models.ForeignKey(DeviceRole, on_delete=models.PROTECT, related_name="devices")
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="devices", null=True, blank=True)
    platform = models.ForeignKey(Platform, on_delete=models.SET_NULL, related_name="devices", null=True, blank=True)
    site = models.ForeignKey(Site, on_delete=models.PROTECT, related_name="devices")
    status = models.CharField(max_length=20, choices=Status, default=Status.PLANNED)
    serial = models.CharField(max_length=50, blank=True)
    asset_tag = models.CharField(max_length=50, unique=True, null=True, blank=True)
    rack = models.CharField(max_length=20, blank=True)
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    face = models.CharField(max_length=5, choices=Face, blank=True)
    airflow = models.CharField(max_length=20, choices=Airflow, blank=True)
    primary_ip4 = models.ForeignKey("IPAddress", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    primary_ip6 = models.ForeignKey("IPAddress", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    oob_ip = models.ForeignKey("IPAddress", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    description = models.CharField(max_length=200, blank=True)
    comments = models.TextField(blank=True)
    local_context_data = models.JSONField(null=True, blank=True)
    custom_fields = models.JSONField(default=dict, blank=True)
    tags = models.ManyToManyField(Tag, blank=True, related_name="devices")

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["name", "id"], name="device_name")]
        constraints = [models.UniqueConstraint(fields=["site", "name"], name="unique_name_at_site")]

    def __str__(self):
        return f"{self.name} ({self.asset_tag})" if self.asset_tag else self.name

    def archive(self):
        """Take the device out of service; it stays on record."""
        self.status = Status.ARCHIVED
        self.save(update_fields=["status", "last_updated"])


class Interface(Stamped):
    """A port of a device."""

    class Type(models.TextChoices):
        """What plugs in."""

        COPPER = "1000base-t", "1000BASE-T (1GE)"
        FIBRE = "10gbase-x-sfpp", "SFP+ (10GE)"
        VIRTUAL = "virtual", "Virtual"

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="interfaces")
    name = models.CharField(max_length=64)
    type = models.CharField(max_length=30, choices=Type, default=Type.COPPER)
    enabled = models.BooleanField(default=True)
    mtu = models.PositiveIntegerField(null=True, blank=True)
    mac_address = models.CharField(max_length=17, blank=True)
    description = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["device_id", "name"]
        constraints = [models.UniqueConstraint(fields=["device", "name"], name="unique_interface_of_device")]

    def __str__(self):
        return self.name


def check_address(value):
    """Refuse what is not an IPv4 or IPv6 address with its prefix length."""
    try:
        ip_interface(value)
    except ValueError as error:
        raise ValidationError("Write an address with its prefix length, such as 192.0.2.10/24.") from error


class IPAddress(Stamped):
    """An address, given to an interface or still free."""

    address = models.CharField(max_length=43, unique=True, validators=[check_address])
    status = models.CharField(max_length=20, choices=Status, default=Status.ACTIVE)
    interface = models.ForeignKey(
        Interface, on_delete=models.SET_NULL, null=True, blank=True, related_name="ip_addresses"
    )
    dns_name = models.CharField(max_length=255, blank=True)
    description = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name = "IP address"
        verbose_name_plural = "IP addresses"

    def __str__(self):
        return self.address

    @property
    def family(self):
        """4 or 6."""
        return ip_interface(self.address).version
