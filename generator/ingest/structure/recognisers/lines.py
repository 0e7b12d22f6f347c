"""Shared by recognisers: non-blank blocks, a line's words without marks, sentences."""

from __future__ import annotations

import re

from ....german.sentences import ITEM_MARK, sentences
from ...drafts import Block, Source, Span

#: A pattern that never matches.
NONE = re.compile(r"(?!)")

_MARKS = " \t*_#"

#: The greatest reach of a sentence to either side.
SENTENCE_LIMIT = 1000


def solid(blocks: list[Block]) -> list[Block]:
    """All blocks that are not blank."""
    return [block for block in blocks if block.kind != "blank"]


def stripped(text: str, start: int, end: int, marks: str = _MARKS) -> Span:
    """A stretch without surrounding white space and Markdown marks."""
    while start < end and (text[start].isspace() or text[start] in marks):
        start += 1
    while start < end and (text[end - 1].isspace() or text[end - 1] in marks):
        end -= 1
    return Span(start, end)


def words(source: Source, span: Span) -> str:
    """A span's text on one line."""
    return " ".join(source.text[span.start : span.end].split())


def sentence(source: Source, block: Block, offset: int) -> Span:
    """The sentence around a character of a block."""
    start, end = max(block.start, offset - SENTENCE_LIMIT), min(block.end, offset + SENTENCE_LIMIT)
    around = [(begin, stop) for begin, stop in sentences(source.text, start, end) if begin <= offset]
    begin, stop = around[-1] if around else (start, end)
    item = ITEM_MARK.match(source.text, begin, stop)
    return stripped(source.text, item.end() if item else begin, stop, "")
