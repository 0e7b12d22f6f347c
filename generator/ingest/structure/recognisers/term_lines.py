"""Terms on a line of their own: a dictionary's "**Krone**" above its definition, a standard's "3.14 Deichkrone" above "dyke
crown".
"""

from __future__ import annotations

import re

from ....german.casing import casing_of, english_title
from ...drafts import Block, Source, Span
from ..originals import is_english
from . import Start

LEVEL = 5

_LINE = re.compile(
    r"[ *_]*(?:(?P<number>\d{1,3}(?:\.\d{1,3})+)[ ]+)?(?P<name>[^\W\d_][^\n*:;.!?]{0,60}?)"
    r"(?:[*_]*+(?:[ ][*_]*+)?[\[(](?P<english>[^()\[\]\n]{2,40})[\])])?[ *_]*\n(?=\s*\S)"
)
#: The line or paragraph below a numbered term: its English name, in lower case and without a full stop.
_BELOW = re.compile(r"\s*(?P<english>[a-z][a-z'’ ,()-]{1,58}[a-z)])[ ]*(?:\n|$)")
#: The most words in a name, and in one that only its line sets apart.
MOST_WORDS, MOST_BARE = 5, 3


def term_line(source: Source, block: Block) -> Start | None:
    """The term named in a block's first line, if the text after it can be its definition."""
    found = _LINE.match(source.text, block.start)
    if found is None or found.end() > block.end or not _names(source, block, found):
        return None
    casing, name = casing_of(source.text), found["name"].strip()
    english, end = found["english"] or "", found.end("english") + 1 if found["english"] else found.end("name")
    if not english and found["number"] and (below := _BELOW.match(source.text, found.end())):
        english, end = below["english"], below.end("english")
    if english and not is_english(english, name, casing):
        english, end = "", found.end("name")
    return Start(
        Span(found.start("number") if found["number"] else found.start("name"), end),
        name,
        "glossary",
        LEVEL,
        start=block.start,
        term=True,
        number=found["number"] or "",
        title_en=english_title(english),
        reasons=("Begriff in einer Zeile für sich",),
    )


def _names(source: Source, block: Block, found: re.Match[str]) -> bool:
    """Whether a first line names the text below: in bold type, with a number, or short above the start of a sentence."""
    words, below = len(found["name"].split()), source.text[found.end() : block.end].strip()
    if block.kind == "heading" or (found["number"] and below):
        return words <= MOST_WORDS
    return words <= MOST_BARE and found["name"][0].isupper() and below[:1].isupper()
