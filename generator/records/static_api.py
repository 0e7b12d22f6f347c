"""The static API below /api/v1/: JSON files for other tools. Additive only: published fields keep their name and meaning.

`openapi.py` lists the files and their shapes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ..files.json_text import SCHEMA_VERSION, compact_json, fingerprint, to_json
from ..files.memo import digest
from ..files.output import Batch, Output
from ..history.previous import Change
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Entry, System, Term
from ..pages.embed_page import embed_file
from ..pages.page_keys import PageKeys
from ..pages.rendered import Rendering
from ..prose.address import page_urls
from ..prose.open_html import Href
from .api_files import CHANGES, CONCEPT_FILE, CONCEPTS, ENTRY_FILE, GLOSSARY, INDEX_LINE, MOVED, OEMBED, SYSTEMS, TERM_FILE
from .bundle import bundle, bundle_again
from .fields import Of, Table, record_of
from .name_index import NAMES_FILE, known_of, names_again
from .openapi import BASE, openapi
from .schema import SCHEMAS, schema

Record = dict[str, Any]

_INDEX = f"{BASE}/index.json"
#: The files about more than one entry, as paths below the API.
_LISTS = {"systems.json": SYSTEMS, "concepts.json": CONCEPTS, "changes.json": CHANGES, "moved.json": MOVED}
_GLOSSARY, _BUNDLE, _NAMES = "glossary/{}.json", "systems/{}.json", "names/{}.json"
_TERM, _CONCEPT = "terms/{}.json", "concepts/{}.json"


class StaticApi:
    """The files of the static API. With an `output`, the files about everything reuse its records of the last run."""

    def __init__(
        self,
        rendering: Rendering,
        settings: Settings,
        changes: Mapping[str, Change] | None = None,
        output: Output | None = None,
    ) -> None:
        self._rendering, self._settings, self._changes, self._output = rendering, settings, changes or {}, output
        self._library = rendering.library
        self._lines: dict[str, Record] = {}
        self._hashes: dict[str, str] = {}

    def of_entry(self, entry: Entry) -> Iterator[tuple[str, str]]:
        """An entry's files as (path below the site, text), and its page for frames, made from the same record."""
        library, settings = self._library, self._settings
        record = sealed(full_record(self._rendering, entry, absolute_href(library, settings)))
        yield record_path(entry.id), _one_line(record)
        yield embed_file(self._rendering, entry, record, settings)
        if settings.site_url:
            oembed = record_of(OEMBED, Of(entry, library, settings=settings))
            yield f"{BASE}/oembed/{entry.id}.json", _one_line(oembed)
        self._lines[entry.id] = _in_index(record)

    def of_system(self, system: System, keys: PageKeys) -> Iterator[Batch]:
        """The files about a system; to be written after those of its entries."""
        yield self._list(
            _GLOSSARY.format(system.id), keys.of_lists(system), partial(record_of, GLOSSARY, Of(system, self._library))
        )
        terms = self._library.system_terms(system.id)
        yield self._each(f"terms/{system.id}", keys.of_terms(system), _TERM, TERM_FILE, terms)
        yield self._list(_NAMES.format(system.id), self._names_key(keys, system), partial(self._names, system), _one_line)
        yield self._of_bundle(system, keys.of_whole(system), partial(self._bundle, system))

    def of_few(self, things: Sequence[Entry | Term], lists: Iterable[System], key: str) -> Iterator[Batch]:
        """The files about more than one entry that hold the texts of these things and what mentions them; for the systems of `lists` also
        the names with their short rules.

        Made from those of the last run; to be written after the things' own files.
        """
        for system in lists:
            yield self._list(_NAMES.format(system.id), key, partial(self._names_again, system, things), _one_line)
        for name in dict.fromkeys(it.system for it in things):
            yield self._of_bundle(self._library.systems[name], key, partial(self._bundle_again, name, things))
        yield Batch(_INDEX, key, lambda: [(_INDEX, compact_json(sealed(self._index_again())))])

    def _of_bundle(self, system: System, key: str, make: Callable[[], Record]) -> Batch:
        return self._list(_BUNDLE.format(system.id), key, make, _one_line)

    def batches(self, keys: PageKeys) -> Iterator[Batch]:
        """The files about everything; to be written last, in this order."""
        for name, table in _LISTS.items():
            yield self._list(name, keys.of_all_lists, partial(record_of, table, self._of(self._library)))
        yield self._each("concepts", keys.of_concepts, _CONCEPT, CONCEPT_FILE, self._library.concepts.values())
        whole = map(keys.of_whole, self._library.systems.values())
        yield Batch(_INDEX, digest(keys.of_all_lists, *whole), lambda: [(_INDEX, compact_json(sealed(self._index())))])
        yield Batch(f"{BASE}/schema", keys.of_schemas, self._schemas)

    def _list(self, name: str, key: str, make: Callable[[], Record], write: Callable[[Any], str] = to_json) -> Batch:
        """A file about more than one entry; `write` is compact if only programs read it."""

        def files() -> Iterator[tuple[str, str]]:
            record = sealed(make())
            self._hashes[name] = record["file_hash"]
            yield path, write(record)

        path = f"{BASE}/{name}"
        return Batch(path, key, files)

    def _of(self, it: Any) -> Of:
        href = absolute_href(self._library, self._settings)
        return Of(it, self._library, settings=self._settings, href=href)

    def _names_key(self, keys: PageKeys, system: System) -> str:
        asked = (repr(one) for id_, one in self._library.queries.items() if id_.startswith(f"{system.id}/"))
        return digest(keys.of_names(system), *asked)

    def _names(self, system: System) -> Record:
        return record_of(NAMES_FILE, self._of(known_of(self._library, system)))

    def _names_again(self, system: System, things: Iterable[Entry | Term]) -> Record:
        return names_again(unsealed(self._read(f"{BASE}/{_NAMES.format(system.id)}")), map(self._of, things))

    def _each(self, name: str, key: str, path: str, table: Table, things: Iterable[Any]) -> Batch:
        """A file for each of these."""

        def files() -> Iterator[tuple[str, str]]:
            for it in things:
                record = sealed(record_of(table, self._of(it)))
                self._hashes[path.format(it.id)] = record["file_hash"]
                yield f"{BASE}/{path.format(it.id)}", _one_line(record)

        return Batch(f"{BASE}/{name}", key, files)

    def _bundle(self, system: System) -> Record:
        last = self._last(f"{BASE}/{_BUNDLE.format(system.id)}")
        kept = self._output.kept if self._output else ()
        known = {record["id"]: record for name in ("entries", "terms") for record in last.get(name, ()) if record["id"] in kept}
        called = last.get("called", {}) if last and f"{BASE}/{_NAMES.format(system.id)}" in kept else None
        return bundle(self._rendering, system, self._changes, known, called)

    def _bundle_again(self, system: str, things: Iterable[Entry | Term]) -> Record:
        own = (it for it in things if it.system == system)
        return bundle_again(unsealed(self._read(f"{BASE}/{_BUNDLE.format(system)}")), self._rendering, own, self._changes)

    def _index_again(self) -> Record:
        last = unsealed(self._read(_INDEX))
        lines = [self._lines.get(line["id"], line) for line in last["entries"]]
        return {**last, "entries": lines, "files": {**last["files"], **self._hashes}}

    def _index(self) -> Record:
        last = self._last(_INDEX)
        lines = {**{line["id"]: line for line in last.get("entries", ())}, **self._lines}
        for id_ in self._library.entries.keys() - lines.keys():
            lines[id_] = _in_index(self._read(record_path(id_)))
        made = {**last.get("files", {}), **self._hashes}
        names = [*_LISTS, *(path.format(id_) for id_ in self._library.systems for path in (_GLOSSARY, _BUNDLE, _NAMES))]
        names += [_TERM.format(id_) for id_ in self._library.terms] + [_CONCEPT.format(id_) for id_ in self._library.concepts]
        hashes = {name: made.get(name) or self._read(f"{BASE}/{name}")["file_hash"] for name in names}
        site = self._settings.site_url.rstrip("/")
        return {"entries": [lines[id_] for id_ in self._library.entries], "files": hashes, "site": site}

    def _last(self, path: str) -> Record:
        """The record in a file of the last run; {} if the file has changed since."""
        return self._read(path) if self._output and self._output.is_as_last(path) else {}

    def _read(self, path: str) -> Record:
        assert self._output is not None
        record: Record = json.loads((self._output.root / path).read_text("utf-8"))
        return record

    def _schemas(self) -> Iterator[tuple[str, str]]:
        for name in SCHEMAS:
            yield f"{BASE}/schema/{name}.schema.json", to_json(schema(name, self._library.systems.values()))
        yield f"{BASE}/openapi.json", to_json(openapi(self._library, self._settings))


