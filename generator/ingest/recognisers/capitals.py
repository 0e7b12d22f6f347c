"""Headings in capitals, and lone short lines that name what follows; with numbers, labels ("KAPITEL EINS") and English originals.

Set over several lines or broken in a bracket they are put together; whole sentences in capitals are decoration and no headings.

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "KAPITEL EINS\\n\\nDIE SCHLACHT\\n\\n1) WÜRFEL (DICE)\\n\\nDer Würfel fällt.\\n")
>>> options = {"labels": [{"word": "Kapitel", "part": "true", "digits": "true"}]}
>>> [(s.number, s.title, s.title_en) for s in find(source, blocks_of(source), options)]
[('Kapitel 1', 'Die Schlacht', ''), ('1', 'Würfel', 'Dice')]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..casing import Casing, casing_of, shouts
from ..listed import Listed, in_order, listed, plain
from ..model import Block, Source, Span
from ..originals import Named, named
from . import Start

NAME = "capitals"

#: More lines or characters in capitals than these are decoration.
MOST_LINES, LONGEST = 3, 130
#: A lone line in small letters longer than this is a sentence that lost its full stop.
LONGEST_MIXED, MOST_WORDS = 60, 5
#: So often within one part, a heading names no rule but a place that each of its rules has.
OFTEN = 3

_NUMBER = re.compile(r"(?P<dotted>\d+(?:\.\d+)*)\.?[ \t]+(?=[^\W\d_„“\"])|(?P<step>[IVX]+|\d+|[A-Z])\)[ \t]+")
_COUNTS = ("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn")
_MARKS = re.compile(r"^[\s#*_•✦❖✪◆◈►❧]+|[\s*_#•✦❖✪◆◈►❧]+$")
#: Set between ornaments a heading may end in a colon.
_ORNAMENT = re.compile(r"^\s*[•✦❖✪◆◈►❧]")
_BRACKET = re.compile(r"\s*\([^()]*\)[\s*_]*$")


@dataclass(frozen=True, slots=True)
class _Label:
    """What a profile says of headings like "KAPITEL EINS": `part` begins a part, `digits` writes the number as one."""

    word: str
    level: int = 1
    kind: str = ""
    part: bool = False
    digits: bool = False


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading as set: its place, its words without marks and number, and whether it is in capitals."""

    span: Span
    words: str
    number: str = ""
    part_title: str = ""
    step: bool = False
    capitals: bool = True
    label: _Label | None = None
    last: int = 0  # the block it ends with


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Where the headings of a text are.

    labels    words that number chapters and the like: {word, level, kind, part, digits}
    mixed     "true": lone short lines in small letters are headings too
    skip      pattern of headings that are none
    colon     "true": a heading may end in a colon; otherwise that is for ornaments around it
    originals "false": what stands in brackets is no English original but part of the title
    repeated  "merge": a heading that comes again and again within a part belongs to the rule above it
    """
    casing = casing_of(source)
    headings = list(_joined(_headings(source, blocks, options), source, blocks, casing))
    headings = _labelled(headings, blocks)
    headings = list(_without_overviews(headings))
    if options.get("repeated") == "merge":
        headings = list(_without_places(headings))
    contents = in_order(source, [heading.words.rstrip(": ") for heading in headings])
    numbered = any(heading.number and not heading.step and not heading.label for heading in headings)
    by_number = {entry.number: entry for entry in listed(source) if entry.number}
    for heading, entry in zip(headings, contents, strict=True):
        entry = entry or by_number.get(heading.number)
        yield _start(heading, casing, entry, numbered=numbered, originals=options.get("originals") != "false")


def _headings(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[_Heading]:
    labels = [_label(row) for row in options.get("labels") or ()]
    mixed, colon = options.get("mixed") == "true", options.get("colon") == "true"
    skip = re.compile(options.get("skip", r"(?!)"))
    for at, block in enumerate(blocks):
        if block.kind not in ("heading", "paragraph", "list"):
            continue
        text = source.text[block.start : block.end]
        if shouts(text):
            if not skip.search(text) and (heading := _capitals(text, block, at, labels, colon=colon)):
                yield heading
        elif mixed and _alone(text) and _stands_free(source, blocks, at):
            yield _Heading(_span(text, block.start), _MARKS.sub("", text).rstrip(":"), capitals=False, last=at)


def _label(row: Mapping[str, Any]) -> _Label:
    return _Label(
        row["word"], int(row.get("level", 1)), row.get("kind", ""), row.get("part") == "true", row.get("digits") == "true"
    )


def _capitals(text: str, block: Block, at: int, labels: Sequence[_Label], *, colon: bool) -> _Heading | None:
    bare = text.strip()
    if bare.count("\n") >= MOST_LINES or len(bare) > 2 * LONGEST:
        return None
    words = " ".join(_MARKS.sub("", bare).split())
    if len(words) > LONGEST or words[-1:] in ".,;…" or words[:1] in ".,;":
        return None
    if words.endswith(":") and not (colon or _ORNAMENT.match(text)):
        return None
    span = _span(text, block.start)
    for label in labels:
        if found := re.fullmatch(rf"{label.word}\s+(\w+)(?:\s*[:–—-]\s*(.+))?", words, re.IGNORECASE):
            number = f"{label.word} {_count(found[1], digits=label.digits)}"
            title = f"{label.word} {_count(found[1], digits=False)}"
            return _Heading(span, found[2] or "", number, title, label=label, last=at)
    if found := _NUMBER.match(words):
        return _Heading(span, words[found.end() :], found["dotted"] or found["step"], step=bool(found["step"]), last=at)
    return _Heading(span, words, last=at)


def _span(text: str, start: int) -> Span:
    return Span(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def _count(word: str, *, digits: bool) -> str:
    """A counting word as a numeral where the profile wants one: "ZWÖLF" → "12", else "Zwölf"."""
    lower = word.lower()
    if digits and lower in _COUNTS:
        return str(_COUNTS.index(lower))
    return word if word.isdigit() or re.fullmatch("[IVX]+", word) else lower.capitalize()


def _alone(text: str) -> bool:
    """Whether a lone line in small letters names something instead of saying it."""
    line = text.strip()
    if "\n" in line or len(line) > LONGEST_MIXED or not line[:1].isupper():
        return False
    bare = re.sub(r"[„“\"‚'][^„“”\"’']*[“”\"’']", "Q", re.sub(r"\([^()]*\)", "", _MARKS.sub("", line)))
    words = bare.rstrip(":").split()
    if bare[-1:] == ":":
        return 1 < len(words) <= 2
    return 0 < len(words) < MOST_WORDS and not re.search(r"[.!?,;:|\t…]", bare)


def _stands_free(source: Source, blocks: Sequence[Block], at: int) -> bool:
    """Whether a block stands between blank lines, after a finished sentence and before text."""
    around = [blocks[other] for other in (at - 1, at + 1) if 0 <= other < len(blocks)]
    if len(around) < 2 or any(block.kind != "blank" for block in around):
        return False
    before = next((blocks[other] for other in range(at - 1, -1, -1) if blocks[other].kind not in ("blank", "caption")), None)
    after = next((blocks[other] for other in range(at + 1, len(blocks)) if blocks[other].kind != "blank"), None)
    finished = (
        before is None
        or before.kind == "heading"
        or source.text[max(0, before.end - 40) : before.end].rstrip()[-1:] in '.!?:)“”"*'
    )
    return finished and after is not None and after.kind in ("paragraph", "list") and not _is_bracket(source, after)


def _is_bracket(source: Source, block: Block) -> bool:
    return bool(_BRACKET.fullmatch(source.text[block.start : block.end]))


def _joined(headings: Iterator[_Heading], source: Source, blocks: Sequence[Block], casing: Casing) -> Iterator[_Heading]:
    """Headings that were set over several lines in one piece."""
    before: _Heading | None = None
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


def _with_bracket(heading: _Heading, source: Source, blocks: Sequence[Block]) -> _Heading:
    """A heading with the English original that stands in the next line."""
    following = heading.last + 1
    if following < len(blocks) and _is_bracket(source, blocks[following]):
        text = source.text[blocks[following].start : blocks[following].end]
        span = Span(heading.span.start, _span(text, blocks[following].start).end)
        return replace(heading, span=span, words=f"{heading.words} {_MARKS.sub('', text)}", last=following)
    return heading


def _goes_on(before: _Heading, heading: _Heading, source: Source, casing: Casing) -> bool:
    """Whether a heading is the rest of the one right before it: its bracket was open, or the rest is a verb alone."""
    if source.text[before.span.end : heading.span.start].strip() or not before.capitals or heading.number:
        return False
    if len(before.words) <= LONGEST and before.words.count("(") > before.words.count(")"):
        return True
    german = named(heading.words, casing).german
    if before.words.endswith(":") and _ORNAMENT.match(source.text[before.span.start :][:9]):
        return True
    return not before.label and german != "" and " " not in german and german.isalpha() and casing.small(german)


def _labelled(headings: list[_Heading], blocks: Sequence[Block]) -> list[_Heading]:
    """A label together with the heading that follows it; a label before a table is a line of the contents."""
    result: list[_Heading] = []
    open_label: _Heading | None = None
    for heading in headings:
        if open_label and not heading.label:
            if not _table_between(open_label, heading, blocks):
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


def _table_between(label: _Heading, heading: _Heading, blocks: Sequence[Block]) -> bool:
    return any(block.kind not in ("blank", "heading") for block in blocks[label.last + 1 : heading.last])


def _without_overviews(headings: list[_Heading]) -> Iterator[_Heading]:
    """Without steps that come again with the same number and name: the first time they are an overview."""
    again = Counter((heading.number, plain(heading.words)) for heading in headings if heading.step)
    for heading in headings:
        key = (heading.number, plain(heading.words))
        if heading.step and again[key] > 1:
            again[key] -= 1
        else:
            yield heading


def _without_places(headings: list[_Heading]) -> Iterator[_Heading]:
    """Without headings that each rule of a part has; there, what names a numbered rule elsewhere is none either."""
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


def _parts(headings: list[_Heading]) -> list[str]:
    """The part each heading stands in: the first number of the last numbered one, or the last label."""
    part, parts = "", []
    for heading in headings:
        if heading.label or (heading.number and not heading.step):
            part = heading.number.split(".")[0]
        parts.append(part)
    return parts


def _start(heading: _Heading, casing: Casing, entry: Listed | None, *, numbered: bool, originals: bool) -> Start:
    name = named(heading.words.rstrip(": "), casing) if originals else Named(heading.words.rstrip(": "))
    read = casing.read(_unquoted(name.german))
    bare = _BRACKET.sub("", read.title)
    label = heading.label or _Label("")
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
        aliases=_aliases(read.title, bare if name.english else read.title, entry.title if entry else ""),
        certainty=0.95 if heading.capitals else 0.7,
        reasons=tuple(f"„{printed}“ als „{word}“ gelesen" for printed, word in read.slips),
    )


def _aliases(title: str, bare: str, listed: str) -> tuple[str, ...]:
    """Other names of a rule: without brackets it may do without, and as the contents have it."""
    other = listed if listed and plain(listed) != plain(title) and not shouts(listed) else ""
    return tuple(alias for alias in (bare if bare != title else "", other) if alias)


def _unquoted(title: str) -> str:
    """A title that stands in quotes as a whole, without them."""
    return (
        title[1:-1]
        if len(title) > 2 and title[0] in '„“"»' and title[-1] in '“”"«' and not re.search('[„“”"]', title[1:-1])
        else title
    )


def _level(heading: _Heading, entry: Listed | None, *, numbered: bool) -> int:
    """Labels and numbers say how deep a rule lies; without them, what the contents list lies above what they do not.

    Of what they list, capitals lie above the rest.
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
