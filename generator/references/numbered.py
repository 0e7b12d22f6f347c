"""Rules by their printed numbers: number series, parts, chapters, and the numbers nearest to a missing one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from ..german.rule_numbers import MalformedNumber, parse_number
from ..model.library import Library, numbers_of
from ..model.reference import Reference
from ..model.rule_number import RuleNumber
from ..model.values import Entry, System


def series_of(system: System | None, word: str) -> str:
    """The id of a printed word's number series; plain numbers belong to "section"."""
    if system is not None:
        for series in system.series:
            if word in series.words:
                return series.id
    return word.casefold() or "section"


def numbered(reference: Reference, library: Library, system_id: str, own_part: str) -> list[str]:
    """The entries with a cited number: in the named part, else in the text's own (or the default part), else in any other."""
    system = library.systems.get(system_id)
    try:
        number = parse_number(reference.name)
    except MalformedNumber:
        return []

    def having(part: str) -> list[str]:
        found = library.by_number(system_id, part, number.key)
        printed = ((e.id, there) for e in found for at, there in numbers_of(e) if at == part)
        return list(dict.fromkeys(id_ for id_, there in printed if same_series(system, number, there)))

    if reference.part:
        return having(part_id(system, reference.part))
    if system is None:
        return []
    own = own_part or next((part.id for part in system.parts if part.default), "")
    return having(own) or [found for part in system.parts for found in having(part.id)]


def same_series(system: System | None, written: RuleNumber, printed: RuleNumber) -> bool:
    return series_of(system, written.word) == series_of(system, printed.word)


def part_id(system: System | None, name: str) -> str:
    """The id of the part with this title, abbreviation or form ("Befehl" of "Befehle"); "" if there is none."""
    for part in system.parts if system else ():
        if name in (part.title, *part.abbreviations):
            return part.id
    from ..german.citation_patterns import part_forms  # imported here, because names of parts rarely need its German

    return next((part.id for part in system.parts if name in part_forms(part.title)), "") if system else ""


def belongs(system: System | None, entry: Entry, chapter: Entry) -> bool:
    """Whether an entry belongs to a chapter: below its number, or in its part if the part is the chapter."""
    if entry.part != chapter.part:
        return False
    if entry.number and chapter.number and same_series(system, entry.number, chapter.number):
        within = entry.number.figures[: len(chapter.number.figures)] == chapter.number.figures
        return within and chapter.number.letter in ("", entry.number.letter)
    return True


def is_in_chapter(reference: Reference) -> bool:
    """Whether a reference is the chapter or the page of "Kapitel 5, Seite 19", which together mean a rule on that page."""
    chapter = reference.beside if reference.type == "page" else reference
    return chapter is not None and chapter.type == "chapter" and chapter.beside is not None


def nearest_numbers(wanted: str, numbers: Sequence[str], count: int = 3) -> list[str]:
    """The printed numbers nearest to a number: those that share most of its beginning, then those closest by value.

    >>> nearest_numbers("17.4", ["16.0", "17.0", "17.1", "17.3", "18.0"])
    ['17.3', '17.1', '17.0']
    """

    def figures(number: str) -> tuple[int, ...]:
        try:
            return parse_number(number).figures
        except MalformedNumber:
            return ()

    def distance(number: str) -> tuple[int, list[int]]:
        pairs = list(zip_longest(figures(wanted), figures(number), fillvalue=0))
        shared = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
        return -shared, [abs(a - b) for a, b in pairs]

    return sorted(numbers, key=distance)[:count]
