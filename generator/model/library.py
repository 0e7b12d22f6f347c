"""The library (Bestand): all loaded content, indexed once and immutable.

>>> library.entry("conquest/spalten").title
'Spalten (X)'
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from .rule_number import RuleNumber, normal_key
from .values import Concept, Entry, Move, OtherPlace, PlayerQueries, Section, System, Term

#: A parameter in parentheses at the end of a title: (X), (+X), (2), (5+), (W3), (1/10).
PARAMETER = re.compile(r"(?:(?<!\s)\s+)?\(\s*(?:(?:[+\-–−]\s*)?(?:\d*[WwDd]\d+|[XxNn]|\d+)\+?|\d+/\d+)\s*\)\s*$")


def without_parameter(title: str) -> str:
    """Drop a title's closing parameter: "Spalten (X)" gives "Spalten"."""
    return PARAMETER.sub("", title) if ")" in title else title


def parameter(title: str) -> str:
    """The parameter, open or set, in a title: "Spalten (X)" gives "X", "Rettung (X+)" gives "X+"; "" without one."""
    match = PARAMETER.search(title)
    return match[0].strip(" ()") if match else ""


@lru_cache(maxsize=1 << 15)  # a build asks for each name dozens of times
def name_key(name: str) -> str:
    """Normalise a name for look-up: NFC, no parameter, case folded, single spaces.

    >>> name_key("SPALTEN (2)")
    'spalten'
    """
    text = unicodedata.normalize("NFC", name).replace("\u00ad", "")
    return " ".join(without_parameter(text).casefold().split())


@dataclass(frozen=True, slots=True)
class Name:
    """One name of a target: `target` is an id, `type` is title, term or english."""

    text: str
    target: str
    type: str


def entry_names(entry: Entry) -> Iterable[Name]:
    """All names of an entry: German title, aliases, English title, and what it is called in other places of the book; those of its
    table's rows lead to the rows."""
    yield Name(entry.title, entry.id, "title")
    for alias in entry.aliases:
        yield Name(alias, entry.id, "title")
    if entry.title_en:
        yield Name(entry.title_en, entry.id, "english")
    for row in (section for section in entry.sections if section.is_row):
        yield Name(row.title, f"{entry.id}#{row.id}", "title")
        if row.title_en:
            yield Name(row.title_en, f"{entry.id}#{row.id}", "english")
    for place in entry.places:
        if place.title:
            yield Name(place.title, entry.id, "title")
        if place.title_en:
            yield Name(place.title_en, entry.id, "english")


def numbers_of(entry: Entry) -> list[tuple[str, RuleNumber]]:
    """The numbers of an entry's rule, each with the part of the book that prints it."""
    all_places: list[Entry | OtherPlace] = [entry, *entry.places]
    return [(place.part, place.number) for place in all_places if place.number]


def pages_of(entry: Entry) -> set[int]:
    """The pages of the book on which an entry's rule stands."""
    all_places: list[Entry | OtherPlace] = [entry, *entry.places]
    return {place.page for place in all_places if place.page is not None}


def term_names(term: Term) -> Iterable[Name]:
    """All names of a term; if the term belongs to an entry, that entry is the target."""
    target = f"{term.system}/{term.entry}" if term.entry else term.id
    for text in (term.title, *term.forms, *term.abbreviations, *term.synonyms):
        yield Name(text, target, "term")
    if term.title_en:
        yield Name(term.title_en, target, "english")


Thing = TypeVar("Thing", System, Entry, Term, Concept)


def _by_id(things: Iterable[Thing]) -> Mapping[str, Thing]:
    return MappingProxyType({it.id: it for it in things})


