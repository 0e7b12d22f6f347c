"""A glossary: paragraphs "TERM: definition" below its heading, to the next heading, with the rule each names as its source.

A glossary whose paragraphs have no colons has its terms on separate lines, as in dictionaries and standards ("3.14 Deichkrone", its
English name below), and extends to the next heading marked with #.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from ....german.lists import alternatives
from ...drafts import Block, Source, Span
from . import Start
from .lines import solid, words
from .term_lines import term_line

LEVEL = 5

_TERM = re.compile(r"[-•*_\s]*(?P<name>[^\W_][^:\n]{0,90}?)[*_]{0,3}:[*_]{0,3}(?=\s|$)")
_MARKED, _ANY = re.compile(r"^\s{0,3}#"), re.compile("")
_UNDER = re.compile(rf"(?i)^[#*\s\d.]*(?:{alternatives('glossary_titles')})\b(?!.*\d)")
_SKIP = re.compile(rf"(?i)^[*\s]*(?:{alternatives('remark_openers')})")
#: "(Grundregeln, 17.0)"
_CITED = re.compile(r"\(?([A-ZÄÖÜ][\w ]{1,60}), (\d+(?:\.\d+)*)\)")


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a term for each paragraph that begins with its name and a colon, or with its name on a separate line."""
    some = solid(blocks)
    inside = named = lines = False
    for at, block in enumerate(some):
        text = source.text[block.start : block.end]
        if block.kind == "heading" and _UNDER.search(text):
            inside, lines = True, not _with_colons(source, some[at + 1 :])
        elif inside and block.kind == "heading" and (_MARKED if lines else _ANY).search(text):
            inside = False
        elif inside and not _SKIP.search(text):
            term = term_line(source, block) if lines else None
            if term is None and not named and (found := _TERM.match(text)):
                term = _start(source, block, found)
            named = lines and term is not None and block.kind == "heading"
            yield from [term] if term else []


def _with_colons(source: Source, blocks: Sequence[Block]) -> bool:
    """Whether most paragraphs up to the next heading begin with their term and a colon."""
    below = [*takewhile(lambda block: block.kind != "heading", blocks)]
    return 2 * sum(bool(_TERM.match(source.text, block.start, block.end)) for block in below) > len(below)


def _start(source: Source, block: Block, found: re.Match[str]) -> Start:
    name = Span(block.start + found.start("name"), block.start + found.end("name"))
    cites = None
    for rule in _CITED.finditer(source.text, name.end, block.end):
        cites = (rule[1], rule[2])
    why = ("Begriff mit Doppelpunkt im Glossar",)
    return Start(name, words(source, name), "glossary", LEVEL, start=block.start, term=True, cites=cites, reasons=why)
