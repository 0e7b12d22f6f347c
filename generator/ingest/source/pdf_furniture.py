"""Running heads and page numbers of a PDF: text that recurs at the same place on many pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .page_breaks import first_page
from .pdf_lines import rows_of
from .pdf_pieces import Piece

#: Furniture is within this outer share of the page's height, and recurs this often.
_OUTER = 0.13
_FEWEST = 3
_MOST_PAGES = 0.5
#: Text at one place on this share of the pages need not be alone: a head may have two lines.
_OFTEN = 0.2
#: The least ratio of a heading's size to the text's; such a line is no running head, wherever other pages have theirs.
LARGER = 1.12
_NUMBER = re.compile(r"(?<![\d.,])\d{1,4}(?![\d.,]*\d)")
_EDGES = re.compile(r"^\d{1,4}(?=\s|$)|(?<=\s)\d{1,4}$")


@dataclass(frozen=True, slots=True)
class PagePieces:
    """A page's pieces as read, with its height and its sideways text."""

    height: float
    pieces: list[Piece]
    sideways: str = ""


@dataclass(frozen=True, slots=True)
class Furniture:
    """One line of a page's furniture: its text, and whether it is at the head."""

    text: str
    head: bool


@dataclass(frozen=True, slots=True)
class Cleared:
    """A page's text and its furniture."""

    pieces: list[Piece]
    furniture: tuple[Furniture, ...] = ()


class _Row(NamedTuple):
    """A line at the edge of a page: where it is, and whether at the head; what comes back of it; whether it is the first or last
    line, at a distance from the others."""

    pieces: list[Piece]
    text: str
    spot: tuple[int, bool]
    likeness: tuple[str, int]
    alone: bool


def cleared(pages: list[PagePieces]) -> list[Cleared]:
    """Separate text and furniture on each page."""
    rows = [list(_outer_rows(page)) for page in pages]
    written = Counter(likeness for page in rows for likeness in {row.likeness for row in page})
    lone = Counter(spot for page in rows for spot in {row.spot for row in page if row.alone})
    often, common = max(_FEWEST, _OFTEN * len(pages)), max(_FEWEST, _MOST_PAGES * len(pages))
    firsts = Counter(first for at, page in enumerate(rows) for first in {first for row in page for first in _firsts(row, at)})
    largest = LARGER * _usual_size(pages)

    def comes_back(row: _Row, at: int) -> bool:
        times = written[row.likeness]
        placed = lone[row.spot] >= common and row.pieces[0].size < largest
        return (
            times >= often
            or (row.alone and (times >= _FEWEST or placed))
            or any(firsts[first] >= often for first in _firsts(row, at))
        )

    return [
        _parted(page, [row for row in outer if comes_back(row, at)])
        for at, (page, outer) in enumerate(zip(pages, rows, strict=True))
    ]


def _firsts(row: _Row, at: int) -> set[int]:
    """What the first page's number would be if a lone line begins or ends with that of its page: "KAPITEL 3. MOORE 11"."""
    return {int(digits) - at for digits in _EDGES.findall(row.text)} if row.alone else set()


def _usual_size(pages: list[PagePieces]) -> float:
    sizes: Counter[float] = Counter()
    for piece in (piece for page in pages for piece in page.pieces):
        sizes[piece.size] += len(piece.text)
    return max(sizes, key=lambda size: sizes[size], default=0.0)


def page_numbers(pages: list[Cleared]) -> list[int | None]:
    """Each page's printed number from its furniture."""
    first = first_page([[int(digits) for line in page.furniture for digits in _NUMBER.findall(line.text)] for page in pages])
    return [page if page > 0 else None for page in range(first, first + len(pages))]


def _outer_rows(page: PagePieces) -> Iterator[_Row]:
    edge = _OUTER * page.height
    for row in rows_of([piece for piece in page.pieces if not piece.table and not edge < piece.y < page.height - edge]):
        text, place, head = " ".join(piece.text for piece in row), round(row[0].y / 4), row[0].y < page.height / 2
        others = [piece for piece in page.pieces if piece not in row]
        above, below = row[0].y - 2 * row[0].size, row[0].y + row[0].size
        alone = all(other.top > below if head else other.y < above for other in others)
        yield _Row(row, text, (place, head), (re.sub(r"\d+", "#", text), place), alone)


def _parted(page: PagePieces, found: list[_Row]) -> Cleared:
    out = {piece.order for row in found for piece in row.pieces}
    lines = tuple(Furniture(row.text, row.spot[1]) for row in found)
    return Cleared([piece for piece in page.pieces if piece.order not in out], lines)
