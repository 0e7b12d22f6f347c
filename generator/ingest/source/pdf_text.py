"""Lines of a whole PDF → text: paragraphs, headings by size, pages and their furniture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from statistics import median

from ..drafts import PageMark, Span
from .pdf_furniture import LARGER, Cleared, Furniture
from .pdf_pieces import Piece, chains

#: Sizes of headings within this ratio are the same level.
_LEVEL = 1.06
_LONGEST_HEADING = 160
_MOST_HEADING_LINES = 3
#: A gap this many times the usual one begins a paragraph, as does an indent (in font sizes) in this range.
_PARAGRAPH_GAP = 1.2
_INDENT = 0.7
_WIDEST_INDENT = 4.0
_USUAL_LEADING = 1.3

#: The greatest shift of a table's columns on the next page, in points.
_SAME_COLUMN = 3.0

_ITEM = re.compile(r"(?:[•▪●○◦■□◆►▶–—*-]|\(?(?:\d{1,3}|[a-zA-Z])[.)]|§+\s?\d)\s")
_CLOSED = (".", "!", "?", ":", "“", "«", ")", "*")


@dataclass(frozen=True, slots=True)
class Looks:
    """The book's typography: font size, line height (in font sizes), sizes of headings from the largest."""

    size: float
    leading: float
    headings: tuple[float, ...] = ()

    def level(self, line: Piece) -> int:
        """1 for the largest headings, 0 for lines too small for a heading."""
        if line.table or line.size < LARGER * self.size or not re.search(r"[^\W\d_]", line.text):
            return 0
        return 1 + sum(size > _LEVEL * line.size for size in self.headings)


@dataclass(slots=True)
class Written:
    """The growing text, with the starts of pages and the furniture."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    pages: list[PageMark] = field(default_factory=list)
    furniture: list[Span] = field(default_factory=list)

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)


def looks_of(pages: list[list[Piece]]) -> Looks:
    """The typography of most of the book's letters."""
    sizes: Counter[float] = Counter()
    for line in (line for page in pages for line in page if not line.table):
        sizes[line.size] += len(line.text)
    size = sizes.most_common(1)[0][0] if sizes else 10.0
    gaps = [
        (other.y - one.y) / size
        for page in pages
        for one, other in pairwise(page)
        if one.size == other.size == size and 0.9 * size < other.y - one.y < 2.5 * size
    ]
    larger = sorted((each for each in sizes if each >= LARGER * size), reverse=True)
    headings = [alike[0] for alike in chains(larger, lambda alike, size: alike[-1] <= _LEVEL * size)]
    return Looks(size, median(gaps) if gaps else _USUAL_LEADING, tuple(headings[:5]))


def write_text(pages: list[Cleared], lines: list[list[Piece]], sideways: list[str], numbers: list[int | None]) -> Written:
    """Write the whole book; each page begins with its head and ends with its foot. Keeps a table over several pages whole: the
    foot of its page then goes to the head, the furniture of the next pages after the table.
    """
    looks = looks_of(lines)
    written = Written()
    goes_on = [*(not turned and continues(*two) for turned, two in zip(sideways, pairwise(lines), strict=False)), False]
    began = ""
    waiting: list[Furniture] = []
    for at, (page, on_page, turned, number) in enumerate(zip(pages, lines, sideways, numbers, strict=True)):
        if number is not None:
            written.pages.append(PageMark(written.length, number))
        blocks = [*blocks_of(on_page, looks), *([turned] if turned else [])]
        head, foot = ([line for line in page.furniture if line.head is top] for top in (True, False))
        head, foot = ([*head, *foot], []) if goes_on[at] else (head, foot)
        if at and goes_on[at - 1]:
            repeated = _add_rows(written, began, blocks.pop(0))
            waiting += [*head, *repeated]
            if blocks or not goes_on[at]:
                written.add("\n")
                _add_furniture(written, waiting)
                waiting = []
        else:
            _add_furniture(written, head)
        last = blocks.pop() if blocks and goes_on[at] else ""
        for block in blocks:
            written.add(block + "\n\n")
        _add_furniture(written, foot)
        if last:
            began = last
            written.add(last + "\n")
    return written


