"""Markdown's underlined headings as such with "#", so that no later step needs to look at the line below.

>>> with_marks("Der Wald\\n========\\n\\nEr brennt.\\n")
'# Der Wald\\n\\n\\nEr brennt.\\n'
"""

from __future__ import annotations

import re
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from .drawn_tables import drawn_tables

_UNDERLINE = re.compile(r"^ {0,3}(?:={1,200}|-{1,200})[ \t]*$", re.MULTILINE)


def with_marks(text: str) -> str:
    """The text with the same number of lines; a heading's underline becomes a blank line, the last line of a drawn table stays."""
    if not _UNDERLINE.search(text):
        return text
    lines = text.split("\n")
    ends = [*accumulate(len(line) + 1 for line in lines)]
    closing = {end + 1 for _, end in drawn_tables(text)}
    for level, first, last in _underlined(text):
        if ends[last] in closing:
            continue
        title = " ".join(line.strip() for line in lines[first:last])
        lines[first : last + 1] = [f"{'#' * level} {title}", *[""] * (last - first)]
    return "\n".join(lines)


def _underlined(text: str) -> list[tuple[int, int, int]]:
    """Level, first line and underline of each such heading outside of lists and quotes."""
    parser = MarkdownIt("commonmark").enable("table").use(front_matter_plugin)
    tokens: list[Token] = []
    parser.block.parse(text, parser, {}, tokens)
    return [
        (int(token.tag[1]), token.map[0], token.map[1] - 1)
        for token in tokens
        if token.type == "heading_open" and token.markup in ("=", "-") and token.level == 0 and token.map
    ]
