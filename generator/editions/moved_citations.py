"""Citations that moved: texts that still cite a number or page under which something else stands today, or nothing. Pure.

Numbers belong to the printed book and change with its editions; ids do not, so references by name or `[[id]]` are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..graph import entry_fields, page_id, place_of_term, term_fields
from ..library import Library
from ..model import CITED, Entry, Location, Reference, Resolution, Term
from ..references import find, vocabulary_of
from ..resolve import place_of, resolve_reference
from ..rule_number import NUMERALS, MalformedNumber, RuleNumber, parse_number
from ..translation.places import place


@dataclass(frozen=True, slots=True)
class MovedCitation:
    """A citation in a text of `owner` (an id) that stayed as it was, while what it cites did not.

    meant   ids of what it led to, as they are called today
    leads   id of what it leads to today; "" for nothing
    """

    owner: str
    field: str
    text: str
    place: Location
    meant: tuple[str, ...]
    leads: str


def moved_citations(old: Library, new: Library, system: str | None = None) -> Iterator[MovedCitation]:
    """Every citation that both states have and that no longer fits, in today's order.

    >>> [(c.owner, c.text, c.meant, c.leads) for c in moved_citations(old, new)]
    [('t9a/mut', 'Grundregeln 17.0', ('t9a/angst',), '')]
    """
    for game in new.systems:
        if game in old.systems and system in (None, game) and (pattern := _pattern(old, new, game)):
            yield from _in_game(old, new, game, pattern)


def _pattern(old: Library, new: Library, game: str) -> re.Pattern[str] | None:
    """What a text holds that may cite a number or page that changed; None where none did. Reading all texts would take seconds."""
    if [part.title for part in old.systems[game].parts] != [part.title for part in new.systems[game].parts]:
        return re.compile("")  # "Grundregeln 17.0" may mean another part, or none
    before, after = _numbers(old, game), _numbers(new, game)
    changed = {key for key in {*before, *after} if _today(new, before.get(key, "")) != after.get(key, "")}
    written = {spelling for _, number in changed for spelling in _spellings(number)}
    written |= {str(page) for page in {e.page for e in old.system_entries(game) if e.page} if _gone(old, new, game, page)}
    alternatives = "|".join(re.escape(text) for text in sorted(written))
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE) if written else None


def _numbers(library: Library, game: str) -> dict[tuple[str, RuleNumber], str]:
    """What stands under which number of which part: entries, and numbered sections of their texts."""
    found = {}
    for entry in library.system_entries(game):
        if entry.number:
            found[entry.part, entry.number] = entry.id
        for section in entry.sections:
            try:
                found[entry.part, parse_number(section.number)] = f"{entry.id}#{section.id}"
            except MalformedNumber:
                continue
    return found


def _spellings(number: RuleNumber) -> set[str]:
    """The figures as people write them: "17" (which "17.0" begins with), "IV", "drei"."""
    figure = number.figures[0]
    words = {NUMERALS[figure - 1]} if len(number.figures) == 1 and 0 < figure <= len(NUMERALS) else set()
    return {number.key, number.printed.rpartition(" ")[2], *words}


def _gone(old: Library, new: Library, game: str, page: int) -> list[str]:
    """What stood on a page and stands on another today, or nowhere."""
    ids = [page_id(new, entry.id) for entry in old.on_page(game, page)]
    return [name for name in ids if name not in new.entries or new.entries[name].page != page]


def _today(new: Library, target: str) -> str:
    """A target as it is called today, with its section."""
    return page_id(new, target) + target.partition("#")[1] + target.partition("#")[2]


def _in_game(old: Library, new: Library, game: str, pattern: re.Pattern[str]) -> Iterator[MovedCitation]:
    former = {new.current_id(name): entry for name, entry in old.entries.items()} | dict(old.entries)
    owners: list[tuple[Entry | Term, Entry | Term | None]] = [(e, former.get(e.id)) for e in new.system_entries(game)]
    owners += [(term, old.term(term.id)) for term in new.system_terms(game)]
    for owner, before in owners:
        if before is None:
            continue
        then = {_key(r.reference): r for *_, r in _citations(old, before, pattern) if r.target}
        for field, text, now in _citations(new, owner, pattern) if then else ():
            resolution = then.get(_key(now.reference))
            meant = _meant(old, new, resolution, now) if resolution else ()
            if meant:
                start = now.reference.start
                where = place(owner, field, text, start) if isinstance(owner, Entry) else owner.location
                yield MovedCitation(owner.id, field, now.reference.text, where, meant, now.target or "")


def _citations(library: Library, owner: Entry | Term, pattern: re.Pattern[str]) -> Iterator[tuple[str, str, Resolution]]:
    """The cited numbers and pages of an entry's or term's texts, with field and text."""
    around = place_of(owner) if isinstance(owner, Entry) else place_of_term(library, owner)
    for field, text in entry_fields(owner) if isinstance(owner, Entry) else term_fields(owner):
        if pattern.search(text):
            for reference in find(text, vocabulary_of(library, owner.system)):
                if reference.type in CITED or reference.type == "page":
                    yield field, text, resolve_reference(reference, library, around)


def _key(reference: Reference) -> tuple[str, str, str]:
    """What makes two citations the same, however their texts changed around them."""
    return reference.type, reference.part.casefold(), reference.name


def _meant(old: Library, new: Library, then: Resolution, now: Resolution) -> tuple[str, ...]:
    """What a citation meant and does not lead to any more; () where it still fits."""
    target = then.target or ""
    if then.reference.type != "page":
        meant = _today(new, target)
        return () if now.target and _today(new, now.target) == meant else (meant,)
    system, page = target.partition("/")[0], int(then.reference.name)
    gone = _gone(old, new, system, page)
    if target == f"{system}/seite/{page}":
        return tuple(gone)
    meant = page_id(new, target)  # a title stands beside the page: only that is meant
    return (meant,) if meant in gone else ()
