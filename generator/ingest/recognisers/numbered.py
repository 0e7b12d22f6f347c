"""Numbered sections and headings in lines of their own: `17.0 SPALTEN`, `**2.1.1 Wälder**`, `1) Aufstellen`, `I) Marsch`, `# Wald`.

Options, all optional:
  number    pattern of a number; what its brackets hold is the number. By default numbers with dots
  bare      "true": a heading without a number is a rule as well; `skip` is a pattern of those that are none
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

from ..model import Block, Source, Span
from . import Start

_DOTTED = r"(\d{1,3}(?:\.\d{1,3})+)\.?"
_MARKS = " \t*_#"
_PAGES = re.compile(r"\s*\((?:Seiten?|S\.)\s*([\d–-]+)\)\s*$")

#: Levels: parts 1, headings without a number 2, numbers from 3 downwards.
NUMBER_LEVEL = 3


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each numbered heading, and for the others if the profile wants them."""
    number = re.compile(rf"(?:{options.get('number', _DOTTED)})\s+(?=\S)")
    for start, end in _heading_lines(source, blocks):
        line = _bare(source.text, start, end)
        words = source.text[line.start : line.end]
        if found := number.match(words):
            yield replace(_numbered(line, words, found), start=start)
        elif options.get("bare") == "true" and not re.search(options.get("skip", r"(?!)"), words):
            yield replace(_bare_heading(line, words, options), start=start)


def _heading_lines(source: Source, blocks: list[Block]) -> Iterator[tuple[int, int]]:
    for block in blocks:
        if block.kind == "heading":
            yield block.start, block.end


def _bare(text: str, start: int, end: int) -> Span:
    """A heading without its Markdown marks and the white space around."""
    while start < end and (text[start].isspace() or text[start] in _MARKS):
        start += 1
    while start < end and (text[end - 1].isspace() or text[end - 1] in _MARKS):
        end -= 1
    return Span(start, end)


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
