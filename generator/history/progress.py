"""The progress of a system's German. Derives each stage from facts: missing fields, changed English, checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..model.english import outdated
from ..model.library import Library
from ..model.values import Entry, System, Term


class Stage(StrEnum):
    """The stage of an entry or term, the most urgent first. Each has exactly one."""

    OUTDATED = "outdated"
    MISSING = "missing"
    DRAFT = "draft"
    REVIEWED = "reviewed"


#: German words for the stages.
STAGE_WORDS: Mapping[Stage, str] = {
    Stage.OUTDATED: "veraltet",
    Stage.MISSING: "unvollständig",
    Stage.DRAFT: "Entwurf",
    Stage.REVIEWED: "geprüft",
}

#: German words for missing fields.
LACK_WORDS: Mapping[str, str] = {
    "text": "deutscher Text",
    "short": "deutsche Kurzregel",
    "definition": "Erklärung",
    "title_en": "englischer Titel",
    "short_en": "englische Kurzregel",
}


def lacks(target: Entry | Term) -> tuple[str, ...]:
    """The fields that an entry or term lacks. A card or table counts as a text; an entry's term needs no definition.

    >>> lacks(entry)
    ('short_en',)
    """
    needed: dict[str, object]
    if isinstance(target, Term):
        needed = {"definition": target.definition or target.entry, "title_en": target.title_en}
    else:
        text = target.text.strip() or target.card or target.data
        needed = {"text": text, "short": target.short, "title_en": target.title_en, "short_en": target.short_en}
    return tuple(name for name, value in needed.items() if not value)


def stage_of(target: Entry | Term) -> Stage:
    """The stage of an entry or term. Outdated comes first, because updating the text shows what is missing too.

    >>> stage_of(entry)
    <Stage.DRAFT: 'draft'>
    """
    if outdated(target):
        return Stage.OUTDATED
    if lacks(target):
        return Stage.MISSING
    return Stage.REVIEWED if target.status == "geprüft" else Stage.DRAFT


@dataclass(frozen=True, slots=True)
class Row:
    """A part of a system (or its glossary, or the whole system): its id, its title, and the number at each stage."""

    id: str
    title: str
    counts: Mapping[Stage, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def count(targets: Iterable[Entry | Term]) -> dict[Stage, int]:
    """Count entries or terms at every stage, including zeros."""
    counts = dict.fromkeys(Stage, 0)
    for target in targets:
        counts[stage_of(target)] += 1
    return counts


def rows(library: Library, system: System) -> list[Row]:
    """A system's parts with entries, in book order, then its glossary (id "glossar"), if any."""
    parts = [Row(part.id, part.title, count(library.part_entries(system.id, part.id))) for part in system.parts]
    terms = Row("glossar", "Glossar", count(library.system_terms(system.id)))
    return [row for row in (*parts, terms) if row.total]


def total(found: Iterable[Row]) -> Row:
    """Add up several rows."""
    listed = list(found)
    return Row("", "Gesamt", {stage: sum(row.counts[stage] for row in listed) for stage in Stage})


def at_stage(library: Library, system: str, stage: Stage) -> list[Entry | Term]:
    """The entries (in book order), then the terms of a system at a stage."""
    targets: list[Entry | Term] = [*library.system_entries(system), *library.system_terms(system)]
    return [target for target in targets if stage_of(target) == stage]
