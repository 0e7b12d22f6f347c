"""Ids, numbers and addresses: unique, permanent, redirected after a move; changes: listed once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ...model.findings import Finding, did_you_mean, nearest
from ...model.library import Library
from ...model.values import Entry, Location, Term
from ...references.numbered import series_of
from .pieces import About


def unique_numbers(library: Library, about: About) -> Iterator[Finding]:
    """K002: a number is unique per part and number series (books print "Schritt 1", "Tabelle 1.1" and section 1.1 side by
    side)."""
    for entry in about.entries:
        if entry.number is None:
            continue
        same = library.by_number(entry.system, entry.part, entry.number.key)
        series = _series(library, entry)
        other = next(one for one in same if one.part == entry.part and _series(library, one) == series)
        if other.id != entry.id:
            place = entry.lines.get("number", entry.location)
            message = f"Die Nummer „{entry.number}“ trägt in diesem Teil schon „{other.title}“ ({other.location.path})."
            yield Finding(
                "K002", place, message, "Eine der Nummern stimmt nicht; oder die Reihe braucht ein eigenes Wort („Schritt 1“)."
            )


def _series(library: Library, entry: Entry) -> tuple[str, str] | None:
    """The series of an entry's own number, and its key."""
    number = entry.number
    return (series_of(library.systems.get(entry.system), number.word), number.key) if number else None


def moves_lead_somewhere(library: Library, about: About) -> Iterator[Finding]:
    """K006, K007, K008, K016: moves form no circle, end at an existing id, and start at a former id, each only once."""
    steps: dict[str, str] = {}
    for move in about.moves:
        if move.old in steps:
            where = [f"nach „{new}“" if new else "ins Nichts" for new in (steps[move.old], move.new)]
            message = f"„{move.old}“ zieht zweimal um, {where[0]} und {where[1]}."
            yield Finding("K016", move.location, message, "Streiche eine der Zeilen; eine Kette bilden alt → neu, neu → neuer.")
        steps.setdefault(move.old, move.new)
    for move in about.moves:
        if library.entries.get(move.old) or library.terms.get(move.old):
            message = f"„{move.old}“ ist als umgezogen vermerkt, aber noch da."
            yield Finding("K008", move.location, message, "Streiche die Zeile oder den Eintrag.")
        end = _end(move.old, steps)
        if end is None:
            yield Finding(
                "K006",
                move.location,
                f"Der Umzug von „{move.old}“ läuft im Kreis.",
                "Lass eine der Zeilen auf den heutigen Eintrag zeigen.",
            )
        elif end and library.target(end) is None:
            hint = did_you_mean(end, library.entries)
            yield Finding("K007", move.location, f"„{move.old}“ zieht nach „{end}“, das es nicht gibt.", hint)
        elif "#" in (place := library.current_place(move.old)) and library.section(place) is None:
            page, _, section = place.partition("#")
            entry = library.entries.get(page)
            message = f"„{move.old}“ zieht in den Abschnitt „{section}“, den es in „{page}“ nicht gibt."
            yield Finding(
                "K007", move.location, message, did_you_mean(section, [one.id for one in entry.sections] if entry else [])
            )


def _end(old: str, steps: dict[str, str]) -> str | None:
    """The end of a chain of moves ("" for removed); None for a circle."""
    seen = {old}
    new = steps[old].partition("#")[0]
    while new in steps:
        if new in seen:
            return None
        seen.add(new)
        new = steps[new].partition("#")[0]
    return new if new not in seen else None


def vanished(library: Library, published: Iterable[str]) -> Iterator[Finding]:
    """K010: every published id still exists or has a row in moved.yaml."""
    known = dict.fromkeys(published)
    moved = {move.old for move in library.moves}
    by_system: dict[str, list[str]] = defaultdict(list)
    for entry in library.entries.values():
        by_system[entry.system].append(entry.slug)
    for old in known:
        system, _, slug = old.partition("/")
        if old in library.entries or old in library.terms or old in moved or system not in library.systems:
            continue
        path = f"content/{system}/moved.yaml"
        row = f"- {{old: {old}, new: …, date: JJJJ-MM-TT, why: …}}"
        message = f"„{old}“ war veröffentlicht und ist ohne Umzug verschwunden."
        if retitled := [term for term in library.system_terms(system) if slug.startswith("glossar/") and term.id not in known]:
            yield _retitled(retitled, slug.partition("/")[2], message, f"Sonst ergänze in {path}: {row}.")
        else:
            hint = f"Ergänze dort: {row}. {did_you_mean(slug, by_system[system])}".strip()
            yield Finding("K010", Location(path), message, hint)


def _retitled(terms: list[Term], old: str, message: str, otherwise: str) -> Finding:
    """The finding on a vanished term, placed at the new term that is most likely the same under another title."""
    titles = {term.title: term for term in terms}
    likely = nearest(old, titles) or list(titles)[:3]
    names = " oder ".join(f"„{title}“" for title in likely)
    hint = f"Heißt der Begriff jetzt {names}? Dann schreib dort „id: {old}“ dazu, und Adresse und Verweise bleiben. {otherwise}"
    return Finding("K010", titles[likely[0]].location, message, hint)


def changes_are_listed_once(_: Library, about: About) -> Iterator[Finding]:
    """F015: an entry lists no change twice."""
    for entry in about.entries:
        first: dict[tuple[str, str, str], Location] = {}
        for change in entry.changes:
            place = first.setdefault((change.date, change.kind, change.text.casefold()), change.location)
            if place != change.location:
                message = f"Die Änderung „{change.text}“ steht schon in Zeile {place.line}."
                yield Finding("F015", change.location, message, "Streiche eine der beiden.")


CHECKS = (unique_numbers, moves_lead_somewhere, changes_are_listed_once)
