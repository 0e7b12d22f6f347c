"""The static API below /api/v1/: JSON files for other people's tools. Additive only; what is published keeps its name and meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .address import page_url
from .bundle import bundle
from .editions.changes import Told, changes_in
from .export import (
    SCHEMA_VERSION,
    change_record,
    compact_json,
    concept_record,
    entry_hash,
    entry_record,
    system_record,
    term_record,
    to_json,
)
from .graph import Graph
from .library import Library
from .markdown import render_inline
from .model import Entry
from .schema import SCHEMAS
from .settings import Settings
from .snippet import snippet_html
from .translation.previous import Change

BASE = "api/v1"


def api_files(library: Library, graph: Graph, changes: Mapping[str, Change] | None = None) -> Iterator[tuple[str, str]]:
    """Every file of the API but those of single entries, as (path below the site, JSON text)."""
    systems = [system_record(library, system) for system in library.systems.values()]
    yield f"{BASE}/systems.json", to_json({"schema_version": SCHEMA_VERSION, "systems": systems})
    yield (
        f"{BASE}/index.json",
        compact_json({"schema_version": SCHEMA_VERSION, "entries": [_index_record(e) for e in library.entries.values()]}),
    )
    yield (
        f"{BASE}/concepts.json",
        to_json({"schema_version": SCHEMA_VERSION, "concepts": [concept_record(c) for c in library.concepts.values()]}),
    )
    yield (
        f"{BASE}/changes.json",
        to_json({"schema_version": SCHEMA_VERSION, "changes": [_change(t) for t in changes_in(library)]}),
    )
    yield f"{BASE}/moved.json", to_json({"schema_version": SCHEMA_VERSION, "moved": list(moved_records(library))})
    for system in library.systems.values():
        terms = [term_record(term) for term in library.system_terms(system.id)]
        yield (
            f"{BASE}/glossary/{system.id}.json",
            to_json({"schema_version": SCHEMA_VERSION, "system": system.id, "terms": terms}),
        )
        yield f"{BASE}/systems/{system.id}.json", compact_json(bundle(library, graph, system, changes)) + "\n"
    for name, schema in SCHEMAS.items():
        yield f"{BASE}/schema/{name}.schema.json", to_json(schema())


def entry_file(library: Library, graph: Graph, entry: Entry, settings: Settings) -> tuple[str, str]:
    """An entry's file as (path below the site, JSON text)."""
    record = full_record(library, graph, entry, absolute_href(library, settings))
    return f"{BASE}/entries/{entry.id}.json", compact_json(record) + "\n"


def full_record(library: Library, graph: Graph, entry: Entry, href: Callable[[str], str]) -> dict[str, Any]:
    """An entry's record with the rendered text and what whoever shows it must name."""
    system = library.systems[entry.system]
    short = graph.text(entry.id, "short")
    return {
        "schema_version": SCHEMA_VERSION,
        **entry_record(library, graph, entry),
        "short_html": render_inline(short.text, short.references, href=href),
        "html": snippet_html(library, graph, entry, href),
        "licence": system_record(library, system)["licence"],
        "source": {
            "book": system.source,
            "page": entry.page,
            "rules_version": system.rules_version,
            "rules_date": system.rules_date or None,
        },
    }


def absolute_href(library: Library, settings: Settings) -> Callable[[str], str]:
    """Addresses for other people's pages: absolute where the site knows its own, else site-relative."""
    base = settings.site_url.rstrip("/")
    return lambda target: base + page_url(library, target)


def _index_record(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "title": entry.title,
        "title_en": entry.title_en,
        "aliases": list(entry.aliases),
        "number": str(entry.number) if entry.number else None,
        "kind": entry.kind,
        "url": entry.url,
        "hash": entry_hash(entry),
    }


def _change(told: Told) -> dict[str, Any]:
    entry = told.entry
    return {"id": entry.id, "system": entry.system, "title": entry.title, "url": told.url, **change_record(told.change)}


def moved_records(library: Library) -> Iterator[dict[str, Any]]:
    """Every id that moved: `{old, new, moved_to, date, why}`; `new` and `moved_to` are None where the rule is gone."""
    for move in library.moves:
        current = library.current_id(move.old) if move.new else None
        yield {"old": move.old, "new": move.new or None, "moved_to": current, "date": move.date, "why": move.why}
