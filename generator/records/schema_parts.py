"""Building blocks of JSON Schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DRAFT = "https://json-schema.org/draft/2020-12/schema"

#: A JSON Schema, or a part of one.
Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
BOOLEAN: Schema = {"type": "boolean"}
DATE: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{16}$"}


def about(description: str, schema: Schema) -> Schema:
    """A schema with a description.

    >>> about("Seite im Buch", INTEGER)
    {'description': 'Seite im Buch', 'type': 'integer'}
    """
    return {"description": description, **schema}


def nullable(schema: Schema) -> Schema:
    """A schema of one type that also allows null.

    >>> nullable(TEXT)
    {'type': ['string', 'null']}
    """
    return {**schema, "type": [schema["type"], "null"]}


def listed(schema: Schema) -> Schema:
    """A list whose items follow a schema."""
    return {"type": "array", "items": schema}


def by_name(schema: Schema) -> Schema:
    """A map from arbitrary names (ids) to values that follow a schema."""
    return {"type": "object", "additionalProperties": schema}


def record(title: str, properties: Mapping[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """A map with these fields. Readers must skip unknown fields, because later versions may add some; hence no
    `additionalProperties`."""
    required = [name for name in properties if name not in optional]
    return {"title": title, "type": "object", "properties": dict(properties), "required": required}


def document(schema: Schema) -> Schema:
    """A schema in a file of its own."""
    return {"$schema": DRAFT, **schema}


TEXTS = listed(TEXT)
