"""Markdown and tab tables → cells with their places, a head of one or two rows, and rows; a head printed again counts once.

>>> text = "| Tier | Beine |\\n|--|--|\\n| Hase | 4 |\\n| Tier | Beine |\\n| Igel | 4 |\\n"
>>> read_table(Source("", "text", text), Span(0, len(text))).data()
{'columns': ['Tier', 'Beine'], 'rows': [['Hase', '4'], ['Igel', '4']]}
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..drafts import Source, Span

_RULE = re.compile(r"[|\s:+=-]+")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,80}>")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's words without marks, and its place. A head's cell divided into further cells below is not `plain`."""

    text: str
    span: Span
    column: int
    plain: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """Columns as named by the head, rows of cells, and the place of the head."""

    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    head: Span
    lines: tuple[Span, ...]

    def data(self) -> dict[str, Any]:
        return {"columns": [cell.text for cell in self.columns], "rows": [[cell.text for cell in row] for row in self.rows]}

    def row_of(self, cell: Cell) -> Span:
        """The whole line of a cell."""
        at = bisect_right(self.lines, cell.span.start, key=lambda line: line.start)
        return self.lines[at - 1] if at else cell.span

    def categories(self, most: int, rows_each: int) -> Iterator[Cell]:
        """The first cell with each value, in columns (other than the first) filled with few values."""
        for column in range(1, len(self.columns)):
            first: dict[str, Cell] = {}
            filled = [row[column] for row in self.rows if column < len(row) and row[column].text]
            for cell in filled:
                first.setdefault(cell.text, cell)
            if 1 < len(first) <= most and len(filled) >= rows_each * len(first):
                yield from first.values()


def read_table(source: Source, span: Span, *, head: bool = True) -> Table:
    """Read the table in a span; without `head` all its lines are rows."""
    lines = [line for line in _lines(source, span) if not _RULE.fullmatch(source.text[line.start : line.end])]
    rows = [tuple(_cells(source, line)) for line in lines]
    columns, used = _head(rows) if head and rows else ((), 0)
    place = Span(lines[0].start, lines[used - 1].end) if used else Span(span.start, span.start)
    pairs = zip(lines[used:], rows[used:], strict=True)
    body = [(line, row) for line, row in pairs if (not _again(row, rows[:used]) if used else any(cell.text for cell in row))]
    return Table(columns, tuple(row for _, row in body), place, tuple(line for line, _ in body))


def _lines(source: Source, span: Span) -> Iterator[Span]:
    at = span.start
    for line in source.text[span.start : span.end].splitlines(keepends=True):
        if line.strip():
            yield Span(at, at + len(line.rstrip("\n")))
        at += len(line)


def _cells(source: Source, line: Span) -> Iterator[Cell]:
    """The cells between a line's pipes, or its tabs."""
    text = source.text[line.start : line.end]
    pipes = text.lstrip().startswith("|")
    marks = [found.start() for found in re.finditer(r"\|" if pipes else r"\t", text)]
    starts = [mark + 1 for mark in marks] if pipes else [0, *(mark + 1 for mark in marks)]
    ends = [*marks[1:], len(text)] if pipes else [*marks, len(text)]
    if pipes and not text[starts[-1] :].strip():
        starts, ends = starts[:-1], ends[:-1]
    for column, (start, end) in enumerate(zip(starts, ends, strict=True)):
        cell = text[start:end]
        words = " ".join((_TAG.sub(" ", cell) if "<" in cell else cell).replace("*", "").split())
        left = line.start + end - len(cell.lstrip())
        yield Cell(words, Span(left, line.start + start + len(cell.rstrip()) if words else left), column)


def _head(rows: list[tuple[Cell, ...]]) -> tuple[tuple[Cell, ...], int]:
    """The columns, and the number of head rows: a second row that fills gaps of the first divides its columns, unless no row has
    words in its first cell."""
    first = rows[0]
    led = any(row and row[0].text for row in rows[2:])
    if led and rows[1] and not rows[1][0].text and sum(bool(cell.text) for cell in first) > 1:
        return tuple(_divided(first, rows[1])), 2
    return first, 1


def _divided(first: tuple[Cell, ...], second: tuple[Cell, ...]) -> Iterator[Cell]:
    below = defaultdict(str, {cell.column: cell.text for cell in second})
    above = ""
    for cell in first:
        above = cell.text or above
        under = below[cell.column]
        yield Cell(f"{above}: {under}" if under else above, cell.span, cell.column, plain=not under)


def _again(row: tuple[Cell, ...], head: list[tuple[Cell, ...]]) -> bool:
    """Whether a row is the head printed again."""
    return any([cell.text for cell in row] == [cell.text for cell in printed] for printed in head)
