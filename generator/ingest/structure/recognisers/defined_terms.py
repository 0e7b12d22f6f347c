"""Terms that a sentence explains in passing: the profile's pattern finds the words, and the term quotes the sentence.

Phrasings that most rulebooks share, and those of the profile: (pattern whose group is the name, kind).

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "Es regnet. Ein Modell mit dem Wert **Mut** bleibt.\\n")
>>> [(start.title, words(source, start.quotes[0])) for start in find(source, blocks_of(source), {})]
[('Mut', 'Ein Modell mit dem Wert **Mut** bleibt.')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....german.inflection import is_adjective
from ....german.noun_phrases import nominative
from ...drafts import Block, Source, Span
from . import Start
from .lines import sentence, solid, words

LEVEL = 8

#: Sentences that explain the words in bold.
PHRASINGS: Sequence[tuple[re.Pattern[str], str, bool]] = tuple(
    (re.compile(pattern), kind, new)
    for pattern, kind, new in (
        (r"(?:Wert|Werts) \*\*([A-ZÄÖÜ][\wäöüß]+)\*\*", "characteristic", False),
        (r"(?:der|den|dem)[^.*\n]{0,50} \*\*(\w+wert)\*\*", "characteristic", True),
        (r"\bSchlüsselwort \*\*([A-ZÄÖÜ]{3,})\b", "keyword", True),
        (r"\*\*([A-ZÄÖÜ]{3,})\*\*-(?:oder|Fähigkeit)", "keyword", True),
        (r"\*\*([A-ZÄÖÜ]{3,}-[A-ZÄÖÜ]{3,})\*\*-Einheit", "keyword", False),
        (r"\*\*((?:an|auf)ge\w{4,})\*\*", "state", False),
        (r"\*\*(\w+(?:punkte|marker))\*\*", "token", True),
        (r"\b([A-ZÄÖÜ]\w+(?:marker|-Marker))n?\b", "token", True),
        (
            r"\b(?:sind miteinander|ist für \w+ \w+ der|wird) \*\*((?!als\b)[a-zA-ZÄÖÜäöüß ]{3,40})\*\*(?: genannt|[.:])",
            "state",
            False,
        ),
        (r"\bein \*\*([A-ZÄÖÜ]?[a-zäöü][^*\n]{2,40})\*\*(?: ist\b|:)", "rule", False),
        (r"\beinen \*\*(W\d)\*\* ", "rule", False),
        (r"\bSpieler einen \*\*(\w+wurf)\*\* aus", "rule", False),
        (r"(?m)^- \*\*(\w+)\*\* (?:werden|sind) ", "rule", False),
        (r"\b(?:[Dd]as|[Dd]ies) sind die \*\*([^*\n]{3,40})\*\*", "glossary-term", True),
        (r"\bbei einem \*\*([^*\n]{3,40})\*\*", "glossary-term", True),
    )
)


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a term at the first match of a pattern for each name."""
    for names, kind, new in (*PHRASINGS, *((pattern, kind, True) for pattern, kind in options.get("terms", ()))):
        seen: set[str] = set()
        for block in solid(blocks):
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
    return Start(
        name,
        title[:1].upper() + title[1:],
        "defined_terms",
        LEVEL,
        quotes=(quoted,),
        text=source.text[quoted.start : quoted.end],
        kind=kind,
        term=kind != "terrain-piece" and kind != "rule",
        new=new,
        certainty=0.6,
        reasons=("im Satz erklärter Begriff",),
    )
