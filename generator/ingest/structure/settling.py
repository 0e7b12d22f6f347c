"""Resolve overlaps of recognised starts: keep the more certain one, then the one whose recogniser the profile names first."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from ...german.lists import alternatives, word_list
from ..drafts import Remainder, Source, Span
from .contents import plain
from .profile import PartStyle
from .recognisers import Start

_ENDING = re.compile(alternatives("endings_of_names"))
#: Recognisers of names within a text, which never begin a part.
HEADINGS = "headings"
NAMING = frozenset(["leads", "rows", "mentions", "defined_terms"])
_EXAMPLE = re.compile(rf"(?i)(?:{alternatives('played_examples')})\b")
_INFLECTED = re.compile(alternatives("inflected_first_words"))
#: Number of letters common to a verb and its noun: "bewegen", "Bewegung".
_BEGINNING = 5
_ADJECTIVE = re.compile(alternatives("states"), re.IGNORECASE)
_ARTICLE = re.compile(alternatives("articles_of_names"))


def settle(starts: Iterable[Start], remainder: Sequence[Remainder], order: Sequence[str]) -> list[Start]:
    """The starts whose headings overlap neither each other nor the remainder, in text order."""
    left_out = sorted(left.span for left in remainder)
    taken = list(left_out)
    named: set[tuple[Span, str]] = set()
    kept: list[Start] = []
    for start in sorted(starts, key=lambda start: _weight(start, order)):
        if start.quotes:
            if (start.heading, start.title) not in named and not _overlaps(left_out, start.heading):
                named.add((start.heading, start.title))
                kept.append(start)
        elif not _overlaps(taken, start.heading):
            insort(taken, start.heading)
            kept.append(start)
    first = min((start.begins for start in kept if not start.quotes), default=0)
    kept = [start for start in _without_known(kept) if start.begins >= first]
    kept = sorted(kept, key=lambda start: (start.begins, start.end is None, start.level))
    return sorted(_outside_surer(kept), key=lambda start: (start.begins, start.level, start.heading))


def _outside_surer(starts: list[Start]) -> Iterator[Start]:
    """Drop starts that would split a more certain one, such as an apparent heading inside a card, or repeat its fields."""
    around: list[Start] = []
    for start in starts:
        around = [one for one in around if one.end is not None and one.end > start.heading.start]
        surer = [one for one in around if one.certainty > start.certainty]
        if start.quotes or not (surer if start.end is None else any(one.card for one in surer)):
            yield start
            if start.end is not None:
                around.append(start)


def merged(source: Source, starts: Sequence[Start]) -> list[Start]:
    """Merge a heading printed twice with nothing in between."""
    kept: list[Start] = []
    for start in starts:
        before = kept[-1] if kept else None
        if before and _again(source, before, start):
            kept[-1] = replace(before, heading=start.heading, start=before.begins, level=min(before.level, start.level))
        else:
            kept.append(start)
    return kept


def _again(source: Source, before: Start, start: Start) -> bool:
    same = (before.title.casefold(), before.number) == (start.title.casefold(), start.number)
    return same and before.end is None and _adjoin(source, before, start)


def _adjoin(source: Source, before: Start, start: Start) -> bool:
    return not source.text[before.heading.end : start.begins].strip(" \n\t\r*_#")


def as_parts(source: Source, starts: Sequence[Start], parts: Sequence[PartStyle]) -> list[Start]:
    """Mark the starts that begin a part: the first with each title that the profile's parts match."""
    found: set[str] = set()
    marked = []
    for start in starts:
        style = next((part for part in parts if _begins(start, part)), None)
        if style and plain(start.title) not in found:
            found.add(plain(start.title))
            start = replace(start, part=True, level=1, part_title=start.part_title or style.title)
        elif parts and not start.part:
            start = replace(start, level=start.level + 1)
        marked.append(start)
    return list(_nested(source, marked)) if parts else marked


def _nested(source: Source, starts: Sequence[Start]) -> Iterator[Start]:
    """Put headings of a part below one without number or text of its own, but not one of several: up to the next with a number or
    of a higher level.
    """
    bare = [_is_bare(source, *pair) for pair in zip_longest(starts, starts[1:])]
    holder = 0
    for at, start in enumerate(starts):
        if start.recogniser != HEADINGS or start.part or start.number:
            holder = 0 if start.recogniser == HEADINGS else holder
            yield start
            continue
        holder = holder if start.level >= holder else 0
        yield replace(start, level=start.level + bool(holder))
        if bare[at] and not any(bare[other] for other in (at - 1, at + 1) if 0 <= other < len(bare)):
            holder = holder or start.level


