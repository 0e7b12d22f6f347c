"""Lists of names with their text: "**Name:** Text", "- **Name:** Text", "1. **Name:** Text", "NAME: Text", "Name (+1): Text".

Options, all optional:
  items     sorts of lists: any of "bold numbered capitals plain", by default "bold capitals"
  words     the most words in a name, by default 6
  fewest    the fewest items in a list, by default 2
  skip      pattern of words that are no names

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "- **Dicht:** Hemmt den Blick.\\n- **Nass:** Kostet einen Zug.\\n")
>>> [(start.title, source.text[start.begins : start.end]) for start in find(source, blocks_of(source), {})]
[('Dicht', '- **Dicht:** Hemmt den Blick.\\n'), ('Nass', '- **Nass:** Kostet einen Zug.\\n')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...drafts import Block, Source, Span
from ..blocks import in_capitals
from . import Start
from .lines import lines, pattern, solid, words

LEVEL = 7

_NAME = r"(?P<name>[^\W_][^:*\n]{0,70}?(?:\([^()\n]{0,40}\))?)"
_ITEMS = {
    "bold": re.compile(rf"\s*(?:[-•◆♦●]\s+)?\*\*{_NAME}(?::\*\*|\*\*:)(?=\s)"),
    "numbered": re.compile(rf"\s*\d{{1,2}}[.)]\s+\*\*{_NAME}(?::\*\*|\*\*:)(?=\s)"),
    "capitals": re.compile(rf"\s*{_NAME}:(?=\s+[^\s*_])"),
    "plain": re.compile(rf"\s*{_NAME}:(?=\s)"),
}

Item = tuple[Span, Span]


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each item; it ends where the next item or another kind of block begins."""
    fewest = int(options.get("fewest", 2))
    for run in _runs(source, solid(blocks), options):
        if len(run) >= fewest:
            for name, item in run:
                yield Start(
                    name,
                    words(source, name),
                    "keyword_lists",
                    LEVEL,
                    start=item.start,
                    end=item.end,
                    certainty=0.9,
                    reasons=("Name mit Doppelpunkt in einer Liste",),
                )


def _runs(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[list[Item]]:
    """Runs of adjacent items."""
    run = list[Item]()
    for block in blocks:
        items = list(_items(source, block, options)) if block.kind != "heading" else []
        if not items:
            yield run
            run = []
        run += items
    yield run


def _items(source: Source, block: Block, options: Mapping[str, Any]) -> Iterator[Item]:
    """The items of a block: each from its line to before the next one's."""
    found = [(at, name) for at in lines(source, block) if (name := _name(source, at, options))]
    if found and found[0][0].start == block.start:
        ends = [at.start for at, _ in found[1:]] + [block.end]
        for (at, name), end in zip(found, ends, strict=True):
            yield name, Span(at.start, end)


def _name(source: Source, line: Span, options: Mapping[str, Any]) -> Span | None:
    text = source.text[line.start : line.end]
    for kind in options.get("items", "bold capitals").split():
        found = _ITEMS[kind].match(text)
        if found and _names(found["name"], kind, options):
            return Span(line.start + found.start("name"), line.start + found.end("name"))
    return None


def _names(name: str, kind: str, options: Mapping[str, Any]) -> bool:
    few = len(name.split()) <= int(options.get("words", 6))
    return few and (kind != "capitals" or in_capitals(name)) and not pattern(options, "skip").search(name)
