"""Starts → owners of characters. A rule extends to the next one; after a rule with its own end, the rule around it continues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..drafts import Remainder, Source, Span
from .recognisers import Start

BEFORE_FIRST = "vor der ersten Regel"

MARK_UP = "Auszeichnung, die man nicht sieht"

SIGN = "gezeichnetes Zeichen, als Buchstabe oder Zahl gelesen"

Piece = tuple[Span, int | None]


def cut(source: Source, starts: Sequence[Start], remainder: Sequence[Remainder]) -> tuple[dict[int, list[Span]], list[Remainder]]:
    """Each start's characters (by its index), and the remainder. Both together cover the text."""
    owned: dict[int, list[Span]] = {}
    signs = [
        Remainder(span, MARK_UP if source.text[span.start] in "{\\<!([" else SIGN) for start in starts for span in start.signs
    ]
    rest = [*remainder, *signs]
    for span, owner in _without(_pieces(starts, len(source.text)), sorted(left.span for left in rest)):
        if owner is None:
            rest.append(Remainder(span, BEFORE_FIRST))
        else:
            add_span(owned.setdefault(owner, []), span)
    return owned, sorted(rest, key=lambda left: left.span)


def add_span(spans: list[Span], span: Span) -> None:
    """Add a span to a list; extends the last span if it is adjacent."""
    if spans and spans[-1].end == span.start:
        spans[-1] = Span(spans[-1].start, span.end)
    else:
        spans.append(span)


def _pieces(starts: Sequence[Start], length: int) -> Iterator[Piece]:
    """The whole text in pieces, each with the start that owns it."""
    owning = [(start.begins, start.end, index) for index, start in enumerate(starts) if not start.quotes]
    around: list[tuple[int, int]] = []  # (end, index) of the open starts, innermost last
    at = 0
    for begin, end, index in owning:
        for piece in _closed(around, at, begin):
            at = piece[0].end
            yield piece
        if end is None:
            around.clear()
        while around and end is not None and around[-1][0] < end:
            around.pop()
        around.append((length if end is None else end, index))
    yield from _closed(around, at, length)


def _closed(around: list[tuple[int, int]], at: int, until: int) -> Iterator[Piece]:
    """Pieces from `at` to `until`, closing starts that end in between."""
    while around and around[-1][0] <= until:
        end, index = around.pop()
        if end > at:
            yield Span(at, end), index
            at = end
    if at < until:
        yield Span(at, until), around[-1][1] if around else None


def _without(pieces: Iterator[Piece], holes: list[Span]) -> Iterator[Piece]:
    """Pieces without the characters of the holes (ascending)."""
    next_hole = 0
    for span, owner in pieces:
        at = span.start
        while next_hole < len(holes) and holes[next_hole].start < span.end:
            hole = holes[next_hole]
            if hole.start > at:
                yield Span(at, hole.start), owner
            at = max(at, min(hole.end, span.end))
            if hole.end > span.end:
                break
            next_hole += 1
        if at < span.end:
            yield Span(at, span.end), owner
