"""A page file of HTML between headings → Python-Markdown's result, without re-parsing every tag.

Nearly all our pages come from templates as finished HTML; only their headings are Markdown, so that any builder finds them.
Python-Markdown parses such a page with `html.parser` and reassembles it, which takes a quarter of a whole build. It still handles
pages with any other Markdown (help, legal pages).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Any

#: One line of our heads: JSON is YAML.
_META = re.compile(r'([a-z]+): (["{\[].*)')
_HEADING = re.compile(r"(#{1,6}) (.+?)(?: \{#([\w.-]+)\})?")
#: Separator of blocks: one or more empty lines.
_GAP = re.compile(r"\n(?:[ \t]*\n)+")
#: Tags that open or close an element; void elements have no end.
_OPENING = re.compile(
    r"<(?!/|!|(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)[a-zA-Z][^<>\"]*+(?:\"[^\"]*\"[^<>\"]*+)*+(?<!/)>"
)
_CLOSING = re.compile(r"</[a-zA-Z]")
#: Blocks that Python-Markdown leaves unchanged.
_BLOCK = re.compile(r"<(?:article|aside|details|div|dl|figure|form|h[1-6]|nav|ol|p|section|table|ul)\b")
#: Characters in a heading that Markdown could change.
_PLAIN = re.compile(r"(?:[^\\`*_{}\[\]<>&!#~^|:@/=\"'$-]|\\[\\`*_{}\[\]#])*")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]#])")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level, its id on the page, its text as HTML, and its text in the table of contents."""

    level: int
    id: str
    html: str
    name: str


@dataclass(frozen=True, slots=True)
class PageBody:
    """A page: the values of its head, its content as HTML, its headings in order."""

    meta: dict[str, Any]
    html: str
    headings: tuple[Heading, ...]


def read_page(text: str) -> PageBody | None:
    r"""Read a page of HTML between headings; None for one with other Markdown.

    >>> read_page("---\ntitle: \"Angst\"\n---\n# Angst\n\n<div>\n\n# kein Titel\n</div>\n").html
    '<h1 id="angst">Angst</h1>\n<div>\n\n# kein Titel\n</div>'
    """
    head, body = _parted(text)
    if head is None:
        return None
    html: list[str] = []
    lines: list[re.Match[str]] = []
    for block in _blocks(body):
        if heading := _HEADING.fullmatch(block):
            lines.append(heading)
            html.append("")
        elif _BLOCK.match(block):
            html.append(block + "\n")
        else:
            return None
    headings = tuple(_headings(lines))
    there = iter(headings)
    written = (f'<h{h.level} id="{h.id}">{h.html}</h{h.level}>' for h in there)
    return PageBody(head, "\n".join(block or next(written) for block in html).strip(), headings)


def _parted(text: str) -> tuple[dict[str, Any] | None, str]:
    """Split off the head's values; None for a head that is not ours."""
    if not text.startswith("---\n"):
        return None, text
    head, found, body = text[4:].partition("---\n")
    lines = [_META.fullmatch(line) for line in head.splitlines()]
    if not found or not all(lines):
        return None, text
    return {line[1]: json.loads(line[2]) for line in lines if line}, body


def _blocks(body: str) -> Iterator[str]:
    """The blocks between empty lines outside all elements."""
    block, depth = "", 0
    at = 0
    body = body.strip("\n")
    for gap in [*_GAP.finditer(body), None]:
        piece = body[at : gap.start() if gap else len(body)]
        at = gap.end() if gap else at
        block += piece
        depth += len(_OPENING.findall(piece)) - len(_CLOSING.findall(piece))
        if depth:
            block += gap[0] if gap else ""
        else:
            yield block
            block = ""
    if block:
        yield ""  # an element without its end: leave it to Python-Markdown


def _headings(lines: list[re.Match[str]]) -> Iterator[Heading]:
    """Headings with their ids: the given one, or one made from the text as by Python-Markdown, all unique."""
    used = {line[3] for line in lines if line[3]}
    for line in lines:
        html, name = _inline(line[2])
        yield Heading(len(line[1]), line[3] or _made_id(name, used), html, name)


def _made_id(name: str, used: set[str]) -> str:
    from markdown.extensions.toc import slugify, unique

    return str(unique(slugify(unescape(name), "-"), used))


@lru_cache(maxsize=4096)
def _inline(text: str) -> tuple[str, str]:
    """A heading's text as HTML, and for the table of contents."""
    if _PLAIN.fullmatch(text):
        plain = _ESCAPED.sub(r"\1", text).strip()
        return plain, plain
    from markdown import Markdown

    reader = Markdown(extensions=["toc"])
    html = reader.convert(f"# {text}")
    return html.partition(">")[2].removesuffix("</h1>"), reader.toc_tokens[0]["name"]
