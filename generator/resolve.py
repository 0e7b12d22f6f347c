"""Resolving: a reference and where it stands → its target, or candidates, and a finding. Never a guess: two candidates mean unresolved.

A name that stands in several parts means the reader's own part, then its relatives there, then the part marked as default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from .findings import did_you_mean, nearest
from .library import Library
from .model import Concept, Entry, Reference, Resolution, System, Term
from .rule_number import MalformedNumber, RuleNumber, parse_number


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands: game, and part and entry where it has them."""

    system: str
    part: str = ""
    entry: str = ""
    parent: str = ""


def place_of(entry: Entry) -> Place:
    """The place of an entry's own text."""
    return Place(entry.system, entry.part, entry.id, entry.parent)


def resolve_reference(reference: Reference, library: Library, place: Place) -> Resolution:
    """What a reference points to. `target` is None where it is unknown or ambiguous; `candidates` then are what fits."""
    if reference.type == "id":
        return _forced(reference, library, place)
    if reference.type in ("number", "part+number"):
        return _settle(reference, _numbered(reference, library, place), library, place)
    names = library.named(place.system, reference.name)
    kinds = {name.target: name.type for name in names}
    return _settle(reference, [name.target for name in names], library, place, prefer=kinds)


def _forced(reference: Reference, library: Library, place: Place) -> Resolution:
    name, _, section = reference.name.partition("#")
    for candidate in (name, f"{place.system}/{name}"):
        target = library.target(candidate)
        if target is None or (section and not (isinstance(target, Entry) and any(s.id == section for s in target.sections))):
            continue
        shown = reference.shown or target.title
        return Resolution(replace(reference, shown=shown), f"{target_id(target)}{'#' if section else ''}{section}")
    return Resolution(replace(reference, shown=reference.shown or name), None)


def target_id(target: Entry | Term | Concept) -> str:
    """The id under which a target is addressed ("begriffe/<id>" for a concept)."""
    return f"begriffe/{target.id}" if isinstance(target, Concept) else target.id


def series_of(system: System | None, word: str) -> str:
    """The id of the number series a printed word belongs to; plain numbers belong to "section"."""
    if system is not None:
        for series in system.series:
            if word in series.words:
                return series.id
    return word.casefold() or "section"


def _numbered(reference: Reference, library: Library, place: Place) -> list[str]:
    system = library.systems.get(place.system)
    try:
        number = parse_number(reference.name)
    except MalformedNumber:
        return []
    part = _part_id(system, reference.part) if reference.part else place.part
    return [
        e.id for e in library.by_number(place.system, part, number.key) if e.number and _same_series(system, number, e.number)
    ]


def _same_series(system: System | None, written: RuleNumber, printed: RuleNumber) -> bool:
    return series_of(system, written.word) == series_of(system, printed.word)


def _part_id(system: System | None, name: str) -> str:
    for part in system.parts if system else ():
        if name in (part.title, *part.abbreviations):
            return part.id
    return ""


def _settle(
    reference: Reference, targets: Sequence[str], library: Library, place: Place, prefer: dict[str, str] | None = None
) -> Resolution:
    if len(targets) == 1:
        return Resolution(reference, targets[0])
    entries = {t: library.entry(t) for t in targets}
    system = library.systems.get(place.system)
    default = {part.id for part in system.parts if part.default} if system else set()

    def related(e: Entry | None) -> bool:
        return e is not None and (e.id == place.parent or (e.parent != "" and e.parent in (place.entry, place.parent)))

    tests: list[Callable[[str], bool]] = [
        lambda t: (prefer or {}).get(t) == "title",
        lambda t: (e := entries[t]) is not None and e.part == place.part,
        lambda t: related(entries[t]),
        lambda t: (e := entries[t]) is not None and e.part in default,
    ]
    return Resolution(reference, _first_alone(targets, tests), tuple(targets))


def _first_alone(targets: Sequence[str], tests: Iterable[Callable[[str], bool]]) -> str | None:
    """Narrow the targets test by test; a test that none passes is skipped. One left is the target, else None."""
    left = list(targets)
    for test in tests:
        left = [t for t in left if test(t)] or left
        if len(left) == 1:
            return left[0]
    return None


def describe_missing(reference: Reference, library: Library, place: Place) -> tuple[str, str]:
    """Message and hint for a reference without a target, in German: the candidates, or the nearest existing number or name."""
    if reference.type == "part+number" or reference.type == "number":
        part = _part_id(library.systems.get(place.system), reference.part) if reference.part else place.part
        numbers = library.numbers(place.system, part)
        near = nearest(reference.name, numbers) or numbers[:3]
        return f"Die Nummer in „{reference.text}“ gibt es nicht.", f"Am nächsten: {', '.join(near)}." if near else ""
    slugs = [e.slug for e in library.system_entries(place.system)]
    return f"„{reference.text}“ führt ins Leere.", did_you_mean(reference.name, slugs)
