"""Tables of terrain pieces: each row is a rule, with its cells as `data` or text. A name that is not German is its own original.

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "Geländestück\\tGeländetyp\\nAlter Turm\\tHindernis\\n")
>>> [(start.title, start.data) for start in find(source, blocks_of(source), {})]
[('Alter Turm', {'terrain_type': 'Hindernis'})]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate, zip_longest
from typing import Any

from ....german.lists import word_list
from ...drafts import Block, Source, Span
from . import Start
from .foreign import left_in_english
from .lines import lines, solid, words

LEVEL = 6
#: Headers of the column with the name; field of `data` → its label on pages, and other headers; other cells become text.
NAMES = word_list("terrain_names")
_HEADS = {"terrain_type": ("Geländetyp",), "parts": ("Geländeteile", "Geländeteile je Geländestück"), "size": ("Größe",)}
LABELS: Mapping[str, str] = {name: heads[0] for name, heads in _HEADS.items()}
_COLUMNS = {head: name for name, heads in _HEADS.items() for head in heads}


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each row below a header with that column; the header may be repeated."""
    for block in solid(blocks):
        header: list[str] = []
        for line in lines(source, block) if block.kind == "table" else ():
            cells = _cells(source, line)
            texts = [words(source, cell) for cell in cells]
            if any(text.casefold() in NAMES for text in texts):
                header = texts
            elif header and texts[0].strip(":-") and len(texts) > 1:
                yield _start(line, cells, texts, header)


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


def _start(line: Span, cells: list[Span], texts: list[str], header: list[str]) -> Start:
    at = next(at for at, text in enumerate(header) if text.casefold() in NAMES)
    at = at if at < len(cells) and texts[at] else 0
    name, title = cells[at], texts[at]
    data, more = _facts(header, texts, at)
    return Start(
        name,
        title,
        "terrain_lists",
        LEVEL,
        start=line.start,
        end=line.end,
        title_en=title if left_in_english(title) else "",
        kind="terrain-piece",
        text=more,
        data=data,
        reasons=("Zeile einer Tabelle",),
    )


def _facts(header: list[str], texts: list[str], name: int) -> tuple[dict[str, str], str]:
    """A row's facts: fields of `data`, and as text the cells without a field or whose field an earlier cell has filled."""
    data: dict[str, str] = {}
    more: list[str] = []
    for at, (head, text) in enumerate(zip_longest(header, texts, fillvalue="")):
        field = _COLUMNS.get(head, "")
        if text and field and field not in data:
            data[field] = text
        elif text and at != name:
            more.append(f"{head}: {text}" if head else text)
    return data, "\n\n".join(more)
