"""Relative references: "siehe oben", "auf der nächsten Seite", "in der folgenden Tabelle". Found in a text, and resolved in the book.

They mean a target in that direction that the surrounding words name; else the rule there whose title fits those words best, or the
nearest thing of its kind. A foreign text belongs to no entry, so only its own headings are above and below (see `outline`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from ..german.directions import (
    BESIDE,
    CHAPTER,
    CITED_AFTER,
    PAGE,
    RULES_FOR,
    SECTION,
    STEP,
    TABLE,
    Pointing,
    pointing,
    sentence_start,
    whole_sentence,
)
from ..german.letters import fold
from ..german.lists import word_list
from ..german.stemming import stem
from ..model.library import Library, name_key
from ..model.reference import Reference, Resolution
from ..model.values import Entry

NAMES = frozenset({"title", "term", "english", "parametrised"})
BACK, AHEAD = "oben", "unten"


def relative_references(text: str, found: Sequence[Reference], taken: bytearray) -> Iterator[Reference]:
    """The relative references of a text outside `taken`, in order, each with the `found` names around it."""
    starts = [r.start for r in found]
    for at in pointing(text):
        if any(taken[at.start : at.end]):
            continue
        first, after = bisect_left(starts, sentence_start(text, at.start)), bisect_left(starts, at.start)
        before = [r for r in reversed(found[first:after]) if r.type in NAMES]
        if CITED_AFTER.match(text, at.end):
            continue
        doubt = "" if at.cites or at.thing else "wide" if at.wide else "told"
        names = tuple(dict.fromkeys(r.name for r in before)) if doubt != "told" else ()
        written, name = text[at.start : at.end], AHEAD if at.ahead else BACK
        beside = _beside(text, at, before[:1], found[after : after + 1])
        around = fold(text[whole_sentence(text, at.start, at.end)])
        yield Reference(at.start, at.end, written, "relative", name, around, "", written, False, names, at.thing, beside, doubt)


def _beside(text: str, at: Pointing, before: Iterable[Reference], after: Iterable[Reference]) -> Reference | None:
    """The name that a relative reference is about: "nachsetzen (siehe unten)", "gemäß den oben beschriebenen Regeln für den
    Rückzug".
    """
    left = next((r for r in before if BESIDE.fullmatch(text, r.end, at.start)), None)
    right = next((r for r in after if r.type in NAMES and RULES_FOR.fullmatch(text, at.end, r.start)), None)
    return right or left


def pointed_at(
    reference: Reference, library: Library, own: Entry, resolve: Callable[[Reference], Resolution], *, whole: bool
) -> list[str]:
    """The possible targets of a relative reference in an entry's text; several if it is ambiguous.

    `whole` means that the text is the entry's own; otherwise it is a foreign text below the entry's title, in which only names
    decide.
    """
    ahead = reference.name == AHEAD
    if reference.sort == CHAPTER:
        return _chapter(library, own, ahead=ahead)
    if reference.sort in (TABLE, STEP, SECTION):
        near = _table if reference.sort == TABLE else sibling
        return near(library, own, ahead=ahead) if whole else []
    named = [reference.beside] if reference.beside else []
    named += [Reference(0, 0, name, "title", name) for name in reference.also]
    if (one := reference.beside) and one.start > reference.start and (target := resolve(one).target):
        return [target] if target != own.id else []
    targets = [entry for one in named if (entry := library.entry(resolve(one).target or "")) and entry is not own]
    if reference.sort == PAGE:
        return _on_page(library, own, targets, (own.page or 0) + (1 if ahead else -1), whole=whole)
    if reference.doubt != "wide":
        targets = [entry for entry in targets if entry.part == own.part]
    place = _place_in_book(library, own.system)
    there = [e.id for e in targets if (place(e) > place(own)) is ahead]
    there = list(dict.fromkeys(there))
    if not there and ahead and reference.beside:
        there = [step.id for step in library.children(own.id) if _is_about(step, reference.beside.name)]
    is_beside = reference.beside and there and resolve(reference.beside).target == there[0]
    return there[:1] if is_beside else there or ([] if targets and reference.beside else _fitting(reference, library, own))


def _fitting(reference: Reference, library: Library, own: Entry) -> list[str]:
    """The rules in that direction whose titles share the most words with the sentence or with the entry's own title. At least two
    words must match, one of them in the sentence, and more than half of the title's; for a step of the entry half suffices, and for
    "oben beschrieben", which otherwise means the text right above, all must match.
    """
    ahead, known = reference.name == AHEAD, fold(own.title)
    fits: dict[tuple[int, int, float], list[str]] = {}
    over = set(above(library, own))
    for entry in library.part_entries(own.system, own.part):
        if entry.id not in over and (_place(entry) > _place(own)) is ahead:
            stems = _stems(entry.title)
            said = [word for word in stems if word in reference.part]
            shared = len(said) + sum(word in known for word in stems if word not in said)
            is_said = len(said) >= 2 or (shared >= 2 and not all(word in known for word in said))
            needed = len(stems) if reference.doubt == "told" else len(stems) // 2 + (entry.parent != own.id)
            if is_said and shared >= needed:
                fits.setdefault((len(said), shared, shared / len(stems)), []).append(entry.id)
    return fits[max(fits)] if fits else []


def above(library: Library, own: Entry) -> Iterator[str]:
    """An entry, its parent, and so on upwards."""
    entry: Entry | None = own
    while entry:
        yield entry.id
        entry = library.entry(entry.parent)


_LONG = re.compile(r"[^\W\d_]{4,}")


@lru_cache(maxsize=8192)
def _stems(title: str) -> tuple[str, ...]:
    """The stems of a title's longer words.

    >>> _stems("Die Gelände-Aufstellung im Überblick")
    ('geland', 'aufstell', 'uberblick')
    """
    words = (match[0] for match in _LONG.finditer(title) if match[0].casefold() not in word_list("small_in_headings"))
    stems = dict.fromkeys(stem(fold(word)) for word in words)
    return tuple(one for one in stems if len(one) > 3)


def _place_in_book(library: Library, system: str) -> Callable[[Entry], tuple[int, tuple[int, str]]]:
    parts = {part.id: i for i, part in enumerate(library.systems[system].parts)}
    return lambda entry: (parts.get(entry.part, 0), _place(entry))


def _is_about(step: Entry, name: str) -> bool:
    """Whether a step's title begins with a name: "Sichtwinkel bestimmen"."""
    return name_key(step.title).startswith(f"{name_key(name)} ")


