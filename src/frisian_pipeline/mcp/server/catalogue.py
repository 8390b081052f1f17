"""The resources and prompts of a caller: which there are is worked out once for each tier, and sent from kept bytes."""

from collections.abc import Mapping
from typing import Any

import msgspec

from frisian_pipeline.mcp.handwritten import PROMPTS, RESOURCES, Prompt, Resource
from frisian_pipeline.mcp.server.resources import CONTINUATION
from frisian_pipeline.mcp.tiers import Tier


class Catalogue:
    """
    What callers of a tier find beside tools.

    Attributes:
        resources: Those at one URI, as a JSON array in the order of their URIs.
        templates: Those at many, with the kept results first.
        prompts: The prompts, in the order of their names.
    """

    def __init__(self, resources: Mapping[str, Resource], prompts: Mapping[str, Prompt], tier: Tier) -> None:
        shown = [one for _, one in sorted(resources.items()) if one.tier <= tier]
        fixed = [one for one in shown if one.template.is_fixed]
        self._fixed = {one.template.text: one for one in fixed}
        # Of those that match a URI the one that says most about it is meant.
        self._others = sorted((one for one in shown if not one.template.is_fixed), key=weight)
        self._prompts = {name: one for name, one in sorted(prompts.items()) if one.tier <= tier}
        self.resources = msgspec.json.encode([listed_resource(one) for one in fixed])
        templates = [listed_resource(one) for one in shown if not one.template.is_fixed]
        self.templates = msgspec.json.encode([CONTINUATION, *templates])
        self.prompts = msgspec.json.encode([listed_prompt(one) for one in self._prompts.values()])

    def find(self, uri: str) -> tuple[Resource, dict[str, str]] | None:
        """The resource at a URI and the variables in it; None where this caller has none there."""
        if uri in self._fixed:
            return self._fixed[uri], {}
        matches = ((one, one.template.match(uri)) for one in self._others)
        return next(((one, found) for one, found in matches if found is not None), None)

    def template(self, text: str) -> Resource | None:
        """The resource that is listed under a URI or a template; None where this caller has none."""
        return next((one for one in self._others if one.template.text == text), self._fixed.get(text))

    def prompt(self, name: str) -> Prompt | None:
        """The prompt of this name; None where this caller has none."""
        return self._prompts.get(name)


def weight(resource: Resource) -> int:
    """How late a template is tried: those with much text of their own first."""
    return -resource.template.literal


def listed_resource(resource: Resource) -> dict[str, Any]:
    """A resource as its list shows it."""
    where = "uri" if resource.template.is_fixed else "uriTemplate"
    known = {where: resource.template.text, "name": resource.name, "description": resource.description}
    return {**known, "mimeType": resource.mime_type} if resource.mime_type else known


def listed_prompt(prompt: Prompt) -> dict[str, Any]:
    """A prompt as ``prompts/list`` shows it."""
    arguments = [
        {"name": name, **({"description": one.description} if one.description else {}), "required": one.required}
        for name, one in prompt.arguments.items()
    ]
    known = {"name": prompt.name, "description": prompt.description}
    return {**known, "arguments": arguments} if arguments else known


class Catalogues:
    """Keeps the catalogue of each tier, for as long as nothing else is registered."""

    def __init__(self) -> None:
        # What a catalogue is made of is kept with it; what is registered anew is another object.
        self._kept: dict[Tier, tuple[Mapping[str, Resource], Mapping[str, Prompt], Catalogue]] = {}

    def __call__(self, tier: Tier) -> Catalogue:
        """What callers of a tier find."""
        resources, prompts = RESOURCES.known, PROMPTS.known
        kept = self._kept.get(tier)
        if kept is None or kept[0] is not resources or kept[1] is not prompts:
            kept = resources, prompts, Catalogue(resources, prompts, tier)
            self._kept = {**self._kept, tier: kept}
        return kept[2]
