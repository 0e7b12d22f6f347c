"""HTML tables → Markdown tables: a spanning cell's text goes into its first cell, the others stay empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

#: An element of lxml, which has no types of its own and may be missing.
Element = Any

_GROUPS = ("thead", "tbody", "tfoot")
#: The greatest span in a book's table; a larger claim would only fill memory.
_WIDEST_SPAN = 30
_TALLEST_SPAN = 500
#: The most places of a table per cell, and in addition; cells that claim more are made to fill memory.
_MOST_PLACES, _SPARE_PLACES = 4, 200

Row = list[Element]


def rows_of(table: Element) -> list[Row]:
    """The cells of the table's own rows, without those of inner tables."""
    return [row for row in (list(tr.iterchildren("td", "th")) for tr in _own_rows(table)) if row]


def _own_rows(table: Element) -> Iterator[Element]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in _GROUPS:
            yield from child.iterchildren("tr")


def is_grid(table: Element, rows: list[Row]) -> bool:
    """Whether the table holds data; with inner tables or headings, or with one column, it is only layout."""
    inside = any(True for row in rows for cell in row for _ in cell.iter("table", "h1", "h2", "h3", "h4", "h5", "h6"))
    return max(map(len, rows), default=0) > 1 and not inside and table.get("role") != "presentation"


def markdown_table(rows: list[list[str]]) -> str:
    """Rows of cells as a Markdown table; the first row is the head. Fills short rows unless that would make mostly empty cells.

    >>> markdown_table([["Wurf", "Folge"], ["6"]])
    '| Wurf | Folge |\\n| --- | --- |\\n| 6 |  |'
    """
    width = max(map(len, rows))
    filled = width * len(rows) <= _most(rows)
    head, *others = (row + [""] * (width - len(row)) if filled or not at else row for at, row in enumerate(rows))
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * width, *others)]
    return "\n".join(lines)


def _most(rows: Sequence[Sequence[object]]) -> int:
    """The most places of a table with these cells."""
    return _MOST_PLACES * sum(map(len, rows)) + _SPARE_PLACES


def _spans(rows: list[Row]) -> list[list[tuple[int, int]]]:
    """The height and width of each cell; 1 for all if they claim far more places than there are cells."""
    spans = [
        [(min(_span(cell, "rowspan", _TALLEST_SPAN), len(rows) - at), _span(cell, "colspan", _WIDEST_SPAN)) for cell in row]
        for at, row in enumerate(rows)
    ]
    claimed = sum(tall * wide for row in spans for tall, wide in row)
    return spans if claimed <= _most(rows) else [[(1, 1)] * len(row) for row in rows]


def rows_as_texts(rows: list[Row], text_of: Callable[[Element], str]) -> list[list[str]]:
    """The table's rows as texts; what a cell spans is empty."""
    texts: list[dict[int, str]] = [{} for _ in rows]
    for at, (row, spans) in enumerate(zip(rows, _spans(rows), strict=True)):
        column = 0
        for cell, (tall, wide) in zip(row, spans, strict=True):
            while column in texts[at]:
                column += 1
            for line in texts[at : at + tall]:
                line |= dict.fromkeys(range(column, column + wide), "")
            texts[at][column] = text_of(cell).replace("\n", " ").replace("|", "\\|")
    return [[line.get(column, "") for column in range(max(line, default=-1) + 1)] for line in texts]


def _span(cell: Element, name: str, most: int) -> int:
    digits = cell.get(name, "1").strip()
    return max(1, min(int(digits), most)) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 1
