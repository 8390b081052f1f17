"""Models whose keys are an integer, a UUID, a slug, a parent's, and another model's."""

from uuid import uuid4

from django.contrib.auth.models import User
from django.db import models


class Site(models.Model):
    name = models.CharField(max_length=100)
    slug = models.SlugField(unique=True)
    description = models.TextField(null=True)  # noqa: DJ001  null is what is tested
    secret = models.CharField(max_length=50, default="s3cret")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Tag(models.Model):
    code = models.SlugField(primary_key=True)
    label = models.CharField(max_length=100, blank=True)

    def __str__(self) -> str:
        return self.code


class SystemTag(Tag):
    """Its key is the link to its parent, and shown as the parent's."""

    origin = models.CharField(max_length=100)


class Device(models.Model):
    uid = models.UUIDField(primary_key=True, default=uuid4)
    name = models.CharField(max_length=100)
    serial = models.CharField(max_length=100, blank=True)
    comments = models.TextField(null=True)  # noqa: DJ001  null is what is tested
    site = models.ForeignKey(Site, models.CASCADE, null=True, related_name="devices")
    tags = models.ManyToManyField(Tag)
    config = models.JSONField(default=dict)
    archived = models.BooleanField(default=False)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Profile(models.Model):
    """Its key is another model's, without being its child."""

    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    motto = models.CharField(max_length=100)

    def __str__(self) -> str:
        return self.motto


class Part(models.Model):
    """Has a field of every kind that is written in its own way."""

    class Rank(models.IntegerChoices):
        LOW = 1
        HIGH = 2

    name = models.CharField(max_length=100)
    site = models.ForeignKey(Site, models.CASCADE, null=True, blank=True)
    device = models.ForeignKey(Device, models.CASCADE, null=True, blank=True)
    tag = models.ForeignKey(Tag, models.CASCADE, null=True, blank=True)
    rank = models.IntegerField(choices=Rank.choices, null=True, blank=True)
    state = models.CharField(max_length=10, choices=[("on", "On"), ("off", "Off")], blank=True)
    price = models.DecimalField(max_digits=12, decimal_places=3, null=True, blank=True)
    specs = models.JSONField(default=dict, blank=True)
    sizes = models.JSONField(default=list, blank=True)
    maker = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
