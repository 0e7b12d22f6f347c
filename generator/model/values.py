"""The content model: rule entry, term, system and their like. Frozen values, without behaviour beyond names and addresses.

>>> entry.id, entry.url
('conquest/spalten', '/conquest/spalten/')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .choices import KINDS as KINDS
from .choices import REVIEWERS as REVIEWERS
from .rule_number import RuleNumber

#: Where an English original comes from, with the words a reader sees.
TITLE_EN_SOURCES: Mapping[str, str] = {
    "book": "so im deutschen Buch",
    "published": "aus der englischen Ausgabe",
    "inferred": "von uns erschlossen",
}

#: A text's state as a file claims it: a draft, held against its source by a second reader, confirmed by the game's players or
#: publisher. The last two count only with a fitting review (`prose.review`).
STATUSES = ("entwurf", "gegengelesen", "geprüft")

#: What a change to an entry concerns, most important first → the words a reader sees.
CHANGE_KINDS: Mapping[str, str] = {
    "meaning": "Bedeutung",
    "wording": "Wortlaut",
    "number": "Nummer",
    "translation": "Übersetzung",
}

#: What became of a former id.
MOVE_KINDS = ("move", "merge", "remove")

#: What the rights holder allows.
LICENCE_STATUSES = ("own-words", "permitted", "private")

#: First segments below a system's address that no entry may take ("index" is the overview's own file).
RESERVED_SLUGS = frozenset({"teil", "phase", "art", "seite", "glossar", "a-z", "stand", "aenderungen", "auszug", "index"})

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
    """A place in a file: path relative to the project with forward slashes, line and column from 1.

    `steps` of a value: (offset in it, line, column) wherever its next characters do not simply follow those before them in the file.
    """

    path: str
    line: int = 1
    column: int = 1
    steps: tuple[tuple[int, int, int], ...] = field(default=(), compare=False, repr=False)

    def within(self, offset: int) -> Location:
        """The place of a character of the value that is here."""
        start, line, column = next((s for s in reversed(self.steps) if s[0] <= offset), (0, self.line, self.column))
        return Location(self.path, line, column + offset - start)

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
    """A text that an entry's data may hold besides a table, with its label: combat_value, "Kampfwert"."""

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
class Original:
    """Where an English original is public: a page's address, and the section there ("" for the whole)."""

    url: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class EnglishBeside:
    """The English of an entry in an overlay: its file and text. Checks read it; nothing publishes it."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class System:
    """One system (Spielsystem). `mark` is its cleaned drawing (mark.svg), "" if it shows its short name instead.

    `excerpt` says what the source lacks, if it is only an excerpt of the rulebook.
    `overlay` precedes `content/…` in the paths of a system from an overlay ("privat/"); "" for the project's own.
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
    see_en: Original | None = None
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
    excerpt: tuple[str, ...] = ()
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
        """The texts in an entry's data (name → label), in the system's order; unlisted ones follow under their own names."""
        held = [name for name, value in (data or {}).items() if value and isinstance(value, str)]
        listed = {own.name: own.label for own in self.data if own.name in held}
        return listed | {name: name for name in held if name not in listed}


def data_labels(systems: Iterable[System]) -> dict[str, str]:
    """All data texts of these systems (name → label); where systems differ, the first wins."""
    found: dict[str, str] = {}
    for own in (own for system in systems for own in system.data):
        found.setdefault(own.name, own.label)
    return found


@dataclass(frozen=True, slots=True)
class Section:
    """A heading in an entry's body, or a named row of its table, addressable as `<id>#<slug>`; headings come first."""

    id: str
    title: str
    number: str = ""
    title_en: str = ""
    is_row: bool = False


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that a writer accepts, with the reason; `about` limits the waiver to findings whose message names it
    ("March")."""

    code: str
    reason: str
    about: str = ""
    location: Location = Location("")


@dataclass(frozen=True, slots=True)
class Review:
    """That a text was read against its source: ISO date, the edition (`against`), the role (REVIEWERS), and fingerprints of the German
    and the English read. `of` names the section of an entry, or the system of a concept's note; "" for the whole."""

    date: str
    against: str
    by: str
    text: str
    english: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class RuleChange:
    """How a rule or its text changed: the rules' version ("" for none), ISO date, kind (CHANGE_KINDS), one sentence."""

    date: str
    kind: str
    text: str
    version: str = ""
    location: Location = Location("")