class Library:
    """Immutable lookup by id, part and number, and name. Build it with `load`, or directly from parsed values.

    `drawings` maps a drawing's path to its cleaned SVG, `drawing_problems` an unusable drawing's path to the reason in German, and
    `queries` an entry's or term's id to what players type for it.
    """

    def __init__(
        self,
        systems: Iterable[System] = (),
        entries: Iterable[Entry] = (),
        terms: Iterable[Term] = (),
        concepts: Iterable[Concept] = (),
        moves: Iterable[Move] = (),
        drawings: Mapping[str, str] | None = None,
        drawing_problems: Mapping[str, str] | None = None,
        queries: Iterable[PlayerQueries] = (),
    ) -> None:
        self.drawings: Mapping[str, str] = MappingProxyType(dict(drawings or {}))
        self.drawing_problems: Mapping[str, str] = MappingProxyType(dict(drawing_problems or {}))
        self.queries: Mapping[str, PlayerQueries] = MappingProxyType({asked.target: asked for asked in queries})
        #: All systems by id, in the order of their names.
        self.systems: Mapping[str, System] = _by_id(sorted(systems, key=lambda s: s.name.casefold()))
        places = {(s.id, p.id): i for s in self.systems.values() for i, p in enumerate(s.parts)}
        #: All entries by id, in reading order: system, part, order.
        self.entries: Mapping[str, Entry] = _by_id(
            sorted(entries, key=lambda e: (e.system, places.get((e.system, e.part), 999), e.order, e.id))
        )
        #: All glossary terms by id, alphabetically within each system.
        self.terms: Mapping[str, Term] = _by_id(sorted(terms, key=lambda t: (t.system, sort_key(t.title), t.id)))
        #: All concepts by id, alphabetically.
        self.concepts: Mapping[str, Concept] = _by_id(sorted(concepts, key=lambda c: sort_key(c.title)))
        #: Every id that moved, sorted.
        self.moves = tuple(sorted(moves, key=lambda m: (m.old, m.location, m.new)))
        self._index()

    def _index(self) -> None:
        self._moved = {move.old: move.new for move in reversed(self.moves)}  # the first of two rows counts (K016)
        self._by_part: dict[tuple[str, str], list[Entry]] = defaultdict(list)
        self._by_number: dict[tuple[str, str, str], list[Entry]] = defaultdict(list)
        self._by_page: dict[tuple[str, int], list[Entry]] = defaultdict(list)
        self._by_name: dict[tuple[str, str], list[Name]] = defaultdict(list)
        self._children: dict[str, list[Entry]] = defaultdict(list)
        self._term_of: dict[str, list[Term]] = defaultdict(list)
        self._concepts_of: dict[str, list[Concept]] = defaultdict(list)
        for entry in self.entries.values():
            self._by_part[entry.system, entry.part].append(entry)
            for page in sorted(pages_of(entry)):
                self._by_page[entry.system, page].append(entry)
            for part, number in numbers_of(entry):
                self._by_number[entry.system, part, number.key].append(entry)
            if entry.parent:
                self._children[entry.parent].append(entry)
            self._add_names(entry.system, entry_names(entry))
        self._place = {entry.id: at for part in self._by_part.values() for at, entry in enumerate(part)}
        for term in self.terms.values():
            if term.entry:
                self._term_of[f"{term.system}/{term.entry}"].append(term)
            if not term.entry or f"{term.system}/{term.entry}" in self.entries:  # otherwise its names would lead nowhere (K011)
                self._add_names(term.system, term_names(term))
        for concept in self.concepts.values():
            for ids in concept.entries.values():
                for target in ids:
                    self._concepts_of[target].append(concept)

    def _add_names(self, system: str, names: Iterable[Name]) -> None:
        for name in names:
            found = self._by_name[system, name_key(name.text)]
            if all(other.target != name.target for other in found):
                found.append(name)

    def entry(self, entry_id: str) -> Entry | None:
        """The entry with this id (a section's is its entry's), following redirects; None if there is none."""
        return self.entries.get(self.current_id(entry_id))

    def term(self, term_id: str) -> Term | None:
        """The term with this id, following redirects; None if there is none."""
        return self.terms.get(self.current_id(term_id))

    def target(self, target_id: str) -> Entry | Term | Concept | None:
        """The entry or term (following redirects), or concept ("begriffe/<id>") with this id; a section's is its entry."""
        if target_id.startswith("begriffe/"):
            return self.concepts.get(target_id.removeprefix("begriffe/"))
        current = self.current_id(target_id)
        return self.entries.get(current) or self.terms.get(current)

    def current_id(self, old: str) -> str:
        """The current id of `old`, without any section; unmoved ids and ids that moved in a circle come back unchanged."""
        page = old.partition("#")[0]
        return self.current_place(page).partition("#")[0] if page in self._moved else page

    def current_place(self, old: str) -> str:
        """The current place of an id or a section ("aos/liste#nagloch"): an entry that moved into a section leads there."""
        new, _, section = old.partition("#")
        seen = {new}
        while step := self._moved.get(new):
            page, _, into = step.partition("#")
            if page in seen:
                break
            seen.add(page)
            new, section = page, into or section
        return f"{new}#{section}" if section else new

    def section(self, place: str) -> Section | None:
        """The section that a place ("aos/liste#nagloch") names; None for an id without one, and for an unknown one."""
        page, _, section = self.current_place(place).partition("#")
        entry = self.entries.get(page) if section else None
        return next((one for one in entry.sections if one.id == section), None) if entry else None

    def system_entries(self, system: str) -> list[Entry]:
        """A system's entries in reading order."""
        return [entry for entry in self.entries.values() if entry.system == system]

    def system_terms(self, system: str) -> list[Term]:
        """A system's terms, alphabetically."""
        return [term for term in self.terms.values() if term.system == system]

    def part_entries(self, system: str, part: str) -> list[Entry]:
        """The entries of one part in reading order."""
        return list(self._by_part.get((system, part), ()))

    def neighbours(self, entry_id: str) -> tuple[Entry | None, Entry | None]:
        """The entries before and after this one in its part; None at either end, and for an unknown id."""
        at = self._place.get(entry_id)
        if at is None:
            return None, None
        entry = self.entries[entry_id]
        part = self._by_part[entry.system, entry.part]
        return (part[at - 1] if at else None), (part[at + 1] if at + 1 < len(part) else None)

    def children(self, entry_id: str) -> list[Entry]:
        """The entries that name this one as their parent, in reading order."""
        return list(self._children.get(entry_id, ()))

    def terms_of(self, entry_id: str) -> list[Term]:
        """The terms that name this entry."""
        return list(self._term_of.get(entry_id, ()))

    def concepts_of(self, target_id: str) -> list[Concept]:
        """The concepts that this entry or term carries in its system."""
        return list(self._concepts_of.get(target_id, ()))

    def on_page(self, system: str, page: int) -> list[Entry]:
        """The entries on a page of a system's book, in reading order."""
        return list(self._by_page.get((system, page), ()))

    def by_number(self, system: str, part: str, number: str) -> list[Entry]:
        """The entries of a part with this number ("17", "17.0", "15.2.1"), whatever their series."""
        try:
            return list(self._by_number.get((system, part, normal_key(number)), ()))
        except ValueError:
            return []

    def numbers(self, system: str, part: str) -> list[str]:
        """All numbers of a part as printed, in reading order, for "did you mean" hints."""
        return [str(entry.number) for entry in self.part_entries(system, part) if entry.number]

    def named(self, system: str, name: str) -> list[Name]:
        """Everything in a system with this name (ignoring case, parameter and white space), one `Name` per target."""
        return list(self._by_name.get((system, name_key(name)), ()))

    def titled(self, system: str, title: str) -> list[Entry]:
        """The entries of a system with this title (as `named` has it), in reading order."""
        found = (self.entries.get(name.target) for name in self.named(system, title))
        return [entry for entry in found if entry and name_key(entry.title) == name_key(title)]

    def names(self, system: str) -> list[Name]:
        """All names in a system: what the reference finder looks for."""
        return [name for (of, _), names in self._by_name.items() if of == system for name in names]


_FOLD = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})


def sort_key(title: str) -> tuple[str, str]:
    """German alphabetical order (DIN 5007-1): ä as a, ß as ss, ignoring case."""
    return (re.sub(r"[^\w ]", "", title.casefold().translate(_FOLD)), title)
