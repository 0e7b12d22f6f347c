"""Terms that a sentence explains in passing: the profile's pattern finds the words, and the term quotes the sentence.

Options, a list of maps:
  pattern   with one group: the name
  under     pattern of a heading's text; searches only below it
  new       "true": only if no other rule or term has that name

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "Es regnet. Ein Modell mit dem Wert **Mut** bleibt.\\n")
>>> [(start.title, words(source, start.quotes[0])) for start in find(source, blocks_of(source), {"pattern": r"Wert \\*\\*(\\w+)"})]
[('Mut', 'Ein Modell mit dem Wert **Mut** bleibt.')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....german.inflection import is_adjective
from ....german.noun_phrases import nominative
from ...drafts import Block, Source, Span
from . import Start
from .lines import pattern, sentence, solid, words

LEVEL = 8


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a term at the first match of the pattern for each name."""
    names, under = pattern(options, "pattern"), pattern(options, "under", "")
    seen: set[str] = set()
    inside = not options.get("under")
    for block in solid(blocks):
        if block.kind == "heading" and options.get("under"):
            inside = bool(under.search(source.text[block.start : block.end]))
        for found in names.finditer(source.text, block.start, block.end) if inside else ():
            name = Span(*found.span(1))
            title = _uninflected(words(source, name), source.text[block.start : name.start])
            if title.casefold() not in seen:
                seen.add(title.casefold())
                yield _start(source, block, name, title, options)


def _uninflected(title: str, before: str) -> str:
    """Put a name of adjective and noun into the nominative: "von einem **schweren Wurf**" explains "Schwerer Wurf"."""
    adjective, _, noun = title.partition(" ")
    article = re.findall(r"\w+", before[-40:])[-1:]
    plain = noun.isalpha() and noun[:1].isupper() and is_adjective(adjective)
    return nominative(adjective, noun, article[0].lower() if article else "") if plain else title


def _start(source: Source, block: Block, name: Span, title: str, options: Mapping[str, Any]) -> Start:
    quoted = sentence(source, block, name.start)
    return Start(
        name,
        title[:1].upper() + title[1:],
        "defined_terms",
        LEVEL,
        quotes=(quoted,),
        text=source.text[quoted.start : quoted.end],
        new=options.get("new") == "true",
        certainty=0.6,
        reasons=("im Satz erklärter Begriff",),
    )
