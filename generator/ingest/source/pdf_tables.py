"""Tables, with drawn lines or with white space between columns and rows: join the pieces inside into one, with a line per row and
tabs between cells.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise

from .pdf_glyphs import Rule
from .pdf_lines import rows_of
from .pdf_pieces import Piece, chains

#: The greatest distance of two lines that touch, or that are one.
_NEAR = 3.0
#: In font sizes: the least white space between columns. The fewest columns and rows, and by how much more than the lines in a cell
#: the rows of a table without drawn lines are apart.
_GUTTER, _FEWEST, _APART = 0.2, 3, 1.12
#: The most words of a table's heads.
_MOST = 40
#: In font sizes: the least distance of lines in a cell, and the greatest of the lines of a table.
_LEAST, _FAR = 0.8, 2.2
#: A larger line is no part of a table.
_LARGER = 1.12

Gap = tuple[float, float]
#: The edges of columns and of rows.
Grid = tuple[list[float], list[float]]


def with_tables(pieces: list[Piece], rules: list[Rule]) -> list[Piece]:
    """The pieces, with those in a drawn table of at least two columns and two rows joined into one, and those in a table with bold
    heads whose cells take several lines.
    """
    grids = [(grid, False) for grid in _grids(rules)]
    for (columns, rows), spaced in chain(grids, ((grid, True) for grid in _spaced(pieces))):
        inside = [piece for piece in pieces if _inside(piece, columns, rows)]
        if inside and not any(piece.table for piece in inside):
            cells = [part for piece in inside for part in _parted(piece, columns)] if spaced else inside
            taken = {piece.order for piece in inside}
            pieces = [piece for piece in pieces if piece.order not in taken] + [_table(cells, columns, rows)]
    return sorted(pieces, key=lambda piece: piece.order)


def _grids(rules: list[Rule]) -> Iterator[Grid]:
    for group in _touching(rules):
        columns = _distinct([rule.x0 for rule in group if rule.x1 - rule.x0 < rule.y1 - rule.y0])
        rows = _distinct([rule.y0 for rule in group if rule.x1 - rule.x0 >= rule.y1 - rule.y0])
        if len(columns) > 2 and len(rows) > 2:
            yield columns, rows


def _spaced(pieces: list[Piece]) -> Iterator[Grid]:
    """The columns and rows of tables without lines: below bold heads, as long as white space parts the words of all lines."""
    lines = list(rows_of(pieces))
    at = 0
    while at < len(lines):
        end, heads = at + 1, _gaps(lines[at])
        gaps = heads
        while end < len(lines) and not _ends(lines[at], gaps, lines[end - 1], lines[end]):
            left = _narrowed(gaps, lines[end])
            if len(left) + 1 < _FEWEST:
                break
            end, gaps = end + 1, left
        gaps = [*_widest(heads, gaps)]
        rows = _rows([piece for line in lines[at:end] for piece in line]) if len(gaps) + 1 >= _FEWEST else []
        if _FEWEST <= len(rows) < end - at and _are_rows(rows, gaps):
            x0, x1 = (pick(edge for row in rows for piece in row for edge in (piece.x0, piece.x1)) for pick in (min, max))
            yield [x0, *(right for _, right in gaps), x1], [rows[0][0].top, *(row[-1].y + 1 for row in rows)]
        at = end


def _gaps(line: list[Piece]) -> list[Gap]:
    """The gaps between the words of bold heads; none of any other line."""
    words = [word for piece in line for word in piece.words]
    if len(line) < 2 or len(words) > _MOST or not all(piece.bold for piece in line):
        return []
    return [(one[2], other[1]) for one, other in pairwise(words) if other[1] - one[2] >= _GUTTER * line[0].size]


def _narrowed(gaps: list[Gap], line: list[Piece]) -> list[Gap]:
    """What a line's words leave of the gaps."""
    for _, x0, x1 in (word for piece in line for word in piece.words):
        gaps = [part for start, end in gaps for part in ((start, min(end, x0)), (max(start, x1), end)) if part[0] < part[1]]
    return [(start, end) for start, end in gaps if end - start >= _GUTTER * line[0].size]


def _widest(heads: list[Gap], gaps: list[Gap]) -> Iterator[Gap]:
    """The widest of what is left of each gap between the heads."""
    for start, end in heads:
        if left := [gap for gap in gaps if start <= gap[0] and gap[1] <= end]:
            yield max(left, key=lambda gap: gap[1] - gap[0])


def _ends(head: list[Piece], gaps: list[Gap], above: list[Piece], line: list[Piece]) -> bool:
    """Whether a line cannot belong to a table: drawn, larger, far below the last, heads of its own, or text through all columns."""
    size = head[0].size
    if line[0].y - above[-1].y > _FAR * size or any(piece.table or piece.size > _LARGER * size for piece in line):
        return True
    heads = len(line) > 1 and all(piece.bold for piece in line)
    return heads or all(line[0].x0 < start and end < line[0].x1 for start, end in gaps)


def _rows(inside: list[Piece]) -> list[list[Piece]]:
    """The pieces of a table by rows, which are further apart than the lines within a cell."""
    columns = defaultdict(list)
    for piece in inside:
        columns[round(piece.x0)].append(piece.y)
    steps = (below - above for ys in columns.values() for above, below in pairwise(sorted(ys)))
    leading = min((step for step in steps if step > _LEAST * inside[0].size), default=0.0)
    downwards = sorted(inside, key=lambda piece: piece.y)
    return list(chains(downwards, lambda row, piece: piece.y - row[-1].y <= _APART * leading))


def _are_rows(rows: list[list[Piece]], gaps: list[Gap]) -> bool:
    """Whether a file writes row after row, not column after column, and most begin in the first column."""
    in_turn = all(max(p.order for p in above) < min(p.order for p in below) for above, below in pairwise(rows))
    return in_turn and 2 * sum(any(piece.x0 < gaps[0][1] for piece in row) for row in rows) > len(rows)


def _parted(piece: Piece, columns: list[float]) -> Iterator[Piece]:
    """A piece, or its words by column if it reaches over several."""
    parts = [*chains(piece.words, lambda words, word: not any(words[-1][1] + 1 < x0 <= word[1] + 1 for x0 in columns))]
    for words in parts if len(parts) > 1 else ():
        yield replace(piece, text=" ".join(text for text, _, _ in words), x0=words[0][1], x1=words[-1][2])
    if len(parts) < 2:
        yield piece


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
