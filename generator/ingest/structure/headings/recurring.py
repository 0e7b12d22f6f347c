"""Headings that come back and name no rule: the overview of steps, the sections common to the rules of a numbered book.

>>> from ...drafts import Span
>>> steps = ("I) Wind", "II) Welle", "I) Wind")
>>> found = [Candidate(Span(0, 1), words, "line", number=words[0], title=words[-4:], form="letter") for words in steps]
>>> [candidate.words for candidate in without_overviews(found)]
['II) Welle', 'I) Wind']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..contents import plain
from .candidates import Candidate

#: A heading this frequent within one part of a numbered book is common to its rules; so many numbered headings make such a book.
OFTEN, MANY = 3, 3


def without_overviews(found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Drop steps that recur with the same number and name, and labels without a title that recur: the first time is an overview."""
    again = Counter(map(_counted, found))
    for one in found:
        again[_counted(one)] -= 1
        if not again[_counted(one)] or not (one.step or (one.form in ("part", "label") and not one.title)):
            yield one


def _counted(one: Candidate) -> tuple[str, str]:
    return one.number, plain(one.title) if one.step else one.form


def without_places(found: Sequence[Candidate]) -> Sequence[Candidate]:
    """Drop headings common to the rules of a part; in such parts also those that name a numbered rule elsewhere."""
    if sum(_is_numbered(one) for one in found) < MANY:
        return found
    parts = [*_parts(found)]
    times = Counter((part, plain(one.title)) for part, one in zip(parts, found, strict=True))
    often = {key for key, count in times.items() if count >= OFTEN}
    crowded = {part for part, _ in often}
    named = {plain(one.title) for one in found if one.number}
    return [
        one
        for part, one in zip(parts, found, strict=True)
        if one.number or one.marks or not ((part, plain(one.title)) in often or (part in crowded and plain(one.title) in named))
    ]


def _is_numbered(one: Candidate) -> bool:
    return one.form in ("dotted", "plain") and not one.step


def _parts(found: Sequence[Candidate]) -> Iterator[str]:
    """The part of each heading: the first figure of the last numbered one, or the last label."""
    part = ""
    for one in found:
        if _is_numbered(one) or one.form in ("part", "label"):
            part = one.number.split(".")[0]
        yield part
