"""The one table of a profile's fields, from profile_fields.yaml: checking, the editors' JSON Schema and the help page follow it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import yaml

from .fields import Field, Fields
from .values import KINDS

#: Kinds of draft: the kinds of entry, and a term.
PROFILE_KINDS = (*KINDS, "glossary-term")


def read_tables(name: str, choices: Mapping[str, Collection[str]] | None = None) -> dict[str, Fields]:
    """The tables of a YAML file beside this one: name → what `Field` holds. Raises KeyError for choices that are none."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # every scalar is text
    tables = yaml.load((Path(__file__).parent / name).read_text("utf-8"), loader)
    return {table: _fields(records, choices or {}) for table, records in tables.items()}


def _fields(records: Mapping[str, Mapping[str, Any]], choices: Mapping[str, Collection[str]]) -> Fields:
    return tuple(_field(name, record, choices) for name, record in records.items())


def _field(name: str, record: Mapping[str, Any], choices: Mapping[str, Collection[str]]) -> Field:
    allowed = choices[record["choices"]] if "choices" in record else ()
    made: dict[str, Any] = {"type": "text", **record, "choices": tuple(allowed), "required": record.get("required") == "true"}
    if "longest" in made:
        made["longest"] = int(made["longest"])
    return Field(name, **{**made, "fields": _fields(made.get("fields", {}), choices)})


_TABLES = read_tables("recognisers.yaml")
#: Recogniser → what it finds (German).
RECOGNISERS = {f.name: f.about for f in _TABLES["recognisers"]}
#: Former name of a recogniser → the one that took its place.
FORMER = {f.name: f.about for f in _TABLES["former"]}

_CHOICES = {"profile_kinds": PROFILE_KINDS, "recognisers": RECOGNISERS | FORMER}
PROFILE = read_tables("profile_fields.yaml", _CHOICES)["profile"]
