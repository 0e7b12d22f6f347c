"""How far a system's German is. Every stage follows from facts: what is lacking, whether the English changed, whether it was checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..model.english import outdated
from ..model.library import Library
from ..model.values import Entry, System, Term


class Stage(StrEnum):
    """How far an entry or term is, what is to be done first in front. Each has exactly one."""

    OUTDATED = "outdated"
    MISSING = "missing"
    DRAFT = "draft"
    REVIEWED = "reviewed"


#: What people read for a stage.
STAGE_WORDS: Mapping[Stage, str] = {
    Stage.OUTDATED: "veraltet",
    Stage.MISSING: "unvollständig",
    Stage.DRAFT: "Entwurf",
    Stage.REVIEWED: "geprüft",
}

#: What people read for a field that is lacking.
LACK_WORDS: Mapping[str, str] = {
    "text": "deutscher Text",
    "short": "deutsche Kurzregel",
    "definition": "Erklärung",
    "title_en": "englischer Titel",
    "short_en": "englische Kurzregel",
}


def lacks(target: Entry | Term) -> tuple[str, ...]:
    """The fields that an entry or term lacks. A card or a table is a text, too; a term that stands for an entry needs no definition.

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
    """The stage of an entry or term. Outdated comes first: whoever mends that sees what is lacking, too.

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
    """A part of a system (or its glossary, or all of it): its id and title, and how many are at each stage."""

    id: str
    title: str
    counts: Mapping[Stage, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def count(targets: Iterable[Entry | Term]) -> dict[Stage, int]:
    """How many are at each stage, every stage named."""
    counts = dict.fromkeys(Stage, 0)
    for target in targets:
        counts[stage_of(target)] += 1
    return counts


def rows(library: Library, system: System) -> list[Row]:
    """A system's parts that have entries, in the order of the book, then its glossary (id "glossar") where it has one."""
    parts = [Row(part.id, part.title, count(library.part_entries(system.id, part.id))) for part in system.parts]
    terms = Row("glossar", "Glossar", count(library.system_terms(system.id)))
    return [row for row in (*parts, terms) if row.total]


def total(found: Iterable[Row]) -> Row:
    """Several rows as one."""
    listed = list(found)
    return Row("", "Gesamt", {stage: sum(row.counts[stage] for row in listed) for stage in Stage})


def at_stage(library: Library, system: str, stage: Stage) -> list[Entry | Term]:
    """What of a system is at a stage: entries in the order of the book, then terms."""
    targets: list[Entry | Term] = [*library.system_entries(system), *library.system_terms(system)]
    return [target for target in targets if stage_of(target) == stage]
