"""Moved citations: texts that still cite a number or page whose rule has changed or gone. Pure.

Numbers belong to the printed book and change with its editions; ids do not, so references by name or `[[id]]` are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..german.rule_numbers import NUMERALS
from ..model.library import Library
from ..model.places import place
from ..model.reference import CITED, Reference, Resolution
from ..model.rule_number import RuleNumber
from ..model.values import Entry, Location, Term
from ..references.graph import fields_of, page_id, place_of_owner
from ..references.references import find, vocabulary_of
from ..references.resolve import resolve_reference


@dataclass(frozen=True, slots=True)
class MovedCitation:
    """A citation in a text of `owner` (an id) that stayed the same although its target changed.

    meant   current ids of its former targets
    leads   id of its current target; "" for none
    """

    owner: str
    field: str
    text: str
    place: Location
    meant: tuple[str, ...]
    leads: str


def moved_citations(old: Library, new: Library, only: str | None = None) -> Iterator[MovedCitation]:
    """All citations in both states that are no longer correct, in the current order.

    >>> [(c.owner, c.text, c.meant, c.leads) for c in moved_citations(old, new)]
    [('t9a/mut', 'Grundregeln 17.0', ('t9a/angst',), '')]
    """
    for system in new.systems:
        if system in old.systems and only in (None, system) and (pattern := _pattern(old, new, system)):
            yield from _in_system(old, new, system, pattern)


def _pattern(old: Library, new: Library, system: str) -> re.Pattern[str] | None:
    """A pattern for texts that may cite a changed number or page; None if none changed. Avoids parsing all texts, which takes
    seconds."""
    if [part.title for part in old.systems[system].parts] != [part.title for part in new.systems[system].parts]:
        return re.compile("")  # "Grundregeln 17.0" may mean another part, or none
    before, after = _numbers(old, system), _numbers(new, system)
    changed = {key for key in {*before, *after} if page_id(new, before.get(key, "")) != after.get(key, "")}
    written = {spelling for _, number in changed for spelling in _spellings(number)}
    written |= {str(page) for page in {e.page for e in old.system_entries(system) if e.page} if _gone(old, new, system, page)}
    alternatives = "|".join(re.escape(text) for text in sorted(written))
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE) if written else None


def _numbers(library: Library, system: str) -> dict[tuple[str, RuleNumber], str]:
    """(part, number) → id of the entry."""
    return {(entry.part, entry.number): entry.id for entry in library.system_entries(system) if entry.number}


def _spellings(number: RuleNumber) -> set[str]:
    """Spellings of a number: "17" (also the beginning of "17.0"), "IV", "drei"."""
    figure = number.figures[0]
    words = {NUMERALS[figure - 1]} if len(number.figures) == 1 and 0 < figure <= len(NUMERALS) else set()
    return {number.key, number.printed.rpartition(" ")[2], *words}


def _gone(old: Library, new: Library, system: str, page: int) -> list[str]:
    """Current ids of the entries that were on a page and no longer are."""
    ids = [page_id(new, entry.id) for entry in old.on_page(system, page)]
    return [name for name in ids if name not in new.entries or new.entries[name].page != page]


def _in_system(old: Library, new: Library, system: str, pattern: re.Pattern[str]) -> Iterator[MovedCitation]:
    former = {new.current_place(name): entry for name, entry in old.entries.items()} | dict(old.entries)
    owners: list[tuple[Entry | Term, Entry | Term | None]] = [(e, former.get(e.id)) for e in new.system_entries(system)]
    owners += [(term, old.term(term.id)) for term in new.system_terms(system)]
    for owner, before in owners:
        then = {_key(r.reference): r for *_, found in _cited(old, before, pattern) for r in found if r.target} if before else {}
        for field, text, found in _cited(new, owner, pattern) if then else ():
            for start, resolution, now in _again(text, then, found):
                if meant := _meant(old, new, resolution, now):
                    leads = now.target or "" if now else ""
                    where = place(owner, field, text, start)
                    yield MovedCitation(owner.id, field, _words(resolution.reference.text), where, meant, leads)


def _cited(library: Library, owner: Entry | Term, pattern: re.Pattern[str]) -> Iterator[tuple[str, str, list[Resolution]]]:
    """The texts of an entry or term that may cite something changed: field, text, and the citations in it."""
    around = place_of_owner(library, owner)
    for field, text in fields_of(owner):
        if pattern.search(text):
            references = find(text, vocabulary_of(library, owner.system))
            cited = [r for r in references if r.type in CITED or r.type == "page"]
            yield field, text, [resolve_reference(reference, library, around) for reference in cited]


_Key = tuple[str, str]


def _key(reference: Reference) -> _Key:
    """The identity of a citation, wherever it is: its words, and the title beside a page."""
    return _words(reference.text), reference.beside.name if reference.beside else ""


def _words(text: str) -> str:
    """A citation on one line, however its text is wrapped."""
    return " ".join(text.split())


def _again(
    text: str, then: Mapping[_Key, Resolution], found: list[Resolution]
) -> Iterator[tuple[int, Resolution, Resolution | None]]:
    """Find the words of former citations in a current text: offset, former citation, and the reference there now.

    Compares words, not types: "Grundregeln 17.0" becomes another type of citation once no part has that name. Skips a citation
    that now has more words, because it has been mended.
    """
    longest_first = sorted({words for words, _ in then}, key=lambda words: (-len(words), words))
    either = "|".join(
        r"\s+".join(map(re.escape, words.split())) for words in longest_first
    )  # so that "17.0" does not match in "Grundregeln 17.0"
    for match in re.finditer(rf"(?<![\w.])(?:{either})(?!\w|\.\d)", text):
        now = next((r for r in found if r.reference.start < match.end() and match.start() < r.reference.end), None)
        beside = now.reference.beside.name if now and now.reference.beside else ""
        words = _words(match[0])
        resolution = then.get((words, beside)) or then.get((words, ""))
        if resolution and (now is None or len(_words(now.reference.text)) <= len(words)):
            yield match.start(), resolution, now


def _meant(old: Library, new: Library, then: Resolution, now: Resolution | None) -> tuple[str, ...]:
    """Former targets to which a citation no longer leads; () if it is still correct."""
    target = then.target or ""
    meant = page_id(new, target)
    if then.reference.type != "page":
        return () if now and now.target and page_id(new, now.target) == meant else (meant,)
    system, page = target.partition("/")[0], int(then.reference.name)
    gone = _gone(old, new, system, page)
    if target == f"{system}/seite/{page}":
        return tuple(gone)
    return (meant,) if meant in gone else ()  # the title beside the page is the only target