def _is_bare(source: Source, start: Start, after: Start | None) -> bool:
    """Whether a heading that begins no part has no text before the next one of its level."""
    if after is None or start.part or {start.recogniser, after.recogniser} != {HEADINGS}:
        return False
    return start.level == after.level and _adjoin(source, start, after)


def _begins(start: Start, part: PartStyle) -> bool:
    return (
        start.end is None
        and not start.quotes
        and start.recogniser not in NAMING
        and bool(part.heading.search(f"{start.number} {start.title}".strip()))
    )


def taken_in(starts: Sequence[Start], whole: re.Pattern[str] | None) -> list[Start]:
    """Drop starts inside a rule that the profile keeps whole, such as a reference page, inside an example, or inside what is left
    out.
    """
    kept: list[Start] = []
    around: Start | None = None
    for start in starts:
        if around and start.end is None and not start.quotes and start.level <= around.level:
            around = None
        if around is None:
            kept.append(start)
            keeps = start.left_out or (whole and whole.search(start.title)) or _EXAMPLE.match(start.title)
            around = start if start.end is None and keeps else None
    return kept


def _without_known(starts: list[Start]) -> list[Start]:
    """Drop `new` starts whose name another start has, in any form: "Festung" beside "Festungen"."""
    known = _Known([start for start in starts if not start.new and not start.quotes])
    kept = []
    for start in starts:
        if start.new and known.has(start):
            continue
        if start.new:
            known.add(start)
        kept.append(start)
    return kept


class _Known:
    """The names and originals of rules, for comparison."""

    def __init__(self, settled: Sequence[Start]) -> None:
        self._names: set[str] = set()
        self._originals: set[str] = set()
        for start in settled:
            self.add(start)
            self._names.add(_plain_name(start.title))
        pairs = [name.split() for name in self._names if name.count(" ") == 1]
        self._states = {beginning for first, _ in pairs for beginning in (first, first[:-1], first[:-2])}
        self._pairs: dict[str, list[str]] = {}
        for first, second in pairs:
            self._pairs.setdefault(first, []).append(second)

    def add(self, start: Start) -> None:
        self._names |= _names(start)
        self._originals |= {_original(start.title_en)} - {""}

    def has(self, start: Start) -> bool:
        """Whether a rule has a start's name or original, or covers its state: "Gebrochen" beside "Gebrochene Modelle"."""
        first, _, rest = _plain_name(start.title).partition(" ")
        if rest:
            told = first in self._names and _INFLECTED.search(start.title) is not None
        else:
            told = self._is_pair(first) or (_ADJECTIVE.search(start.title) is not None and first in self._states)
        return told or not self._names.isdisjoint(_names(start)) or _original(start.title_en) in self._originals

    def _is_pair(self, word: str) -> bool:
        """Whether a word joins a rule's name of two words: "Gruppenbewegung" beside "Gruppen bewegen"."""
        return any(second[:_BEGINNING] in word[at:] for at in range(3, len(word)) for second in self._pairs.get(word[:at], ()))


def _names(start: Start) -> set[str]:
    """A start's names, each word without its ending; names with and without a parameter differ."""
    return {_plain_name(name) + (" x" if name.endswith("(X)") else "") for name in (start.title, *start.aliases)}


def _plain_name(name: str) -> str:
    return " ".join(_ENDING.sub("", word) for word in _ARTICLE.sub("", plain(name)).split())


def _original(english: str) -> str:
    """Normalise an English name for comparison: without article and plural, and without words common to all systems."""
    words = [word for word in plain(english).split() if word not in word_list("english_articles")]
    words = words[:-1] if len(words) > 1 and words[-1] in word_list("english_common_in_originals") else words
    return " ".join([*(word.removesuffix("s") for word in words), *(["x"] if english.endswith("(X)") else [])])


def _weight(start: Start, order: Sequence[str]) -> tuple[float, int, int]:
    place = order.index(start.recogniser) if start.recogniser in order else len(order)
    return -start.certainty, place, start.heading.start


def _overlaps(taken: list[Span], span: Span) -> bool:
    """Whether a span overlaps one of those taken, which do not overlap each other."""
    at = bisect_left(taken, span)
    after = at < len(taken) and taken[at].start < max(span.end, span.start + 1)
    return after or (at > 0 and taken[at - 1].end > span.start)
