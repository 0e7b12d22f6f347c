"""Chapters whose titles remain only in the table of contents: they begin where the preceding sections end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....german.casing import shouts
from ....german.lists import alternatives
from ...drafts import Block, Source, Span
from ..contents import Listed, listed
from . import Start
from .captions import find as captions

NAME = "lost_headings"

#: The most digits in a chapter's number.
_DIGITS = 2
_NUMBER = re.compile(r"[\s#*_]*(\d+)((?:\.\d+)*)\.?[ \t]+\S")
_TABLE = re.compile(rf"[\s*_]*(?:{alternatives('table_labels')})\.?[ ](\d+)\.\d+")
#: Only words this near a paragraph's start show that it opens a chapter.
_FIRST_WORDS = 60
_OPENING = re.compile(alternatives("openings_of_chapters"), re.IGNORECASE)


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each numbered chapter in the contents without a heading in the text."""
    del options
    entries = [entry for entry in listed(source) if entry.number]
    body = [block for block in blocks if block.kind != "blank" and block.start >= max((e.span.end for e in entries), default=0)]
    headings = {block.start: found for block in body if (found := _heading(source, block))}
    printed: dict[str, int] = {}
    for place, block in enumerate(body):
        if (found := headings.get(block.start)) and not found[2]:
            printed.setdefault(found[1], place)
    figures = _figures(source, body)
    lower = -1
    for entry in entries:
        if "." in entry.number or len(entry.number) > _DIGITS:
            continue
        if entry.number in printed:
            lower = max(lower, printed[entry.number])
            continue
        upper = _upper(source, body, headings, entry.number)
        at = _begin(source, body[lower + 1 : upper], headings, figures, first=lower < 0)
        if upper < len(body) and (at is None or body[upper].start not in headings):
            yield _start(entry, body[upper].start - 1)
            lower = upper
        elif at is not None:
            lower += 1 + at
            yield _start(entry, body[lower].start)


def _heading(source: Source, block: Block) -> re.Match[str] | None:
    if block.kind not in ("heading", "list", "paragraph") or not shouts(source.text[block.start : block.end]):
        return None
    return _NUMBER.match(source.text, block.start, block.end)


def _figures(source: Source, body: Sequence[Block]) -> set[int]:
    """Starts of the blocks that belong to figures."""
    inside, at = set(), 0
    for start in captions(source, body, {}):
        while at < len(body) and body[at].start < (start.end or start.begins):
            if body[at].start >= start.begins:
                inside.add(body[at].start)
            at += 1
    return inside


def _upper(source: Source, body: Sequence[Block], headings: Mapping[int, re.Match[str]], number: str) -> int:
    """The first block that certainly belongs to a chapter: a section or table with its number or a later one."""
    for index, block in enumerate(body):
        if (found := headings.get(block.start)) and int(found[1]) >= int(number):
            return index
        if (table := _TABLE.match(source.text, block.start, block.end)) and table[1] == number:
            return index
    return len(body)


def _begin(
    source: Source, gap: Sequence[Block], headings: Mapping[int, re.Match[str]], figures: set[int], *, first: bool
) -> int | None:
    """The block that opens a chapter in the gap before its first section: after the last section's text, figures and tables."""
    if first and gap:
        return 0
    last = max((index for index, block in enumerate(gap) if block.start in headings), default=-1)
    for index, block in enumerate(gap):
        if index > last and _OPENING.search(source.text, block.start, min(block.end, block.start + _FIRST_WORDS)):
            return index
    furniture = [index for index, block in enumerate(gap) if index > last and (block.kind == "table" or block.start in figures)]
    opening = furniture[-1] + 1 if furniture else last + 2
    return opening if last < opening < len(gap) else None


def _start(entry: Listed, begin: int) -> Start:
    return Start(
        Span(begin, begin),
        entry.title,
        NAME,
        level=1,
        number=entry.number,
        part=True,
        page=entry.page,
        certainty=0.8,
        reasons=("Überschrift steht nur im Inhaltsverzeichnis",),
    )
