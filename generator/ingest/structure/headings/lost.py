"""Chapters whose titles remain only in the table of contents: they begin where the preceding sections end.

>>> source = Source("", "text", "1\\tMeer\\t3\\n1.1\\tKüste\\t3\\n\\nNass.\\n\\n1.1 Küste\\n\\nLang.\\n")
>>> blocks = [Block("paragraph", *span) for span in ((22, 28), (29, 39), (40, 46))]
>>> [chapter.title for chapter in lost(source, blocks, [Candidate(Span(29, 38), "1.1 Küste", "line", number="1.1", form="dotted")])]
['Meer']
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from ....german.lists import alternatives
from ...drafts import Block, Source, Span
from ..contents import Listed, listed
from ..recognisers.captions import find as captions
from .candidates import Candidate

#: The most digits in a chapter's number.
_DIGITS = 2
_TABLE = re.compile(rf"[\s*_]*(?:{alternatives('table_labels')})\.?[ ](\d+)\.\d+")
#: Only words this near a paragraph's start show that it opens a chapter.
_FIRST_WORDS = 60
_OPENING = re.compile(alternatives("openings_of_chapters"), re.IGNORECASE)


def lost(source: Source, blocks: Sequence[Block], found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield a heading without characters for each numbered chapter in the contents whose sections alone are among those found."""
    entries = [entry for entry in listed(source) if entry.number]
    chapters = [entry for entry in entries if "." not in entry.number and len(entry.number) <= _DIGITS]
    counted = [one for one in found if one.form in ("dotted", "plain") and not one.step and not one.aside]
    printed = {one.number for one in counted if "." not in one.number}
    if all(chapter.number in printed for chapter in chapters) or not any("." in one.number for one in counted):
        return
    body = [block for block in blocks if block.kind != "blank" and block.start >= max(entry.span.end for entry in entries)]
    starts = [block.start for block in body]
    headings = {place: one for one in counted if 0 <= (place := bisect_left(starts, one.span.start + 1) - 1) < len(body)}
    figures = _figures(source, body)
    places = {one.number: place for place, one in reversed(headings.items())}
    lower = -1
    for entry in chapters:
        if entry.number in places:
            lower = max(lower, places[entry.number])
            continue
        upper = _upper(source, body, headings, entry.number)
        at = _begin(source, body, lower + 1, upper, headings, figures, first=lower < 0)
        if upper < len(body) and (at is None or upper not in headings):
            yield _candidate(entry, body[upper].start - 1)
            lower = upper
        elif at is not None:
            lower = at
            yield _candidate(entry, body[lower].start)


def _figures(source: Source, body: Sequence[Block]) -> set[int]:
    """Starts of the blocks that belong to figures."""
    inside, at = set(), 0
    for start in captions(source, body, {}):
        while at < len(body) and body[at].start < (start.end or start.begins):
            if body[at].start >= start.begins:
                inside.add(body[at].start)
            at += 1
    return inside


def _upper(source: Source, body: Sequence[Block], headings: Mapping[int, Candidate], number: str) -> int:
    """The first block that certainly belongs to a chapter: a section or table with its number or a later one."""
    for place, block in enumerate(body):
        if (found := headings.get(place)) and int(re.sub(r"\D.*", "", found.number) or 0) >= int(number):
            return place
        if (table := _TABLE.match(source.text, block.start, block.end)) and table[1] == number:
            return place
    return len(body)


def _begin(
    source: Source,
    body: Sequence[Block],
    lower: int,
    upper: int,
    headings: Mapping[int, Candidate],
    figures: set[int],
    *,
    first: bool,
) -> int | None:
    """The block that opens a chapter in the gap before its first section: after the last section's text, figures and tables."""
    if first and lower < upper:
        return lower
    last = max((place for place in range(lower, upper) if place in headings), default=lower - 1)
    for place in range(last + 1, upper):
        if _OPENING.search(source.text, body[place].start, min(body[place].end, body[place].start + _FIRST_WORDS)):
            return place
    furniture = [place for place in range(last + 1, upper) if body[place].kind == "table" or body[place].start in figures]
    opening = furniture[-1] + 1 if furniture else last + 2
    return opening if last < opening < upper else None


def _candidate(entry: Listed, begin: int) -> Candidate:
    return Candidate(
        Span(begin, begin),
        f"{entry.number} {entry.title}",
        "contents",
        number=entry.number,
        title=entry.title,
        form="plain",
        listed=entry,
        evidence={"contents": "", "lost": ""},
    )
