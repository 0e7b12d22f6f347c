"""The content model: rule entry, term and their like, beside what `system` and `choices` hold. Frozen values, without behaviour beyond
names and addresses.

>>> entry.id, entry.url
('conquest/spalten', '/conquest/spalten/')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .choices import CHANGE_KINDS as CHANGE_KINDS
from .choices import KINDS as KINDS
from .choices import LICENCE_STATUSES as LICENCE_STATUSES
from .choices import MOVE_KINDS as MOVE_KINDS
from .choices import RESERVED_SLUGS as RESERVED_SLUGS
from .choices import RESERVED_SYSTEMS as RESERVED_SYSTEMS
from .choices import REVIEWERS as REVIEWERS
from .choices import STATUSES as STATUSES
from .choices import TITLE_EN_SOURCES as TITLE_EN_SOURCES
from .rule_number import RuleNumber
from .system import NOWHERE
from .system import Collection as Collection
from .system import DataField as DataField
from .system import Licence as Licence
from .system import Lines as Lines
from .system import Location as Location
from .system import Original as Original
from .system import Part as Part
from .system import Phase as Phase
from .system import Series as Series
from .system import System as System
from .system import data_labels as data_labels


@dataclass(frozen=True, slots=True)
class EnglishBeside:
    """The English of an entry in an overlay: its file and text. Checks read it; nothing publishes it."""

    path: str
    text: str


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
    location: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Review:
    """A reading of a text against its source: ISO date, the edition (`against`), the role (REVIEWERS), and fingerprints of the German
    and the English read. `of` names the section of an entry, or the system of a concept's note; "" for the whole."""

    date: str
    against: str
    by: str
    text: str
    english: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A change to a rule or its text: the rules' version ("" for none), ISO date, kind (CHANGE_KINDS), one sentence."""

    date: str
    kind: str
    text: str
    version: str = ""
    location: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class OtherPlace:
    """Another place where the book states an entry's rule; `title` and `title_en` only if they differ from the entry's."""

    part: str
    number: RuleNumber | None = None
    page: int | None = None
    title: str = ""
    title_en: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule entry (Regeleintrag).

    `text` is the body as Markdown; `see` and `parent` are ids; `lines` maps a field's name to its location. `made` lists the
    stretches of the text that were made from other entries and are not in the file: first line, and number of lines.
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
    location: Location = NOWHERE
    body_line: int = 1
    lines: Mapping[str, Location] = Lines()
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
    source, an excerpt, does not explain; only such terms have any. `lines` maps a field's name to its location.
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
    location: Location = NOWHERE
    lines: Mapping[str, Location] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"/{self.id}/"


@dataclass(frozen=True, slots=True)
class PlayerQueries:
    """The queries of players who do not know the name of an entry or term (`target` is its id); `questions` are those that it
    answers.
    """

    target: str
    queries: tuple[str, ...]
    questions: tuple[str, ...] = ()
    location: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Concept:
    """One concept across systems.

    `entries` maps a system's id to the ids of the entries or terms that embody it there; an empty list means that the system lacks
    it, a missing system that it is unchecked. `notes` says in one sentence per system how it works there. `lines` maps a field's
    name to its location ("notes.aos", "differences[0]").
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
    location: Location = NOWHERE
    lines: Mapping[str, Location] = field(default_factory=dict)

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
    location: Location = NOWHERE
    merged: bool = False

    @property
    def kind(self) -> str:
        """One of MOVE_KINDS."""
        if not self.new:
            return "remove"
        return "merge" if self.merged or "#" in self.new else "move"
