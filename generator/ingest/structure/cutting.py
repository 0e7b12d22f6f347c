"""Starts → owners of characters, and the remainder. A rule extends to the next one; after a rule with its own end, the rule around
it continues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..drafts import Block, Remainder, Source, Span
from .profile import LeftOut, Profile
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


#: Kind of block → the reason why it is no rule.
_FURNITURE = {
    "contents": "Inhaltsverzeichnis",
    "page-number": "Seitenzahl",
    "running-head": "Kolumnentitel",
    "caption": "Bildunterschrift",
}


def left_out(source: Source, blocks: list[Block], profile: Profile) -> list[Remainder]:
    """The remainder known before any rule is recognised; ascending, without overlaps."""
    why = [_FURNITURE.get(block.kind, "") for block in blocks]
    for rule in profile.remainder:
        _mark(source, blocks, why, rule)
    return [Remainder(Span(block.start, block.end), reason) for block, reason in zip(blocks, why, strict=True) if reason]


def _mark(source: Source, blocks: list[Block], why: list[str], rule: LeftOut) -> None:
    """Record the reason of a profile's exclusion for the blocks that it excludes."""
    inside = False
    for at, block in enumerate(blocks):
        text = source.text[block.start : block.end]
        if inside and rule.end is not None and rule.end.search(text):
            inside = False
        begins = bool(rule.begin.search(text))
        inside = (inside or begins) and rule.end is not None
        if begins or inside:
            why[at] = why[at] or rule.why
