"""Relative references: "siehe oben", "auf der nächsten Seite", "in der folgenden Tabelle". Found in a text, and resolved in the book.

They mean what the words around name and what stands in that direction, or the nearest thing of that kind. Where no entry is known in
which a text stands, as on other people's pages, nothing is above or below it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..german.directions import BESIDE, RULES_FOR, Pointing, pointing, sentence_start
from ..model.library import Library, name_key
from ..model.reference import Reference, Resolution
from ..model.values import Entry

NAMES = frozenset({"title", "term", "english", "parametrised"})
BACK, AHEAD = "oben", "unten"


def relative_references(text: str, found: Sequence[Reference], taken: bytearray) -> Iterator[Reference]:
    """The relative references of a text outside `taken`, with the names around each of those `found` in it, in order."""
    starts = [r.start for r in found]
    for at in pointing(text):
        if any(taken[at.start : at.end]):
            continue
        first, after = bisect_left(starts, sentence_start(text, at.start)), bisect_left(starts, at.start)
        before = [r for r in reversed(found[first:after]) if r.type in NAMES]
        names = tuple(dict.fromkeys(r.name for r in before)) if at.cites or at.thing else ()
        written, name = text[at.start : at.end], AHEAD if at.ahead else BACK
        beside = _beside(text, at, before[:1], found[after : after + 1])
        yield Reference(
            at.start, at.end, written, "relative", name, shown=written, also=names, sort=at.thing.casefold(), beside=beside
        )


def _beside(text: str, at: Pointing, before: Iterable[Reference], after: Iterable[Reference]) -> Reference | None:
    """The name that it is about: "nachsetzen (siehe unten)", "gemäß den oben beschriebenen Regeln für den Rückzug"."""
    left = next((r for r in before if BESIDE.fullmatch(text, r.end, at.start)), None)
    right = next((r for r in after if r.type in NAMES and RULES_FOR.fullmatch(text, at.end, r.start)), None)
    return right or left


def pointed_at(
    reference: Reference, library: Library, own: Entry, resolve: Callable[[Reference], Resolution], *, whole: bool
) -> list[str]:
    """What a relative reference in the text of an entry means; several if it is ambiguous.

    `whole` says that the text is the entry's; otherwise it is a text of others below its title, where nothing but a name tells.
    """
    ahead = reference.name == AHEAD
    if reference.sort in ("tabelle", "schritt", "abschnitt"):
        near = _table if reference.sort == "tabelle" else _sibling
        return near(library, own, ahead=ahead) if whole else []
    named = [reference.beside] if reference.beside else []
    named += [Reference(0, 0, name, "title", name) for name in reference.also]
    targets = [entry for one in named if (entry := library.entry(resolve(one).target or "")) and entry is not own]
    if reference.sort == "seite":
        return _on_page(library, own, targets, (own.page or 0) + (1 if ahead else -1), whole=whole)
    there = list(dict.fromkeys(e.id for e in targets if e.part == own.part and (_place(e) > _place(own)) is ahead))
    if not there and ahead and reference.beside:
        there = [step.id for step in library.children(own.id) if _is_about(step, reference.beside.name)]
    is_beside = reference.beside and there and resolve(reference.beside).target == there[0]
    return there[:1] if is_beside else there


def _is_about(step: Entry, name: str) -> bool:
    """Whether a step's title begins with a name: "Sichtwinkel bestimmen"."""
    return name_key(step.title).startswith(f"{name_key(name)} ")


def _place(entry: Entry) -> tuple[int, str]:
    """Where an entry stands in its part."""
    return entry.order, entry.id


def _on_page(library: Library, own: Entry, named: Iterable[Entry], page: int, *, whole: bool) -> list[str]:
    """The rule named there, else the page's list."""
    if own.page is None or not library.on_page(own.system, page):
        return []
    rules = list(dict.fromkeys(entry.id for entry in named if entry.page == page))
    return rules if len(rules) == 1 or not whole else [f"{own.system}/seite/{page}"]


def tables_of(library: Library, rules: Iterable[str]) -> list[str]:
    """The tables below some rules."""
    return list(dict.fromkeys(e.id for rule in rules if rule for e in library.children(rule) if e.kind == "table"))


def _table(library: Library, own: Entry, *, ahead: bool) -> list[str]:
    """The nearest table in that direction, below the entry or beside it; none where the entry itself has one."""
    if own.kind == "table" or "|---" in own.text.replace(" ", "").replace(":", ""):
        return []
    below = tables_of(library, [own.id])
    if below and ahead:
        return below
    beside = [e for e in _siblings(library, own) if e.kind == "table" and (_place(e) > _place(own)) is ahead]
    return [(min if ahead else max)(beside, key=_place).id] if beside else []


def _sibling(library: Library, own: Entry, *, ahead: bool) -> list[str]:
    """The entry next to this one in that direction, below the same parent."""
    there = [e for e in _siblings(library, own) if (_place(e) > _place(own)) is ahead]
    return [(min if ahead else max)(there, key=_place).id] if there else []


def _siblings(library: Library, own: Entry) -> list[Entry]:
    return [e for e in library.children(own.parent) if e is not own and e.part == own.part] if own.parent else []
