"""The static API below /api/v1/: JSON files for other tools. Additive only: published fields keep their name and meaning.

`openapi.py` lists the files and their shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..files.json_text import SCHEMA_VERSION, compact_json, fingerprint, to_json
from ..history.previous import Change
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Entry
from ..pages.embed_page import embed_file
from ..pages.rendered import Rendering
from ..prose.address import page_url
from ..prose.open_html import Href
from .api_files import CHANGES, CONCEPTS, ENTRY_FILE, GLOSSARY, INDEX_LINE, MOVED, OEMBED, SYSTEMS
from .bundle import bundle
from .fields import Of, record_of
from .openapi import BASE, openapi
from .schema import SCHEMAS, schema

Record = dict[str, Any]


def api_files(rendering: Rendering, settings: Settings, changes: Mapping[str, Change] | None = None) -> Iterator[tuple[str, str]]:
    """Every API file as (path below the site, text), and each rule's page for frames, made from the same record.

    The index comes last, because it contains the hashes of all entries.
    """
    library = rendering.library
    hashes: dict[str, str] = {}
    lines = []
    for entry in library.entries.values():
        record = sealed(full_record(rendering, entry, absolute_href(library, settings)))
        yield f"{BASE}/entries/{entry.id}.json", compact_json(record) + "\n"
        yield embed_file(rendering, entry, record, settings)
        if settings.site_url:
            yield (
                f"{BASE}/oembed/{entry.id}.json",
                compact_json(record_of(OEMBED, Of(entry, library, settings=settings))) + "\n",
            )
        lines.append({field.name: record[field.name] for field in INDEX_LINE})
    for name, record, write in _lists(rendering, changes or {}):
        record = sealed(record)
        hashes[name] = record["file_hash"]
        yield f"{BASE}/{name}", write(record)
    yield f"{BASE}/index.json", compact_json(sealed({"entries": lines, "files": hashes}))
    for name in SCHEMAS:
        yield f"{BASE}/schema/{name}.schema.json", to_json(schema(name, library.systems.values()))
    yield f"{BASE}/openapi.json", to_json(openapi(library, settings))


def _lists(rendering: Rendering, changes: Mapping[str, Change]) -> Iterator[tuple[str, Record, Callable[[Any], str]]]:
    """The files that are not about one entry: path, content, and writer (compact if only programs read the file)."""
    library = rendering.library
    for name, table in {"systems": SYSTEMS, "concepts": CONCEPTS, "changes": CHANGES, "moved": MOVED}.items():
        yield f"{name}.json", record_of(table, Of(library, library)), to_json
    for system in library.systems.values():
        yield f"glossary/{system.id}.json", record_of(GLOSSARY, Of(system, library)), to_json
        yield f"systems/{system.id}.json", bundle(rendering, system, changes), lambda record: compact_json(record) + "\n"


def sealed(record: Record) -> Record:
    """A file's record with its version and a hash of its content."""
    versioned = {"schema_version": SCHEMA_VERSION, **record}
    return {"schema_version": SCHEMA_VERSION, "file_hash": fingerprint(versioned), **record}


def full_record(rendering: Rendering, entry: Entry, href: Href) -> Record:
    """An entry's record with the rendered text and the attribution to show with it."""
    made = Of(entry, rendering.library, rendering.graph, href=href, rendering=rendering)
    return {"schema_version": SCHEMA_VERSION, **record_of(ENTRY_FILE, made)}


def absolute_href(library: Library, settings: Settings) -> Href:
    """Addresses for other sites' pages: absolute if the site knows its own, otherwise site-relative."""
    base = settings.site_url.rstrip("/")
    return lambda target: base + page_url(library, target)
