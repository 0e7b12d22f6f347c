"""Check only a few entries, with what the last check of everything recorded about the rest (`kept_checks`).

The record is valid as long as only the texts of a few entries have changed: names, numbers, parents and everything else that other
entries are checked against are the same. If that is not certain, there is no answer, and everything must be checked.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..files.rows import Rows, open_rows
from ..model.findings import Finding, finding_of, in_order
from ..model.places import english_path, is_in
from ..model.values import Concept, Entry, Term
from ..reading.load import load_entry
from ..reading.state import State
from ..reading.stored_library import ChangedLibrary, StoredLibrary, Uncertain
from ..references.graph import Graph, LinkedText, is_common, link_some
from .changed_entries import MOST, changed_entries, entry_at
from .checks import HELD_AGAINST, checked
from .checks.graph import CHECKS as GRAPH_CHECKS
from .checks.graph import NAMING_NEAR
from .checks.pieces import About, Piece
from .kept_checks import FILE, FORM, by_path
from .renderings import give_term_base

#: The first letter of the codes of findings that compare two texts.
_HELD = "Z"


def findings_on(project: Path, state: State, paths: Sequence[str]) -> list[Finding] | None:
    """The findings in these files of entries, in order; None if everything must be checked."""
    if len(paths) > MOST or (rows := open_rows(project / FILE, state.program, FORM)) is None:
        return None
    try:
        few = Few(project, state, rows, rows)
        asked = {entry.id: entry for entry in (entry_at(few.library, path) for path in paths)}
        return in_order(finding for finding in few.findings(asked) if finding.location.path in paths)
    except Uncertain:
        return None


class Few:
    """A project in which only the texts of a few entries changed since `rows` and `names` were recorded. The constructor and the methods
    raise Uncertain if more may have changed."""

    def __init__(self, project: Path, state: State, rows: Rows, names: Rows) -> None:
        self._rows, self.read = rows, dict[str, list[Finding]]()
        self.before = StoredLibrary(rows, names)

        self.changed = changed_entries(self.before, rows, state, self._reader(project))
        self.library = ChangedLibrary(rows, names, self.changed)

    def _reader(self, project: Path) -> Callable[[Entry], Entry | None]:
        """What reads an entry anew, and notes the findings of reading it."""

        def read(entry: Entry) -> Entry | None:
            system = self.before.systems[entry.system]
            found, self.read[entry.id] = load_entry(project, system, entry.part, entry.slug)
            return found and replace(found, edition=entry.edition)

        return read

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
        targets = was.backlinks.keys() | now.backlinks.keys()
        return {target: self._led_now(target, now) for target in targets if self._is_led_otherwise(target, now)}

    def _is_led_otherwise(self, target: str, now: Graph) -> bool:
        """Whether other changed entries lead to a target than before."""
        return {*self.kept_backlinks.get(target, ())}.intersection(self.changed) != {*now.backlinks.get(target, ())}

    def _led_now(self, target: str, now: Graph) -> tuple[str, ...]:
        led = {*now.backlinks.get(target, ())}
        rest = {*self.kept_backlinks.get(target, ())} - self.changed.keys()
        return tuple(sorted(rest | led, key=self._order.__getitem__))

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
        self._give_term_bases(asked.values())
        told = _rows_of(self._rows, "told", asked.values())
        yield from checked(self.library, self.graph(asked.values()), About(asked.values()), told)
        yield from _rows_of(self._rows, "read", (entry for entry in asked.values() if entry.id not in self.read))
        for findings in self.read.values():
            yield from findings

    def _give_term_bases(self, entries: Iterable[Entry]) -> None:
        """Give the library the recorded terms of these entries' systems."""
        for system in {entry.system for entry in entries}:
            give_term_base(self.library, system, self._rows.value("renderings", system))

    def all_findings(self, kept: Iterable[Finding]) -> list[Finding]:
        """The findings on everything, in order; `kept` are the recorded ones."""
        own = {name for entry in self.changed.values() for name in _files_of(entry)}
        others = [finding for finding in kept if finding.location.path not in own]
        found = [finding for finding in self.findings(self.changed) if finding.location.path in own]
        self._hold_others_against(own, others)
        self._are_led_to(self.new_backlinks.keys() - self.changed.keys())
        return in_order([*self._naming_near(others), *found])

    def kept(self, state: State) -> dict[str, Mapping[str, Any]]:
        """The values to replace in the record, for a project at this state."""
        read: dict[str, list[Any]] = {name: [] for entry in self.changed.values() for name in _files_of(entry)}
        found = (finding for findings in self.read.values() for finding in findings)
        return {
            "entries": self.changed,
            "backlinks": self.new_backlinks,
            "mentions": self.mentions(*self.graphs),
            "read": {**read, **dict(by_path(found))},
            "about": {"files": state.noted},
        }

    def _hold_others_against(self, own: Collection[str], others: Iterable[Finding]) -> None:
        """Raise Uncertain if the findings on texts compared with the changed ones may change; `own` are the files of these."""
        about = self._around()
        texts = [one for one in (*about.texts, *about.concepts) if one.location.path not in own]
        if _are_found(texts, others) or any(finding.location.path not in own for finding in self._held_against(about)):
            raise Uncertain

    def _held_against(self, about: About) -> Iterator[Finding]:
        """What the checks that hold texts against others find where a changed text takes part."""
        self._give_term_bases(about.entries)
        changed = {id(entry) for entry in self.changed.values()}
        for piece in (piece for check in HELD_AGAINST for piece in check(self.library, about) if isinstance(piece, Piece)):
            if any(id(value) in changed for value in piece.of):
                yield from piece.find()

    def _around(self) -> About:
        """The changed texts, and those compared with them."""
        kin = {one.id: one for entry in self.changed.values() for one in self._kin(entry)}
        near = {one.id: one for entry in self.changed.values() for one in self._near(entry)}
        telling: Mapping[str, list[str]] = self._rows.table("telling")
        terms = {term.id: term for one in kin for term in self.library.terms_of(one)}
        terms |= {term: self.library.terms[term] for one in self.changed for term in telling.get(one, ())}
        concepts = {concept.id: concept for one in kin for concept in self.library.concepts_of(one)}
        return About({**kin, **near}.values(), terms.values(), concepts.values())

    def _kin(self, entry: Entry) -> Iterator[Entry]:
        """An entry, those below it, and the one above."""
        yield from (entry, *self.library.children(entry.id))
        if above := self.library.entries.get(entry.parent):
            yield above

    def _near(self, entry: Entry) -> Iterator[Entry]:
        """The entries beside an entry, and those that mention it or the one above."""
        yield from self.library.children(entry.parent)
        led = (one for target in (entry.id, entry.parent) for one in self.backlinks.get(target, ()))
        yield from (self.library.entries[one] for one in led if one in self.library.entries)

    def _are_led_to(self, ids: Iterable[str]) -> None:
        """Raise Uncertain if an entry gains its first reference or loses its last (V005)."""
        for entry in (self.library.entries[one] for one in ids if one in self.library.entries):
            named = entry.parent or self.library.terms_of(entry.id) or self.library.concepts_of(entry.id)
            if not named and not (self.kept_backlinks.get(entry.id) and self.backlinks.get(entry.id)):
                raise Uncertain

    def _naming_near(self, others: list[Finding]) -> list[Finding]:
        """Findings on others, of which those that name related entries are made again if the words of short rules changed."""
        is_retold = any(now.short != self.before.entries[one].short for one, now in self.changed.items())
        again = {(finding.location.path, finding.code) for finding in others if finding.code in NAMING_NEAR}
        if not is_retold or not again:
            return others
        entries = {entry.id: entry for entry in (entry_at(self.library, path) for path, _ in again)}
        graph, about = self.graph(entries.values()), About(entries.values())
        found = (finding for check in GRAPH_CHECKS for finding in check(self.library, graph, about))
        made = [finding for finding in found if (finding.location.path, finding.code) in again]
        return [*(finding for finding in others if finding.code not in NAMING_NEAR), *made]


def _are_found(texts: Collection[Entry | Term | Concept], findings: Iterable[Finding]) -> bool:
    """Whether texts have findings about what they are compared with, or waivers of such."""
    held = [finding for finding in findings if finding.code[0] in _HELD]
    if any(is_in(one, finding.location) for one in texts for finding in held):
        return True
    return any(waiver.code[:1] in _HELD for one in texts if not isinstance(one, Concept) for waiver in one.waivers)


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
    return path, english_path(path)


def _rows_of(rows: Rows, table: str, entries: Iterable[Entry]) -> Iterator[Finding]:
    known: Mapping[str, list[Any]] = rows.table(table)
    for name in (name for entry in entries for name in _files_of(entry)):
        yield from map(finding_of, known.get(name, ()))
