"""Library → translation units: every field with English and German, in stable order.

A unit needs an original, because all translation formats are bilingual. A body without English is its own, where bodies are wanted:
it is edited and proofread as it stands. The other German-only texts (card fields, table cells, definitions, notes) are in the table
(`table.py`) alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..model.english import is_untranslated, outdated
from ..model.library import Library
from ..model.values import Concept, Entry, Location, Part, Phase, System, Term
from ..prose.review import DRAFT, standing
from ..reading.parse_fields import clean

SOURCE_LANGUAGE, TARGET_LANGUAGE = "en", "de"

Owner = Entry | Term | Concept | System

#: An entry's former English: title_en, short_en, text_en.
English = tuple[str, str, str]

#: Characters that XML forbids and `clean` leaves alone.
_NOT_XML = re.compile("[\ufffe\uffff\ud800-\udfff]")


class State(StrEnum):
    """A unit's progress, derived from facts: is there German, did the English change, is the entry reviewed (FINAL: confirmed by the
    system's players or publisher), did its words change since?"""

    MISSING = "missing"
    OUTDATED = "outdated"
    CHANGED = "changed"
    TRANSLATED = "translated"
    REVIEWED = "reviewed"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Unit:
    """One field in both languages.

    `id` is the owner's id ("t9a/angst", "begriffe/deckung", "t9a"), `previous` the English before it changed, if known. `is_alone` means
    that there is no English: the source is the German, too. `paragraph` is a paragraph's place in its body (see `paragraphs`), `offset`
    its first line there.
    """

    id: str
    field: str
    source: str
    target: str
    state: State
    owner: Owner
    previous: str = ""
    is_alone: bool = False
    paragraph: int | None = None
    offset: int = 0

    @property
    def leaf(self) -> str:
        """The name of the field in its file."""
        return "text" if self.paragraph is not None else self.field.rpartition(".")[2]

    @property
    def context(self) -> str:
        """The unit's name in every format: "t9a/angst#short"."""
        return f"{self.id}#{self.field}"

    @property
    def location(self) -> Location:
        """The field's place in its file, or the owner's."""
        owner = self.owner
        if isinstance(owner, Entry) and self.leaf == "text":
            return Location(owner.location.path, owner.body_line + self.offset)
        return owner.location if isinstance(owner, System) else owner.lines.get(self.field, owner.location)

    @property
    def stamp(self) -> str:
        """Fingerprint of the German, which shows an import whether the file changed since the export."""
        return fingerprint(self.target)


def fingerprint(text: str) -> str:
    """Fingerprint of a unit's text in 12 hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def normal(field: str, text: str) -> str:
    """Normalise a text for a unit: as parsed from the field's file, and only in characters that every format allows.

    >>> normal("short", " Wirf  einen W6. ")
    'Wirf einen W6.'
    """
    text = _NOT_XML.sub("\ufffd", clean(text))
    if field == "text":
        return text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    return " ".join(text.split()) if field == "short" else text.strip()


def units(
    library: Library, only: str | None = None, previous: Mapping[str, English] | None = None, *, bodies: bool = False
) -> Iterator[Unit]:
    """All units: each system's parts, phases, entries and terms, then the concepts (which belong to no single system).

    `previous` maps ids of outdated entries to the English that was translated, if known; `bodies` adds those without English.
    """
    for system in library.systems.values():
        if only in (None, system.id):
            named: list[tuple[str, Part | Phase]] = [
                *(("parts", p) for p in system.parts),
                *(("phases", p) for p in system.phases),
            ]
            for where, one in named:
                yield from _unit(
                    system.id, f"{where}.{one.id}.title", one.title_en, _german(system, one), system, State.TRANSLATED
                )
            for entry in library.system_entries(system.id):
                yield from _entry_units(library, entry, (previous or {}).get(entry.id))
                if bodies and not entry.text_en.strip() and (body := normal("text", entry.authored)).strip():
                    yield Unit(entry.id, "text", body, body, _state(library, entry), entry, is_alone=True)
            for term in library.system_terms(system.id):
                yield from _unit(term.id, "title", term.title_en, _german(system, term), term, _state(library, term))
    for concept in library.concepts.values() if only is None else ():
        name = f"begriffe/{concept.id}"
        yield from _unit(name, "title", concept.title_en, concept.title, concept, State.TRANSLATED)
        yield from _unit(name, "description", concept.description_en, concept.description, concept, State.TRANSLATED)


def original_note(system: System) -> str:
    """A note in German on the English of a system whose original is in another language; "" if the English is the original."""
    language = {"de": "deutsch", "fr": "französisch"}.get(system.source_language)
    return f"Das Original ist {language}; auch das Englische ist eine Übersetzung." if language else ""


def _german(system: System, named: Entry | Term | Part | Phase) -> str:
    """A German title; "" while the English one stands in for it."""
    return "" if is_untranslated(system, named) else named.title


def _entry_units(library: Library, entry: Entry, before: English | None) -> Iterator[Unit]:
    stale, reviewed = outdated(entry), _state(library, entry)
    fields = (
        ("title", entry.title_en, _german(library.systems[entry.system], entry)),
        ("short", entry.short_en, entry.short),
        ("text", entry.text_en, entry.authored),
    )
    for at, (field, english, german) in enumerate(fields):
        old = normal(field, before[at]) if before else ""
        changed = stale and (before is None or old != normal(field, english))
        yield from _unit(entry.id, field, english, german, entry, State.OUTDATED if changed else reviewed, old if changed else "")


_STATES = {DRAFT: State.TRANSLATED, "gegengelesen": State.REVIEWED, "geprüft": State.FINAL}


def _state(library: Library, it: Entry | Term) -> State:
    found = standing(library, it)
    return State.CHANGED if found.is_stale else _STATES[found.state]


def _unit(name: str, field: str, english: str, german: str, owner: Owner, state: State, previous: str = "") -> Iterator[Unit]:
    """The unit, unless it lacks English."""
    leaf = field.rpartition(".")[2]
    source, target = normal(leaf, english), normal(leaf, german)
    if source.strip():
        yield Unit(name, field, source, target, state if target else State.MISSING, owner, previous)
