"""The output of `nachschlag export`, what `show` prints, and the references that `link` finds, as records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import Any

from ..files.json_text import SCHEMA_VERSION, compact_json
from ..model.library import Library
from ..model.values import Concept, Entry, Term
from ..references.graph import Graph
from ..references.link import Linked
from .entry import ENTRY_RECORD
from .fields import Of, RecordField, Table, many, picked, record_of, schema_of
from .glossary import CONCEPT_RECORD, TERM_RECORD
from .schema_parts import INTEGER, TEXT, listed
from .system import attribution, licence_id


def ndjson(exported: dict[str, Any]) -> Iterator[str]:
    """The result of `export_library`, one record per line, each starting with its `type` (entry, term, concept)."""
    for plural, name in (("entries", "entry"), ("terms", "term"), ("concepts", "concept")):
        yield from (compact_json({"type": name, **record}) + "\n" for record in exported[plural])


EXPORT: Table = (
    RecordField("schema_version", {"const": 1}, of=lambda _: SCHEMA_VERSION),
    many("entries", "Entry", ENTRY_RECORD, lambda made: _of_system(made, made.library.entries)),
    many("terms", "Term", TERM_RECORD, lambda made: _of_system(made, made.library.terms)),
    many("concepts", "Concept", CONCEPT_RECORD, lambda made: _of_system(made, made.library.concepts)),
)


def _of_system(made: Of, things: Mapping[str, Any]) -> Iterator[Any]:
    """The items of the requested system, or all."""
    for it in things.values():
        if made.it is None or made.it in (it.entries if isinstance(it, Concept) else [it.system]):
            yield it


_TABLES: Mapping[type, Table] = {Entry: ENTRY_RECORD, Term: TERM_RECORD, Concept: CONCEPT_RECORD}


def exported(library: Library, it: Entry | Term | Concept, graph: Graph | None = None) -> dict[str, Any]:
    """The record of an entry, term or concept. `graph` gives an entry's references; `field` in one names its field."""
    return record_of(_TABLES[type(it)], Of(it, library, graph or Graph({}, {}, ())))


def export_library(library: Library, graph: Graph, system: str | None = None) -> dict[str, Any]:
    """Export everything, or one system: `{"schema_version", "entries", "terms", "concepts"}`."""
    return record_of(EXPORT, Of(system, library, graph))


_SYSTEM = (
    *(RecordField(name, TEXT) for name in ("id", "name", "edition", "rules_version")),
    RecordField("licence_id", TEXT, of=lambda made: licence_id(made.it)),
    RecordField("attribution", TEXT, of=lambda made: attribution(made.it)),
)
_HASH = RecordField("sha256", {"type": "string", "pattern": "^[0-9a-f]{64}$"})
_FILE = (RecordField("path", TEXT), RecordField("bytes", INTEGER), _HASH)

#: The fields of a bundle's `manifest.json` for a list of systems, besides those of the archive.
ABOUT: Table = (
    RecordField("schema_version", {"const": 1}, of=lambda _: SCHEMA_VERSION),
    RecordField(
        "generator", TEXT, "das Programm, das es gemacht hat, mit Version", lambda _: f"nachschlag {version('nachschlag')}"
    ),
    RecordField(
        "site", TEXT, "Adresse der Seite, auf die Verweise führen; leer, wo sie keine hat", lambda made: made.settings.site_url
    ),
    many("systems", "Game", _SYSTEM, lambda made: made.it),
)

MANIFEST: Table = (
    RecordField("format", {"const": "nachschlag-bundle"}),
    *picked(ABOUT, "schema_version", "generator"),
    RecordField("content", TEXT, "Fingerabdruck aller Dateien: gleich, solange sich nichts ändert"),
    *picked(ABOUT, "site", "systems"),
    RecordField("files", listed(schema_of("File", _FILE))),
)


def linked_record(found: Linked) -> dict[str, Any]:
    """A reference in any text, for `link --format json` and the HTTP service."""
    record = {**found._asdict(), "candidates": list(found.candidates)}
    return record if found.parameter else {key: value for key, value in record.items() if key != "parameter"}
