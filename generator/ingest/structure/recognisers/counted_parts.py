"""Headings that count the parts of a book: "Erstes Buch", "Teil III", "Anhang A (normativ)", with the title after or below.

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "Erstes Buch\\n\\n## Von Kähnen\\n\\n# ANHANG B Tiere\\n")
>>> blocks, label = blocks_of(source), re.compile(r"(?i)(\\w+ Buch|Anhang \\w)")
>>> [(part.number, part.title) for at in range(len(blocks)) if (part := counted_part(source, blocks, at, label))]
[('Erstes Buch', 'Von Kähnen'), ('ANHANG B', 'Tiere')]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...drafts import Block, Source, Span
from .lines import stripped

#: Characters between a label and its title.
_BETWEEN = re.compile(r"[*_]*+(?:\s*+[:–—-](?=\s))?[*_]*+\s+")
#: Characters between two lines of one heading.
_SKIPPED = ("blank", "page-number", "running-head")


@dataclass(frozen=True, slots=True)
class CountedPart:
    """A part's label and title; `span` covers both, `start` is the start of its first line."""

    number: str
    title: str
    span: Span
    start: int


def counted_part(source: Source, blocks: Sequence[Block], at: int, label: re.Pattern[str]) -> CountedPart | None:
    """The part whose title is in the heading at `at`; None for a lone label, or without a label."""
    block = blocks[at]
    if block.kind != "heading":
        return None
    line = stripped(source.text, block.start, block.end)
    words = source.text[line.start : line.end]
    if (found := label.match(words)) and (between := _BETWEEN.match(words, found.end())):
        return CountedPart(_number(found), _flat(words[between.end() :]), line, block.start)
    above = next((other for other in reversed(blocks[max(0, at - 3) : at]) if other.kind not in _SKIPPED), None)
    if above and (found := is_label(source, above, label)):
        return CountedPart(_number(found), _flat(words), Span(above.start, line.end), above.start)
    return None


def is_label(source: Source, block: Block, label: re.Pattern[str]) -> re.Match[str] | None:
    """Whether a block is only a label."""
    line = stripped(source.text, block.start, block.end)
    return label.fullmatch(source.text, line.start, line.end) if block.kind in ("heading", "paragraph", "list") else None


def _number(found: re.Match[str]) -> str:
    return _flat(next((group for group in found.groups() if group), found[0]))


def _flat(words: str) -> str:
    return " ".join(words.replace("*", "").split())
