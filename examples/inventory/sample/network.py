"""Sample devices, with the sites they stand in and the interfaces and addresses they have."""

from decimal import Decimal
from ipaddress import IPv4Address
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils.text import slugify

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
from sample import words
from sample.batches import batches

DEVICES_PER_SITE = 50
FIRST_ADDRESS = IPv4Address("10.0.0.1")
LOOPBACK = "Loopback0"
LOOPBACK_ADDRESS = IPAddress.objects.filter(interface__device=OuterRef("pk"), interface__name=LOOPBACK)
STATUSES = [Status.ACTIVE] * 8 + [Status.PLANNED, Status.STAGED, Status.OFFLINE]


class Network:
    """Any number of devices and what belongs to them; equal random numbers make equal networks."""

    def __init__(self, devices, random):
        self.devices = devices
        self.random = random

    def load(self, progress):
        """Write the network, a transaction for each batch of devices."""
        self._load_lists()
        for numbers in batches(self.devices):
            with transaction.atomic():
                self._load_devices(numbers)
            progress.advance(len(numbers))
        Device.objects.update(primary_ip4=Subquery(LOOPBACK_ADDRESS.values("pk")))

    def _load_lists(self):
        self.tags = Tag.objects.bulk_create(Tag(color=color, **named(name)) for name, color in words.TAGS)
        self.sites = Site.objects.bulk_create(map(make_site, range(2 + self.devices // DEVICES_PER_SITE)))
        self.roles = DeviceRole.objects.bulk_create(
            DeviceRole(color=color, **named(name)) for name, _, color in words.ROLES
        )
        self.tenants = Tenant.objects.bulk_create(Tenant(**named(name)) for name in words.TENANTS)
        platforms = Platform.objects.bulk_create(Platform(**named(name)) for name in words.PLATFORMS.values())
        self.platforms = dict(zip(words.PLATFORMS, platforms, strict=True))
        self.types = DeviceType.objects.bulk_create(make_types())

    def _load_devices(self, numbers):
        devices = Device.objects.bulk_create(map(self._device, numbers))
        Device.tags.through.objects.bulk_create(self._tagged(devices))
        Interface.objects.bulk_create(port for device in devices for port in self._ports(device))
        loopbacks = Interface.objects.bulk_create(map(make_loopback, devices))
        IPAddress.objects.bulk_create(map(make_address, numbers, loopbacks))

    def _device(self, number):
        random = self.random
        site = self.sites[number % len(self.sites)]
        role = random.randrange(len(self.roles))
        device_type = random.choice(self.types)
        return Device(
            id=UUID(int=random.getrandbits(128), version=4),
            name=f"{site.slug}-{words.ROLES[role][1]}-{number:05}",
            device_type=device_type,
            role=self.roles[role],
            tenant=random.choice([*self.tenants, None]),
            platform=self.platforms[device_type.manufacturer.name],
            site=site,
            status=random.choice(STATUSES),
            serial=f"SN{random.randrange(10**9):09}",
            asset_tag=f"AT{number:06}",
            rack=f"R{random.randint(1, 12):02}",
            position=random.randint(1, 42),
            face=Device.Face.FRONT,
            airflow=random.choice(Device.Airflow.values),
            comments=random.choice(words.COMMENTS),
            local_context_data={"ntp": ["192.0.2.1", "192.0.2.2"], "snmp": {"location": site.name}},
            custom_fields={"support_contract": f"C-{random.randrange(10_000):04}", "warranty_until": "2028-03-31"},
        )

    def _tagged(self, devices):
        for device in devices:
            for tag in self.random.sample(self.tags, self.random.randint(0, 2)):
                yield Device.tags.through(device=device, tag=tag)

    def _ports(self, device):
        for number in range(1, self.random.randint(4, 8)):
            yield Interface(
                device=device,
                name=f"Ethernet1/{number}",
                type=Interface.Type.FIBRE if number > 4 else Interface.Type.COPPER,
                enabled=self.random.random() < 0.9,
                mtu=9000,
                mac_address=self.random.randbytes(6).hex(":"),
            )


def named(name):
    """A name with its slug."""
    return {"name": name, "slug": slugify(name)}


def make_site(number):
    """A site in one of the cities; when all have one, they get a second."""
    again, place = divmod(number, len(words.CITIES))
    city, latitude, longitude, time_zone = words.CITIES[place]
    return Site(
        physical_address=f"{number + 1} Harbour Road, {city}",
        time_zone=time_zone,
        latitude=Decimal(latitude),
        longitude=Decimal(longitude),
        **named(f"{city} {again + 1}"),
    )


def make_types():
    """All device types; their manufacturers are written first."""
    made = Manufacturer.objects.bulk_create(Manufacturer(**named(name)) for name in words.PLATFORMS)
    makers = dict(zip(words.PLATFORMS, made, strict=True))
    for maker, model, part_number, u_height in words.DEVICE_TYPES:
        yield DeviceType(
            manufacturer=makers[maker], model=model, slug=slugify(model), part_number=part_number, u_height=u_height
        )


def make_loopback(device):
    """The interface that a device is reached by."""
    return Interface(device=device, name=LOOPBACK, type=Interface.Type.VIRTUAL)


def make_address(number, interface):
    """The address of a device's loopback."""
    return IPAddress(
        address=f"{FIRST_ADDRESS + number}/32", interface=interface, dns_name=f"{interface.device.name}.net.example.com"
    )
