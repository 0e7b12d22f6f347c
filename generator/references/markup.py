"""Prepare any text for finding references: plain text, Markdown or HTML → the same text with its markup blanked.

The view has the length of the input, so that offsets hold in both. Tags become emphasis marks, line breaks or fillers, entities
their character; text that may contain no reference (headings, code) is masked.

Invisible markup (an inline tag, the address of a link, the tail of an entity) is *gone*: references are found in the bare text
without it. So a text reads the same with and without links, and linking it again finds nothing new.
"""

from __future__ import annotations

import re

from ..german.lists import alternatives
from ..model.choices import TEXT_KINDS
from .markup_html import HtmlReader
from .markup_markdown import markdown_links, mask_blocks
from .references import markdown_mask
from .stripped_text import HIDDEN, Bare, Readable, cover, split_links

KINDS = TEXT_KINDS


def readable(text: str, kind: str, until: int | None = None) -> Readable:
    """Read a text of a kind (text, md, html), Markdown only `until` a place. Never raises; `len(view) == len(text)` if all is read.

    >>> readable("<b>R&uuml;ckzug</b>", "html").view.strip("*").replace(chr(0xAD), "")
    'Rückzug'
    """
    if kind == "html":
        return HtmlReader(text).read()
    view = text.replace("\r", " ").replace("\ufeff", " ")
    mask = bytearray(len(view))
    links, gone = markdown_links(view, mask, blocks=kind == "md")
    if until is not None:  # but cut no link and no masked stretch, whose ends depend on the whole text
        until = min([until, *(start for start, end, _ in links if start < until < end)])
        until = mask.rfind(0, 0, until) + 1 if mask[until : until + 1] == b"\1" else until
        view, mask = view[:until], mask[:until]
        links, gone = [one for one in links if one[1] <= until], [one for one in gone if one[1] <= until]
    bare = Bare(view, gone)
    masked = markdown_mask(bare.text)
    headings = [match.span() for match in _MARKDOWN_HEADING.finditer(bare.text)]
    borders: list[int] = []
    if kind == "text":
        headings += plain_headings(bare.text)
    else:
        borders = [bare.origin(at) for at in mask_blocks(bare.text, masked)]
    for start, end in headings:
        cover(masked, start, end)
    for match in re.finditer(rb"\x01+", masked):
        cover(mask, bare.origin(match.start()), bare.origin(match.end() - 1) + 1)
    shown, at = [], 0
    for start, end in gone:
        shown += [view[at:start], HIDDEN * (end - start)]
        at = end
    return Readable(
        "".join([*shown, view[at:]]),
        mask,
        [(bare.origin(start), bare.origin(end - 1) + 1) for start, end in sorted(headings)],
        *split_links(links, mask),
        gone,
        borders=borders,
    )


_MARKDOWN_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t][^\n]*$|^[^\n|]+\n(?:=+|-+)[ \t]*$", re.MULTILINE)

#: A heading line in plain text: all capitals (except its English original in brackets), or a number and a title. Matches the
#: first sort only in short lines, because the number of ways to match grows with the square of a line's length.
_PLAIN_HEADING = re.compile(
    r"^(?=[^\n]{0,160}$)[ \t]*+(?:(?![|>*+-])|(?<= ))[^a-zäöüß\n\t|]*[A-ZÄÖÜ]{3}[^a-zäöüß\n\t|(]*"
    rf"(?:\((?!\d*[+\d]\)|(?:{alternatives('page_labels')})[ \u00a0\d])[^()\n]*\)[^a-zäöüß\n(]*)*$"
    r"|^[ \t]*\d{1,2}(?:\.\d{1,3})+\.?[ \t]+[A-ZÄÖÜ„][^\n.!?]{1,70}(?<![,;:])$"
    r"|^[ \t]*\d{1,2}(?:\.\d{1,3})*\.?[ \t]+[A-ZÄÖÜ„][^\n.!?,;:]{1,70}[ \t.]+\d{1,3}[ \t]*$"  # a line of a table of contents
    r"|^[ \t]*•[^\n•]*•[ \t]*$",
    re.MULTILINE,
)


def plain_headings(text: str) -> list[tuple[int, int]]:
    """Spans of headings in plain text: lines in capitals, and numbered titles.

    >>> plain_headings("SPALTEN (X)\\nWer spaltet …")
    [(0, 11)]
    """
    return [match.span() for match in _PLAIN_HEADING.finditer(text)]
