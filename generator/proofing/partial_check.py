"""Check only a few entries, with what the last check of everything recorded about the rest (build/checked).

The record is valid as long as only the texts of a few entries have changed: names, numbers, parents and everything else that other
entries are checked against are the same. If that is not certain, there is no answer, and everything must be checked.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..files.rows import Rows, Tables, open_rows, write_rows
from ..model.findings import Finding, finding_of, in_order, row_of
from ..model.library import Library
from ..model.places import is_in
from ..model.values import Concept, Entry, Term
from ..reading.load import load_entry
from ..reading.state import State
from ..reading.stored_library import ChangedLibrary, StoredLibrary, Uncertain, has_made_table, library_form, library_tables
from ..references.graph import Graph, LinkedText, is_common, link_some, owners_in
from ..references.known_names import KnownName
from ..references.stored_names import vocabulary_tables
from .checks import HELD_AGAINST, checked
from .checks.pieces import About, Piece
from .checks.terms import names_are_one_to_one
from .renderings import give_term_base, renderings
from .term_base import Rendering

_FILE = Path("build") / "checked"
FORM = library_form(KnownName, Rendering)

#: The most changed entries, and the most entries to check, for which this is quicker than checking everything.
_MOST = 30
#: The first letter of the codes of findings that compare two texts.
_HELD = "Z"


def findings_on(project: Path, state: State, paths: Sequence[str]) -> list[Finding] | None:
    """The findings in these files of entries, in order; None if everything must be checked."""
    if len(paths) > _MOST or (rows := open_rows(project / _FILE, state.program, FORM)) is None:
        return None
    try:
        few = Few(project, state, rows, rows)
        asked = {entry.id: entry for entry in (_entry_at(few.library, path) for path in paths)}
        return in_order(finding for finding in few.findings(asked) if finding.location.path in paths)
    except Uncertain:
        return None


class Few:
    """A project in which only the texts of a few entries changed since `rows` and `names` were recorded. The constructor and the methods
    raise Uncertain if more may have changed."""

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
        """The graphs of the changed entries, before and after."""
        known = Graph({}, {}, (), self.common)
        was = link_some(self.before, (self.before.entries[one] for one in self.changed), known)
        now = link_some(self.library, self.changed.values(), known)
        owners = self._rows.value("about", "owners")
        for target, count in self.mentions(was, now).items():
            if is_common(target, count, owners) != (target in self.common):
                raise Uncertain
        return was, now

    def mentions(self, was: Graph, now: Graph) -> dict[str, int]:
        """The number of mentions of each target that a changed entry mentions, or mentioned before."""
        kept: Mapping[str, int] = self._rows.table("mentions")
        targets = was.mentions.keys() | now.mentions.keys()
        return {one: kept.get(one, 0) - was.mentions.get(one, 0) + now.mentions.get(one, 0) for one in targets}

    @cached_property
    def backlinks(self) -> Mapping[str, tuple[str, ...]]:
        """The backlinks of all targets."""
        return ChainMap(self.new_backlinks, self.kept_backlinks)  # type: ignore[arg-type]  # read only

    @cached_property
    def kept_backlinks(self) -> Mapping[str, tuple[str, ...]]:
        """The recorded backlinks."""
        return self._rows.table("backlinks")

    @cached_property
    def new_backlinks(self) -> dict[str, tuple[str, ...]]:
        """The backlinks of targets whose backlinks changed."""
        was, now = self.graphs
        found = {}
        for target in was.backlinks.keys() | now.backlinks.keys():
            before, led = self.kept_backlinks.get(target, ()), now.backlinks.get(target, ())
            if {*before}.intersection(self.changed) != {*led}:
                found[target] = tuple(sorted({*before, *led} - (self.changed.keys() - {*led}), key=self._order.__getitem__))
        return found

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {one: place for place, one in enumerate((*self._rows.keys("entries"), *self._rows.keys("terms")))}

    def graph(self, owners: Iterable[Entry | Term]) -> Graph:
        """The graph of these owners and of the changed entries. Looking up the texts of others raises Uncertain."""
        _, now = self.graphs
        rest = link_some(self.library, (one for one in owners if one.id not in self.changed), now)
        return Graph(_Some({**now.texts, **rest.texts}), self.backlinks, (*now.findings, *rest.findings), self.common)

    def findings(self, asked: Mapping[str, Entry]) -> Iterator[Finding]:
        """The findings on these entries, and some on others, unsorted."""
        for system in {entry.system for entry in asked.values()}:
            give_term_base(self.library, system, self._rows.value("renderings", system))
        told = _rows_of(self._rows, "told", asked.values())
        yield from checked(self.library, self.graph(asked.values()), About(asked.values()), told)
        yield from _rows_of(self._rows, "read", (entry for entry in asked.values() if entry.id not in self.read))
        for findings in self.read.values():
            yield from findings

    def all_findings(self, kept: Iterable[Finding]) -> list[Finding]:
        """The findings on everything, in order; `kept` are the recorded ones."""
        kept = [*kept]
        own = {name for entry in self.changed.values() for name in _files_of(entry)}
        found = [finding for finding in self.findings(self.changed) if finding.location.path in own]
        self._hold_others_against(own, kept)
        self._are_led_to(self.new_backlinks.keys() - self.changed.keys())
        return in_order([*(finding for finding in kept if finding.location.path not in own), *found])

    def kept(self, state: State) -> dict[str, Mapping[str, Any]]:
        """The values to replace in the record, for a project at this state."""
        read: dict[str, list[Any]] = {name: [] for entry in self.changed.values() for name in _files_of(entry)}
        found = (finding for findings in self.read.values() for finding in findings)
        return {
            "entries": self.changed,
            "backlinks": self.new_backlinks,
            "mentions": self.mentions(*self.graphs),
            "read": {**read, **dict(by_path(found))},
            "about": {"files": dict(state.files)},
        }

    def _hold_others_against(self, own: Collection[str], kept: Iterable[Finding]) -> None:
        """Raise Uncertain if the findings on texts compared with the changed ones may change; `own` are the files of these."""
        about = self._around()
        texts = [one for one in (*about.texts, *about.concepts) if one.location.path not in own]
        held = [finding for finding in kept if finding.code[0] in _HELD]
        if any(is_in(one, finding.location) for one in texts for finding in held):
            raise Uncertain
        if any(waiver.code[:1] in _HELD for one in texts if not isinstance(one, Concept) for waiver in one.waivers):
            raise Uncertain
        for system in {entry.system for entry in about.entries}:
            give_term_base(self.library, system, self._rows.value("renderings", system))
        changed = {id(entry) for entry in self.changed.values()}
        pieces = (piece for check in HELD_AGAINST for piece in check(self.library, about) if isinstance(piece, Piece))
        concerned = (piece for piece in pieces if any(id(value) in changed for value in piece.of))
        if any(finding.location.path not in own for piece in concerned for finding in piece.find()):
            raise Uncertain

    def _around(self) -> About:
        """The changed texts, and those compared with them."""
        library = self.library
        kin: dict[str, Entry] = {}
        for entry in self.changed.values():
            above = library.entries.get(entry.parent)
            kin |= {one.id: one for one in (entry, *library.children(entry.id), *([above] if above else []))}
        led = {
            one
            for entry in self.changed.values()
            for target in (entry.id, entry.parent)
            for one in self.backlinks.get(target, ())
        }
        near = {one.id: one for entry in self.changed.values() for one in library.children(entry.parent)}
        near |= {one: library.entries[one] for one in led if one in library.entries}
        terms = {term.id: term for one in kin for term in library.terms_of(one)}
        telling: Mapping[str, list[str]] = self._rows.table("telling")
        terms |= {term: library.terms[term] for one in self.changed for term in telling.get(one, ())}
        concepts = {concept.id: concept for one in kin for concept in library.concepts_of(one)}
        return About({**kin, **near}.values(), terms.values(), concepts.values())

    def _are_led_to(self, ids: Iterable[str]) -> None:
        """Raise Uncertain if an entry gains its first reference or loses its last (V005)."""
        for entry in (self.library.entries[one] for one in ids if one in self.library.entries):
            named = entry.parent or self.library.terms_of(entry.id) or self.library.concepts_of(entry.id)
            if not named and not (self.kept_backlinks.get(entry.id) and self.backlinks.get(entry.id)):
                raise Uncertain


def keep(project: Path, library: Library, graph: Graph, read: Iterable[Finding], state: State) -> None:
    """Record what `findings_on` needs of a project read at this `state`, unless the existing record is still valid."""
    rows = open_rows(project / _FILE, state.program, FORM)
    with suppress(Uncertain):
        if rows and _changed(StoredLibrary(rows, rows), rows, state, lambda entry: library.entries.get(entry.id)) is not None:
            return
    tables = {**library_tables(library), **vocabulary_tables(library), **kept_tables(library, graph, read, state)}
    with suppress(OSError):
        write_rows(project / _FILE, state.program, tables, FORM)


def kept_tables(library: Library, graph: Graph, read: Iterable[Finding], state: State) -> Tables:
    """The tables that `Few` needs besides those of the library and its vocabularies. `read` are the findings of reading."""
    return {
        "renderings": ((system, renderings(library, system)) for system in library.systems),
        "backlinks": graph.backlinks.items(),
        "mentions": graph.mentions.items(),
        "read": by_path(read),
        "telling": _telling(library).items(),
        "told": by_path(names_are_one_to_one(library)),
        "about": {"files": dict(state.files), "common": graph.common, "owners": dict(owners_in(graph.texts))}.items(),
    }


def _telling(library: Library) -> dict[str, list[str]]:
    """Entry → the terms with that entry in `mentioned`."""
    found: dict[str, list[str]] = {}
    for term in library.terms.values():
        for entry in term.mentioned:
            found.setdefault(entry, []).append(term.id)
    return found


def by_path(findings: Iterable[Finding]) -> Iterable[tuple[str, list[Any]]]:
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


class _Some(Mapping[str, Mapping[str, LinkedText]]):
    """The texts of some owners. Raises Uncertain for any other owner."""

    def __init__(self, texts: Mapping[str, Mapping[str, LinkedText]]) -> None:
        self._texts = texts

    def __getitem__(self, owner: str) -> Mapping[str, LinkedText]:
        if owner not in self._texts:
            raise Uncertain
        return self._texts[owner]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def _files_of(entry: Entry) -> tuple[str, str]:
    path = entry.location.path
    return path, f"{path.removesuffix('.md')}.en.md"


def _rows_of(rows: Rows, table: str, entries: Iterable[Entry]) -> Iterator[Finding]:
    known: Mapping[str, list[Any]] = rows.table(table)
    for name in (name for entry in entries for name in _files_of(entry)):
        yield from map(finding_of, known.get(name, ()))
