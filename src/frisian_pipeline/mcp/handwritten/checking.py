"""What is wrong with parameters by the schema that their author gives."""

from itertools import islice
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from jsonschema_rs import Draft202012Validator

from frisian_pipeline.mcp.discovery import Fault
from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.discovery.faults import TOLD, explain
from frisian_pipeline.mcp.handwritten.mirrors import read_mirrors


class AuthorCheck:
    """
    Finds faults by a schema that a host has written, whatever of JSON Schema it uses; nothing is converted.

    Raises:
        ImproperlyConfigured: If it is no schema, or one of its headers is none.

    Attributes:
        schema: The schema.
        mirrors: The arguments that headers repeat.
    """

    def __init__(self, schema: Schema, origin: str) -> None:
        self.schema = {"type": "object", **schema}
        try:
            self._validator = Draft202012Validator(self.schema)
        except ValueError as error:
            raise ImproperlyConfigured(f"{origin}: its input_schema is no JSON Schema: {error}") from error
        if self.schema["type"] != "object":
            raise ImproperlyConfigured(f"{origin}: its input_schema must be of type object, which arguments are.")
        self.mirrors = read_mirrors(self.schema, origin)

    def __call__(self, given: dict[str, Any]) -> tuple[Fault, ...]:
        """Find the faults in parameters, one more than are told if there are so many."""
        try:
            errors = islice(self._validator.iter_errors(given), TOLD + 1)
            found = ((error, tuple(error.instance_path)) for error in errors)
            each = (explain(error, path, {} if path else self.schema) for error, path in found)
            return tuple(islice((fault for faults in each for fault in faults), TOLD + 1))
        except ValueError:
            return (Fault((), "cannot be read: they are nested too deep, or hold half of a surrogate pair"),)
