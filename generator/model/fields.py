"""The tables of fields of every kind of content file, made from the values that hold them: parsing, the editors' JSON Schemas, the
canonical order and the published records follow them.

>>> fields_of(Phase)[0]
Field(name='id', type='text', about='Kennung', required=True, choices=(), longest=None, fields=(), open=False, since='', of=…)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import NoneType
from typing import Any, get_args, get_origin

from . import values
from .content import CONTENT, Content, FieldType
from .rule_number import RuleNumber
from .values import Concept, Entry, Move, OtherPlace, PlayerQueries, System, Term


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, type, German explanation and allowed values.

    list     list of texts                 records  list of maps with `fields`
    map      map with `fields`             lists    map from a name to a list of texts
    table    list of rows, each a list of texts
    texts    map from a name to a text     pattern  a regular expression

    `since` is the version since which the published record has the field as it is ("" if not, or if the record's table says so).
    """

    name: str
    type: FieldType
    about: str
    required: bool = False
    choices: tuple[str, ...] = ()
    longest: int | None = None
    fields: tuple[Field, ...] = ()
    open: bool = False
    since: str = ""


Fields = tuple[Field, ...]

_TYPES: Mapping[Any, FieldType] = {
    str: "text",
    int: "integer",
    bool: "boolean",
    RuleNumber: "number",
    tuple[str, ...]: "list",
    Mapping[str, str]: "texts",
    Mapping[str, tuple[str, ...]]: "lists",
    list[list[str]]: "table",
}


def fields_of(declares: type) -> Fields:
    """The fields that a class of values declares with `content`, in the order of files."""
    marked = [(one, one.metadata[CONTENT]) for one in dataclasses.fields(declares) if CONTENT in one.metadata]
    made = [(mark.after, _field(mark.name or one.name, one.type, mark)) for one, mark in marked]
    found = [field for after, field in made if not after]
    for after, field in made:
        if after:
            found.insert([f.name for f in found].index(after) + 1, field)
    return tuple(found)


def _field(name: str, held: Any, content: Content) -> Field:
    """The field for an attribute that holds this type."""
    type_, fields = _type(held, content)
    if content.of:
        fields = (Field("of", "text", content.of, required=True), *fields)
    marks = (content.required, content.choices, content.longest, fields, content.open, content.since)
    return Field(name, content.form or type_, content.about, *marks)


def _type(held: Any, content: Content) -> tuple[FieldType, Fields]:
    """The type of a field, and its inner fields."""
    bare = next((one for one in get_args(held) if NoneType in get_args(held)), held)
    if bare in _TYPES:
        return _TYPES[bare], ()
    if content.fields:
        return "map", _inner(content.fields)
    return ("records", fields_of(get_args(bare)[0])) if get_origin(bare) is tuple else ("map", fields_of(bare))


def _inner(fields: Mapping[str, Content]) -> Fields:
    return tuple(_field(name, str, mark) for name, mark in fields.items())


CARD, DATA, PLACE = _inner(values.CARD), _inner(values.DATA), fields_of(OtherPlace)
ENTRY, TERM, CONCEPT, QUERIES = (fields_of(one) for one in (Entry, Term, Concept, PlayerQueries))
MOVE, SYSTEM = fields_of(Move), fields_of(System)

TITLE_LIMIT, SHORT_LIMIT = (next(f.longest or 0 for f in ENTRY if f.name == name) for name in ("title", "short"))

#: Name → label of a card's text fields, in the order of the book.
CARD_LABELS = {f.name: f.about for f in CARD if f.type == "text"}


def entry_with(data: Mapping[str, str]) -> Fields:
    """The fields of an entry whose data may also hold these texts (name → label)."""
    own = tuple(Field(name, "text", label) for name, label in data.items())
    return tuple(replace(f, fields=(*f.fields, *own)) if f.name == "data" else f for f in ENTRY)
