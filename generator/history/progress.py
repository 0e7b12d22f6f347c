"""The progress of a system's German. Derives each stage from facts: missing fields, changed English, checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..model.english import is_from_english, is_untranslated, outdated
from ..model.library import Library
from ..model.values import Entry, System, Term
from ..prose.review import DRAFT, Reviewable, standing
from ..references.graph import Graph


class Stage(StrEnum):
    """The stage of an entry or term, the most urgent first. Each has exactly one."""

    OUTDATED = "outdated"
    MISSING = "missing"
    DRAFT = "draft"
    REVIEWED = "reviewed"
    CONFIRMED = "confirmed"


#: German words for the stages.
STAGE_WORDS: Mapping[Stage, str] = {
    Stage.OUTDATED: "veraltet",
    Stage.MISSING: "unvollständig",
    Stage.DRAFT: "Entwurf",
    Stage.REVIEWED: "gegengelesen",
    Stage.CONFIRMED: "geprüft",
}

#: German words for missing fields.
LACK_WORDS: Mapping[str, str] = {
    "title": "deutscher Titel",
    "text": "deutscher Text",
    "short": "deutsche Kurzregel",
    "definition": "Erklärung",
    "title_en": "englischer Titel",
    "short_en": "englische Kurzregel",
}


def lacks(library: Library, target: Entry | Term) -> tuple[str, ...]:
    """The fields that an entry or term lacks. A card or table counts as a text; an entry's term needs no definition, and an entry of a
    private English book no short rule in either language.

    >>> lacks(library, entry)
    ('short_en',)
    """
    system = library.systems[target.system]
    needed: dict[str, object] = {"title": not is_untranslated(system, target)}
    if isinstance(target, Term):
        needed |= {"definition": target.definition or target.entry, "title_en": target.title_en}
    else:
        text = target.text.strip() or target.card or target.data
        needed |= {"text": text, "short": target.short, "title_en": target.title_en, "short_en": target.short_en}
        if is_from_english(system) and not target.short_en:
            needed |= {"short": True, "short_en": True}
    return tuple(name for name, value in needed.items() if not value)


_STAGES = {DRAFT: Stage.DRAFT, "gegengelesen": Stage.REVIEWED, "geprüft": Stage.CONFIRMED}


def stage_of(library: Library, target: Entry | Term) -> Stage:
    """The stage of an entry or term. Outdated comes first, because updating the text shows what is missing too.

    >>> stage_of(library, entry)
    <Stage.DRAFT: 'draft'>
    """
    if outdated(target):
        return Stage.OUTDATED
    if lacks(library, target):
        return Stage.MISSING
    return _STAGES[standing(library, target).state]


@dataclass(frozen=True, slots=True)
class Row:
    """A part of a system (or its glossary, or the whole system): its id, its title, and the number at each stage."""

    id: str
    title: str
    counts: Mapping[Stage, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def count(library: Library, targets: Iterable[Entry | Term]) -> dict[Stage, int]:
    """Count entries or terms at every stage, including zeros."""
    counts = dict.fromkeys(Stage, 0)
    for target in targets:
        counts[stage_of(library, target)] += 1
    return counts


def rows(library: Library, system: System) -> list[Row]:
    """A system's parts with entries, in book order, then its glossary (id "glossar"), if any."""
    parts = [Row(part.id, part.heading, count(library, library.part_entries(system.id, part.id))) for part in system.parts]
    terms = Row("glossar", "Glossar", count(library, library.system_terms(system.id)))
    return [row for row in (*parts, terms) if row.total]


def total(found: Iterable[Row]) -> Row:
    """Add up several rows."""
    listed = list(found)
    return Row("", "Gesamt", {stage: sum(row.counts[stage] for row in listed) for stage in Stage})


@dataclass(frozen=True, slots=True)
class ToReview:
    """A text to be reviewed, or a concept's note on the system `of`, with the number of references to it (for a note, of rules that
    it sums up) and of players' queries that mean it.
    """

    target: Reviewable
    links: int
    queries: int = 0
    of: str = ""

    @property
    def name(self) -> str:
        """Its name for `review`: "t9a/angst", "begriffe/deckung#t9a"."""
        return f"begriffe/{self.target.id}#{self.of}" if self.of else self.target.id


def to_review(library: Library, graph: Graph, system: str | None = None) -> list[ToReview]:
    """The complete drafts, most linked and most looked up first, then the concepts' notes."""
    targets: list[Entry | Term] = [*library.entries.values(), *library.terms.values()]
    found = [
        ToReview(
            target,
            len(graph.backlinks.get(target.id, ())),
            len(asked.queries) if (asked := library.queries.get(target.id)) else 0,
        )
        for target in targets
        if system in (None, target.system) and stage_of(library, target) is Stage.DRAFT
    ]
    notes = [
        ToReview(concept, len(concept.entries.get(of, ())), of=of)
        for concept in library.concepts.values()
        for of in concept.notes
        if system in (None, of) and standing(library, concept, of).state == DRAFT
    ]
    return sorted(found, key=lambda one: -(one.links + one.queries)) + sorted(notes, key=lambda one: -one.links)


def at_stage(library: Library, system: str, stage: Stage) -> list[Entry | Term]:
    """The entries (in book order), then the terms of a system at a stage."""
    targets: list[Entry | Term] = [*library.system_entries(system), *library.system_terms(system)]
    return [target for target in targets if stage_of(library, target) == stage]
