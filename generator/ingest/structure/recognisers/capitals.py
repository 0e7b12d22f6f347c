"""Headings in capitals, and lone short lines that name what follows; with numbers, labels ("KAPITEL EINS") and English originals.

Joins headings set over several lines or broken in a bracket; ignores whole sentences in capitals, which are decoration.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....german.casing import Casing, casing_of, shouts
from ...drafts import Block, Source, Span
from ..contents import Listed, in_order, listed, plain
from ..originals import Named, lost_of, named
from . import Start
from .heading_lines import LAST_BRACKET, LONGEST, MARKS, ORNAMENT, Heading, Label, heading_lines, is_bracket, span_of
from .lines import NONE

NAME = "capitals"

#: A heading this frequent within one part names no rule, but a section common to its rules.
OFTEN = 3
#: The number of numbered headings with which a book numbers its rules.
MANY = 3


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each heading of a text."""
    casing = casing_of(source.text)
    headings = list(_joined(heading_lines(source, blocks, options.get("skip", NONE)), source, blocks, casing))
    headings = _labelled(headings)
    headings = list(_without_overviews(headings))
    numbered = sum(bool(heading.number) and not heading.step and not heading.label for heading in headings) >= MANY
    headings = list(_without_places(headings)) if numbered else headings
    originals = _with_originals(headings, casing)
    contents = in_order(source, [heading.words.rstrip(": ") for heading in headings])
    by_number = {entry.number: entry for entry in listed(source) if entry.number}
    for heading, entry in zip(headings, contents, strict=True):
        entry = entry or by_number.get(heading.number)
        yield _start(heading, casing, entry, numbered=numbered, originals=originals)


def _with_originals(headings: Sequence[Heading], casing: Casing) -> bool:
    """Whether most brackets after names are English originals; a name with several brackets ("Aufbau (Nord)") has none."""
    names = {named(heading.words.rstrip(": "), casing) for heading in headings if LAST_BRACKET.search(heading.words)}
    translated = Counter(name.german for name in names if name.english)
    return 2 * sum(times == 1 for times in translated.values()) > len(names)


def _joined(headings: Iterator[Heading], source: Source, blocks: Sequence[Block], casing: Casing) -> Iterator[Heading]:
    """Join headings set over several lines."""
    before: Heading | None = None
    for heading in headings:
        heading = _with_bracket(heading, source, blocks)
        if before and _goes_on(before, heading, source, casing):
            words = f"{before.words} {heading.words}"
            before = replace(before, span=Span(before.span.start, heading.span.end), words=words, last=heading.last)
            continue
        if before:
            yield before
        before = heading
    if before:
        yield before


def _with_bracket(heading: Heading, source: Source, blocks: Sequence[Block]) -> Heading:
    """Join a heading with the English original on the next line."""
    following = heading.last + 1
    if following < len(blocks) and is_bracket(source, blocks[following]):
        text = source.text[blocks[following].start : blocks[following].end]
        span = Span(heading.span.start, span_of(text, blocks[following].start).end)
        return replace(heading, span=span, words=f"{heading.words} {MARKS.sub('', text)}", last=following)
    return heading


def _goes_on(before: Heading, heading: Heading, source: Source, casing: Casing) -> bool:
    """Whether a heading continues the one right before it: that has an open bracket, or this is a lone verb."""
    if source.text[before.span.end : heading.span.start].strip() or not before.capitals or heading.number:
        return False
    if len(before.words) <= LONGEST and before.words.count("(") > before.words.count(")"):
        return True
    german = named(heading.words, casing).german
    if before.words.endswith(":") and ORNAMENT.match(source.text[before.span.start :][:9]):
        return True
    return not before.label and german != "" and " " not in german and german.isalpha() and casing.small(german)


def _labelled(headings: list[Heading]) -> list[Heading]:
    """Join a label with the heading after it."""
    result: list[Heading] = []
    open_label: Heading | None = None
    for heading in headings:
        if open_label and not heading.label:
            if heading.number:  # the heading keeps its number, and the label is a title
                result.append(replace(open_label, words=open_label.part_title))
            else:
                heading = replace(
                    heading,
                    span=Span(open_label.span.start, heading.span.end),
                    number=open_label.number,
                    part_title=open_label.part_title,
                    label=open_label.label,
                )
            open_label = None
        if heading.label and not heading.words:
            open_label = heading
        else:
            result.append(heading)
    return result