@dataclass(frozen=True, slots=True)
class OtherPlace:
    """Another place where the book tells an entry's rule; `title` and `title_en` only where they differ from the entry's."""

    part: str
    number: RuleNumber | None = None
    page: int | None = None
    title: str = ""
    title_en: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule entry (Regeleintrag).

    `text` is the body as Markdown; `see` and `parent` are ids; `lines` maps a field's name to its location. `made` are the lines of
    the text, each as its first and how many, that were made from other entries and are not in the file.
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
    places: tuple[OtherPlace, ...] = ()
    edition: str = ""
    short: str = ""
    short_en: str = ""
    see_en: Original | None = None
    phases: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    status: str = "entwurf"
    reviewed: Review | None = None
    reviewed_sections: tuple[Review, ...] = ()
    translated_from: str = ""
    card: Mapping[str, Any] | None = None
    data: Mapping[str, Any] | None = None
    text: str = ""
    text_en: str = ""
    beside: EnglishBeside | None = None
    sections: tuple[Section, ...] = ()
    changes: tuple[RuleChange, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    location: Location = Location("")
    body_line: int = 1
    lines: Mapping[str, Location] = field(default_factory=dict)
    made: tuple[tuple[int, int], ...] = ()

    @property
    def headings(self) -> tuple[Section, ...]:
        """The sections that are headings."""
        return tuple(one for one in self.sections if not one.is_row)

    @property
    def authored(self) -> str:
        """The body as it is in the file."""
        lines = self.text.split("\n") if self.made else []
        for first, count in reversed(self.made):
            del lines[first : first + count]
        return "\n".join(lines) if self.made else self.text

    def line_in_file(self, line: int) -> int:
        """The line of the file for a line of the text (from 0); a made line stands at its block."""
        before = sum(min(count, max(0, line - first + 1)) for first, count in self.made)
        return self.body_line + line - before

    @property
    def slug(self) -> str:
        return self.id.partition("/")[2]

    @property
    def url(self) -> str:
        return f"/{self.id}/"


@dataclass(frozen=True, slots=True)
class Term:
    """One term (Begriff) in a system's term base. With `entry` it only names that entry and is no target itself.

    `allow` lists words that may translate it without being its names. `mentioned` are the ids of the entries that use a term which the
    source, an excerpt, does not explain; only such terms have any.
    """

    id: str
    system: str
    title: str
    title_en: str = ""
    title_en_source: str = ""
    see_en: Original | None = None
    definition: str = ""
    entry: str = ""
    forms: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    note: str = ""
    status: str = "entwurf"
    reviewed: Review | None = None
    translated_from: str = ""
    waivers: tuple[Waiver, ...] = ()
    location: Location = Location("")

    @property
    def url(self) -> str:
        return f"/{self.id}/"


@dataclass(frozen=True, slots=True)
class PlayerQueries:
    """What players type for an entry or term (`target` is its id) if they do not know its name."""

    target: str
    queries: tuple[str, ...]
    location: Location = Location("")


@dataclass(frozen=True, slots=True)
class Concept:
    """One concept across systems.

    `entries` maps a system's id to the ids of the entries or terms that embody it there; an empty list means that the system
    lacks it, a
    missing system that it is unchecked. `notes` says in one sentence per system how it works there.
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
    reviewed_notes: tuple[Review, ...] = ()
    location: Location = Location("")

    @property
    def url(self) -> str:
        return f"/begriffe/{self.id}/"


@dataclass(frozen=True, slots=True)
class Move:
    """An id that was renamed, merged or (with `new` empty) removed. `merged` means that `new` already was a rule of its own; a
    section of a rule ("aos/liste#nagloch") always was."""

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
        return "merge" if self.merged or "#" in self.new else "move"
