"""Rows of tables with a name and a text: each is a rule of its own, although the table stays in its place. Rows of tables of terrain
pieces are rules with their cells as `data` or text; a name that is not German is its own original.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ....german.lists import alternatives, phrases, word_list
from ....german.word_shapes import looks_english
from ...drafts import Block, Source, Span
from ..recognisers import Start, quoting
from ..table_cells import Cell, Table, read_table
from .titles import shown

NAME = "rows"
LEVEL, TERRAIN_LEVEL = 8, 6
#: Headers of the column with the name of a terrain piece; field of `data` → its label on pages, and other headers; other cells
#: become text.
TERRAIN = word_list("terrain_names")
_HEADS: Mapping[str, Sequence[str]] = phrases("terrain_heads")
LABELS: Mapping[str, str] = {name: heads[0] for name, heads in _HEADS.items()}
_COLUMNS = {head: name for name, heads in _HEADS.items() for head in heads}
#: A table explains names if it has at least this many rows, this share of them with a unique name and this share with a text of at
#: least this many words.
FEWEST_ROWS, NAMED, TOLD, FEWEST_WORDS = 3, 0.8, 0.6, 5
#: The most words and letters of a name.
MOST_WORDS, LONGEST = 6, 45

_BROKEN = re.compile(r"(?<=[^\W\d_])-[ ](?=[a-zäöüß])|(?<=[IVX]-)[ ](?=[IVX])")
_PARAMETER = re.compile(r"(?<![ ])[ ](?:\([^()]{0,60}\)|(?:[IVX]{1,5}(?:[-–/][IVX∞]{1,5}){1,5}))$")
#: Two words in a row: no mere formula.
_SPOKEN = re.compile(r"[^\W\d_]{2}[,.:;]?\s{1,9}[^\W\d_]{2}")
_NO_NAME = re.compile(rf"(?i)(?:{alternatives('nameless_rows')})\b")


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each such row."""
    for span in (Span(block.start, block.end) for block in blocks if block.kind == "table"):
        yield from [*_terrain(source, span)] or _named(read_table(source, span))


def _terrain(source: Source, span: Span) -> Iterator[Start]:
    """Yield each row below a header with the column of terrain pieces; the header may be repeated."""
    text = source.text[span.start : span.end].casefold()
    if not any(name in text for name in TERRAIN):
        return
    header: list[str] = []
    table = read_table(source, span, head=False)
    for line, cells in zip(table.lines, table.rows, strict=True):
        texts = [cell.text for cell in cells]
        if any(text.casefold() in TERRAIN for text in texts):
            header = texts
        elif header and texts[0] and len(texts) > 1:
            at = next(at for at, text in enumerate(header) if text.casefold() in TERRAIN)
            name = cells[at] if at < len(cells) and cells[at].text else cells[0]
            data, text = _facts(header, cells, name)
            english = name.text if looks_english(name.text) else ""
            more: dict[str, Any] = {"kind": "terrain-piece", "text": text, "data": data, "title_certainty": 0.93}
            more |= {"reasons": ("Zeile einer Tabelle",)}
            yield Start(name.span, name.text, NAME, TERRAIN_LEVEL, line.start, line.end, english, **more)


def _facts(header: list[str], cells: Sequence[Cell], name: Cell) -> tuple[dict[str, str], str]:
    """A row's facts: fields of `data`, and as text the cells without a field or whose field an earlier cell has filled."""
    data: dict[str, str] = {}
    more: list[str] = []
    for head, cell in zip_longest(header, cells, fillvalue=None):
        field = _COLUMNS.get(head or "", "")
        if cell and cell.text and field and field not in data:
            data[field] = cell.text
        elif cell and cell.text and cell is not name:
            more.append(f"{head}: {cell.text}" if head else cell.text)
    return data, "\n\n".join(more)


def _named(table: Table) -> Iterator[Start]:
    """Yield each row with a name and a text; it owns no characters, but shows its row."""
    column = _name_column(table)
    if column is None:
        return
    for row in table.rows:
        if _is_name(name := _name(row[column].text)) and _text_of(row, column):
            yield _start(table, row, column, name)


def _name_column(table: Table) -> int | None:
    """The column of names, which is the first with words; None if the table explains no names."""
    rows = [row for row in table.rows if len(row) > 1]
    if len(rows) < FEWEST_ROWS:
        return None
    for column in range(min(2, min(map(len, rows)) - 1)):
        names = [_name(row[column].text) for row in rows]
        if sum(any(char.isalpha() for char in name) for name in names) * 2 < len(rows):
            continue
        good = {name for name in names if _is_name(name)}
        told = sum(bool(_text_of(row, column)) for row in rows)
        return column if len(good) >= NAMED * len(rows) and told >= TOLD * len(rows) else None
    return None


def _name(cell: str) -> str:
    name = _BROKEN.sub("", shown(cell))
    return name if len(name) <= LONGEST else name.partition(" (")[0]


def _is_name(words: str) -> bool:
    return (
        words[:1].isupper()
        and len(words) <= LONGEST
        and len(words.split()) <= MOST_WORDS
        and sum(char.isalpha() for char in words) > 2
        and not words.endswith((".", ":", ",", "-"))
        and not _NO_NAME.match(words)
    )


def _text_of(row: Sequence[Cell], column: int) -> str:
    """The longest cell after the name, if it is a text."""
    text = max((cell.text for cell in row[column + 1 :]), key=len, default="")
    return text if len(text.split()) >= FEWEST_WORDS and _SPOKEN.search(text) else ""


def _start(table: Table, row: Sequence[Cell], column: int, name: str) -> Start:
    heads = {cell.column: cell.text for cell in table.columns}
    told = [cell for cell in row[column:] if cell.text]
    shown_heads = [cell.span for cell in table.columns if cell.text and any(other.column == cell.column for other in told[1:])]
    cells = [(heads.get(cell.column, ""), _BROKEN.sub("", cell.text)) for cell in row[column + 1 :] if cell.text]
    short = _PARAMETER.sub("", name)
    quotes = (*shown_heads, *(cell.span for cell in told))
    more = {"aliases": (short,) if short != name else (), "certainty": 0.75}
    text = "\n\n".join(f"{head}: {text}" if head else text for head, text in cells)
    return quoting(row[column].span, name, NAME, LEVEL, quotes, "Zeile einer Tabelle mit Name und Text", text=text, **more)
