"""What is indexed, with which weight, and why: the numbers that Python and the browser share.

A word's impact on a document is worked out once, when the index is built, over all fields together, and rounded to one of 32
levels. Both searches add up the same levels, so they put hits in the same order.

>>> impact(level_of_weight(2.0))
1.8348
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

#: Raise it whenever an index written by older code would be misread or would rank otherwise.
SCHEMA_VERSION = 5


@dataclass(frozen=True, slots=True)
class Field:
    """A field's weight, and how far a long field is held against it (BM25's b; 0 not at all, 1 in full)."""

    weight: float
    b: float


#: Tuned on the 1,109 judged queries of tests/relevance (dev); small changes of any of them change little.
FIELDS: Mapping[str, Field] = {
    # What players type is a name in four queries of five.
    "title": Field(8.0, 0.3),
    # Aliases, synonyms, inflected forms: as good as a title, but one word of many names says less.
    "names": Field(3.5, 0.3),
    # What players of other systems call it: says what is meant, but is not its name.
    "related": Field(2.0, 0.5),
    # What players type who do not know the name ("doc2query": Nogueira and others 2019, here written by people).
    "queries": Field(3.5, 0.5),
    # Half the community speaks English at the table; below German, so that a German word that is also English stays German.
    "english": Field(3.5, 0.3),
    # Someone who types a number wants that rule and no other.
    "number": Field(8.0, 0.0),
    # "Magie Bannwurf": helps to choose, must not win alone.
    "part": Field(1.0, 0.3),
    # One sentence written to be acted on: denser than the body.
    "short": Field(1.0, 0.1),
    "body": Field(0.7, 0.5),
}

#: Fields whose words count as naming the document.
NAME_FIELDS = frozenset({"title", "names", "english", "number"})

#: What a part of a compound counts beside the whole word.
PART_OF_WORD = 0.5

LEVELS = 32
_BASE = 0.3
_STEP = 1.1


def saturated(x: float) -> float:
    """Impact of a summed, weighted frequency: BM25's curve, opened a little at the top so that title and text beat title alone."""
    return 2.2 * x / (x + 1.2) * (1 + 0.35 * math.log(1 + x))


def _least_weight(level: int) -> float:
    """The smallest summed, weighted frequency of a level, by halving."""
    low, high = 0.0, 1e6
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if saturated(middle) >= _BASE * _STEP ** (level - 0.5) else (middle, high)
    return high


#: Where the levels above the lowest begin. The browser compares with the very same numbers, so no rounding can part the two.
THRESHOLDS: tuple[float, ...] = tuple(_least_weight(level) for level in range(1, LEVELS))


def level_of_weight(weight: float) -> int:
    """The level of a summed, weighted frequency: that whose impact is nearest to it, saturated.

    25 % steps (16 levels) would lose how long a title is, which decides between like titles.

    >>> level_of_weight(8.0)
    25
    """
    return bisect_right(THRESHOLDS, weight)


def impact(level: int) -> float:
    """The impact that a level stands for."""
    return IMPACTS[level]


#: Rounded, so that the browser index can carry the very same numbers.
IMPACTS: tuple[float, ...] = tuple(round(_BASE * _STEP**level, 4) for level in range(LEVELS))


def idf(documents: int, containing: int) -> float:
    """How much a term says: rare ones more (BM25's form, never negative)."""
    return math.log(1 + (documents - containing + 0.5) / (containing + 0.5))
