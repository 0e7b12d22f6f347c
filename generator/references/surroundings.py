"""Resolve all references of a text, each with the help of the other names around it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ..model.findings import did_you_mean
from ..model.library import Library
from ..model.reference import CITED, Reference, Resolution
from ..model.values import System
from .numbered import belongs, is_in_chapter, nearest_numbers, part_id, series_of
from .resolve import Place, is_titled, part_of, resolve_reference


def resolve_all(references: Iterable[Reference], library: Library, place: Place) -> list[Resolution]:
    """Resolve every reference, in the order of their text. Drops doubtful ones (a loose number, a plain word) without a target."""
    known: dict[tuple[object, ...], Resolution] = {}
    resolved = [_resolve_again(reference, library, place, known) for reference in references]
    starts = [r.reference.start for r in resolved]

    def around(one: Reference) -> list[Resolution]:
        return resolved[bisect_right(starts, one.start - _AROUND) : bisect_left(starts, one.start + _AROUND)]

    narrowed = [_by_surroundings(r, around, library, place) for r in resolved]
    return [r for r in narrowed if r.target is not None or r.candidates or r.reference.marked or r.reference.type == "relative"]


def _resolve_again(
    reference: Reference, library: Library, place: Place, known: dict[tuple[object, ...], Resolution]
) -> Resolution:
    """As `resolve_reference`, with the results for the same words cached in `known`."""
    if reference.type == "id":
        return resolve_reference(reference, library, place)
    words = reference.words
    if (found := known.get(words)) is None:
        found = known[words] = resolve_reference(reference, library, place)
    return Resolution(reference, found.target, found.candidates)


def _by_surroundings(
    found: Resolution, around: Callable[[Reference], Sequence[Resolution]], library: Library, place: Place
) -> Resolution:
    """Narrow a reference further by the other names around it."""
    if is_in_chapter(found.reference):
        return _on_page_of_chapter(found, around, library, place)
    if found.target is None and found.candidates and found.reference.type not in (*CITED, "relative"):
        return found._replace(target=_of_these(found, around(found.reference), library, place))
    return found


def _of_these(found: Resolution, around: Sequence[Resolution], library: Library, place: Place) -> str | None:
    """Of several rules with one name, the only one in the phases of the text's own rule, else the one whose part is named more
    often nearby.
    """
    own = library.entry(place.entry)
    phases = set(own.phases) if own else set()
    rules = [entry for id_ in found.candidates if is_titled(entry := library.entry(id_), found.reference.name) and entry]
    same = [entry.id for entry in rules if phases.intersection(entry.phases)]
    if len(same) == 1:
        return same[0]
    near = Counter(part_of(r.target, library) for r in around if r.target and r is not found)
    counts = sorted(((near[part_of(id_, library) or "-"], id_) for id_ in found.candidates), reverse=True)
    system = library.systems.get(place.system)
    usual = {part.id for part in system.parts if part.default} if system else set()  # parts that are named everywhere
    return counts[0][1] if counts[0][0] >= 2 and not counts[1][0] and part_of(counts[0][1], library) not in usual else None


#: The distance within which a name counts as near a chapter with a page.
_AROUND = 300


def _on_page_of_chapter(
    found: Resolution, around: Callable[[Reference], Sequence[Resolution]], library: Library, place: Place
) -> Resolution:
    """The one rule on the page that belongs to the chapter and is named nearby; a parent takes precedence over its children."""
    one = found.reference
    chapter, page = (one, one.beside) if one.type == "chapter" else (one.beside, one)
    assert chapter is not None
    assert page is not None
    whole = library.entry(resolve_reference(chapter, library, place).target or "")
    if whole is None:
        return found
    system = library.systems.get(place.system)
    there = [e for e in library.on_page(place.system, int(page.name)) if e is not whole and belongs(system, e, whole)]
    near = {r.target for r in around(one) if r.reference.type not in CITED} if there else ()
    rules = [e for e in there if e.id in near]
    above = [e.id for e in rules if not any(e.parent == other.id for other in rules)]
    return Resolution(one, above[0]) if len(above) == 1 else found


def _of_series(library: Library, system: System, word: str) -> list[str]:
    """All numbers of a series as printed, wherever they stand: "Tabelle 6.1"."""
    wanted = series_of(system, word)
    numbers = [entry.number for entry in library.system_entries(system.id) if entry.number and entry.number.word]
    return [str(number) for number in numbers if series_of(system, number.word) == wanted]


def describe_missing(reference: Reference, library: Library, place: Place) -> tuple[str, str]:
    """Message and hint for a reference without a target, in German: the candidates, or the nearest existing number or name."""
    if reference.type == "page":
        return (
            f"Für „{reference.text}“ ist keine Regel bekannt.",
            "Nenne die Regel statt der Seite, oder trage die Seite bei ihr ein.",
        )
    if reference.type in CITED:
        system = library.systems.get(place.system)
        word, _, wanted = reference.name.rpartition(" ")
        near = nearest_numbers(wanted, _of_series(library, system, word)) if system and word else []
        part = part_id(system, reference.part) if reference.part else place.part
        near = near or nearest_numbers(wanted, library.numbers(place.system, part))
        return f"Die Nummer in „{reference.text}“ gibt es nicht.", f"Am nächsten: {', '.join(near)}." if near else ""
    slugs = [e.slug for e in library.system_entries(place.system)]
    return f"„{reference.text}“ führt ins Leere.", did_you_mean(reference.name, slugs)
