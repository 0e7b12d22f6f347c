"""Tables with drawn lines: join the pieces inside into one, with a line per row and tabs between cells."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from .pdf_glyphs import Rule
from .pdf_pieces import Piece, chains

#: The greatest distance of two lines that touch, or that are one.
_NEAR = 3.0


def with_tables(pieces: list[Piece], rules: list[Rule]) -> list[Piece]:
    """The pieces, with those in a drawn table of at least two columns and two rows joined into one."""
    for columns, rows in _grids(rules):
        inside = [piece for piece in pieces if _inside(piece, columns, rows)]
        if inside and not any(piece.table for piece in inside):
            pieces = [piece for piece in pieces if piece not in inside] + [_table(inside, columns, rows)]
    return sorted(pieces, key=lambda piece: piece.order)


def _grids(rules: list[Rule]) -> Iterator[tuple[list[float], list[float]]]:
    for group in _touching(rules):
        columns = _distinct([rule.x0 for rule in group if rule.x1 - rule.x0 < rule.y1 - rule.y0])
        rows = _distinct([rule.y0 for rule in group if rule.x1 - rule.x0 >= rule.y1 - rule.y0])
        if len(columns) > 2 and len(rows) > 2:
            yield columns, rows


def _touching(rules: list[Rule]) -> list[list[Rule]]:
    """Group connected lines."""
    groups: list[list[Rule]] = []
    left = sorted(rules)
    while left:
        group, waiting = [], [left.pop()]
        while waiting:
            one = waiting.pop()
            group.append(one)
            near = [other for other in left if _touch(one, other)]
            waiting += near
            left = [other for other in left if not _touch(one, other)] if near else left
        groups.append(group)
    return groups


def _touch(one: Rule, other: Rule) -> bool:
    return one.x0 - _NEAR <= other.x1 and other.x0 - _NEAR <= one.x1 and one.y0 - _NEAR <= other.y1 and other.y0 - _NEAR <= one.y1


def _distinct(places: list[float]) -> list[float]:
    return [near[0] for near in chains(sorted(places), lambda near, place: place - near[0] <= _NEAR)]


def _inside(piece: Piece, columns: list[float], rows: list[float]) -> bool:
    middle = piece.y - piece.size / 3
    return columns[0] - _NEAR <= piece.x0 and piece.x1 <= columns[-1] + _NEAR and rows[0] < middle < rows[-1]


def _table(inside: list[Piece], columns: list[float], rows: list[float]) -> Piece:
    cells: dict[tuple[int, int], list[Piece]] = defaultdict(list)
    for piece in sorted(inside, key=lambda piece: (round(piece.y), piece.x0)):
        row = bisect_right(rows, piece.y - piece.size / 3) - 1
        cells[row, bisect_right(columns, piece.x0 + 1) - 1].append(piece)
    used = sorted({column for _, column in cells})
    lines = (
        "\t".join(" ".join(piece.text for piece in cells.get((row, column), [])) for column in used)
        for row in sorted({row for row, _ in cells})
    )
    first = min(inside, key=lambda piece: piece.order)
    text = "\n".join(line.rstrip("\t") for line in lines)
    grid = tuple(place - columns[0] for place in columns)
    return Piece(text, text, columns[0], columns[-1], rows[0], rows[-1], first.size, first.order, table=True, columns=grid)