def _add_rows(written: Written, table: str, more: str) -> list[Furniture]:
    """Add the rows with which a table continues; returns the repeated rows of its head."""
    rows = more.split("\n")
    repeated = _repeated(table, more)
    written.add("\n".join(rows[repeated:]) + "\n")
    return [Furniture(row, True) for row in rows[:repeated]]


def continues(page: list[Piece], after: list[Piece]) -> bool:
    """Whether the drawn table at the end of a page continues on the next, with the same head or the same columns."""
    if not (page and after and page[-1].table and after[0].table):
        return False
    last, first = page[-1], after[0]
    repeated = _repeated(last.text, first.text)
    if repeated:
        return repeated < len(first.text.split("\n"))
    pairs = list(zip(last.columns, first.columns, strict=False))
    return len(last.columns) == len(first.columns) and all(abs(one - other) < _SAME_COLUMN for one, other in pairs)


def _repeated(table: str, after: str) -> int:
    """The number of rows at the top of a table that the next one repeats."""
    pairs = zip(table.split("\n"), after.split("\n"), strict=False)
    return sum(1 for _ in takewhile(lambda rows: rows[0] == rows[1], pairs))


def _add_furniture(written: Written, lines: list[Furniture]) -> None:
    for line in lines:
        start = written.length
        written.add(line.text + "\n")
        written.furniture.append(Span(start, written.length))
    if lines:
        written.add("\n")


def blocks_of(lines: list[Piece], looks: Looks) -> Iterator[str]:
    """Headings, tables and paragraphs of a page as text; paragraphs keep their lines."""
    return (_block(block, looks) for block in chains(lines, lambda block, line: not _parts(block, line, looks)))


def _parts(paragraph: list[Piece], line: Piece, looks: Looks) -> bool:
    """Whether a new block begins with `line`."""
    last = paragraph[-1]
    if last.table or line.table or looks.level(last) != looks.level(line):
        return True
    down = line.y - last.y
    if down <= 0:
        return _begins_anew(paragraph, line)
    if down > _PARAGRAPH_GAP * looks.leading * max(last.size, line.size):
        return True
    if looks.level(line):
        return last.size != line.size
    return last.bold != line.bold or _indented(paragraph, line)


def _begins_anew(paragraph: list[Piece], line: Piece) -> bool:
    """Whether a line at the top of the next column begins a block: the sentence before it was complete."""
    last = paragraph[-1]
    short = last.x1 < max(each.x1 for each in paragraph) - 3 * last.size
    return short or last.text.endswith(_CLOSED) or last.bold != line.bold or bool(_ITEM.match(line.text))


def _indented(paragraph: list[Piece], line: Piece) -> bool:
    """Whether the line's indent, inwards or outwards, begins a paragraph; not within a list item, whose lines hang."""
    last = paragraph[-1]
    if not last.text.endswith(_CLOSED) or any(_ITEM.match(each.text) for each in paragraph):
        return False
    set_in = (line.x0 - last.x0) / line.size
    hanging = len(paragraph) == 1 and last.x1 > line.x1 - 2 * line.size
    return (_INDENT < set_in < _WIDEST_INDENT and not hanging) or (len(paragraph) > 1 and _INDENT < -set_in < _WIDEST_INDENT)


def _block(lines: list[Piece], looks: Looks) -> str:
    level = looks.level(lines[0])
    text = " ".join(line.text for line in lines)
    if level and len(lines) <= _MOST_HEADING_LINES and len(text) <= _LONGEST_HEADING:
        return f"{'#' * level} {text}"
    if all(line.bold for line in lines):
        return "\n".join(f"**{line.text}**" for line in lines)
    return "\n".join(f"**{line.text}**" if line.bold else line.marked for line in lines)
