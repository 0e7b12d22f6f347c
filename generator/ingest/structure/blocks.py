"""A book's text as blocks of whole lines: headings, paragraphs, lists, tables, page numbers, and blank lines between.

Classifies each line by its looks alone and joins neighbours of one kind.

>>> [(block.kind, block.level) for block in blocks_of(Source("", "text", "WALD\\n\\nEin Wald ist Gelände.\\n- Er brennt."))]
[('heading', 1), ('blank', 0), ('paragraph', 0), ('list', 0)]
"""

from __future__ import annotations

import re
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


def blocks_of(source: Source) -> list[Block]:
    """All blocks of a text, adjacent from its first character to its last."""
    text = source.text
    furniture = {span.start for span in source.furniture}
    contents = {text.rfind("\n", 0, entry.span.start) + 1 for entry in listed(source)}
    starts = [*(start for start in source.line_starts if start < len(text)), len(text)]
    lines = [(*span, *_kind(text[slice(*span)], span[0] in furniture, span[0] in contents)) for span in pairwise(starts)]
    groups = (list(group) for _, group in groupby(lines, key=lambda line: line[2:]))
    return [Block(found[0][2], found[0][0], found[-1][1], found[0][3]) for found in groups]


def _kind(line: str, furniture: bool, contents: bool) -> tuple[str, int]:
    """A line's kind, and its level if it is a heading."""
    if not line.strip():
        return "blank", 0
    if furniture:
        return ("page-number" if any(c.isdigit() for c in line) and len(line.split()) < 4 else "running-head"), 0
    return ("contents", 0) if contents else _by_looks(line)


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
