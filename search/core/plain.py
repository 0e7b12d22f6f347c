"""Markdown → plain text, for searching and showing.

>>> plain_text("## Ablauf\\n\\n- **Wirf** 2W6, siehe [[angst|Angst]].")
'Ablauf Wirf 2W6, siehe Angst.'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

#: Definitions of terms are shown whole, up to this length.
SHORT_LENGTH = 320
#: Separates the cells of a row.
CELLS = " · "
#: Begins the lines of examples and of remarks on what a rule leaves open, which illustrate the rule.
ASIDE = "\t"

#: A reference to an id, with the text shown for it.
_FORCED = re.compile(r"\\?\[\[(?:[^\]|]{0,500}\|)?([^\]]{0,500})\]\]")

# Simple on purpose: a stray mark does the search no harm, while parsing every entry would cost time.
#: A sign that is in every text with such a mark, the mark, and its replacement. Looking for the sign first is much quicker.
_MARKDOWN = (
    (("```", ":::"), re.compile(r"^[^\S\n]*(?:```|:::).*$", re.M), ""),
    (("[[",), _FORCED, r"\1"),
    (("](",), re.compile(r"!?\[([^\]]{0,500})\]\([^)]{0,500}\)"), r"\1"),
    (("",), re.compile(r"^[^\S\n]*(?:#{1,6}|>|[-*+]|\d+[.)])\s+", re.M), ""),
    (("|",), re.compile(r"^[ \t\r:|-][ \t\r:-]*+\|[ \t\r:|-]*$", re.M), ""),
    (("\\",), re.compile(r"\\([^\w\s])"), r"\1"),
    (("*", "`", "|", "_"), re.compile(r"[*`|]|(?<!\w)_|_(?!\w)"), " "),
)
_BEFORE_MARK = re.compile(r" (?=[.,;:!?])")


def plain_text(markdown: str) -> str:
    """Strip Markdown of its marks and put it on one line.

    >>> plain_text("## Ablauf\\n\\n- **Wirf** 2W6, siehe [[angst|Angst]].")
    'Ablauf Wirf 2W6, siehe Angst.'
    """
    for signs, pattern, replacement in _MARKDOWN:
        for sign in signs:
            if sign in markdown:
                markdown = pattern.sub(replacement, markdown)
                break
    return _BEFORE_MARK.sub("", " ".join(markdown.split()))


_NEW_LINE = re.compile(r"\s*(?:$|[-*+]\s|\d+[.)]\s|\||#{1,6}\s|:::)")


def plain_lines(markdown: str) -> Iterator[str]:
    """Strip Markdown paragraph by paragraph: every list item and every table row is a line of its own, an `ASIDE` marked, an empty head
    of a table the line of its border.

    >>> list(plain_lines("Wirf:\\n\\n| Wurf | Folge |\\n| --- | --- |\\n| 1 | Pech |"))
    ['Wirf:', 'Wurf · Folge', '1 · Pech']
    """
    lines: list[str] = []
    for line in markdown.splitlines():
        if not lines or _NEW_LINE.match(line) or lines[-1].lstrip().startswith(("#", ":::")):
            lines.append("")
        lines[-1] += " " + (_row(line) if _is_row(line) else line)
    mark = ""
    for line in lines:
        if box := _BOX.match(line):
            mark = ASIDE if box[1] in _ASIDES else ""
        elif text := plain_text(line) or CELLS.strip() * bool(_EMPTY_HEAD.fullmatch(line)):
            yield mark + text


_EMPTY_HEAD = re.compile(r"\s*\|[\s|]*")
_BOX = re.compile(r"\s*:::\s*(\w*)")
_ASIDES = ("beispiel", "regeltext")


def table_rows(markdown: str) -> Iterator[str]:
    """The rows of a text's tables, without the heads, as `plain_lines` gives them.

    >>> list(table_rows("| Wurf | Folge |\\n| --- | --- |\\n| 1 | Pech |"))
    ['1 · Pech']
    """
    lines = markdown.splitlines()
    for line, below in pairwise((*lines, "")):
        if _is_row(line) and not _UNDER_HEAD.fullmatch(below):
            yield plain_text(_row(line))


_UNDER_HEAD = re.compile(r"(?:\s*+\|)?[\s:-]++\|[\s|:-]*")


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|") and not re.fullmatch(r"[\s|:-]*", line)


def _row(line: str) -> str:
    """The cells of a row; references contain a "|" of their own, so they are replaced first."""
    cells = _FORCED.sub(r"\1", line).strip().strip("|").split("|")
    return CELLS.join(cell.strip() for cell in cells)


def shortened(text: str) -> str:
    """Shorten a text to `SHORT_LENGTH` characters, cut between words, with an ellipsis for the rest."""
    text = plain_text(text)
    if len(text) <= SHORT_LENGTH:
        return text
    return text[: SHORT_LENGTH - 1].rpartition(" ")[0].rstrip(",;:– ") + " …"