def _without_overviews(headings: list[Heading]) -> Iterator[Heading]:
    """Drop steps that recur with the same number and name: their first occurrence is an overview."""
    again = Counter((heading.number, plain(heading.words)) for heading in headings if heading.step)
    for heading in headings:
        key = (heading.number, plain(heading.words))
        if heading.step and again[key] > 1:
            again[key] -= 1
        else:
            yield heading


def _without_places(headings: list[Heading]) -> Iterator[Heading]:
    """Drop headings common to the rules of a part; in such parts also those that name a numbered rule elsewhere."""
    parts = _parts(headings)
    often = {
        (part, words)
        for (part, words), times in Counter(zip(parts, [plain(h.words) for h in headings], strict=True)).items()
        if times >= OFTEN
    }
    numbered = {plain(heading.words) for heading in headings if heading.number}
    crowded = {part for part, _ in often}
    for heading, part in zip(headings, parts, strict=True):
        words = plain(heading.words)
        if heading.number or not ((part, words) in often or (part in crowded and words in numbered)):
            yield heading


def _parts(headings: list[Heading]) -> list[str]:
    """The part of each heading: the first number of the last numbered one, or the last label."""
    part, parts = "", []
    for heading in headings:
        if heading.label or (heading.number and not heading.step):
            part = heading.number.split(".")[0]
        parts.append(part)
    return parts


def _start(heading: Heading, casing: Casing, entry: Listed | None, *, numbered: bool, originals: bool) -> Start:
    name = named(heading.words.rstrip(": "), casing) if originals else Named(heading.words.rstrip(": "))
    read = casing.read(_unquoted(name.german))
    bare = LAST_BRACKET.sub("", read.title)
    label = heading.label or Label("")
    return Start(
        heading.span,
        read.title[:1].upper() + read.title[1:],
        NAME,
        level=_level(heading, entry, numbered=numbered),
        title_en=name.english,
        number=heading.number,
        kind=label.kind,
        part=label.part,
        part_title=heading.part_title if label.part else "",
        page=entry.page if entry else None,
        aliases=(
            *_aliases(read.title, bare if name.english else read.title, entry.title if entry else ""),
            *_printed(heading, name, casing),
        ),
        certainty=0.95 if heading.capitals else 0.7,
        reasons=tuple(f"„{printed}“ als „{word}“ gelesen" for printed, word in read.slips),
    )


def _aliases(title: str, bare: str, listed: str) -> tuple[str, ...]:
    """Other names of a rule: without optional brackets, and as in the contents."""
    other = listed if listed and plain(listed) != plain(title) and not shouts(listed) else ""
    return tuple(alias for alias in (bare if bare != title else "", other) if alias)


def _printed(heading: Heading, name: Named, casing: Casing) -> tuple[str, ...]:
    """The whole heading, if its brackets would be lost otherwise."""
    lost = casing.read(lost_of(heading.words.rstrip(": "), name)).title
    return (lost[:1].upper() + lost[1:],) if lost else ()


def _unquoted(title: str) -> str:
    """Remove quotes around a whole title."""
    return (
        title[1:-1]
        if len(title) > 2 and title[0] in '„“"»' and title[-1] in '“”"«' and not re.search('[„“”"]', title[1:-1])
        else title
    )


def _level(heading: Heading, entry: Listed | None, *, numbered: bool) -> int:
    """A heading's level by its label or number; without these, headings in the contents rank above others.

    Of headings in the contents, those in capitals rank above the rest.
    """
    if heading.label:
        return heading.label.level
    if heading.number and not heading.step:
        return heading.number.count(".") + 1
    if numbered:
        return 6 if heading.capitals else 8
    if entry:
        return 2 if shouts(entry.title) else 3
    return 5 if heading.step else 4 if heading.capitals else 6
