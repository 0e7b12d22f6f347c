"""Numbered sections and headings on separate lines: `17.0 SPALTEN`, `**2.1.1 Wälder**`, `1) Aufstellen`, `I) Marsch`, `# Wald`.

Options, all optional:
  number    pattern with one group for the number. By default numbers with dots
  bare      "true": a heading without a number is a rule too; `skip` is a pattern of exceptions
  level     level of a heading without a number
  parts     pattern of headings that begin a part of the book

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
from . import Start
from .lines import stripped

_DOTTED = r"(\d{1,3}(?:\.\d{1,3})+)\.?"
_PAGES = re.compile(r"(?:(?<!\s)\s++)?\((?:Seiten?|S\.)\s*([\d–-]+)\)\s*$")

#: Levels: parts 1, headings without a number 2, numbers from 3 downwards.
NUMBER_LEVEL = 3

#: A line right below a heading with fewer words than this is a value.
FEWEST_WORDS = 4


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each numbered heading, and for others if the profile wants them."""
    starts = [start for block in blocks if block.kind == "heading" and (start := _heading(source, block, options))]
    following = _following_numbers(starts)
    section = ""
    level = deeper = 0
    for start, after, number in zip(starts, [*starts[1:], None], following, strict=False):
        if start.number or start.part:
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
