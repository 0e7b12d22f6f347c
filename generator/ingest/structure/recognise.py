"""Blocks → drafts: runs a profile's recognisers, resolves overlaps, and cuts the text at the starts of rules.

>>> from .profile import parse_profile
>>> source = Source("regeln.txt", "text", "1.0 WALD\\n\\nEr brennt.\\n")
>>> reading = read_rules(source, parse_profile("recognisers: {headings: {}}", "probe"))
>>> [(draft.number, draft.title, draft.text) for draft in reading.drafts]
[('1.0', 'Wald', 'Er brennt.')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..drafts import Block, Reading, Remainder, Source, Span
from .blocks import blocks_of
from .cutting import cut
from .drafting import Known, drafts_of
from .known_names import known_mentions
from .leaving_out import left_out
from .parts import parts_of, with_pages, without_empty_parts
from .profile import Profile
from .recognisers import Start
from .recognisers.mentions import untold
from .recognisers.registry import RECOGNISERS
from .said_twice import without_repeats
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
    starts = settle(
        _starts(source, blocks, remainder, profile, [title for title, _, _ in known]),
        remainder,
        [name for name, _ in profile.recognisers],
    )
    starts = without_repeats(source, starts, profile.again)
    starts = taken_in(merged(source, as_parts(source, starts, profile.parts)), profile.whole)
    owned, rest = cut(source, starts, remainder)
    starts, owned, rest = _left_out(starts, owned, rest)
    drafts = drafts_of(source, profile, starts, owned, known)
    parts = tuple(parts_of(source, drafts, starts))
    drafts = with_pages(drafts, parts)
    if not profile.empty_parts:
        drafts, titles = without_empty_parts(drafts, starts)
        rest = sorted([*rest, *titles], key=lambda left: left.span)
    return Reading(source, profile.name, tuple(drafts), tuple(rest), parts, labels=dict(_labels(profile)))


def _left_out(
    starts: list[Start], owned: dict[int, list[Span]], rest: list[Remainder]
) -> tuple[list[Start], dict[int, list[Span]], list[Remainder]]:
    """Give the characters of starts that are no rules to the remainder."""
    gone = {index: start.left_out for index, start in enumerate(starts) if start.left_out}
    place = {index: new for new, index in enumerate(index for index in range(len(starts)) if index not in gone)}
    more = [Remainder(span, why) for index, why in gone.items() for span in owned.get(index, ())]
    kept = {place[index]: spans for index, spans in owned.items() if index in place}
    return [starts[index] for index in place], kept, sorted([*rest, *more], key=lambda left: left.span)


def _labels(profile: Profile) -> Iterator[tuple[str, str]]:
    """The book's names for the fields of data filled from tables."""
    for name, options in profile.recognisers:
        if name == "terrain_lists":
            yield from ((field, head) for head, field in (options.get("columns") or {}).items())
            yield from (options.get("labels") or {}).items()


def _starts(
    source: Source, blocks: list[Block], remainder: Sequence[Remainder], profile: Profile, known: Sequence[str]
) -> list[Start]:
    """The starts of all recognisers; if the profile looks for mentions, those of known names come first."""
    left_out = {left.span.start for left in remainder}
    rules = [block for block in blocks if block.start not in left_out]
    mentions = any(name == "mentions" for name, _ in profile.recognisers)
    named = known_mentions(source, blocks, known) if known and mentions else ()
    common = {"parts": [part.heading for part in profile.parts], "again": profile.again}
    found = (
        start
        for name, options in profile.recognisers
        for start in _of(name, source, rules if name in READ_ON else blocks, options, common)
    )
    return untold([*named, *found])


def _of(name: str, source: Source, blocks: list[Block], options: Mapping[str, Any], common: Mapping[str, Any]) -> Iterable[Start]:
    """The starts of one recogniser, which knows what the profile says of all; it may set the kind for all of them."""
    for start in RECOGNISERS[name](source, blocks, {**options, **common}):
        yield replace(start, kind=start.kind or options.get("kind", ""))
