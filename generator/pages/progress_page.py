"""The content of a system's page "Übersetzungsstand", and the note on an outdated rule's page. Plain values for templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ..files.word_diff import as_html, word_diff
from ..history.previous import Change
from ..history.progress import LACK_WORDS, STAGE_WORDS, Row, Stage, at_stage, lacks, rows, stage_of, to_review, total
from ..model.english import outdated
from ..model.library import Library
from ..model.values import Concept, Entry, System, Term
from ..prose.review import standing
from ..prose.wording import german_date
from ..references.graph import Graph
from .views import Views

#: Width of a bar in its own units; bars scale with the page.
WIDTH = 1000


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a bar: the stage's name for the style, its start, and its width."""

    stage: str
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A part's progress: its title, the address of its list, a sentence with the counts, and a drawing of them (which screen
    readers skip, because it adds nothing)."""

    title: str
    href: str
    counts: str
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A text to work on: `name` is its anchor, `notes` give the reasons, `differences` are (field, HTML) of the changes in its
    English."""

    name: str
    title: str
    href: str
    file: str
    edit: str
    notes: tuple[str, ...] = ()
    differences: tuple[tuple[str, Markup], ...] = ()


def outdated_note(target: Entry | Term, change: Change | None) -> str:
    """The note on the page of an outdated entry or term, with the date if known; "" for any other.

    >>> outdated_note(entry, Change(date="2026-05-03"))
    'Veraltet: Das Englische hat sich am 3. Mai 2026 geändert, der deutsche Text noch nicht.'
    """
    if not outdated(target):
        return ""
    if isinstance(target, Term) or not (target.short_en or target.text_en):
        return "Veraltet: Die Vorlage hat sich geändert. Sieh nach, ob der Text noch stimmt."
    date = german_date(change.date) if change else ""
    return f"Veraltet: Das Englische hat sich {f'am {date} ' if date else ''}geändert, der deutsche Text noch nicht."


def anchor(target: Entry | Term) -> str:
    """A text's anchor on its system's page.

    >>> anchor(entry)
    'eintrag-angst'
    """
    return f"eintrag-{target.id.partition('/')[2].replace('/', '-')}"


def stand(views: Views, system: System, changes: Mapping[str, Change]) -> dict[str, Any]:
    """Bars for the whole system and its parts, and the lists to work through: [(heading, anchor, intro, tasks)], without empty
    ones."""
    found = rows(views.library, system)
    lists = [
        (
            heading,
            stage,
            intro,
            [_task(views, target, changes.get(target.id)) for target in _at(views, system, stage)],
        )
        for heading, stage, intro in _LISTS
    ]
    return {
        "whole": _bar(views, system, total(found)),
        "bars": [_bar(views, system, row) for row in found],
        "lists": [each for each in lists if each[3]],
        "stages": [(stage.value, word) for stage, word in STAGE_WORDS.items()],
    }


def standing_of(library: Library, graph: Graph, target: Entry | Term) -> tuple[object, ...]:
    """The values by which the page of a system's progress shows and sorts a text that is not outdated."""
    stage = stage_of(library, target)
    return stage, standing(library, target), lacks(library, target), len(graph.backlinks.get(target.id, ()))


def _at(views: Views, system: System, stage: Stage) -> list[Entry | Term]:
    """The texts at a stage, drafts in the order in which to review them."""
    if stage is not Stage.DRAFT:
        return at_stage(views.library, system.id, stage)
    found = (one.target for one in to_review(views.library, views.graph, system.id))
    return [target for target in found if not isinstance(target, Concept)]


_LISTS = (
    ("Veraltet", Stage.OUTDATED, "Das Englische hat sich geändert. Pass den deutschen Text an und bestätige ihn dann."),
    ("Unvollständig", Stage.MISSING, "Hier fehlt etwas, auf Deutsch oder auf Englisch."),
    (
        "Entwurf",
        Stage.DRAFT,
        "Das hat noch kein Zweiter mit der Vorlage verglichen. Oben steht, worauf die meisten anderen Regeln verweisen.",
    ),
)


def _bar(views: Views, system: System, row: Row) -> Bar:
    address = {"": "", "glossar": "glossar/"}.get(row.id, f"teil/{row.id}/")
    counts = [f"{row.counts[stage]} {STAGE_WORDS[stage]}" for stage in reversed(Stage) if row.counts[stage]]
    return Bar(row.title, views.link(f"{system.url}{address}"), " · ".join(counts), tuple(_segments(row)))


def _segments(row: Row) -> list[Segment]:
    """From left to right confirmed, reviewed, draft, missing, outdated; rounded so that they fill the bar exactly."""
    segments, done = [], 0
    for stage in (Stage.CONFIRMED, Stage.REVIEWED, Stage.DRAFT, Stage.MISSING, Stage.OUTDATED):
        x = done * WIDTH // max(row.total, 1)
        done += row.counts[stage]
        width = done * WIDTH // max(row.total, 1) - x
        segments += [Segment(stage.value, x, width)] if row.counts[stage] else []
    return segments


def _task(views: Views, target: Entry | Term, change: Change | None) -> Task:
    path = target.location.path
    return Task(
        anchor(target),
        target.title,
        views.href(target.id),
        path,
        views.settings.edit_url(path),
        tuple(_notes(views.library, target, change)),
        tuple(_differences(target, change)) if isinstance(target, Entry) else (),
    )


def _notes(library: Library, target: Entry | Term, change: Change | None) -> Iterator[str]:
    if change and change.date:
        yield f"seit {german_date(change.date)}"
    if standing(library, target).is_stale:
        yield "seit dem Gegenlesen geändert"
    if missing := lacks(library, target):
        yield f"fehlt: {', '.join(LACK_WORDS[name] for name in missing)}"
    if isinstance(target, Entry) and outdated(target) and not (change and change.english):
        yield "das frühere Englische ist nicht bekannt"
    if isinstance(target, Entry) and change and change.english and change.english[2].split() != target.text_en.split():
        yield f"auch der englische Regeltext; zeigen: nachschlag status {target.id}"


def _differences(entry: Entry, change: Change | None) -> list[tuple[str, Markup]]:
    """Changes in the English title and short rule. Omits the rule text, which may be the book's, because this page is public."""
    if change is None or change.english is None:
        return []
    pairs = (("Titel", change.english[0], entry.title_en), ("Kurzregel", change.english[1], entry.short_en))
    return [(label, Markup(as_html(word_diff(old, new)))) for label, old, new in pairs if old.split() != new.split()]
