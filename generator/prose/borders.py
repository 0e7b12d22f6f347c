"""Borders between a text's blocks: no reference crosses one, and context beyond one does not explain a number or a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from .body import BLOCKS

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

#: Any bar in a table separates two cells, except "\\|".
_BAR = re.compile(r"(?<!\\)\|")


def block_parser(*, html: bool) -> MarkdownIt:
    """A parser for Markdown blocks alone, with tables and our own blocks; `html` makes raw HTML a block too."""
    from markdown_it import MarkdownIt  # imported here, because a single line has no borders and needs no parser
    from mdit_py_plugins.container import container_plugin

    parser = MarkdownIt("commonmark", {"html": html}).enable("table")
    container_plugin(parser, "block", validate=lambda words, _: words.strip().partition(" ")[0] in BLOCKS)
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


@cache
def _own() -> MarkdownIt:
    return block_parser(html=False)


def borders(text: str) -> list[int]:
    """The borders in one of our texts, in order.

    >>> borders("1. jede Regel\\n2. und mehr")
    [14]
    """
    return token_borders(text, _own().parse(text.replace("\r", " "))) if "\n" in text else []


def token_borders(text: str, tokens: Sequence[Token]) -> list[int]:
    """The borders in a text parsed into blocks: before and after each block, list item and cell."""
    lines = [0, *(match.end() for match in re.finditer("\n", text)), len(text)]
    found: set[int] = set()
    for token in tokens:
        if token.map:
            found.update(lines[line] for line in token.map)
            if token.type == "tr_open":
                found.update(bar.start() for bar in _BAR.finditer(text, lines[token.map[0]], lines[token.map[1]]))
    return sorted(found - {0, len(text)})


def stretches(text: str, borders: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Start and end of each stretch between two borders; a cell includes both its bars."""
    for start, end in pairwise([0, *borders, len(text)]):
        if start < end:
            yield start, end + (text[end : end + 1] == "|")
