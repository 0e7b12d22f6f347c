"""Reviews and the marks of translations: a claimed state has its review, and the reviewed or confirmed words are unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...model.english import outdated
from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...model.values import REVIEWERS, Concept, Entry, Review, Term
from ...prose.review import DRAFT, Reviewable, fits, german_fingerprint, has_read_english, parts_reviewed, shown_titles
from ...prose.wording import german_date
from .pieces import About, Piece


def claims_have_a_review(_: Library, about: About) -> Iterator[Finding]:
    """G001: a state other than a draft has a review, by a role that may give it."""
    for it in about.texts:
        if it.status == DRAFT or (it.reviewed and it.status in (REVIEWERS[it.reviewed.by], "gegengelesen")):
            continue
        who = "spieler" if it.status == "geprüft" else "leser"
        hint = f"Hat jemand ihn gelesen: nachschlag review {it.id} --by {who} --against AUSGABE; sonst schreib status: entwurf."
        why = f"gelesen hat ihn nur „{it.reviewed.by}“" if it.reviewed else "es steht kein Vermerk dabei (reviewed)"
        yield Finding("G001", place(it, "status"), f"„{it.title}“ heißt „{it.status}“, aber {why}.", hint)


def reviews_still_fit(library: Library, about: About) -> Iterator[Piece]:
    """G002: the words are still those reviewed."""
    every: list[Reviewable] = [*about.texts, *about.concepts]
    yield from (Piece((it, *shown_titles(library, it)), partial(_unfit, library, it)) for it in every)


def _unfit(library: Library, it: Reviewable) -> Iterator[Finding]:
    whole = None if isinstance(it, Concept) else it.reviewed
    for review in (*([whole] if whole else []), *parts_reviewed(it)):
        if not fits(library, it, review):
            yield _changed(library, it, review)


def _changed(library: Library, it: Reviewable, review: Review) -> Finding:
    name = f"begriffe/{it.id}" if isinstance(it, Concept) else it.id
    what, name = (f"{it.title} › {review.of}", f"{name}#{review.of}") if review.of else (it.title, name)
    message = f"„{what}“ ist wieder ein Entwurf: Seit dem Gegenlesen am {german_date(review.date)} {_lost(library, it, review)}."
    again = f"nachschlag review {name} --by {review.by} --against AUSGABE"
    hint = f"Lies noch einmal und vermerk es: {again}; oder nimm den Vermerk zurück: nachschlag review {name} --undo"
    field = "reviewed" if not review.of else "reviewed_notes" if isinstance(it, Concept) else "reviewed_sections"
    return Finding("G002", place(it, field), message, hint)


def _lost(library: Library, it: Reviewable, review: Review) -> str:
    german = german_fingerprint(library, it, review.of)
    if german is None:
        return "ist dieser Teil weggefallen"
    changed = [
        *(["der deutsche Text"] if german != review.text else []),
        *(["das Englische"] if not has_read_english(it, review) else []),
    ]
    return f"{'hat' if len(changed) == 1 else 'haben'} sich {' und '.join(changed)} geändert"


def translations_are_up_to_date(_: Library, about: About) -> Iterator[Finding]:
    """G003, G004: the English has not changed since the German was made from it, and a rule or term with both records it."""
    for it in about.texts:
        if outdated(it):
            hint = f"Sieh nach, ob der deutsche Text noch passt (nachschlag status {it.id}), und bestätige es: nachschlag accept {it.id}"
            yield Finding(
                "G003", place(it, "translated_from"), f"„{it.title}“ ist veraltet: Die Vorlage hat sich geändert.", hint
            )
        elif _has_both(it) and not (it.translated_from or it.reviewed):
            hint = f"Passen Deutsch und Englisch zusammen, dann bestätige es: nachschlag accept {it.id}"
            message = f"Bei „{it.title}“ ist nicht vermerkt, zu welchem Englisch der deutsche Text gehört (translated_from)."
            yield Finding("G004", place(it, "short_en"), message, hint)


def _has_both(it: Entry | Term) -> bool:
    return bool(it.short and it.short_en if isinstance(it, Entry) else it.title and it.title_en)


CHECKS = (claims_have_a_review, reviews_still_fit, translations_are_up_to_date)
