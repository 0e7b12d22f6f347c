"""Terms that a sentence explains in passing: the profile's pattern finds the words, and the term quotes the sentence.

Phrasings that most rulebooks share, and those of the profile: (pattern whose group is the name, kind).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....german.inflection import is_adjective
from ....german.lists import phrases
from ....german.noun_phrases import nominative
from ...drafts import Block, Source, Span
from . import Start, quoting
from .lines import sentence, solid, words

LEVEL = 8

#: Sentences that explain the words in bold: pattern, kind, whether it counts only if no rule has the name.
PHRASINGS = tuple((re.compile(row["pattern"]), row["kind"], "new" in row) for row in phrases("explanations"))


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a term at the first match of a pattern for each name."""
    everywhere = solid(blocks)
    bold = [block for block in everywhere if source.text.find("**", block.start, block.end) >= 0]
    for names, kind, new in (*PHRASINGS, *((pattern, kind, True) for pattern, kind in options.get("terms", ()))):
        seen: set[str] = set()
        for block in bold if r"\*\*" in names.pattern else everywhere:
            for found in names.finditer(source.text, block.start, block.end):
                name = Span(*found.span(1))
                title = _uninflected(words(source, name), source.text[block.start : name.start])
                if title.casefold() not in seen:
                    seen.add(title.casefold())
                    yield _start(source, block, name, title, kind, new=new)


def _uninflected(title: str, before: str) -> str:
    """Put a name of adjective and noun into the nominative: "von einem **schweren Wurf**" explains "Schwerer Wurf"."""
    adjective, _, noun = title.partition(" ")
    article = re.findall(r"\w+", before[-40:])[-1:]
    plain = noun.isalpha() and noun[:1].isupper() and is_adjective(adjective)
    return nominative(adjective, noun, article[0].lower() if article else "") if plain else title


def _start(source: Source, block: Block, name: Span, title: str, kind: str, *, new: bool) -> Start:
    quoted = sentence(source, block, name.start)
    title, text = title[:1].upper() + title[1:], source.text[quoted.start : quoted.end]
    more = {"kind": kind, "term": kind not in ("terrain-piece", "rule"), "new": new, "in_sentence": False, "text": text}
    return quoting(name, title, "defined_terms", LEVEL, (quoted,), "im Satz erklärter Begriff", **more)
