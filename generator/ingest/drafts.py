"""What reading a rulebook works on: its text with pages, the blocks it falls into, the drafts of entries made of them.

All offsets are code points of `Source.text`. Blocks lie side by side and cover the text; so do the spans of all drafts together with the
remainder: joined in order they give the text back, before any repair.

>>> Source("regeln.txt", "text", "17.0 SPALTEN\\n\\nText").line(14)
3
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A piece of the source: `text[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class PageMark:
    """From `start` on stands page `page` (as printed)."""

    start: int
    page: int


@dataclass(frozen=True)
class Source:
    """A rulebook's text as read.

    `text` is the file itself for plain text and Markdown; for HTML and PDF what was read out of it, with Markdown marks for what its
    looks say: "# " before headings (by size), ** around bold, | tables |, blank lines between paragraphs.
    format  text, markdown, html or pdf
    pages   where pages begin, as far as the file says so; ascending
    furniture  whole lines that belong to the page, not to the text: running heads, page numbers; ascending
    newline  what ended the lines in the file: `text` has "\\n", text.replace("\\n", newline) is the file's again. A file that mixes
             them is left as it is, so that a "\\r" may stand before a "\\n"
    notes    what was noticed in reading (German), for the report
    """

    name: str
    format: str
    text: str
    pages: tuple[PageMark, ...] = ()
    sha256: str = ""
    furniture: tuple[Span, ...] = ()
    newline: str = "\n"
    notes: tuple[str, ...] = ()

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(i + 1 for i, char in enumerate(self.text) if char == "\n")]

    def line(self, offset: int) -> int:
        """The line, from 1, in which a character stands."""
        return bisect_right(self.line_starts, offset)

    def page(self, offset: int) -> int | None:
        """The page on which a character stands, None before the first known one."""
        at = bisect_right(self.pages, offset, key=lambda mark: mark.start)
        return self.pages[at - 1].page if at else None


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of whole lines of one kind; the blank lines after it are a block of their own. `level` counts headings from 1."""

    kind: str
    start: int
    end: int
    level: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """What becomes an entry or (with `term`) a term of the term base.

    title        German name without its English original, in the case of running text, parameter included: "Spalten (X)"
    number       as printed ("17.0", "2.1.1", "Kapitel 3"), "" without
    part         title of its part as printed; "" before the first
    parent       index (in Reading.drafts) of the draft it belongs under, None at the top
    spans        the characters that are its own, ascending; its heading is in them
    heading      the span of its name (with number and English original)
    quotes       characters that it shows too but that belong to another draft: a term's defining sentence inside a rule
    entry        for a term: index of the draft that is its rule, where there is one of its name
    text         body as Markdown, without the heading, as printed (repairs come later)
    recogniser   which recogniser found it; `certainty` 0–1; `reasons` (German) say why, for the report
    """

    title: str
    recogniser: str
    spans: tuple[Span, ...] = ()
    heading: Span | None = None
    title_en: str = ""
    title_en_source: str = "book"
    number: str = ""
    part: str = ""
    kind: str = "rule"
    term: bool = False
    parent: int | None = None
    page: int | None = None
    line: int = 1
    aliases: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    quotes: tuple[Span, ...] = ()
    entry: int | None = None
    text: str = ""
    card: Mapping[str, Any] | None = None
    data: Mapping[str, Any] | None = None
    certainty: float = 1.0
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remainder:
    """Characters that belong to no draft, and why (German): title page, table of contents, page number, …"""

    span: Span
    why: str


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A part of the book as found: title as printed (in the case of running text), number ("Kapitel 3"), pages ("5–27"), abbreviations."""

    title: str
    title_en: str = ""
    number: str = ""
    pages: str = ""
    abbreviations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """A mended slip: `before` stands at `span`, `after` is proposed; `kind` names the sort, `why` (German) the reason.

    `certainty` 0–1; only what is certain enough is ever applied (`repairs.SURE`), the rest is for a human to decide.
    """

    span: Span
    before: str
    after: str
    kind: str
    why: str
    certainty: float = 1.0


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read out of a source. `labels` are what it calls the fields of data."""

    source: Source
    profile: str
    drafts: tuple[Draft, ...] = ()
    remainder: tuple[Remainder, ...] = ()
    parts: tuple[FoundPart, ...] = ()
    repairs: tuple[Repair, ...] = ()
    notes: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
