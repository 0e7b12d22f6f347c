"""Assign margin boxes to the rule that they sum up: the one whose number they name, or else the one whose words they share.

A scan puts a margin before or after the page's text, rarely beside its section. Considers only nearby rules, and leaves a box in
place unless another rule clearly fits better.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import sqrt

from ..drafts import Source, Span
from .cutting import add_span
from .recognisers import Start

#: Number of rules before and after a box to consider.
NEAR = 8

#: How many times as much another rule must share with a box as the rule that contains it.
CLEARLY = 1.3

_WORD = re.compile(r"[^\W\d_]{5,}")
_NUMBER = re.compile(r"\((\d+(?:\.\d+)+)")

Owned = dict[int, list[Span]]


def settle_floating(source: Source, starts: Sequence[Start], owned: Owned) -> tuple[list[Start], Owned, list[Span]]:
    """The starts without floating ones, the new owners of characters, and unowned spans: boxes in a text without rules."""
    kept = [index for index, start in enumerate(starts) if not start.floats]
    place = {index: new for new, index in enumerate(kept)}
    homes = _Homes(source, starts, owned)
    homeless: list[Span] = []
    moved: dict[int, list[Span]] = {place[index]: list(owned.get(index, ())) for index in kept}
    for index, start in enumerate(starts):
        home = homes.of(index) if start.floats else None
        if start.floats:
            (homeless if home is None else moved[place[home]]).extend(owned.get(index, []))
    return [starts[index] for index in kept], {index: _joined(spans) for index, spans in moved.items() if spans}, homeless


def _joined(spans: list[Span]) -> list[Span]:
    """Sort spans and join adjacent ones."""
    joined: list[Span] = []
    for span in sorted(spans):
        add_span(joined, span)
    return joined


class _Homes:
    def __init__(self, source: Source, starts: Sequence[Start], owned: Owned) -> None:
        self.source = source
        self.starts = starts
        self.owned = owned
        self.rarity = Counter(stem for index in range(len(starts)) for stem in self._stems(index))
        self.stems = lru_cache(maxsize=4 * NEAR)(self._stems)

    def of(self, index: int) -> int | None:
        """A box's rule: by number, by shared words, or else the one around or before it."""
        near = list(self._near(index))
        own = max((other for other in near if other < index), default=None)
        if own is not None and self._holds_only(own, index):
            return own
        text = self._text(index)
        numbers = set(_NUMBER.findall(text))
        named = [other for other in near if self.starts[other].number in numbers]
        if len(named) == 1:
            return named[0]
        shared = {other: self._shared(index, other) for other in near}
        best = max(near, key=lambda other: shared[other], default=None)
        if best is None or own is None:
            return own if best is None else best
        return best if shared[best] > CLEARLY * shared[own] else own

    def _holds_only(self, own: int, box: int) -> bool:
        """Whether a box is the only text of the rule that contains it, and hence that rule's text."""
        until = self.starts[own + 1].begins if own + 1 < len(self.starts) else len(self.source.text)
        between = self.source.text[self.starts[own].heading.end : min(until, self.starts[box].begins)]
        titled = self.starts[own].part or own + 1 != box
        return not titled and not between.strip(" \n\t\r*_#")

    def _near(self, index: int) -> Iterator[int]:
        """Nearby rules that extend to the next one: no list items, nothing floating."""
        for step in (-1, 1):
            found = 0
            other = index + step
            while 0 <= other < len(self.starts) and found < NEAR:
                start = self.starts[other]
                if start.end is None and not start.floats and not start.quotes:
                    found += 1
                    yield other
                if start.part and step == 1:
                    break
                other += step

    def _shared(self, box: int, other: int) -> float:
        """The similarity of a rule and a box: rare words count more, words of the title twice."""
        stems = self.stems(other)
        title = _stems_of(self.starts[other].title)
        common = self.stems(box) & (stems | title)
        weight = sum((1 + (stem in title)) / self.rarity.get(stem, 1) for stem in common)
        return weight / sqrt(20 + len(stems))

    def _text(self, index: int) -> str:
        return "".join(self.source.text[span.start : span.end] for span in self.owned.get(index, ()))

    def _stems(self, index: int) -> frozenset[str]:
        return _stems_of(self._text(index))


def _stems_of(text: str) -> frozenset[str]:
    return frozenset(word.casefold()[:8] for word in _WORD.findall(text))
