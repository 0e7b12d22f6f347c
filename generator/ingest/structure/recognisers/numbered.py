"""Numbered sections and headings on separate lines: `17.0 SPALTEN`, `**2.1.1 Wälder**`, `1) Aufstellen`, `I) Marsch`, `# Wald`.

Options, all optional:
  number    pattern with one group for the number. By default numbers with dots
  bare      "true": a heading without a number is a rule too; `skip` is a pattern of exceptions
  level     level of a heading without a number
  parts     pattern of headings that begin a part of the book
  labels    pattern of labels that count the parts, before the title or on the line above: "Erstes Buch", "Anhang A". Other
            headings without a number and with as many # begin parts too
  marked    "true": the # of headings without a number give their level; a single one of the highest level, in front, is the book's
  originals "true": round or square brackets after a title hold its English original

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "17.0 SPALTEN\\n\\nEin Treffer spaltet.\\n\\n17.1 AUSNAHMEN\\n\\nKeine.")
>>> [(start.number, start.title, start.level) for start in find(source, blocks_of(source), {})]
[('17.0', 'SPALTEN', 3), ('17.1', 'AUSNAHMEN', 4)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...drafts import Block, Source, Span
from ..casing import casing_of
from ..originals import lost_of, named
from . import Start
from .counted_parts import counted_part, is_label
from .lines import stripped

_DOTTED = r"(\d{1,3}(?:\.\d{1,3})+)\.?"
_PAGES = re.compile(r"(?:(?<!\s)\s++)?\((?:Seiten?|S\.)\s*([\d–-]+)\)\s*$")

#: Levels: parts 1, headings without a number 2, numbers from 3 downwards.
NUMBER_LEVEL = 3

#: A line right below a heading with fewer words than this is a value.
FEWEST_WORDS = 4


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each numbered heading, and for others if the profile wants them."""
    starts = [
        _with_original(source, start) if options.get("originals") == "true" else start
        for at, block in enumerate(blocks)
        if block.kind == "heading" and (start := _at(source, blocks, at, options))
    ]
    starts = _as_marked(source, starts) if options.get("marked") == "true" else starts
    following = _following_numbers(starts)
    section = ""
    level = deeper = 0
    for start, after, number in zip(starts, [*starts[1:], None], following, strict=False):
        if start.number or start.part or (options.get("marked") == "true" and _marks(source, start)):
            section, level, deeper = start.number, start.level, 0
            yield start
            continue
        empty = after is not None and _empty(source, start, after)
        chapter = not _goes_on(section, number) or (empty and after is not None and bool(after.number))
        yield replace(start, level=start.level + deeper if chapter else level + 1)
        deeper = 1 if empty and after and not after.number else deeper


def _following_numbers(starts: list[Start]) -> list[str]:
    """For each start, the next number after it, up to the next part."""
    found: list[str] = []
    number = ""
    for start in reversed(starts):
        found.append(number)
        number = "" if start.part else start.number or number
    return found[::-1]


def _goes_on(before: str, after: str) -> bool:
    """Whether numbering continues across a heading without number, which then belongs below the preceding section.

    >>> _goes_on("10.0", "10.1"), _goes_on("4.2", "1"), _goes_on("2", ""), _goes_on("", "1.0")
    (True, False, False, False)
    """
    first, then = ([int(digits) for digits in re.findall(r"\d+", number)] for number in (before, after))
    return bool(first and then) and then > first


def _at(source: Source, blocks: list[Block], at: int, options: Mapping[str, Any]) -> Start | None:
    """The start of the heading at `at`: of a counted part, a numbered section, or one without number."""
    if "labels" in options:
        label = re.compile(options["labels"])
        if is_label(source, blocks[at], label):
            return None
        if part := counted_part(source, blocks, at, label):
            why = ("gezählter Teil",)
            return Start(part.span, part.title, "numbered", 1, start=part.start, number=part.number, part=True, reasons=why)
    return _heading(source, blocks[at], options)


def _with_original(source: Source, start: Start) -> Start:
    """Split the original in brackets off a start's title."""
    printed = start.title.replace("[", "(").replace("]", ")").replace("*", "")
    found = named(printed, casing_of(source))
    lost = lost_of(printed, found)
    aliases = (lost,) if lost else ()
    return replace(start, title=found.german, title_en=found.english, aliases=aliases) if found.english else start


def _as_marked(source: Source, starts: list[Start]) -> list[Start]:
    """Set the level of starts without number by their #, and drop the book's own title."""
    marks = [_marks(source, start) for start in starts]
    highest = min((depth for depth in marks if depth), default=0)
    parts = min((depth for start, depth in zip(starts, marks, strict=True) if start.part and depth), default=0)
    if len(starts) > 1 and marks[0] == highest and marks.count(highest) == 1 and not (starts[0].number or starts[0].part):
        starts, marks = starts[1:], marks[1:]
        highest = min((depth for depth in marks if depth), default=0)
    return [
        start
        if start.number or start.part or not depth
        else replace(start, part=depth <= parts, level=1 if depth <= parts else 2 + depth - max(highest, parts))
        for start, depth in zip(starts, marks, strict=True)
    ]


def _marks(source: Source, start: Start) -> int:
    """The number of # before a heading; if its label is on the line above, before the title."""
    line = source.text[source.text.rfind("\n", 0, start.heading.end) + 1 : start.heading.end].lstrip()
    return len(line) - len(line.lstrip("#"))


def _heading(source: Source, block: Block, options: Mapping[str, Any]) -> Start | None:
    number = re.compile(rf"(?:{options.get('number', _DOTTED)})\s+(?=\S)")
    line = stripped(source.text, block.start, block.end)
    words = source.text[line.start : line.end]
    if found := number.match(words):
        return replace(_numbered(line, words, found), start=block.start)
    named = options.get("bare") == "true" and not re.search(options.get("skip", r"(?!)"), words)
    return replace(_bare_heading(line, words, options), start=block.start) if named and not _labels(source, block) else None


def _empty(source: Source, start: Start, after: Start) -> bool:
    """Whether a heading has no text of its own and so heads the following headings."""
    return not source.text[start.heading.end : after.begins].strip(" \n\t\r*_#")


def _labels(source: Source, block: Block) -> bool:
    """Whether capitals only label a value right below, as in a unit's profile."""
    end = source.text.find("\n", block.end)
    below = source.text[block.end : end if end >= 0 else len(source.text)]
    return 0 < len(below.split()) < FEWEST_WORDS


def _numbered(line: Span, words: str, found: re.Match[str]) -> Start:
    number = next((group for group in found.groups() if group), found[0].strip())
    deep = number.rstrip(".").removesuffix(".0").count(".")
    title = " ".join(words[found.end() :].split())
    return Start(line, title, "numbered", NUMBER_LEVEL + deep, number=number, reasons=("nummerierte Überschrift",))


def _bare_heading(line: Span, words: str, options: Mapping[str, Any]) -> Start:
    part = bool(re.search(options.get("parts", r"(?!)"), words))
    title = " ".join(_PAGES.sub("", words).split())
    level = 1 if part else int(options.get("level", 2))
    return Start(line, title, "numbered", level, part=part, certainty=0.8, reasons=("Überschrift in Großbuchstaben",))
