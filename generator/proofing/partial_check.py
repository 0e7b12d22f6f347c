"""Check only a few entries, with what the last check of everything recorded about the rest (build/checked).

The record is valid as long as only the texts of a few entries have changed: names, numbers, parents and everything else that other
entries are checked against are the same. If that is not certain, there is no answer, and everything must be checked.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..files.rows import Rows, Tables, open_rows, write_rows
from ..model.findings import Finding, finding_of, in_order, row_of
from ..model.library import Library
from ..model.values import Entry
from ..reading.load import load_entry
from ..reading.state import State
from ..reading.stored_library import ChangedLibrary, StoredLibrary, Uncertain, has_made_table, library_form, library_tables
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


def findings_on(project: Path, state: State, paths: Sequence[str]) -> list[Finding] | None:
    """The findings in these files of entries, in order; None if everything must be checked."""
    if len(paths) > _MOST or (rows := open_rows(project / _FILE, state.program, _FORM)) is None:
        return None
    try:
        few = Few(project, state, rows, rows)
        asked = {entry.id: entry for entry in (_entry_at(few.library, path) for path in paths)}
        return in_order(finding for finding in few.findings(asked) if finding.location.path in paths)
    except Uncertain:
        return None


class Few:
    """A project in which only the texts of a few entries changed since `rows` and `names` were kept of it. Raises Uncertain, as do its
    methods, if that is not so or not certain."""

    def __init__(self, project: Path, state: State, rows: Rows, names: Rows) -> None:
        self._rows, self.read = rows, dict[str, list[Finding]]()
        self.before = StoredLibrary(rows, names)

        def reading(entry: Entry) -> Entry | None:
            system = self.before.systems[entry.system]
            found, self.read[entry.id] = load_entry(project, system, entry.part, entry.slug)
            return found and replace(found, edition=entry.edition)

        self.changed = _changed(self.before, rows, state, reading)
        self.library = ChangedLibrary(rows, names, self.changed)

    @cached_property
    def common(self) -> frozenset[str]:
        return frozenset(self._rows.value("about", "common"))

    @cached_property
    def graphs(self) -> tuple[Graph, Graph]:
        """The graphs of the entries that changed, as they were and as they are."""
        known = Graph({}, {}, (), self.common)
        was = link_some(self.before, (self.before.entries[one] for one in self.changed), known)
        now = link_some(self.library, self.changed.values(), known)
        owners = self._rows.value("about", "owners")
        for target, count in self.mentions(was, now).items():
            if is_common(target, count, owners) != (target in self.common):
                raise Uncertain
        return was, now

    def mentions(self, was: Graph, now: Graph) -> dict[str, int]:
        """How many mention each target that the changed entries mention or mentioned."""
        kept: Mapping[str, int] = self._rows.table("mentions")
        targets = was.mentions.keys() | now.mentions.keys()
        return {one: kept.get(one, 0) - was.mentions.get(one, 0) + now.mentions.get(one, 0) for one in targets}

    @cached_property
    def backlinks(self) -> Mapping[str, tuple[str, ...]]:
        """The backlinks of all targets."""
        return ChainMap(self.new_backlinks, self._rows.table("backlinks"))  # type: ignore[arg-type]  # which is only read

    @cached_property
    def new_backlinks(self) -> dict[str, tuple[str, ...]]:
        """The backlinks of targets whose backlinks changed."""
        was, now = self.graphs
        kept: Mapping[str, tuple[str, ...]] = self._rows.table("backlinks")
        found = {}
        for target in was.backlinks.keys() | now.backlinks.keys():
            before, led = kept.get(target, ()), now.backlinks.get(target, ())
            if {*before}.intersection(self.changed) != {*led}:
                found[target] = tuple(sorted({*before, *led} - (self.changed.keys() - {*led}), key=self._order.__getitem__))
        return found

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {one: place for place, one in enumerate((*self._rows.keys("entries"), *self._rows.keys("terms")))}

    def graph(self, entries: Iterable[Entry]) -> Graph:
        """The graph of these entries and of those that changed."""
        _, now = self.graphs
        rest = link_some(self.library, (one for one in entries if one.id not in self.changed), now)
        return Graph({**now.texts, **rest.texts}, self.backlinks, (*now.findings, *rest.findings), self.common)

    def findings(self, asked: Mapping[str, Entry]) -> Iterator[Finding]:
        """The findings on some entries, with others here and there."""
        for system in {entry.system for entry in asked.values()}:
            give_term_base(self.library, system, self._rows.value("renderings", system))
        told = _rows_of(self._rows, "told", asked.values())
        yield from checked(self.library, self.graph(asked.values()), About(asked.values()), told)
        yield from _rows_of(self._rows, "read", (entry for entry in asked.values() if entry.id not in self.read))
        for findings in self.read.values():
            yield from findings


def keep(project: Path, library: Library, graph: Graph, read: Iterable[Finding], state: State) -> None:
    """Record what `findings_on` needs of a project read at this `state`, unless the existing record is still valid."""
    rows = open_rows(project / _FILE, state.program, _FORM)
    with suppress(Uncertain):
        if rows and _changed(StoredLibrary(rows, rows), rows, state, lambda entry: library.entries.get(entry.id)) is not None:
            return
    tables = {**library_tables(library), **vocabulary_tables(library), **kept_tables(library, graph, read, state)}
    with suppress(OSError):
        write_rows(project / _FILE, state.program, tables, _FORM)


def kept_tables(library: Library, graph: Graph, read: Iterable[Finding], state: State) -> Tables:
    """The tables that `Few` needs besides those of the library and its vocabularies. `read` are the findings of reading."""
    return {
        "renderings": ((system, renderings(library, system)) for system in library.systems),
        "backlinks": graph.backlinks.items(),
        "mentions": graph.mentions.items(),
        "read": _by_path(read),
        "told": _by_path(names_are_one_to_one(library)),
        "about": {"files": dict(state.files), "common": graph.common, "owners": dict(owners_in(graph.texts))}.items(),
    }


def _by_path(findings: Iterable[Finding]) -> Iterable[tuple[str, list[Any]]]:
    found: dict[str, list[Any]] = {}
    for finding in findings:
        found.setdefault(finding.location.path, []).append(row_of(finding))
    return found.items()


def _entry_at(library: Library, path: str) -> Entry:
    """The entry whose German or English is in a file."""
    german = f"{path.removesuffix('.en.md')}.md" if path.endswith(".en.md") else path
    folder, _, name = german.rpartition("/")
    entry = library.entries.get(f"{folder.removeprefix('content/').partition('/')[0]}/{name.removesuffix('.md')}")
    if entry is None or entry.location.path != german:
        raise Uncertain
    return entry


def _changed(library: Library, rows: Rows, state: State, read: Callable[[Entry], Entry | None]) -> dict[str, Entry]:
    files = rows.value("about", "files")
    paths = [path for path, about in files.items() if not about or about != state.files.get(path)]
    if files.keys() != state.files.keys() or len(paths) > _MOST:
        raise Uncertain
    changed = {}
    for was in {entry.id: entry for entry in (_entry_at(library, path) for path in paths)}.values():
        now = read(was)
        if now is None or has_made_table(now) or has_made_table(was) or _outward(now) != _outward(was):
            raise Uncertain
        changed[now.id] = now
    return changed


def _outward(entry: Entry) -> tuple[object, ...]:
    """An entry as other entries depend on it: everything but its texts, with the place of its title."""
    # without its texts, its review, and their places in the file
    known = replace(entry, text="", text_en="", short="", short_en="", card=None, data=None, made=(), changes=(), waivers=())
    known = replace(known, status="", reviewed=None, reviewed_sections=(), translated_from="")
    return replace(known, body_line=0, lines={}), entry.lines.get("title")


def _rows_of(rows: Rows, table: str, entries: Iterable[Entry]) -> Iterator[Finding]:
    known: Mapping[str, list[Any]] = rows.table(table)
    for path in (entry.location.path for entry in entries):
        for name in (path, f"{path.removesuffix('.md')}.en.md"):
            yield from map(finding_of, known.get(name, ()))
