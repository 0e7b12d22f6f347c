"""The headings of a book without a profile of its own, as starts of rules: weighed, nested, parts from the top level."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Any

from ....german.casing import casing_of, english_title, shouts
from ....german.lists import alternatives
from ....german.name_forms import BRACKET
from ...drafts import Block, Source, Span
from ..contents import in_order, listed, plain
from ..originals import is_english, split_original
from ..recognisers import Start
from ..recognisers.lines import NONE
from .candidates import Candidate, candidates, key_of
from .doubts import doubted, doubts_of, section_certainty
from .joining import MARKS, adjoin, run_on, with_signs, with_titles
from .levels import give_levels
from .lost import lost
from .recurring import without_overviews, without_places
from .titles import counted, numbered, unquoted, unshown
from .weighing import ABBREVIATED, REMARK, SENTENCE, weigh
from .weights import certainty_of, reasons_of, score_of, title_certainty

NAME = "headings"
CONTENTS = "Verzeichnis"
FORM = "Liste zum Abhaken"
EMPTY = "Überschrift, unter der nichts steht"
#: The score above which a line is a heading.
THRESHOLD = 1.0
#: The score from which a line between blank ones may be a missed heading.
NEARLY = -0.5
#: Levels of parts and of what is below them.
FEWEST_PARTS = 2
#: The fewest lines of a table of contents without a heading.
FEWEST_ENTRIES = 3

#: A checklist right below a heading.
_FORM = re.compile(r"[ \t#]*\n\s*[-*][ ]\[[ xX]\]")
#: The English name of a numbered term on the line below it, in lower case and without a full stop.
_BELOW = re.compile(r"[*_]*\n\s*(?P<english>[a-z][a-z'’ ,()-]{1,58}[a-z)])[ ]*(?:\n|$)")
_CONTENTS = re.compile(rf"(?i)(?:{alternatives('contents_titles')})")
_PREFACE = re.compile(rf"(?i)(?:{alternatives('preface_titles')})")


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each heading."""
    none = options.get("skip", NONE)
    found = [one for one in candidates(source, blocks) if one.form == "dotted" or not _skipped(source, one, none)]
    _bookmarks(source, found)
    with_signs(found)
    contents = frozenset(key_of(title) for entry in listed(source) for title in (entry.title, f"{entry.number} {entry.title}"))
    found, entries = _without_contents(source, found)
    found = run_on(source, found, casing_of(source.text))
    weigh(source, found, contents | entries, options.get("again"))
    rejected = [one for one in found if one.alone == "both" and NEARLY <= score_of(one.evidence) <= THRESHOLD]
    found = with_titles(source, [one for one in found if score_of(one.evidence) > THRESHOLD])
    found = [*without_places([*without_overviews(found)])]
    _list(source, found)
    found = sorted([*found, *lost(source, blocks, found)], key=lambda candidate: candidate.span)
    give_levels(found)
    found = [*_without_remarks(found)]
    _set_aside(source, found)
    if not any(part.search(found[0].title) for part in options.get("parts", ()) if found):
        found = _without_book_title(source, found)
    named = bool(options.get("parts"))
    parts = not named and _has_parts(found)
    doubts = [{}] * len(found) if named else doubts_of(found, rejected, source.format)
    for candidate, doubted_by in zip(found, doubts, strict=True):
        yield _start(source, candidate, doubted_by, part=parts and candidate.level == 1)


