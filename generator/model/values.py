"""The content model: what one rule entry, one term, one system is. Frozen values, no behaviour beyond names and addresses.

>>> entry.id, entry.url
('conquest/spalten', '/conquest/spalten/')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .choices import KINDS as KINDS
from .rule_number import RuleNumber

#: Where an English original comes from, with the words a reader sees.
TITLE_EN_SOURCES: Mapping[str, str] = {
    "book": "so im deutschen Buch",
    "published": "aus der englischen Ausgabe",
    "inferred": "von uns erschlossen",
}

#: How far an entry is.
STATUSES = ("entwurf", "geprüft")

#: What a change of an entry concerns, most important first, with the words a reader sees.
CHANGE_KINDS: Mapping[str, str] = {
    "meaning": "Bedeutung",
    "wording": "Wortlaut",
    "number": "Nummer",
    "translation": "Übersetzung",
}

#: What became of an id that is no more.
MOVE_KINDS = ("move", "merge", "remove")

#: What the holder of the rights allows.
LICENCE_STATUSES = ("own-words", "permitted", "private")

#: First segments under a system's address that no entry may take ("index" is the file of the overview itself).
RESERVED_SLUGS = frozenset({"teil", "phase", "art", "seite", "glossar", "a-z", "stand", "aenderungen", "index"})

#: First segments of the whole site that no system may take.
RESERVED_SYSTEMS = frozenset(
    {
        "api",
        "assets",
        "art",
        "begriffe",
        "datenschutz",
        "einbetten-1",
        "embed",
        "hilfe",
        "impressum",
        "index",
        "javascripts",
        "suche",
        "404",
    }
)


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file: path relative to the project with forward slashes, line and column from 1."""

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rulebook: "Grundregeln" in "Grundregeln 17.0"."""

    id: str
    title: str
    title_en: str = ""
    abbreviations: tuple[str, ...] = ()
    default: bool = False
    pages: str = ""


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a system's turn, in the system's order."""

    id: str
    title: str
    title_en: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """A number series: the printed words that name it ("Tabelle" in "Tabelle 6.2"). Numbers are unique per part and series."""

    id: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataField:
    """A text that data of a system's entries may hold besides a table, and what it is called: combat_value, "Kampfwert"."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Licence:
    """What we may do with a system's rules: our own words, a permission (with evidence), or private use only."""

    status: str
    holder: str = ""
    note: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class System:
    """One system (Spielsystem). `mark` is its cleaned drawing (mark.svg), "" where it has none and shows its short name instead.

    `overlay` stands before `content/…` in the paths of a system that lies in an overlay ("privat/"); "" for the project's own.
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
    source_language: str = "en"
    source: str = ""
    parts: tuple[Part, ...] = ()
    series: tuple[Series, ...] = ()
    phases: tuple[Phase, ...] = ()
    data: tuple[DataField, ...] = ()
    units: tuple[str, ...] = ()
    everyday: tuple[str, ...] = ()
    spelling: tuple[str, ...] = ()
    accent: str = ""
    mark: str = ""
    names: tuple[str, ...] = ()
    overlay: str = ""
    location: Location = Location("")

    @property
    def url(self) -> str:
        return f"/{self.id}/"

    def part(self, part_id: str) -> Part | None:
        """The part with this id, or None."""
        return next((part for part in self.parts if part.id == part_id), None)

    def part_title(self, part_id: str) -> str:
        """What the part with this id is called; the id itself where there is none."""
        part = self.part(part_id)
        return part.title if part else part_id

    def phase(self, phase_id: str) -> Phase | None:
        """The phase with this id, or None."""
        return next((phase for phase in self.phases if phase.id == phase_id), None)

    def facts(self, data: Mapping[str, Any] | None) -> dict[str, str]:
        """The texts that an entry's data holds, name → label: as the system lists them, then what it does not list, under its own name."""
        held = [name for name, value in (data or {}).items() if value and isinstance(value, str)]
        listed = {own.name: own.label for own in self.data if own.name in held}
        return listed | {name: name for name in held if name not in listed}


def data_labels(systems: Iterable[System]) -> dict[str, str]:
    """Every text that data of these systems may hold, name → label; where systems differ, the first one's."""
    found: dict[str, str] = {}
    for own in (own for system in systems for own in system.data):
        found.setdefault(own.name, own.label)
    return found


@dataclass(frozen=True, slots=True)
class Section:
    """A heading in an entry's body, addressable as `<id>#<slug>`."""

    id: str
    title: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that a writer keeps, with the reason; `about` limits it to findings whose message names that ("March")."""

    code: str
    reason: str
    about: str = ""
    location: Location = Location("")


@dataclass(frozen=True, slots=True)
class RuleChange:
    """How a rule or its text changed: the rules' version ("" where it is not of a version), ISO day, kind (CHANGE_KINDS), one sentence."""

    date: str
    kind: str
    text: str
    version: str = ""
    location: Location = Location("")


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule entry (Regeleintrag).

    `text` is the body as Markdown; `see` and `parent` are ids; `places` maps a field's name to where it stands.
    """

    id: str
    system: str
    part: str
    kind: str
    title: str
    title_en: str = ""
    title_en_source: str = ""
    number: RuleNumber | None = None
    order: int = 0
    parent: str = ""
    page: int | None = None
    edition: str = ""
    short: str = ""
    short_en: str = ""
    phases: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    status: str = "entwurf"
    translated_from: str = ""
    card: Mapping[str, Any] | None = None
    data: Mapping[str, Any] | None = None
    text: str = ""
    text_en: str = ""
    sections: tuple[Section, ...] = ()
    changes: tuple[RuleChange, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    location: Location = Location("")
    body_line: int = 1
    places: Mapping[str, Location] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        return self.id.partition("/")[2]

    @property
    def url(self) -> str:
        return f"/{self.id}/"


@dataclass(frozen=True, slots=True)
class Term:
    """One term (Begriff) of a system's term base. With `entry` it is another name of that entry and no target of its own.

    `allow` are words that may stand for it in a translation without being names of it.
    """

    id: str
    system: str
    title: str
    title_en: str = ""
    title_en_source: str = ""
    definition: str = ""
    entry: str = ""
    forms: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    note: str = ""
    status: str = "entwurf"
    translated_from: str = ""
    waivers: tuple[Waiver, ...] = ()
    location: Location = Location("")

    @property
    def url(self) -> str:
        return f"/{self.id}/"


@dataclass(frozen=True, slots=True)
class PlayerQueries:
    """What players type when they mean an entry or term (`target` is its id) without knowing its name."""

    target: str
    queries: tuple[str, ...]
    location: Location = Location("")


@dataclass(frozen=True, slots=True)
class Concept:
    """One concept across systems.

    `entries` maps a system's id to the ids of the entries or terms that carry it there; none means that the system has no such thing, a
    missing system that nobody has looked. `notes` has one sentence per system on how it goes there.
    """

    id: str
    title: str
    title_en: str = ""
    description: str = ""
    description_en: str = ""
    aliases: tuple[str, ...] = ()
    entries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    differences: tuple[str, ...] = ()
    location: Location = Location("")

    @property
    def url(self) -> str:
        return f"/begriffe/{self.id}/"


@dataclass(frozen=True, slots=True)
class Move:
    """An id that was renamed, merged or (with `new` empty) removed. `merged` says that `new` was a rule of its own already."""

    old: str
    new: str
    date: str
    why: str
    location: Location = Location("")
    merged: bool = False

    @property
    def kind(self) -> str:
        """One of MOVE_KINDS."""
        if not self.new:
            return "remove"
        return "merge" if self.merged else "move"
