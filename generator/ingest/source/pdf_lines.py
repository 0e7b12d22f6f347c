"""Pieces of a PDF page → its lines in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from .pdf_columns import reading_order
from .pdf_pieces import Piece

#: In font sizes: the greatest distance of base lines in one line; the gap between cells of a table without drawn lines.
_SAME_LINE = 0.4
_CELL_GAP = 1.6
_MARKERS = frozenset("•▪●○◦■□◆►▶–—-*")


def lines_of(pieces: list[Piece]) -> list[Piece]:
    """A page's lines (or whole drawn tables) in reading order, each as one piece."""
    return [_line(row) for run in reading_order(pieces) for row in rows_of(run)]


def rows_of(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """Group pieces by base line, from top to bottom, each from left to right."""
    row: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: (piece.top if piece.table else piece.y, piece.x0)):
        if row and not _same_line(row[-1], piece):
            yield sorted(row, key=lambda piece: piece.x0)
            row = []
        row.append(piece)
    if row:
        yield sorted(row, key=lambda piece: piece.x0)


def _same_line(one: Piece, other: Piece) -> bool:
    if one.table or other.table:
        return False
    return abs(one.y - other.y) <= _SAME_LINE * max(one.size, other.size)


def _line(row: list[Piece]) -> Piece:
    text, marked = row[0].text, _marked(row[0])
    for one, other in pairwise(row):
        gap = "\t" if _parts_cells(one, other) else " "
        text, marked = text + gap + other.text, marked + gap + _marked(other)
    bold = all(piece.bold for piece in row)
    widest = max(row, key=lambda piece: len(piece.text))
    x1, top = max(piece.x1 for piece in row), min(piece.top for piece in row)
    return replace(widest, text=text, marked=text if bold else marked, x0=row[0].x0, x1=x1, top=top, bold=bold)


def _marked(piece: Piece) -> str:
    return f"**{piece.text}**" if piece.bold else piece.marked


def _parts_cells(one: Piece, other: Piece) -> bool:
    """Whether a gap separates cells: it is wide and does not follow a list marker."""
    return other.x0 - one.x1 > _CELL_GAP * one.size and one.text not in _MARKERS
