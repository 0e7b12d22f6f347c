"""The neighbours of references that narrow their meaning: a page or chapter, a title, a gloss, the next member of a list or row."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..german.between import BELOW_TITLE, ON_PAGE, TO_CITED, TO_GLOSS, TO_PAGE, TO_TITLE, WITHIN
from ..german.context import is_in_next_cell, is_listed
from ..model.reference import Reference
from .names import COUNTED
from .relative import NAMES

_RULES = frozenset({"chapter", "number", "part+number"})


def add_neighbours(text: str, found: list[Reference]) -> list[Reference]:
    """Give pages, chapters and titles their neighbour: "Kapitel 10 „Gelände“ unter „Höhenstufe“", "S. 13, Drehen", "Kapitel 5, S. 19"."""
    for i, reference in enumerate(found):
        if beside := _beside(text, reference, found[max(0, i - 2) : i], found[i + 1] if i + 1 < len(found) else None):
            found[i] = reference._replace(beside=beside)
    return found


def add_alike(text: str, found: list[Reference]) -> list[Reference]:
    """Let words that mean something fought mean the same in the rest of the sentence: "gegen eine Festung …, die Festung"."""
    meant: dict[str, Reference] = {}
    for i, one in enumerate(found):
        last = meant.get(one.name) if one.akin and not one.sort else None
        if last and WITHIN.fullmatch(text, last.end, one.start):
            found[i] = one = one._replace(sort=COUNTED)
        if one.sort == COUNTED:
            meant |= dict.fromkeys((one.name, *one.akin), one)
    return found


def _beside(text: str, one: Reference, two: Sequence[Reference], after: Reference | None) -> Reference | None:
    """The neighbour of a reference, with the `two` before it and the one behind it."""
    before, further = two[-1] if two else None, two[0] if len(two) > 1 else None

    def stands(pattern: re.Pattern[str], left: Reference, right: Reference) -> bool:
        return pattern.fullmatch(text, left.end, right.start) is not None

    if one.type == "chapter" and "." not in one.name:
        return after if after and after.type == "page" and stands(ON_PAGE, one, after) else None
    if one.type == "page":
        if before and before.type != "page" and stands(TO_PAGE, before, one):
            return before
        return after if after and is_name(after) and stands(TO_TITLE, one, after) else None
    if not is_name(one):
        return None
    return (_before(text, one, before) if before else None) or _around(text, one, further, before, after)


def _before(text: str, one: Reference, before: Reference) -> Reference | None:
    """The chapter before a title, or the name before its gloss."""

    def stands(pattern: re.Pattern[str]) -> bool:
        return pattern.fullmatch(text, before.end, one.start) is not None

    if is_name(before):
        further = before.beside
        if text[one.start - 1] in "(*_" and not (further and is_name(further)) and stands(TO_GLOSS):
            return before
        return further if further and further.type != "page" and stands(BELOW_TITLE) else None
    return before if before.type in _RULES and stands(TO_TITLE) else None


def _around(
    text: str, one: Reference, further: Reference | None, before: Reference | None, after: Reference | None
) -> Reference | None:
    """The citation right behind a name ("Verteidiger (4.4)"), or for a form of several names the next name listed."""
    if one.doubt:
        return None
    if after and after.type in _RULES and TO_CITED.fullmatch(text, one.end, after.start):
        return after
    near = _next_to(text, one, before, after, is_listed) if one.akin else None
    if near and further and is_name(further) and near.start < one.start and is_listed(text, further.end, near.start):
        return near._replace(beside=further._replace(beside=None))  # "Schatten, ein General oder eine Festung"
    return near


def add_row_neighbours(text: str, found: list[Reference]) -> list[Reference]:
    """Give a form of several names the name in the next cell of its row, which may decide its meaning."""
    return [_in_row(text, one, found, i) if one.akin and not one.beside else one for i, one in enumerate(found)]


def _in_row(text: str, one: Reference, found: Sequence[Reference], i: int) -> Reference:
    before, after = found[i - 1] if i else None, found[i + 1] if i + 1 < len(found) else None
    near = _next_to(text, one, before, after, is_in_next_cell)
    return one._replace(beside=near) if near else one


def _next_to(
    text: str, one: Reference, before: Reference | None, after: Reference | None, joins: Callable[[str, int, int], bool]
) -> Reference | None:
    """The name joined to a German one: the one before it, else the one behind it."""
    pairs = ((before, before, one), (after, one, after)) if one.type != "english" else ()
    near = next((near for near, a, b in pairs if near and a and b and is_name(near) and joins(text, a.end, b.start)), None)
    return near._replace(beside=None) if near else None


def is_name(reference: Reference) -> bool:
    return reference.type in NAMES
