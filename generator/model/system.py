"""One system: its parts, phases, number series, rights. Places in files and on the web."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file: path relative to the project with forward slashes, line and column from 1.

    `steps` of a value: (offset in it, line, column) wherever its next characters do not simply follow those before them in the
    file. They count in the `repr`, from which digests are made, but not in comparisons.
    """

    path: str
    line: int = 1
    column: int = 1
    steps: tuple[tuple[int, int, int], ...] = field(default=(), compare=False)

    def within(self, offset: int) -> Location:
        """The place of a character of the value that is here."""
        start, line, column = next((s for s in reversed(self.steps) if s[0] <= offset), (0, self.line, self.column))
        return Location(self.path, line, column + offset - start)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


NOWHERE = Location("")


@dataclass(frozen=True, slots=True)
class Lines(Mapping[str, Location]):
    """The places of a file's fields as JSON, each made a `Location` on demand, because few of thousands are asked for.

    >>> Lines.of("a.md", {"title": Location("a.md", 2, 8)})["title"]
    Location(path='a.md', line=2, column=8, steps=())
    """

    path: str = ""
    written: str = "{}"
    steps: str = field(default="{}", compare=False)

    @classmethod
    def of(cls, path: str, places: Mapping[str, Location]) -> Lines:
        """The places of fields that are all in this file."""
        steps = {name: place.steps for name, place in places.items() if place.steps}
        return cls(path, json.dumps({name: (place.line, place.column) for name, place in places.items()}), json.dumps(steps))

    def __getitem__(self, name: str) -> Location:
        line, column = json.loads(self.written)[name]
        return Location(self.path, line, column, tuple(map(tuple, json.loads(self.steps).get(name, ()))))

    def __iter__(self) -> Iterator[str]:
        return iter(json.loads(self.written))

    def __len__(self) -> int:
        return len(json.loads(self.written))


@dataclass(frozen=True, slots=True)
class Original:
    """The public place of an English original: a page's address, and the section there ("" for the whole)."""

    url: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rulebook: "Grundregeln" in "Grundregeln 17.0". `name` is what a part is called whose title only counts it: "Zaubern",
    the title of the entry that opens "Kapitel Neun" (see `named_parts`).
    """

    id: str
    title: str
    title_en: str = ""
    abbreviations: tuple[str, ...] = ()
    default: bool = False
    pages: str = ""
    name: str = ""
    name_en: str = ""

    @property
    def heading(self) -> str:
        """The title with the name, if it has one: "Kapitel Neun: Zaubern"."""
        return ": ".join(filter(None, (self.title, self.name)))

    @property
    def heading_en(self) -> str:
        """The English title with the English name: "Chapter Nine: Spellcasting"."""
        return ": ".join(filter(None, (self.title_en, self.name_en))) if self.title_en else ""


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a system's turn, in the system's order."""

    id: str
    title: str
    title_en: str = ""


@dataclass(frozen=True, slots=True)
class Collection:
    """A ready-made collection (Spickzettel): ids of entries in the order of use."""

    id: str
    title: str
    rules: tuple[str, ...]
    location: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Series:
    """A number series: the printed words that name it ("Tabelle" in "Tabelle 6.2"). Numbers are unique per part and series."""

    id: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataField:
    """A text that an entry's data may hold besides a table, with its label: combat_value, "Kampfwert".

    One that is only `collected` is for tables made from several entries; an entry's own page does not show it.
    """

    name: str
    label: str
    collected: bool = False


@dataclass(frozen=True, slots=True)
class Licence:
    """Our permission for a system's rules: our own words, a permission (with evidence), or private use only."""

    status: str
    holder: str = ""
    note: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class System:
    """One system (Spielsystem). `mark` is its cleaned drawing (mark.svg), "" if it shows its short name instead.

    `excerpt` says what the source lacks, if it is only an excerpt of the rulebook. `overlay` precedes `content/…` in the paths of a
    system from an overlay ("privat/"); "" for the project's own.
    """

    id: str
    name: str
    short: str
    licence: Licence
    publisher: str = ""
    publisher_url: str = ""
    edition: str = ""
    rules_version: str = ""
    rules_date: str = ""
    undated: str = ""
    source_language: str = "en"
    see_en: Original | None = None
    source: str = ""
    parts: tuple[Part, ...] = ()
    series: tuple[Series, ...] = ()
    phases: tuple[Phase, ...] = ()
    sheets: tuple[Collection, ...] = ()
    data: tuple[DataField, ...] = ()
    units: tuple[str, ...] = ()
    everyday: tuple[str, ...] = ()
    spelling: tuple[str, ...] = ()
    accent: str = ""
    mark: str = ""
    names: tuple[str, ...] = ()
    excerpt: tuple[str, ...] = ()
    overlay: str = ""
    location: Location = NOWHERE

    @property
    def url(self) -> str:
        return f"/{self.id}/"

    def part(self, part_id: str) -> Part | None:
        """The part with this id, or None."""
        return next((part for part in self.parts if part.id == part_id), None)

    def part_title(self, part_id: str) -> str:
        """The title of the part with this id; the id itself if there is none."""
        part = self.part(part_id)
        return part.title if part else part_id

    def phase(self, phase_id: str) -> Phase | None:
        """The phase with this id, or None."""
        return next((phase for phase in self.phases if phase.id == phase_id), None)

    def facts(self, data: Mapping[str, Any] | None) -> dict[str, str]:
        """The texts in an entry's data that its page shows (name → label), in the system's order; unlisted ones follow under their
        own names."""
        collected = {own.name for own in self.data if own.collected}
        held = [name for name, value in (data or {}).items() if value and isinstance(value, str) and name not in collected]
        listed = {own.name: own.label for own in self.data if own.name in held}
        return listed | {name: name for name in held if name not in listed}


def data_labels(systems: Iterable[System]) -> dict[str, str]:
    """All data texts of these systems (name → label); if systems differ, the first wins."""
    found: dict[str, str] = {}
    for own in (own for system in systems for own in system.data):
        found.setdefault(own.name, own.label)
    return found