def _place(entry: Entry) -> tuple[int, str]:
    """An entry's position in its part."""
    return entry.order, entry.id


def _on_page(library: Library, own: Entry, named: Iterable[Entry], page: int, *, whole: bool) -> list[str]:
    """The named rule on a neighbouring page, else the list of that page."""
    if own.page is None or not library.on_page(own.system, page):
        return []
    rules = list(dict.fromkeys(entry.id for entry in named if entry.page == page))
    rules = rules or [e.id for e in library.on_page(own.system, page) if _is_about_all(e, fold(own.title))]
    return rules if len(rules) == 1 or not whole else [f"{own.system}/seite/{page}"]


def _is_about_all(entry: Entry, title: str) -> bool:
    """Whether a rule has the words of a title, in any of their forms."""
    stems = _stems(entry.title)
    return bool(stems) and all(word in title for word in stems)


def tables_of(library: Library, rules: Iterable[str]) -> list[str]:
    """The tables below some rules."""
    return list(dict.fromkeys(e.id for rule in rules if rule for e in library.children(rule) if e.kind == "table"))


def _table(library: Library, own: Entry, *, ahead: bool) -> list[str]:
    """The nearest table in that direction, below the entry or beside it; none if the entry has one itself."""
    if own.kind == "table" or "|---" in own.text.replace(" ", "").replace(":", ""):
        return []
    below = tables_of(library, [own.id])
    if below and ahead:
        return below
    beside = [e for e in _siblings(library, own) if e.kind == "table" and (_place(e) > _place(own)) is ahead]
    return [(min if ahead else max)(beside, key=_place).id] if beside else []


def _chapter(library: Library, own: Entry, *, ahead: bool) -> list[str]:
    """The rule that is about the whole of the next part in that direction."""
    parts = library.systems[own.system].parts
    at = next((i for i, part in enumerate(parts) if part.id == own.part), len(parts)) + (1 if ahead else -1)
    there = parts[at] if 0 <= at < len(parts) else None
    return [entry.id for entry in library.titled(own.system, there.title) if entry.part == there.id] if there else []


def sibling(library: Library, own: Entry, *, ahead: bool) -> list[str]:
    """The entry next to this one in that direction, below the same parent."""
    there = [e for e in _siblings(library, own) if (_place(e) > _place(own)) is ahead]
    return [(min if ahead else max)(there, key=_place).id] if there else []


def _siblings(library: Library, own: Entry) -> list[Entry]:
    return [e for e in library.children(own.parent) if e is not own and e.part == own.part] if own.parent else []
