"""A book's text as blocks of whole lines: headings, paragraphs, lists, tables, page numbers, and blank lines between.

Classifies each line by its looks alone and joins neighbours of one kind.

>>> [(block.kind, block.level) for block in blocks_of(Source("", "text", "WALD\\n\\nEin Wald ist Gelände.\\n- Er brennt."))]
[('heading', 1), ('blank', 0), ('paragraph', 0), ('list', 0)]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby, pairwise

from ...german.name_forms import BRACKET
from ..drafts import Block, Source
from .contents import listed

#: The longest heading.
HEADING_LIMIT = 120

_BULLET = re.compile(r"\s*(?:[-*•◆▪●○■□►➤–]|\d{1,2}[.)]|[a-zA-Z]\))\s+\S")
_MARKED = re.compile(r"\s{0,3}(#{1,6})\s+\S")
#: A bold line, optionally followed by the English original.
_BOLD = re.compile(r"\s*\*\*[^*]+\*\*(?:[ ]?[*_]?\[[^\[\]\n]{2,60}\][*_]?)?\s*$")
_SEPARATORS = frozenset("-*_=–—·~")

Line = tuple[int, int, str, int]


def blocks_of(source: Source) -> list[Block]:
    """All blocks of a text, adjacent from its first character to its last."""
    lines = list(_lines(source.text, _sorter(source)))
    blocks = []
    for (kind, level), group in groupby(lines, key=lambda line: (line[2], line[3])):
        found = list(group)
        blocks.append(Block(kind, found[0][0], found[-1][1], level))
    return blocks


def _lines(text: str, sort: Callable[[int, str], tuple[str, int]]) -> Iterator[Line]:
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    if starts[-1] != len(text):
        starts.append(len(text))
    for start, end in pairwise(starts):
        yield (start, end, *sort(start, text[start:end]))


def _sorter(source: Source) -> Callable[[int, str], tuple[str, int]]:
    furniture = {span.start for span in source.furniture}
    contents = {source.line(entry.span.start) for entry in listed(source)}

    def sort(start: int, line: str) -> tuple[str, int]:
        if not line.strip():
            return "blank", 0
        if start in furniture:
            return ("page-number" if any(c.isdigit() for c in line) and len(line.split()) < 4 else "running-head"), 0
        if source.line(start) in contents:
            return "contents", 0
        return _by_looks(line)

    return sort


def _by_looks(line: str) -> tuple[str, int]:
    if marked := _MARKED.match(line):
        return "heading", len(marked[1])
    bare = line.strip()
    if len(bare) > 2 and set(bare.replace(" ", "")) <= _SEPARATORS:
        return "rule", 0
    if bare.startswith("|") or "\t" in bare or "─" <= bare[:1] <= "╿":  # a box drawn with lines
        return "table", 0
    if (bullet := _BULLET.match(line)) and not (bullet[0].strip()[0].isalnum() and in_capitals(bare)):
        return "list", 0
    if len(bare) <= HEADING_LIMIT and (_BOLD.match(line) or in_capitals(bare)):
        return "heading", 1
    return "paragraph", 0


def in_capitals(text: str) -> bool:
    """Whether a line is in capitals, ignoring brackets, a stray small letter and marks.

    >>> in_capitals("VERBUNDBASEN (stands) UND MODELLE"), in_capitals("Die W6 der ACHSE")
    (True, False)
    """
    letters = "".join(filter(str.isalpha, BRACKET.sub("", text).replace("ß", "")))
    small = sum(map(str.islower, letters))
    return len(letters) > 1 and small * 5 <= len(letters) and small < 4
