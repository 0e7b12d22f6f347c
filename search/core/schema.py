"""The indexed fields with their weights, and why: the numbers that Python and the browser share.

A word's impact on a document is computed once, when the index is built, over all fields together, and rounded to one of 32
levels. Both searches add up the same levels, so they order hits alike.

>>> impact(level_of_weight(2.0))
1.8348
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

#: Raise it whenever an index written by older code would be misread or would rank differently.
SCHEMA_VERSION = 14


@dataclass(frozen=True, slots=True)
class Field:
    """A field's weight, and how strongly length counts against it (BM25's b; 0 not at all, 1 in full)."""

    weight: float
    b: float


#: Tuned on the 1,109 judged queries of tests/relevance (dev); small changes to any of them change little.
FIELDS: Mapping[str, Field] = {
    # Four queries in five are a name.
    "title": Field(8.0, 0.3),
    # Aliases, synonyms, inflected forms: as good as a title, but one word of many names says less.
    "names": Field(3.5, 0.3),
    # What players of other systems call it: shows what is meant, but is not its name.
    "related": Field(2.0, 0.5),
    # What players type when they do not know the name ("doc2query": Nogueira and others 2019, here written by people).
    "queries": Field(3.5, 0.5),
    # Words that only its questions have: what a beginner calls things, in no name, rule or query.
    "questions": Field(1.5, 0.0),
    # Half the community speaks English at the table; weighs less than German, so that a word of both languages stays German.
    "english": Field(3.5, 0.3),
    # A query with a number wants that rule and no other.
    "number": Field(8.0, 0.0),
    # "Magie Bannwurf": helps to choose, must not win on its own.
    "part": Field(1.0, 0.3),
    # One sentence written to be acted on: denser than the body.
    "short": Field(1.0, 0.1),
    # The text, and the short rule in English: half the community reads the English book.
    "body": Field(0.7, 0.5),
}

#: What a rule is called and asked for. How few documents have a word there tells rules apart better than how few have it anywhere:
#: "Treffer" stands in most texts, and few rules are about it.
ASKED_FIELDS = ("title", "names", "related", "queries", "questions", "english", "number")
#: The number of documents with a word in their text alone that count as one that is asked for by it.
TEXTS = 5

#: Fields whose words count as naming the document.
NAME_FIELDS = frozenset({"title", "names", "english", "number"})

#: The weight of a compound's part relative to the whole word.
PART_OF_WORD = 0.5

LEVELS = 32
_BASE = 0.3
_STEP = 1.1


def saturated(x: float) -> float:
    """The impact of a summed, weighted frequency: BM25's curve, raised a little at the top so that title and text beat title alone."""
    return 2.2 * x / (x + 1.2) * (1 + 0.35 * math.log(1 + x))


def _least_weight(level: int) -> float:
    """The smallest summed, weighted frequency of a level, by bisection."""
    low, high = 0.0, 1e6
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if saturated(middle) >= _BASE * _STEP ** (level - 0.5) else (middle, high)
    return high


#: Lower bounds of the levels above the lowest. The browser compares with the very same numbers, so rounding cannot make them differ.
THRESHOLDS: tuple[float, ...] = tuple(_least_weight(level) for level in range(1, LEVELS))


def level_of_weight(weight: float) -> int:
    """The level of a summed, weighted frequency: that whose impact is nearest to it, saturated.

    25 % steps (16 levels) would lose how long a title is, which decides between like titles.

    >>> level_of_weight(8.0)
    25
    """
    return bisect_right(THRESHOLDS, weight)


def impact(level: int) -> float:
    """The impact of a level."""
    return IMPACTS[level]


#: Rounded so that the browser index can carry the very same numbers.
IMPACTS: tuple[float, ...] = tuple(round(_BASE * _STEP**level, 4) for level in range(LEVELS))


def frequency(asked: int, containing: int) -> int:
    """The number of documents in which a term counts as occurring, if so many have it and so many of these are asked for by it.

    >>> frequency(3, 10), frequency(0, 12)
    (3, 2)
    """
    return max(asked, (containing - asked) // TEXTS)


def idf(documents: int, containing: int) -> float:
    """A term's informativeness, higher for rare terms (BM25's form, never negative)."""
    return math.log(1 + (documents - containing + 0.5) / (containing + 0.5))
