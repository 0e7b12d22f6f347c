"""Tables of terrain pieces: each row is a rule, with its cells as `data` or text. A name that is not German is its own original."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ....german.lists import phrases, word_list
from ....german.word_shapes import looks_english
from ...drafts import Block, Source, Span
from ..table_cells import Cell, read_table
from . import Start

LEVEL = 6
#: Headers of the column with the name; field of `data` → its label on pages, and other headers; other cells become text.
NAMES = word_list("terrain_names")
_HEADS: Mapping[str, Sequence[str]] = phrases("terrain_heads")
LABELS: Mapping[str, str] = {name: heads[0] for name, heads in _HEADS.items()}
_COLUMNS = {head: name for name, heads in _HEADS.items() for head in heads}


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each row below a header with that column; the header may be repeated."""
    for block in blocks:
        header: list[str] = []
        table = read_table(source, Span(block.start, block.end if block.kind == "table" else block.start), head=False)
        for line, cells in zip(table.lines, table.rows, strict=True):
            texts = [cell.text for cell in cells]
            if any(text.casefold() in NAMES for text in texts):
                header = texts
            elif header and texts[0] and len(texts) > 1:
                yield _start(line, cells, header)


def _start(line: Span, cells: Sequence[Cell], header: list[str]) -> Start:
    at = next(at for at, text in enumerate(header) if text.casefold() in NAMES)
    name = cells[at] if at < len(cells) and cells[at].text else cells[0]
    data, text = _facts(header, cells, name)
    english = name.text if looks_english(name.text) else ""
    shown: dict[str, Any] = {"kind": "terrain-piece", "text": text, "data": data, "reasons": ("Zeile einer Tabelle",)}
    return Start(name.span, name.text, "terrain_lists", LEVEL, line.start, line.end, english, **shown)


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
