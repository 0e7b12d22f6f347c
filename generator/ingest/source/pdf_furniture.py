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
_NUMBER = re.compile(r"(?<![\d.,])\d{1,4}(?![\d.,]*\d)")


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

    def comes_back(row: _Row) -> bool:
        times = written[row.likeness]
        return times >= often or (row.alone and (times >= _FEWEST or lone[row.spot] >= common))

    return [_parted(page, list(filter(comes_back, outer))) for page, outer in zip(pages, rows, strict=True)]


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
