"""Blocks → drafts: runs a profile's recognisers, resolves overlaps, and cuts the text at the starts of rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..drafts import Block, Reading, Remainder, Source, Span
from .blocks import blocks_of
from .cutting import cut, left_out
from .drafting import Known, drafts_of, in_normal_case
from .headings.rows import LABELS
from .headings.rows import NAME as ROWS
from .parts import parts_of, with_pages, without_empty_parts
from .profile import Profile
from .recognisers import Start
from .recognisers.lines import NONE
from .recognisers.mentions import known_mentions, untold
from .recognisers.registry import RECOGNISERS
from .repeats import without_repeats
from .settling import as_parts, merged, settle, taken_in

#: Recognisers that join the text of several blocks: they skip the remainder, such as a page number in between.
READ_ON = frozenset(["cards"])


def read_rules(source: Source, profile: Profile, *, known: Iterable[Known] = ()) -> Reading:
    """Read all rules of a book. Each character belongs to one draft or to the remainder.

    known  a team's existing names: (title, English original, its source); they supply English originals that the book does not
           print, and become terms if the book only mentions them and its profile looks for mentions
    """
    known = tuple(known)
    blocks = blocks_of(source)
    remainder = left_out(source, blocks, profile)
    found = _starts(source, blocks, remainder, profile, [title for title, _, _ in known])
    starts = in_normal_case(source, settle(found, remainder, profile.recognisers))
    starts = without_repeats(source, starts, profile.again)
    starts = taken_in(merged(source, as_parts(source, starts, profile.parts)), profile.whole)
    owned, rest = cut(source, starts, remainder)
    starts, owned, rest = _left_out(starts, owned, rest)
    drafts = drafts_of(source, profile, starts, owned, known)
    parts = tuple(parts_of(source, drafts, starts))
    drafts = with_pages(drafts, parts)
    if not profile.parts:
        drafts, titles = without_empty_parts(drafts, starts)
        rest = sorted([*rest, *titles], key=lambda left: left.span)
    labels = LABELS if any(draft.recogniser == ROWS and draft.data for draft in drafts) else {}
    return Reading(source, profile.name, tuple(drafts), tuple(rest), parts, labels=dict(labels))


def _left_out(
    starts: list[Start], owned: dict[int, list[Span]], rest: list[Remainder]
) -> tuple[list[Start], dict[int, list[Span]], list[Remainder]]:
    """Give the characters of starts that are no rules to the remainder."""
    gone = {index: start.left_out for index, start in enumerate(starts) if start.left_out}
    place = {index: new for new, index in enumerate(index for index in range(len(starts)) if index not in gone)}
    more = [Remainder(span, why) for index, why in gone.items() for span in owned.get(index, ())]
    kept = {place[index]: spans for index, spans in owned.items() if index in place}
    return [starts[index] for index in place], kept, sorted([*rest, *more], key=lambda left: left.span)


def _starts(
    source: Source, blocks: list[Block], remainder: Sequence[Remainder], profile: Profile, known: Sequence[str]
) -> list[Start]:
    """The starts of all recognisers; if the profile looks for mentions, those of known names come first."""
    left_out = {left.span.start for left in remainder}
    rules = [block for block in blocks if block.start not in left_out]
    named = known_mentions(source, blocks, known) if known and "mentions" in profile.recognisers else ()
    options = {
        "parts": [part.heading for part in profile.parts],
        "again": profile.again,
        "skip": profile.skip or NONE,
        "terms": profile.terms,
    }
    found = (
        start
        for name in profile.recognisers
        for start in RECOGNISERS[name](source, rules if name in READ_ON else blocks, options)
    )
    return untold([*named, *found])
