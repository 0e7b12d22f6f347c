"""The one table of fields for every kind of file, from fields.yaml: parsing, the editors' JSON Schemas and the canonical order follow
it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import yaml

from .values import CHANGE_KINDS, KINDS, LICENCE_STATUSES, REVIEWERS, STATUSES, TITLE_EN_SOURCES

FieldType = Literal[
    "text",
    "integer",
    "boolean",
    "date",
    "url",
    "colour",
    "list",
    "map",
    "records",
    "lists",
    "texts",
    "table",
    "number",
    "pattern",
]


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, type, German explanation and allowed values.

    list     list of texts                 records  list of maps with `fields`
    map      map with `fields`             lists    map from a name to a list of texts
    table    list of rows, each a list of texts
    texts    map from a name to a text     pattern  a regular expression
    """

    name: str
    type: FieldType
    about: str
    required: bool = False
    choices: tuple[str, ...] = ()
    longest: int | None = None
    fields: tuple[Field, ...] = ()
    open: bool = False


Fields = tuple[Field, ...]

#: Lists of allowed values, named under `choices`; of a map, the values are the words a reader sees.
CHOICES: Mapping[str, Collection[str]] = {
    "changes": CHANGE_KINDS,
    "kinds": KINDS,
    "licences": LICENCE_STATUSES,
    "origins": TITLE_EN_SOURCES,
    "reviewers": REVIEWERS,
    "statuses": STATUSES,
}


def read_tables(name: str, choices: Mapping[str, Collection[str]] = CHOICES) -> dict[str, Fields]:
    """The tables of a YAML file beside this one."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # every scalar is text
    tables = yaml.load((Path(__file__).parent / name).read_text("utf-8"), loader)
    return {table: _fields(records, choices) for table, records in tables.items()}


def _fields(records: Mapping[str, Mapping[str, Any]], choices: Mapping[str, Collection[str]]) -> Fields:
    return tuple(_field(name, record, choices) for name, record in records.items())


def _field(name: str, record: Mapping[str, Any], choices: Mapping[str, Collection[str]]) -> Field:
    options = record.get("choices", ())
    allowed = choices[options] if isinstance(options, str) else options
    made: dict[str, Any] = {"type": "text", **record, "choices": tuple(allowed)}
    made |= {flag: record.get(flag) == "true" for flag in ("required", "open")}
    if "longest" in made:
        made["longest"] = int(made["longest"])
    if isinstance(allowed, Mapping):
        made["about"] = made["about"].replace("{choices}", ", ".join(map(str, allowed.values())))
    return Field(name, **{**made, "fields": _fields(made.get("fields", {}), choices)})


_TABLES = read_tables("fields.yaml")
CARD, DATA, PLACE = _TABLES["card"], _TABLES["data"], _TABLES["place"]
ENTRY, TERM, CONCEPT, QUERIES = (_TABLES[name] for name in ("entry", "term", "concept", "queries"))
MOVE, SYSTEM = _TABLES["move"], _TABLES["system"]

TITLE_LIMIT, SHORT_LIMIT = (next(f.longest or 0 for f in ENTRY if f.name == name) for name in ("title", "short"))

#: Name → label of a card's text fields, in the order of the book.
CARD_LABELS = {f.name: f.about for f in CARD if f.type == "text"}


def entry_with(data: Mapping[str, str]) -> Fields:
    """The fields of an entry whose data may also hold these texts (name → label)."""
    own = tuple(Field(name, "text", label) for name, label in data.items())
    return tuple(replace(f, fields=(*f.fields, *own)) if f.name == "data" else f for f in ENTRY)
