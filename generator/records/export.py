"""The output of `nachschlag export`, and the results of `resolve` and `link`, as records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..files.json_text import SCHEMA_VERSION, compact_json
from ..model.library import Library
from ..model.values import Concept
from ..references.graph import Graph
from ..references.link import Linked
from .entry import ENTRY_RECORD
from .fields import Of, RecordField, Table, many, record_of
from .glossary import CONCEPT_RECORD, TERM_RECORD


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


def export_library(library: Library, graph: Graph, system: str | None = None) -> dict[str, Any]:
    """Export everything, or one system: `{"schema_version", "entries", "terms", "concepts"}`."""
    return record_of(EXPORT, Of(system, library, graph))


def linked_record(found: Linked) -> dict[str, Any]:
    """A reference in any text, for `link --format json` and the HTTP service."""
    record = {**found._asdict(), "candidates": list(found.candidates)}
    return record if found.parameter else {key: value for key, value in record.items() if key != "parameter"}
