"""The headings of a book without a profile of its own, as starts of rules: weighed, nested, parts from the top level."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....german.lists import alternatives
from ...drafts import Block, Source, Span
from ..originals import split_original
from ..recognisers import Start
from ..recognisers.lines import NONE
from .candidates import Candidate, candidates, key_of
from .doubts import doubted, doubts_of, sure_of
from .levels import give_levels
from .titles import numbered, unshown
from .weighing import REMARK, contents_of, weigh
from .weights import certainty_of, reasons_of, score_of

NAME = "headings"
CONTENTS = "Verzeichnis"
#: The score above which a line is a heading.
THRESHOLD = 1.0
#: The score from which a line between blank ones may be a missed heading.
NEARLY = 0.0
#: Levels of parts and of what is below them.
FEWEST_PARTS = 2
#: The fewest lines of a table of contents without a heading.
FEWEST_ENTRIES = 3

_CONTENTS = re.compile(rf"(?i)(?:{alternatives('contents_titles')})")
_PREFACE = re.compile(rf"(?i)(?:{alternatives('preface_titles')})")


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each heading."""
    none = options.get("skip", NONE)
    found = [one for one in candidates(source, blocks) if one.form == "dotted" or not none.search(one.words)]
    _bookmarks(source, found)
    contents = contents_of(source.text[block.start : block.end] for block in _contents_lines(source, blocks))
    found, entries = _without_contents(source, found)
    weigh(source, found, contents | entries)
    rejected = [one for one in found if one.alone == "both" and NEARLY <= score_of(one.evidence) <= THRESHOLD]
    found = [candidate for candidate in _joined(source, _accepted(found)) if not REMARK.fullmatch(candidate.words)]
    for candidate in found:
        candidate.aside = candidate.aside or _aside(candidate)
    give_levels(found)
    if not any(part.search(found[0].title) for part in options.get("parts", ()) if found):
        found = _without_book_title(found)
    parts = _has_parts(found)
    doubts = [{}] * len(found) if options.get("parts") else doubts_of(found, rejected, source.format)
    for candidate, doubted_by in zip(found, doubts, strict=True):
        yield _start(source, candidate, doubted_by, part=parts and candidate.level == 1)


def _contents_lines(source: Source, blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if block.kind == "contents":
            at = block.start
            for line in source.text[block.start : block.end].splitlines(keepends=True):
                yield Block("contents", at, at + len(line))
                at += len(line)


def _bookmarks(source: Source, found: Sequence[Candidate]) -> None:
    """Match a PDF's bookmarks with candidates, in order."""
    places: dict[str, list[Candidate]] = {}
    for candidate in found:
        for key in {candidate.key, key_of(candidate.title)}:
            places.setdefault(key, []).append(candidate)
    at = 0
    for level, title in source.outline:
        keys = key_of(title), key_of(numbered(title)[1])
        later = [candidate for key in keys for candidate in places.get(key, ()) if candidate.span.start >= at]
        sized = [candidate for candidate in later if candidate.marks] or later
        if sized:
            sized[0].bookmark = level
            at = sized[0].span.start


def _without_contents(source: Source, found: list[Candidate]) -> tuple[list[Candidate], frozenset[str]]:
    """Drop a table of contents without page numbers: consecutive lines whose words, or counted parts, recur later.

    The heading right above them becomes its heading. Also returns the keys of its lines.
    """
    keys = [_keys(candidate) for candidate in found]
    last = {key: at for at, some in enumerate(keys) for key in some}
    kept: list[Candidate] = []
    entries: set[str] = set()
    at = 0
    while at < len(found):
        end, seen = at, set[str]()
        while (
            end < len(found)
            and (end == at or _adjoin(source, found[end - 1], found[end]))
            and not keys[end] & seen  # the recurrence of a line of the run
            and any(last[key] > end for key in keys[end])
        ):
            seen |= keys[end]
            end += 1
        listed = kept and _adjoin(source, kept[-1], found[at]) and _CONTENTS.fullmatch(kept[-1].words)
        if end - at >= (1 if listed else FEWEST_ENTRIES):
            entries |= seen
            if kept and _adjoin(source, kept[-1], found[at]):
                kept[-1].aside = CONTENTS
            at = end
        else:
            kept.append(found[at])
            at += 1
    return kept, frozenset(entries)


def _keys(candidate: Candidate) -> set[str]:
    counted = {f"{candidate.form} {candidate.number.casefold()}"} if candidate.form in ("part", "label") else set()
    return {candidate.key, *counted} if len(candidate.key) > 2 else counted


def _adjoin(source: Source, one: Candidate, other: Candidate) -> bool:
    """Whether there is no text between two lines."""
    return not source.text[one.span.end : other.span.start].strip(" \n\t\r*_#-=+•")


def _aside(candidate: Candidate) -> str:
    return (
        CONTENTS
        if _CONTENTS.fullmatch(candidate.title)
        else "Vorwort und Impressum"
        if _PREFACE.fullmatch(candidate.title)
        else ""
    )


def _accepted(found: Sequence[Candidate]) -> list[Candidate]:
    return [candidate for candidate in found if score_of(candidate.evidence) > THRESHOLD]


def _joined(source: Source, found: Sequence[Candidate]) -> list[Candidate]:
    """Join a lone number or label with the title right below it; a number without a title is the name."""
    kept: list[Candidate] = []
    for candidate in found:
        before = kept[-1] if kept else None
        bare = (
            before
            and before.number
            and not before.title
            and not candidate.number
            and before.form in ("part", "label", "dotted", "plain")
        )
        if before and bare and not source.text[before.span.end : candidate.span.start].strip(" \n\t\r*_#-="):
            before.title, before.words = candidate.title, f"{before.words} {candidate.words}"
            before.span = Span(before.span.start, candidate.span.end)
            before.marks, before.bookmark = before.marks or candidate.marks, before.bookmark or candidate.bookmark
        else:
            kept.append(candidate)
    return kept


def _without_book_title(found: list[Candidate]) -> list[Candidate]:
    """Drop the only heading of the highest level if it is the first: the book's own title; the others then lie a level higher."""
    if len(found) < 3 or found[0].number or [candidate.level for candidate in found].count(1) != 1 or found[0].level != 1:
        return found
    give_levels(found[1:])
    return found[1:]


def _has_parts(found: Sequence[Candidate]) -> bool:
    """Whether the top level makes parts: several, and half of them hold other headings."""
    tops = [at for at, candidate in enumerate(found) if candidate.level == 1]
    holding = [at for at in tops if at + 1 < len(found) and found[at + 1].level > 1]
    return len(tops) >= FEWEST_PARTS and len(holding) * 2 >= len(tops)


def _start(source: Source, candidate: Candidate, doubts: Mapping[str, str], *, part: bool) -> Start:
    at = candidate.span.start
    name, lost = split_original(source, candidate.title.rstrip(":").strip() or candidate.number)
    return Start(
        candidate.span,
        name.german,
        NAME,
        candidate.level,
        end=candidate.end,
        title_en=name.english,
        aliases=(lost,) if lost else (),
        signs=tuple(Span(at + start, at + end) for start, end in unshown(source.text[at : candidate.span.end])),
        number=candidate.number,
        kind="table" if candidate.look == "caption" else "",
        part=part and not candidate.aside,
        left_out=candidate.aside,
        certainty=certainty_of(candidate.evidence),
        sure=sure_of(doubts, score_of(candidate.evidence)) if doubts else None,
        reasons=(*reasons_of(candidate.evidence), *([f"unsicher: {why}"] if (why := doubted(doubts)) else [])),
    )