def _without_remarks(found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Drop headings like "Beispiel", unless their marks put others below them."""
    for candidate, after in zip_longest(found, found[1:]):
        if not REMARK.fullmatch(candidate.words) or (after and after.marks > candidate.marks > 0):
            yield candidate


def _set_aside(source: Source, found: Sequence[Candidate]) -> None:
    """Leave out marked headings with nothing below them, and checklists."""
    for one, after in zip_longest(found, found[1:]):
        if one.marks and source.format not in ("pdf", "text") and not (one.number or one.aside):
            below = after.span.start if after and after.level <= one.level else -1 if after else len(source.text)
            if below >= 0 and not source.text[one.span.end : below].strip(MARKS):
                one.aside = EMPTY
        if _FORM.match(source.text, one.span.end):
            one.aside = one.aside or FORM


def _skipped(source: Source, candidate: Candidate, none: re.Pattern[str]) -> bool:
    return bool(none.search(candidate.words) or none.search(source.text[candidate.span.start : candidate.span.end]))


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
    again, ahead = [0] * len(found), dict[str, int]()  # where each recurs next
    for at in reversed(range(len(found))):
        again[at] = min((ahead[key] for key in _keys(found[at]) if key in ahead), default=0)
        ahead |= dict.fromkeys(_keys(found[at]), at)
    kept: list[Candidate] = []
    entries: set[str] = set()
    at = 0
    while at < len(found):
        end, seen = at, set[str]()
        above = kept[-1] if kept and adjoin(source, kept[-1], found[at]) else None
        titled = above is not None and bool(_CONTENTS.fullmatch(above.words))
        while end < len(found) and again[end] and not (SENTENCE.search(found[end].words) or _keys(found[end]) & seen):
            between = _counted_lines(source, found[end - 1], found[end]) if end > at else []
            if end > at and not (adjoin(source, found[end - 1], found[end]) or (titled and between)):
                break
            seen |= _keys(found[end]).union(between)
            end += 1
        fewest = 1 if titled else FEWEST_ENTRIES
        if end - at >= fewest and not _again_adjoin(source, found, again[at:end]):
            entries |= seen
            if above:
                above.aside = CONTENTS
            at = end
        else:
            kept.append(found[at])
            at += 1
    return kept, frozenset(entries)


def _counted_lines(source: Source, one: Candidate, other: Candidate) -> list[str]:
    """The keys of the lines between two if all of them are counted, as sections below a chapter in the contents."""
    lines = [numbered(line.strip()) for line in source.text[one.span.end : other.span.start].splitlines() if line.strip()]
    return [key_of(title) for _, title, form in lines] if all(form == "dotted" and title for _, title, form in lines) else []


def _again_adjoin(source: Source, found: Sequence[Candidate], later: Sequence[int]) -> bool:
    """Whether lines that recur do so without text between, as the labels of two drawings."""
    return len(later) > 1 and all(
        after == before + 1 and adjoin(source, found[before], found[after]) for before, after in pairwise(later)
    )


def _keys(candidate: Candidate) -> set[str]:
    counted = {f"{candidate.form} {candidate.number.casefold()}"} if candidate.form in ("part", "label") else set()
    return {candidate.key, *counted} if len(candidate.key) > 2 else counted


def _list(source: Source, found: Sequence[Candidate]) -> None:
    """Give headings their lines in the table of contents, and the reasons why they are no rules."""
    by_number = {entry.number: entry for entry in listed(source) if entry.number}
    for candidate, entry in zip(found, in_order(source, [one.title.rstrip(": ") for one in found]), strict=True):
        candidate.listed = entry or by_number.get(candidate.number)
        preface = "Vorwort und Impressum" if _PREFACE.fullmatch(candidate.title) else ""
        candidate.aside = candidate.aside or (CONTENTS if _CONTENTS.fullmatch(candidate.title) else preface)


def _without_book_title(source: Source, found: list[Candidate]) -> list[Candidate]:
    """Drop the book's own title: the only heading of the highest level if it is the first, or what stands without a text above the
    first that is no smaller, as a PDF's cover does.

    The others then lie a level higher.
    """
    if len(found) < FEWEST_ENTRIES or found[0].number or found[0].listed:
        return found
    pdf, top = source.format == "pdf", found[0].level == 1
    alone = top and not found[0].marks and found[1].level == 1 and adjoin(source, found[0], found[1])
    first = _behind_cover(source, found) if pdf else int(alone)
    if not first and not (top and [candidate.level for candidate in found].count(1) == 1):
        return found
    kept = found[first or 1 :]
    give_levels(kept)
    if pdf:
        return _without_book_title(source, kept) if first else kept[_behind_cover(source, kept) :]
    return kept


def _behind_cover(source: Source, found: Sequence[Candidate]) -> int:
    """How many headings without number or text stand above the first that is no smaller than they are; 0 if what follows lies
    below them.
    """
    titles = [not (one.number or one.listed or one.aside) and adjoin(source, one, after) for one, after in pairwise(found)]
    first = next((at for at, title in enumerate(titles) if not title), 0)
    return first if found[first].level <= found[0].level else 0


def _has_parts(found: Sequence[Candidate]) -> bool:
    """Whether the top level makes parts: several, and half of them hold other headings."""
    tops = [at for at, candidate in enumerate(found) if candidate.level == 1]
    holding = [at for at in tops if at + 1 < len(found) and found[at + 1].level > 1]
    return len(tops) >= FEWEST_PARTS and len(holding) * 2 >= len(tops)


def _start(source: Source, candidate: Candidate, doubts: Mapping[str, str], *, part: bool) -> Start:
    at = candidate.span.start
    number, label = counted(candidate.number)
    name, lost = split_original(source, _unpointed(candidate) or candidate.number)
    title = unquoted(name.german) if candidate.look == "capitals" else name.german
    below = _BELOW.match(source.text, candidate.span.end) if candidate.form == "dotted" and not name.english else None
    below = below if below and is_english(below["english"], title, casing_of(source.text)) else None
    bare = BRACKET.sub("", title).strip()
    return Start(
        Span(at, below.end("english")) if below else candidate.span,
        title,
        NAME,
        candidate.level,
        end=candidate.end,
        title_en=english_title(below["english"]) if below else name.english,
        aliases=tuple(filter(None, (bare if name.english else "", _listed_as(candidate, title), lost))),
        signs=tuple(Span(at + start, at + end) for start, end in unshown(source.text[at : candidate.span.end])),
        number=number,
        kind="table" if candidate.look == "caption" else "",
        page=candidate.listed.page if candidate.listed else None,
        part=part and not candidate.aside,
        part_title=label if candidate.form == "part" and label != number else "",
        left_out=candidate.aside,
        certainty=certainty_of(candidate.evidence),
        title_certainty=title_certainty(candidate.evidence),
        section_certainty=section_certainty(doubts) if doubts else 1.0,
        reasons=(*reasons_of(candidate.evidence), *([f"unsicher: {why}"] if (why := doubted(doubts)) else [])),
    )


def _unpointed(candidate: Candidate) -> str:
    """The title without a colon at its end; a counted one without its full stop: "§ 3 Fähren."."""
    title = candidate.title.rstrip(": ")
    return title if ABBREVIATED.search(title) or candidate.form not in ("label", "part", "dotted") else title.removesuffix(".")


def _listed_as(candidate: Candidate, title: str) -> str:
    """The title of one in capitals as the table of contents has it, if that differs."""
    other = candidate.listed.title if candidate.listed and candidate.look == "capitals" else ""
    return other if plain(other) != plain(title) and not shouts(other) else ""
