"""The help page on the API's fields, made from the schemas of its files."""

from __future__ import annotations

from collections.abc import Iterator

from ..pages.field_table import cell
from ..records.openapi import FILES
from ..records.schema import SCHEMAS
from ..records.schema_parts import Schema

_HEAD = """# Felder der API

Was in den Dateien unter `/api/v1/` steht ([Für Entwickler](entwickler.md) zeigt den Gebrauch). `[]` steht für jeden Platz einer Liste,
`*` für jeden Namen einer Zuordnung; was mit „?“ endet, fehlt, wo es nichts zu sagen gibt. Felder kommen nur hinzu.
*Every field of every file with its JSON type; its meaning in German ([For developers](developers.md)).*
"""


def api_page() -> str:
    """A table of fields for each API file."""
    parts = [_HEAD]
    for file in FILES:
        if file.schema:
            rows = "".join(_rows(SCHEMAS[file.schema](), ""))
            parts.append(f"\n## {file.path}\n\n{cell(file.german)}\n\n| Feld | Typ | Bedeutung |\n| --- | --- | --- |\n{rows}")
    return "".join(parts)


def _rows(schema: Schema, path: str) -> Iterator[str]:
    for name, inner in schema.get("properties", {}).items():
        left_out = "" if name in schema["required"] else "?"
        yield f"| `{path}{name}{left_out}` | {_type(inner)} | {cell(inner.get('description', ''))} |\n"
        yield from _rows(inner, f"{path}{name}.")
        for word, mark in (("items", "[]"), ("additionalProperties", ".*")):
            yield from _rows(inner.get(word) or {}, f"{path}{name}{mark}.")


def _type(schema: Schema) -> str:
    """JSON type or types; for a list also those of its items.

    >>> _type({"type": "array", "items": {"type": ["string", "null"]}})
    'array: string, null'
    """
    choices = [repr(one).replace("'", '"') for one in schema.get("enum", [schema["const"]] if "const" in schema else [])]
    if choices:
        return ", ".join(f"`{one}`" for one in choices)
    types = schema.get("type", "array")  # a list row with several forms
    words = types if isinstance(types, str) else ", ".join(types)
    return f"{words}: {_type(schema['items'])}" if "type" in schema.get("items", {}) else words
