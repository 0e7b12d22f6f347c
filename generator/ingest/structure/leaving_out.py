"""Parts of a book that are no rules: tables of contents, page numbers, running heads, and what its profile excludes."""

from __future__ import annotations

from ..drafts import Block, Remainder, Source, Span
from .profile import LeftOut, Profile

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
