"""Margin boxes away from their section: lists with a mark of their own that sum up a rule.

Options:
  mark    pattern of a box's lines

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "1.0 WALD\\n\\nEr brennt.\\n\\n- ◆ Kurz: brennt.\\n")
>>> [start.floats for start in find(source, blocks_of(source), {"mark": "^- ◆"})]
[True]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...drafts import Block, Source, Span
from . import Start
from .lines import pattern, solid

LEVEL = 9


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield each box as a floating start."""
    mark = pattern(options, "mark")
    for block in solid(blocks):
        if mark.search(source.text[block.start : block.end]):
            span = Span(block.start, block.end)
            yield Start(span, "", "side_boxes", LEVEL, end=block.end, floats=True, reasons=("Kasten am Rand",))
