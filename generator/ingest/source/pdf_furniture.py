"""Running heads and page numbers of a PDF: text that recurs at the same place on many pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass

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


def cleared(pages: list[PagePieces]) -> list[Cleared]:
    """Separate text and furniture on each page."""
    rows = [_outer_rows(page) for page in pages]
    written: Counter[tuple[str, int]] = Counter()
    places: defaultdict[tuple[int, bool], set[int]] = defaultdict(set)
    for index, page in enumerate(rows):
        written.update({_likeness(row) for row in page})
        for row in page:
            if _alone(row, pages[index]):
                places[_place(row), _head(row, pages[index])].add(index)
    common = {place for place, on in places.items() if len(on) >= max(_FEWEST, _MOST_PAGES * len(pages))}
    often = max(_FEWEST, _OFTEN * len(pages))

    def comes_back(row: list[Piece], page: PagePieces) -> bool:
        times = written[_likeness(row)]
        return times >= often or (_alone(row, page) and (times >= _FEWEST or (_place(row), _head(row, page)) in common))

    return [_parted(page, [row for row in rows[index] if comes_back(row, page)]) for index, page in enumerate(pages)]


def page_numbers(pages: list[Cleared]) -> list[int | None]:
    """Each page's printed number from its furniture."""
    first = first_page([[int(digits) for line in page.furniture for digits in _NUMBER.findall(line.text)] for page in pages])
    return [page if page > 0 else None for page in range(first, first + len(pages))]


def _outer_rows(page: PagePieces) -> list[list[Piece]]:
    edge = _OUTER * page.height
    return list(rows_of([piece for piece in page.pieces if not piece.table and not edge < piece.y < page.height - edge]))


def _text(row: list[Piece]) -> str:
    return " ".join(piece.text for piece in row)


def _place(row: list[Piece]) -> int:
    return round(row[0].y / 4)


def _likeness(row: list[Piece]) -> tuple[str, int]:
    return re.sub(r"\d+", "#", _text(row)), _place(row)


def _head(row: list[Piece], page: PagePieces) -> bool:
    return row[0].y < page.height / 2


def _alone(row: list[Piece], page: PagePieces) -> bool:
    """Whether this is the page's first or last line, at a distance from the others."""
    y, size = row[0].y, row[0].size
    others = [piece for piece in page.pieces if piece not in row]
    if _head(row, page):
        return all(other.top > y + size for other in others)
    return all(other.y < y - 2 * size for other in others)


def _parted(page: PagePieces, found: list[list[Piece]]) -> Cleared:
    out = {piece.order for row in found for piece in row}
    lines = tuple(Furniture(_text(row), _head(row, page)) for row in found)
    return Cleared([piece for piece in page.pieces if piece.order not in out], lines)
