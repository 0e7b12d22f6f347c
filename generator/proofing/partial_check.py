"""Check only a few entries, with what the last check of everything recorded about the rest (build/checked).

The record is valid as long as only the texts of a few entries have changed: names, numbers, parents and everything else that other
entries are checked against are the same. If that is not certain, there is no answer, and everything must be checked.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..files.rows import Rows, Tables, open_rows, write_rows
from ..model.findings import Finding, finding_of, in_order, row_of
from ..model.library import Library
from ..model.values import Entry
from ..prose.body import MADE
from ..reading.load import load_entry
from ..reading.state import State
from ..reading.stored_library import StoredLibrary, library_form, library_tables
from ..references.graph import Graph, is_common, link_some, owners_in
from ..references.known_names import KnownName
from ..references.stored_names import vocabulary_tables
from .checks import checked
from .checks.pieces import About
from .checks.terms import names_are_one_to_one
from .renderings import give_term_base, renderings
from .term_base import Rendering

_FILE = Path("build") / "checked"
_FORM = library_form(KnownName, Rendering)

#: The most changed entries, and the most entries to check, for which this is quicker than checking everything.
_MOST = 30


class _Uncertain(Exception):
    """The record gives no certain answer."""


def findings_on(project: Path, state: State, paths: Sequence[str]) -> list[Finding] | None:
    """The findings in these files of entries, in order; None if everything must be checked."""
    if len(paths) > _MOST or (rows := open_rows(project / _FILE, state.program, _FORM)) is None:
        return None
    read: dict[str, list[Finding]] = {}

    def reading(entry: Entry) -> Entry | None:
        found, read[entry.id] = load_entry(project, library.systems[entry.system], entry.part, entry.slug)
        return found and replace(found, edition=entry.edition)

    try:
        before = StoredLibrary(rows, rows)
        library = before
        library = _Current(rows, _changed(before, rows, state, reading))
        asked = {entry.id: entry for entry in (_entry_at(library, path) for path in paths)}
        found = _found(library, before, rows, asked, read)
        return in_order(finding for finding in found if finding.location.path in paths)
    except _Uncertain:
        return None


def keep(project: Path, library: Library, graph: Graph, read: Iterable[Finding], state: State) -> None:
    """Record what `findings_on` needs of a project read at this `state`, unless the existing record is still valid."""
    rows = open_rows(project / _FILE, state.program, _FORM)
    with suppress(_Uncertain):
        if rows and _changed(StoredLibrary(rows, rows), rows, state, lambda entry: library.entries.get(entry.id)) is not None:
            return
    tables: Tables = {
        **library_tables(library),
        **vocabulary_tables(library),
        "renderings": ((system, renderings(library, system)) for system in library.systems),
        "backlinks": graph.backlinks.items(),
        "mentions": graph.mentions.items(),
        "read": _by_path(read),
        "told": _by_path(names_are_one_to_one(library)),
        "about": {"files": dict(state.files), "common": graph.common, "owners": dict(owners_in(graph.texts))}.items(),
    }
    with suppress(OSError):
        write_rows(project / _FILE, state.program, tables, _FORM)


def _by_path(findings: Iterable[Finding]) -> Iterable[tuple[str, list[Any]]]:
    found: dict[str, list[Any]] = {}
    for finding in findings:
        found.setdefault(finding.location.path, []).append(row_of(finding))
    return found.items()


class _Current(StoredLibrary):
    """The recorded library with the entries whose texts changed."""

    def __init__(self, rows: Rows, changed: Mapping[str, Entry]) -> None:
        super().__init__(rows, rows)
        before, self.changed = self.entries, changed
        retold = {now.system for now in changed.values() if _shown(now) != _shown(before[now.id])}
        self.entries = _Entries(changed, before, retold)


class _Entries(ChainMap[str, Entry]):
    """The changed entries over the recorded ones. Raises _Uncertain for an entry whose made tables may show a change."""

    def __init__(self, changed: Mapping[str, Entry], before: Mapping[str, Entry], retold: Collection[str]) -> None:
        super().__init__(dict(changed), before)  # type: ignore[arg-type]  # which is only read
        self._retold = retold

    def __getitem__(self, key: str) -> Entry:
        entry = super().__getitem__(key)
        if entry.system in self._retold and _has_made_table(entry):
            raise _Uncertain
        return entry


def _shown(entry: Entry) -> tuple[object, ...]:
    """What made tables show of an entry, besides what `_outward` covers."""
    return (entry.short, entry.card, entry.data)


def _has_made_table(entry: Entry) -> bool:
    return f"::: {MADE} " in entry.text


def _entry_at(library: Library, path: str) -> Entry:
    """The entry whose German or English is in a file."""
    german = f"{path.removesuffix('.en.md')}.md" if path.endswith(".en.md") else path
    folder, _, name = german.rpartition("/")
    entry = library.entries.get(f"{folder.removeprefix('content/').partition('/')[0]}/{name.removesuffix('.md')}")
    if entry is None or entry.location.path != german:
        raise _Uncertain
    return entry


def _changed(library: Library, rows: Rows, state: State, read: Callable[[Entry], Entry | None]) -> dict[str, Entry]:
    """The entries whose texts changed since `library` was recorded, as `read` gives them. Raises _Uncertain if anything else
    changed.
    """
    files = rows.value("about", "files")
    paths = [path for path, about in files.items() if not about or about != state.files.get(path)]
    if files.keys() != state.files.keys() or len(paths) > _MOST:
        raise _Uncertain
    changed = {}
    for was in {entry.id: entry for entry in (_entry_at(library, path) for path in paths)}.values():
        now = read(was)
        if now is None or _has_made_table(now) or _has_made_table(was) or _outward(now) != _outward(was):
            raise _Uncertain
        changed[now.id] = now
    return changed


def _outward(entry: Entry) -> tuple[object, ...]:
    """An entry as other entries depend on it: everything but its texts, with the place of its title."""
    # without its texts, its review, and their places in the file
    known = replace(entry, text="", text_en="", short="", short_en="", card=None, data=None, made=(), changes=(), waivers=())
    known = replace(known, status="", reviewed=None, reviewed_sections=(), translated_from="")
    return replace(known, body_line=0, lines={}), entry.lines.get("title")


def _found(
    library: _Current, before: Library, rows: Rows, asked: Mapping[str, Entry], read: Mapping[str, list[Finding]]
) -> Iterator[Finding]:
    for system in {entry.system for entry in asked.values()}:
        give_term_base(library, system, rows.value("renderings", system))
    told = _rows_of(rows, "told", asked.values())
    yield from checked(library, _graph(library, before, rows, asked), About(asked.values()), told)
    yield from _rows_of(rows, "read", (entry for entry in asked.values() if entry.id not in read))
    for findings in read.values():
        yield from findings


def _rows_of(rows: Rows, table: str, entries: Iterable[Entry]) -> Iterator[Finding]:
    known: Mapping[str, list[Any]] = rows.table(table)
    for path in (entry.location.path for entry in entries):
        for name in (path, f"{path.removesuffix('.md')}.en.md"):
            yield from map(finding_of, known.get(name, ()))


def _graph(library: _Current, before: Library, rows: Rows, asked: Mapping[str, Entry]) -> Graph:
    """The graph of these entries and the changed ones. Raises _Uncertain if a target has become common or no longer is."""
    common, owners = rows.value("about", "common"), rows.value("about", "owners")
    mentions: Mapping[str, int] = rows.table("mentions")
    led: Mapping[str, tuple[str, ...]] = rows.table("backlinks")
    known, changed = Graph({}, {}, (), common), library.changed
    was = link_some(before, (before.entries[one] for one in changed), known)
    now = link_some(library, changed.values(), known)
    for target in was.mentions.keys() | now.mentions.keys():
        count = mentions.get(target, 0) - was.mentions.get(target, 0) + now.mentions.get(target, 0)
        if is_common(target, count, owners) != (target in common):
            raise _Uncertain
    rest = link_some(library, (entry for entry in asked.values() if entry.id not in changed), known)
    backlinks = {one: (*(set(led.get(one, ())) - changed.keys()), *now.backlinks.get(one, ())) for one in asked}
    return Graph({**now.texts, **rest.texts}, backlinks, (*now.findings, *rest.findings))
