"""Of recognised starts that overlap one stays: the more certain, then the one whose recogniser the profile names first."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from .model import Remainder, Span
from .recognisers import Start


def settle(starts: Iterable[Start], remainder: Sequence[Remainder], order: Sequence[str]) -> list[Start]:
    """Starts whose headings do not overlap each other or the remainder, in the order of the text."""
    taken = sorted(left.span for left in remainder)
    named: set[tuple[Span, str]] = set()
    kept = []
    for start in sorted(starts, key=lambda start: _weight(start, order)):
        if start.quotes:
            if (start.heading, start.title) not in named:
                named.add((start.heading, start.title))
                kept.append(start)
        elif not _overlaps(taken, start.heading):
            insort(taken, start.heading)
            kept.append(start)
    return sorted(kept, key=lambda start: (start.begins, start.level, start.heading))


def _weight(start: Start, order: Sequence[str]) -> tuple[float, int, int]:
    place = order.index(start.recogniser) if start.recogniser in order else len(order)
    return -start.certainty, place, start.heading.start


def _overlaps(taken: list[Span], span: Span) -> bool:
    """Whether a span overlaps one of those taken, which lie side by side."""
    at = bisect_left(taken, span)
    after = at < len(taken) and taken[at].start < max(span.end, span.start + 1)
    return after or (at > 0 and taken[at - 1].end > span.start)
