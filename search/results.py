"""Hits and their JSON.

>>> hit.to_json()["highlights"]
[[12, 19]]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from . import german
from .expand import ExpandedWord
from .lexicon import Lexicon

_WORD = re.compile(r"\d+(?:\.\d+){1,3}|[^\W_]+")


@dataclass(frozen=True, slots=True)
class Hit:
    """One hit. `highlights` are the spans of `short` that the query meant, as (start, end) in code points, in order.

    `part` is the part's title as printed; `url` is relative to the site's root; `score` only compares hits of one query.
    """

    id: str
    system: str
    kind: str
    title: str
    title_en: str
    number: str
    part: str
    short: str
    url: str
    score: float
    highlights: tuple[tuple[int, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The hit as plain values."""
        return {**asdict(self), "highlights": [list(span) for span in self.highlights]}


def hit_of(stored: Mapping[str, Any], score: float, words: Sequence[ExpandedWord], lexicon: Lexicon) -> Hit:
    """The hit for a stored document."""
    shown = {name: stored[name] for name in ("id", "system", "kind", "title", "title_en", "number", "part", "short", "url")}
    terms = {expansion.term for word in words for expansion in word.expansions}
    return Hit(**shown, score=score, highlights=highlights(stored["short"], terms, lexicon))


@lru_cache(maxsize=16384)  # the same short rules are shown again and again
def _folded(word: str) -> str:
    return german.fold(word)


def highlights(text: str, terms: Collection[str], lexicon: Lexicon) -> tuple[tuple[int, int], ...]:
    """Where `text` has a word that stands for one of `terms`, whole or as a part of a compound."""
    spans = []
    for match in _WORD.finditer(text):
        if any(term in terms for term in lexicon.surfaces.get(_folded(match[0]), ())):
            spans.append(match.span())
    return tuple(spans)
