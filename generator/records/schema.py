"""All JSON Schemas (2020-12) by name. Makes those for editors, which complete and check while typing, from `fields`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ..model.fields import CONCEPT, ENTRY, MOVE, QUERIES, SYSTEM, TERM, Field, entry_with
from ..model.profile_fields import PROFILE
from ..model.values import System, data_labels
from .api_files import API_FILES, file_schema
from .entry import DATA_TITLE
from .export import EXPORT, MANIFEST
from .fields import schema_of
from .name_index import NAMES
from .schema_parts import DATE, TEXT, Schema, about, by_name, document, listed

#: The title of the schema of an entry's head.
HEAD = "Kopf eines Regeleintrags"


def _property(f: Field) -> Schema:
    kinds: dict[str, Callable[[], Schema]] = {
        "integer": lambda: {"type": "integer"},
        "boolean": lambda: {"type": "boolean"},
        "date": lambda: DATE,
        "url": lambda: {"type": "string", "pattern": "^https?://"},
        "colour": lambda: {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
        "pattern": lambda: {"type": "string", "format": "regex"},
        "number": lambda: {"type": ["string", "number"]},
        "list": lambda: {"type": "array", "items": {"type": ["string", "number"]}},
        "lists": lambda: by_name(listed(TEXT)),
        "texts": lambda: by_name(TEXT),
        "table": lambda: {"type": "array", "items": {"type": "array", "items": {"type": ["string", "number"]}}},
        "map": lambda: _object(f.fields, open_map=f.open),
        "records": lambda: {"type": "array", "items": _object(f.fields)},
    }
    schema = kinds.get(f.type, lambda: {"type": ["string", "number"]})()
    if f.choices:
        schema = {"type": "array", "items": {"enum": list(f.choices)}} if f.type == "list" else {"enum": list(f.choices)}
    if f.longest:
        schema = {**schema, "maxLength": f.longest}
    if not f.required:
        schema = {"anyOf": [schema, {"type": "null"}]}
    return {"description": f.about, **schema}


def _object(fields: tuple[Field, ...], *, open_map: bool = False) -> Schema:
    return {
        "type": "object",
        "properties": {f.name: _property(f) for f in fields},
        "required": [f.name for f in fields if f.required],
        "additionalProperties": open_map,
    }


def _file(title: str, fields: tuple[Field, ...], *, many: bool = False) -> Schema:
    schema = _object(fields)
    body = {"type": "array", "items": schema} if many else schema
    return document({"title": title, **body})


#: The files of the static API and of the export: name → a function that makes the schema.
API_SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    **{name: partial(file_schema, name) for name in API_FILES},
    "export": lambda: document(schema_of("Export", EXPORT)),
}

#: All schemas, without fields of single systems; the first seven describe the authored files.
SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "entry": lambda: _file(HEAD, ENTRY),
    "system": lambda: _file("system.yaml", SYSTEM),
    "glossary": lambda: _file("glossary/<spiel>.yaml", TERM, many=True),
    "concepts": lambda: _file("glossary/concepts.yaml", CONCEPT, many=True),
    "queries": lambda: _file("glossary/queries/<spiel>.yaml", QUERIES, many=True),
    "moved": lambda: _file("moved.yaml", MOVE, many=True),
    "profile": lambda: _file("Profil zum Einlesen eines Regelbuchs", PROFILE),
    **API_SCHEMAS,
    "names": lambda: document(schema_of("Name index of a game", NAMES)),
    "bundle-manifest": lambda: document(schema_of("Bundle manifest", MANIFEST)),
}


def schema(name: str, systems: Iterable[System] = ()) -> Schema:
    """A schema for a project with these systems, including their data fields."""
    labels = data_labels(systems)
    return _file(HEAD, entry_with(labels)) if name == "entry" else _with_data(SCHEMAS[name](), labels)


def _with_data(schema: Any, labels: Mapping[str, str]) -> Any:
    if isinstance(schema, dict):
        own = {name: about(label, TEXT) for name, label in labels.items()} if schema.get("title") == DATA_TITLE else {}
        inner = {key: _with_data(value, labels) for key, value in schema.items()}
        return {**inner, "properties": {**inner["properties"], **own}} if own else inner
    return [_with_data(one, labels) for one in schema] if isinstance(schema, list) else schema