def record_path(entry_id: str) -> str:
    """The path of an entry's record below the site."""
    return f"{BASE}/entries/{entry_id}.json"


def file_of(id_: str) -> str:
    """The path of the record of an entry, term or concept below the site.

    >>> file_of("t9a/glossar/moralwert"), file_of("begriffe/deckung")
    ('api/v1/terms/t9a/glossar/moralwert.json', 'api/v1/concepts/deckung.json')
    """
    first, _, rest = id_.partition("/")
    if first == "begriffe":
        return f"{BASE}/{_CONCEPT.format(rest)}"
    return f"{BASE}/{_TERM.format(id_)}" if rest.startswith("glossar/") else record_path(id_)


def _one_line(record: Record) -> str:
    return compact_json(record) + "\n"


def _in_index(record: Record) -> Record:
    return {field.name: record[field.name] for field in INDEX_LINE}


def sealed(record: Record) -> Record:
    """A file's record with its version and a hash of its content."""
    versioned = {"schema_version": SCHEMA_VERSION, **record}
    return {"schema_version": SCHEMA_VERSION, "file_hash": fingerprint(versioned), **record}


def unsealed(record: Record) -> Record:
    """A file's record without its hash."""
    return {name: value for name, value in record.items() if name not in ("schema_version", "file_hash")}


def full_record(rendering: Rendering, entry: Entry, href: Href) -> Record:
    """An entry's record with the rendered text and the attribution to show with it."""
    made = Of(entry, rendering.library, rendering.graph, href=href, rendering=rendering)
    return {"schema_version": SCHEMA_VERSION, **record_of(ENTRY_FILE, made)}


def absolute_href(library: Library, settings: Settings) -> Href:
    """Addresses for other sites' pages: absolute if the site knows its own, otherwise site-relative."""
    return page_urls(library, settings.site_url.rstrip("/"))
