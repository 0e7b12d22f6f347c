"""Tables of terrain pieces, or other tables in which each row is a rule, with its cells as `data` or text.

Options:
  name      header of the column with the name
  columns   header → field of `data`; cells of other columns become text, prefixed with the header
  labels    field of `data` → its label on pages, if that is not the header
  originals "true": a name that is not German is its own English original

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "Stück\\tTyp\\nAlter Turm\\tHindernis\\n")
>>> options = {"name": "Stück", "columns": {"Typ": "terrain_type"}}
>>> [(start.title, start.data) for start in find(source, blocks_of(source), options)]
[('Alter Turm', {'terrain_type': 'Hindernis'})]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate, zip_longest
from typing import Any

from ...drafts import Block, Source, Span
from . import Start
from .foreign import left_in_english
from .lines import lines, solid, words

LEVEL = 6


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each row below a header with that column; the header may be repeated."""
    for block in solid(blocks):
        header: list[str] = []
        for line in lines(source, block) if block.kind == "table" else ():
            cells = _cells(source, line)
            texts = [words(source, cell) for cell in cells]
            if options.get("name") in texts:
                header = texts
            elif header and texts[0].strip(":-") and len(texts) > 1:
                yield _start(line, cells, texts, header, options)


def _cells(source: Source, line: Span) -> list[Span]:
    """The cells of a row, from bar to bar or tab to tab."""
    text = source.text[line.start : line.end]
    mark = "|" if text.lstrip().startswith("|") else "\t"
    pieces = text.split(mark)
    starts = accumulate((len(piece) + 1 for piece in pieces), initial=line.start)
    cells = [Span(start, start + len(piece)) for start, piece in zip(starts, pieces, strict=False)]
    if mark == "|":  # text outside the outer bars is no cell; an empty one inside is
        cells = cells[1:] if pieces[-1].strip() else cells[1:-1]
    return cells


def _start(line: Span, cells: list[Span], texts: list[str], header: list[str], options: Mapping[str, Any]) -> Start:
    at = header.index(options["name"])
    at = at if at < len(cells) and texts[at] else 0
    name, title = cells[at], texts[at]
    data, more = _facts(header, texts, at, options.get("columns") or {})
    english = title if options.get("originals") == "true" and left_in_english(title) else ""
    why = ("Zeile einer Tabelle",)
    return Start(
        name, title, "terrain_lists", LEVEL, start=line.start, end=line.end, title_en=english, text=more, data=data, reasons=why
    )


def _facts(header: list[str], texts: list[str], name: int, columns: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """A row's facts: fields of `data`, and as text the cells without a field or whose field an earlier cell has filled."""
    data: dict[str, str] = {}
    more: list[str] = []
    for at, (head, text) in enumerate(zip_longest(header, texts, fillvalue="")):
        field = columns.get(head, "")
        if text and field and field not in data:
            data[field] = text
        elif text and at != name:
            more.append(f"{head}: {text}" if head else text)
    return data, "\n\n".join(more)
