"""Pieces of a PDF page → its lines in reading order: headings over the whole width, then the left column, then the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from statistics import median

from .pdf_pieces import Piece, chains, common_face

#: In font sizes: the greatest distance of base lines in one line; the gap between cells of a table without drawn lines.
_SAME_LINE = 0.4
_CELL_GAP = 1.6
_MARKER = re.compile(r"[•▪●○◦■□◆►▶–—*-]|\(?(?:\d{1,2}|[A-Za-z])[.)]")

#: A gutter is in the middle of its region, at least this share away from its edges.
_EDGE = 0.15
#: The greatest share of the pieces that may cross a gutter, and the least share on either side.
_OVER = 0.35
_SIDE = 0.12
_FEWEST = 3
#: The least average number of words in lines of running text; table cells have fewer.
_WORDS = 3.0
#: The most switches between two columns, per piece of the file.
_SWITCHES = 0.1
#: A line this many times as large as the text, with nothing beside it, is a heading over both columns.
_LARGE = 1.3
_DEEPEST = 4
#: In font sizes: headings of two columns are this near each other.
_NEAR = 4.0


def lines_of(pieces: list[Piece]) -> list[Piece]:
    """A page's lines (or whole drawn tables) in reading order, each as one piece."""
    return [_line(row) for run in reading_order(pieces) for row in rows_of(run)]


def rows_of(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """Group pieces by base line, from top to bottom, each from left to right."""
    downwards = sorted(pieces, key=lambda piece: (piece.top if piece.table else piece.y, piece.x0))
    return (sorted(row, key=lambda piece: piece.x0) for row in chains(downwards, lambda row, piece: _same_line(row[-1], piece)))


def _same_line(one: Piece, other: Piece) -> bool:
    if one.table or other.table:
        return False
    return abs(one.y - other.y) <= _SAME_LINE * max(one.size, other.size)


def _line(row: list[Piece]) -> Piece:
    text, marked = row[0].text, _marked(row[0])
    for one, other in pairwise(row):
        gap = "\t" if _parts_cells(one, other) else " "
        text, marked = text + gap + other.text, f"{marked}{gap}{_marked(other)}".replace("** **", " ")
    bold = all(piece.bold for piece in row)
    widest = max(row, key=lambda piece: len(piece.text))
    x1, top = max(piece.x1 for piece in row), min(piece.top for piece in row)
    marked = text if bold else marked
    return replace(widest, text=text, marked=marked, x0=row[0].x0, x1=x1, top=top, bold=bold, face=common_face(row))


def _marked(piece: Piece) -> str:
    return f"**{piece.text}**" if piece.bold else piece.marked


def _parts_cells(one: Piece, other: Piece) -> bool:
    """Whether a gap separates cells: it is wide and does not follow a list marker."""
    return other.x0 - one.x1 > _CELL_GAP * one.size and not _MARKER.fullmatch(one.text)


def reading_order(pieces: list[Piece], depth: int = 0) -> list[list[Piece]]:
    """The pieces as runs of lines, each from one column, in reading order."""
    gutter = _gutter(pieces) if depth < _DEEPEST else None
    if gutter is None:
        return [pieces] if pieces else []
    runs: list[list[Piece]] = []
    for left, right, over in _bands(pieces, gutter):
        columns = _are_columns(left, right)
        if columns:
            runs += reading_order(left, depth + 1) + reading_order(right, depth + 1)
        runs += [run for run in ([] if columns else left + right, over) if run]
    return runs


def _gutter(pieces: list[Piece]) -> float | None:
    """The middle of the strip that the fewest pieces cross, the widest of several, if text is side by side around it."""
    if len(pieces) < 2 * _FEWEST:
        return None
    x0, x1 = min(piece.x0 for piece in pieces), max(piece.x1 for piece in pieces)
    inner = (x0 + _EDGE * (x1 - x0), x1 - _EDGE * (x1 - x0))
    usual = median(piece.size for piece in pieces)
    strips = [
        (over, -(end - start), (start + end) / 2)
        for start, end, over in _strips([piece for piece in pieces if piece.size < _LARGE * usual])
        if inner[0] < (start + end) / 2 < inner[1] and end - start >= 0.4 * usual
    ]
    for over, _, middle in sorted(strips)[:8]:
        left = [piece for piece in pieces if piece.x1 <= middle]
        right = [piece for piece in pieces if piece.x0 >= middle]
        if (
            over <= _OVER * len(pieces)
            and min(len(left), len(right)) >= max(_FEWEST, _SIDE * len(pieces))
            and _beside(left, right)
        ):
            return middle
    return None


def _strips(pieces: list[Piece]) -> Iterator[tuple[float, float, int]]:
    """Vertical strips between the edges of pieces, each with the number of pieces across it."""
    edges = sorted([(piece.x0, 1) for piece in pieces] + [(piece.x1, -1) for piece in pieces])
    over = 0
    for (start, step), (end, _) in pairwise(edges):
        over += step
        yield start, end, over


def _beside(left: list[Piece], right: list[Piece]) -> bool:
    top = max(min(piece.y for piece in side) for side in (left, right))
    bottom = min(max(piece.y for piece in side) for side in (left, right))
    return bottom > top


def _bands(pieces: list[Piece], gutter: float) -> Iterator[tuple[list[Piece], list[Piece], list[Piece]]]:
    """From top to bottom: pieces on the left, pieces on the right, then pieces across the gutter below them."""
    left: list[Piece] = []
    right: list[Piece] = []
    over: list[Piece] = []
    usual = median(piece.size for piece in pieces)
    for piece in sorted(pieces, key=lambda piece: (piece.top if piece.table else piece.y, piece.x0)):
        if _reaches_over(piece, pieces, gutter, usual):
            over.append(piece)
            continue
        if over:
            yield left, right, over
            left, right, over = [], [], []
        (left if piece.x0 < gutter else right).append(piece)
    yield left, right, over


def _reaches_over(piece: Piece, pieces: list[Piece], gutter: float, usual: float) -> bool:
    """Whether a piece stands over both columns: it crosses the gutter, or is a heading that begins on the left with nothing beside it."""
    if piece.x0 < gutter < piece.x1:
        return True
    heads = piece.size >= _LARGE * usual and piece.x0 < gutter
    return heads and not any(_next_to(piece, other) or _heads_beside(piece, other, gutter) for other in pieces)


def _heads_beside(heading: Piece, other: Piece, gutter: float) -> bool:
    """Whether the other column has a heading of this size at about this height."""
    return other.x0 >= gutter and other.size == heading.size and abs(other.y - heading.y) < _NEAR * heading.size


def _next_to(heading: Piece, other: Piece) -> bool:
    """Whether a piece is beside a heading, with some tolerance above and below."""
    beside = other.x0 > heading.x1 or other.x1 < heading.x0
    return beside and other.top < heading.y + 0.8 * heading.size and other.y > heading.top - 0.4 * heading.size


def _are_columns(left: list[Piece], right: list[Piece]) -> bool:
    """Whether both sides are columns: these are written one after the other or hold running text; a table is written row by row
    and has few words per cell."""
    if not left or not right:
        return False
    sides = [side for _, side in sorted([(piece.order, 0) for piece in left] + [(piece.order, 1) for piece in right])]
    switches = sum(one != other for one, other in pairwise(sides))
    if switches <= max(1, _SWITCHES * len(sides)):
        return True
    return all(sum(piece.text.count(" ") + 1 for piece in side) >= _WORDS * len(side) for side in (left, right))
