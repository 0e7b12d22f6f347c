"""Tables of our records' fields, from which the records, their JSON Schemas and the developers' page are made.

Additive only: a published field keeps its name, type and meaning.

>>> table = (RecordField("old", TEXT, "die alte Kennung"), RecordField("to", nullable(TEXT), of="new"))
>>> record_of(table, Of(move, library))
{'old': 't9a/mut', 'to': 't9a/wut'}
>>> schema_of("Move", table)["properties"]["to"]
{'type': ['string', 'null']}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from ..history.previous import Change
from ..model.fields import Fields
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Term
from ..pages.rendered import Rendering
from ..prose.address import page_url
from ..references.graph import Graph
from .schema_parts import BOOLEAN, DATE, INTEGER, TEXT, TEXTS, Schema, about, listed, nullable, record

#: The version with the first fields.
FIRST = "0.1.0"


@dataclass(slots=True)  # not frozen: a build makes tens of thousands
class Of:
    """The source of a record: the item itself, and its context.

    href       address of a text's target; without it, relative to the site's root
    rendering  the rendered texts, for records with HTML
    changes    changes in the English of outdated entries
    known      records of entries and terms still valid from an earlier run, by id
    """

    it: Any
    library: Library
    graph: Graph = field(default_factory=lambda: Graph({}, {}, ()))
    settings: Settings = field(default_factory=Settings)
    href: Callable[[str], str] | None = None
    changes: Mapping[str, Change] = field(default_factory=dict)
    rendering: Rendering | None = None
    known: Mapping[str, dict[str, Any]] = field(default_factory=dict)

    def on(self, it: Any) -> Of:
        """Another item in the same context."""
        return Of(it, self.library, self.graph, self.settings, self.href, self.changes, self.rendering, self.known)

    @property
    def shown(self) -> Any:
        """The rendered texts of an entry or term."""
        assert self.rendering is not None
        return self.rendering.term(self.it) if isinstance(self.it, Term) else self.rendering.entry(self.it)

    @property
    def system(self) -> Any:
        """The system that an entry or term belongs to; None for a concept."""
        return self.library.systems[self.it.system] if hasattr(self.it, "system") else None

    @property
    def site(self) -> str:
        """The site's address without the slash at its end; "" if it does not know its own."""
        return self.settings.site_url.rstrip("/")

    def address(self, target: str) -> str:
        return self.href(target) if self.href else page_url(self.library, target)


@dataclass(frozen=True, slots=True)
class RecordField:
    """One field of a record: name, schema, German meaning ("" if the name suffices), source of its value, first version.

    `of` is a function, or the path of an attribute of the item (default: the field's name); empty texts become null if the schema
    allows it. Empty optional fields are omitted.
    """

    name: str
    schema: Schema
    about: str = ""
    of: str | Callable[[Of], Any] = ""
    since: str = FIRST
    optional: bool = False
    value: Callable[[Of], Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        of = self.of
        made = _attribute(of or self.name, "null" in self.schema.get("type", ())) if isinstance(of, str) else of
        object.__setattr__(self, "value", made)

    @property
    def described(self) -> Schema:
        """The schema with the field's description."""
        words = " · ".join(filter(None, (self.about, f"seit {self.since}" if self.since != FIRST else "")))
        return about(words, self.schema) if words else self.schema


def _attribute(path: str, or_null: bool) -> Callable[[Of], Any]:
    get = attrgetter(path)

    def of(made: Of) -> Any:
        value = get(made.it)
        if isinstance(value, tuple):
            return list(value)
        if isinstance(value, Mapping):
            value = dict(value)
        return None if or_null and value in ("", {}) else value

    return of


Table = tuple[RecordField, ...]

#: The schemas of the types of content that records take over as they are.
_TAKEN_OVER: Mapping[str, Schema] = {
    "text": TEXT,
    "list": TEXTS,
    "integer": INTEGER,
    "boolean": BOOLEAN,
    "date": nullable(DATE),
    "url": nullable(TEXT),
    "colour": nullable(TEXT),
}


def taken_over(fields: Fields, *names: str) -> Table:
    """The rows of content fields that records take over as they are, with the content's meaning: those of these names, or those with a
    version `since` which they are published."""
    taken = [field for field in fields if (field.name in names if names else field.since)]
    return tuple(RecordField(f.name, _TAKEN_OVER[f.type], f.about, since=f.since or FIRST) for f in taken)


def record_of(table: Table, made: Of) -> dict[str, Any]:
    """The record of an item."""
    values = ((field, field.value(made)) for field in table)
    return {field.name: value for field, value in values if not (field.optional and value in ("", [], None))}


def schema_of(title: str, table: Table) -> Schema:
    """The JSON Schema for a table's records."""
    return record(title, {field.name: field.described for field in table}, tuple(f.name for f in table if f.optional))


def one(name: str, title: str, table: Table, about: str = "") -> RecordField:
    """A field with a record of the same item."""
    return RecordField(name, schema_of(title, table), about, lambda made: record_of(table, made))


def many(name: str, title: str, table: Table, things: Callable[[Of], Iterable[Any]], about: str = "") -> RecordField:
    """A field with one record per item of a list."""
    schema = listed(schema_of(title, table))
    return RecordField(name, schema, about, lambda made: [record_of(table, made.on(it)) for it in things(made)])


def many_known(name: str, title: str, table: Table, things: Callable[[Of], Iterable[Any]], about: str = "") -> RecordField:
    """As `many`, for entries or terms; known records are taken over unchanged."""
    made_anew = many(name, title, table, things, about)
    return replace(made_anew, of=lambda made: [made.known.get(it.id) or record_of(table, made.on(it)) for it in things(made)])


def picked(table: Table, *names: str) -> Table:
    """The given fields of a table, in this order."""
    by_name = {field.name: field for field in table}
    return tuple(by_name[name] for name in names)


def left_out(table: Table, *always: str) -> Table:
    """A table that omits its empty fields, except the given ones."""
    return tuple(replace(field, optional=field.name not in always) for field in table)


def within(table: Table, part: Callable[[Of], Any]) -> Table:
    """A table of an item's part, as fields of the item itself."""

    def of(field: RecordField) -> Callable[[Of], Any]:
        return lambda made: field.value(made.on(part(made)))

    return tuple(replace(field, of=of(field)) for field in table)
