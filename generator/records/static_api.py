"""The static API below /api/v1/: JSON files for other people's tools. Additive only; what is published keeps its name and meaning.

Which files there are, in what shape, tells `openapi.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from ..files.json_text import SCHEMA_VERSION, compact_json, fingerprint, to_json
from ..history.changes import Told, changes_in
from ..history.previous import Change
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Entry, System
from ..pages.embed_page import embed_file
from ..pages.listings import concept_list
from ..pages.rendered import Rendering
from ..prose.address import page_url
from ..prose.open_html import Href
from .bundle import bundle, list_record
from .export import attribution, change_record, concept_record, entry_hash, entry_record, move_record, system_record, term_record
from .openapi import BASE, openapi
from .schema import SCHEMAS

#: How large an embedded rule is before it has told its own height.
_EMBEDDED = (640, 360)
#: For how long whoever embeds a rule may keep what oEmbed says: a day.
_EMBED_AGE = 86_400

Record = dict[str, Any]


def api_files(rendering: Rendering, settings: Settings, changes: Mapping[str, Change] | None = None) -> Iterator[tuple[str, str]]:
    """Every file of the API, as (path below the site, text), and each rule's page for frames, made of the same record.

    The index comes last: it tells the hash of all others.
    """
    library = rendering.library
    hashes: dict[str, str] = {}
    lines = []
    for entry in library.entries.values():
        record = sealed(full_record(rendering, entry, absolute_href(library, settings)))
        yield f"{BASE}/entries/{entry.id}.json", compact_json(record) + "\n"
        yield embed_file(rendering, entry, record, settings)
        if settings.site_url:
            yield f"{BASE}/oembed/{entry.id}.json", compact_json(oembed_record(library, entry, settings)) + "\n"
        lines.append({**_index_record(entry), "file_hash": record["file_hash"]})
    for name, record, write in _lists(rendering, changes or {}):
        record = sealed(record)
        hashes[name] = record["file_hash"]
        yield f"{BASE}/{name}", write(record)
    yield f"{BASE}/index.json", compact_json(sealed({"entries": lines, "files": hashes}))
    for name, schema in SCHEMAS.items():
        yield f"{BASE}/schema/{name}.schema.json", to_json(schema())
    yield f"{BASE}/openapi.json", to_json(openapi(library, settings))


def _lists(rendering: Rendering, changes: Mapping[str, Change]) -> Iterator[tuple[str, Record, Callable[[Any], str]]]:
    """The files that are not of one entry: path, what they hold, and how it is written (compact where only programs read it)."""
    library = rendering.library
    yield "systems.json", {"systems": [system_record(library, system) for system in library.systems.values()]}, to_json
    concepts = [concept_record(library, concept) for concept in library.concepts.values()]
    yield "concepts.json", {"concepts": concepts, "list": list_record(library, concept_list(library))}, to_json
    yield "changes.json", {"changes": [_change(told) for told in changes_in(library)]}, to_json
    yield "moved.json", {"moved": list(moved_records(library))}, to_json
    for system in library.systems.values():
        yield f"glossary/{system.id}.json", _glossary(library, system), to_json
        yield f"systems/{system.id}.json", bundle(rendering, system, changes), lambda record: compact_json(record) + "\n"


def sealed(record: Record) -> Record:
    """A file's record with its version and the hash of all that it holds."""
    versioned = {"schema_version": SCHEMA_VERSION, **record}
    return {"schema_version": SCHEMA_VERSION, "file_hash": fingerprint(versioned), **record}


def full_record(rendering: Rendering, entry: Entry, href: Href) -> Record:
    """An entry's record with the rendered text and what whoever shows it must name."""
    library, shown = rendering.library, rendering.entry(entry)
    return {
        "schema_version": SCHEMA_VERSION,
        **entry_record(library, rendering.graph, entry),
        "short_html": shown.short.filled(href),
        "html": shown.html(href),
        "licence": system_record(library, library.systems[entry.system])["licence"],
    }


def absolute_href(library: Library, settings: Settings) -> Href:
    """Addresses for other people's pages: absolute where the site knows its own, else site-relative."""
    base = settings.site_url.rstrip("/")
    return lambda target: base + page_url(library, target)


def oembed_record(library: Library, entry: Entry, settings: Settings) -> Record:
    """What oEmbed tells of an entry: a frame with its bare page. Only for a site that knows its address."""
    width, height = _EMBEDDED
    title = f"{entry.title} – {library.systems[entry.system].name}"
    source = f"{settings.site_url.rstrip('/')}/embed{entry.url}"
    return {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "author_name": attribution(library.systems[entry.system]),
        "provider_name": settings.site_name,
        "provider_url": settings.site_url,
        "cache_age": _EMBED_AGE,
        "html": f'<iframe src="{escape(source)}" title="{escape(title)}" width="{width}" height="{height}" loading="lazy"></iframe>',
        "width": width,
        "height": height,
    }


def moved_records(library: Library) -> Iterator[Record]:
    """Every id that moved: `{kind, old, new, moved_to, date, why}`."""
    return (move_record(library, move) for move in library.moves)


def _index_record(entry: Entry) -> Record:
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


def _glossary(library: Library, system: System) -> Record:
    terms = [term_record(library, term) for term in library.system_terms(system.id)]
    return {"system": system.id, "licence": system_record(library, system)["licence"], "terms": terms}


def _change(told: Told) -> Record:
    entry = told.entry
    return {"id": entry.id, "system": entry.system, "title": entry.title, "url": told.url, **change_record(told.change)}
