"""A glossary: paragraphs "TERM: definition" below its heading, to the next heading; with `lines` to the next marked with #.

Options:
  under    pattern of the glossary's heading
  source   pattern of a source at the end of a definition; its groups are part and number
  lines    "true": also terms on a line of their own, as in dictionaries and standards: "3.14 Deichkrone", its English name below
  skip     pattern of words that name no term

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "GLOSSAR\\n\\nMoor: Nasses Gelände. (Regeln, 1.0)\\n\\nMut: Ein Wert.\\n")
>>> options = {"under": "GLOSSAR", "source": r"\\((\\w+), ([\\d.]+)\\)"}
>>> [(start.title, start.cites) for start in find(source, blocks_of(source), options)]
[('Moor', ('Regeln', '1.0')), ('Mut', None)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...drafts import Block, Source, Span
from . import Start
from .lines import pattern, solid, words
from .term_lines import term_line

LEVEL = 5

_TERM = re.compile(r"[-•*_\s]*(?P<name>[^\W_][^:\n]{0,90}?)[*_]{0,3}:[*_]{0,3}(?=\s|$)")
_MARKED, _ANY = re.compile(r"^\s{0,3}#"), re.compile("")


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a term for each paragraph that begins with its name and a colon, or with its name on a separate line."""
    lines = options.get("lines") == "true"
    under, end, skip = pattern(options, "under"), _MARKED if lines else _ANY, pattern(options, "skip")
    inside = named = False
    for block in solid(blocks):
        text = source.text[block.start : block.end]
        if block.kind == "heading" and under.search(text):
            inside = True
        elif inside and block.kind == "heading" and end.search(text):
            inside = False
        elif inside and not skip.search(text):
            term = term_line(source, block) if lines else None
            if term is None and not named and (found := _TERM.match(text)):
                term = _start(source, block, found, pattern(options, "source"))
            named = lines and term is not None and block.kind == "heading"
            yield from [term] if term else []


def _start(source: Source, block: Block, found: re.Match[str], cited: re.Pattern[str]) -> Start:
    name = Span(block.start + found.start("name"), block.start + found.end("name"))
    cites = None
    for rule in cited.finditer(source.text, name.end, block.end):
        cites = (rule[1], rule[2])
    why = ("Begriff mit Doppelpunkt im Glossar",)
    return Start(name, words(source, name), "glossary", LEVEL, start=block.start, term=True, cites=cites, reasons=why)
