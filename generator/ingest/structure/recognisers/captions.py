"""Figures and their captions, wherever they interrupt a text: "Abb. 3.3", "Abbildung 2.3 – …", "Fig. 8.1".

A figure includes its caption and further paragraphs on it (that mention letters in the drawing, or left and right); the sentence
around it continues. `tables` handles tables with a caption.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....german.casing import shouts
from ....german.lists import alternatives
from ...drafts import Block, Source, Span
from . import Start

NAME = "captions"
LEVEL = 9

_LABEL = re.compile(
    rf"[*_]*(?P<label>(?:{alternatives('figure_labels')})\.?[ ](?P<number>\d+(?:\.\d+)*[a-z]?))[*_]*+"
    r"(?:[ \t]*+(?:[–—:-][*_]*[ \t]*(?P<legend>\S)|\.?[*_]*[ \t]*(?:\n|$)))"
)
#: A letter for something drawn, and words for places in a drawing.
_LETTER = re.compile(rf"(?<![\w(.„\"‚'+-])[A-Z](?![\w.)“\"'])(?!\s+(?:{alternatives('counted_by_letter')}))")
_PLACE = re.compile(rf"\b(?:{alternatives('places_in_drawings')})", re.IGNORECASE)


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """A start for each figure, with the end of its caption."""
    taken = 0
    for at, block in enumerate(blocks):
        found = _LABEL.match(source.text, block.start, block.end) if block.kind in ("paragraph", "caption", "heading") else None
        if not found or block.start < taken:
            continue
        legend = found["legend"] or source.text[found.end() : block.end].strip()
        last = _last(source, blocks, at, bool(legend))
        taken = last.end
        heading = Span(found.start("label"), found.start("legend") if found["legend"] else found.end("label"))
        more: dict[str, Any] = {"kind": "table", "part_title": "Abbildungen", "certainty": 0.9, "reasons": ("Bildunterschrift",)}
        yield Start(heading, found["label"], NAME, LEVEL, block.start, last.end, number=found["number"], **more)


def _last(source: Source, blocks: Sequence[Block], at: int, legend: bool) -> Block:
    """The last block of a caption that begins with block `at`."""
    last = blocks[at]
    interrupted = _interrupts(source, blocks[at].start)
    for block in (blocks[other] for other in range(at + 1, len(blocks))):
        text = source.text[block.start : block.end]
        if block.kind == "blank":
            continue
        if block.kind != "paragraph" or _LABEL.match(text) or shouts(text) or (interrupted and text.lstrip()[:1].islower()):
            break
        if legend and not (_LETTER.search(text) or _PLACE.search(text)):
            break
        last, legend = block, True
    return last


def _interrupts(source: Source, start: int) -> bool:
    """Whether the text before ends in mid-sentence."""
    before = source.text[max(0, start - 40) : start].rstrip()
    return bool(before) and before[-1] not in '.!?:)“”"*|>'
