"""The values of reading a rulebook: its text with pages, its blocks, and the drafts of entries made from them.

All offsets are code points of `Source.text`. Blocks are adjacent and cover the text; so are the spans of all drafts together with
the remainder: joined in order, they give the text back, before any repair.

>>> Source("regeln.txt", "text", "17.0 SPALTEN\\n\\nText").line(14)
3
"""

from __future__ import annotations

import re
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

    def moved(self, by: int) -> Span:
        """The same piece of a text that has `by` characters more before it."""
        return Span(self.start + by, self.end + by)


@dataclass(frozen=True, slots=True, order=True)
class PageMark:
    """Page `page` (as printed) begins at `start`."""

    start: int
    page: int


@dataclass(frozen=True, slots=True)
class Link:
    """The words of a link in the book, and the name of the place it leads to: "tief", or "moor/tief" in another file."""

    span: Span
    name: str


@dataclass(frozen=True)
class Source:
    """A rulebook's text as read.

    `text` is the file itself for plain text; otherwise the extracted text, with Markdown marks for its
    layout: "# " before headings (by size), ** around bold, | tables |, blank lines between paragraphs.
    format  text, markdown, html, pdf, docx, odt, rtf, epub, asciidoc or latex
    pages   starts of pages, as far as the file shows them; ascending
    furniture  whole lines that belong to the page, not to the text: running heads, page numbers; ascending
    newline  line end of the file: `text` has "\\n", and text.replace("\\n", newline) restores the file. A file that mixes
             them stays as it is, so that a "\\r" may precede a "\\n"
    notes    remarks on reading (German), for the report
    language  "de", or "en": its drafts have English texts, for translating
    outline  a PDF's bookmarks: level (from 1) and title, in order
    links    links to places of the book; ascending
    places   names of places, and their offsets
    """

    name: str
    format: str
    text: str
    pages: tuple[PageMark, ...] = ()
    sha256: str = ""
    furniture: tuple[Span, ...] = ()
    newline: str = "\n"
    notes: tuple[str, ...] = ()
    language: str = "de"
    outline: tuple[tuple[int, str], ...] = ()
    links: tuple[Link, ...] = field(default=(), hash=False)
    places: Mapping[str, int] = field(default_factory=dict, hash=False)

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def line(self, offset: int) -> int:
        """The line (from 1) of a character."""
        return bisect_right(self.line_starts, offset)

    def page(self, offset: int) -> int | None:
        """The page of a character; None before the first known page."""
        at = bisect_right(self.pages, offset, key=lambda mark: mark.start)
        return self.pages[at - 1].page if at else None


_LINE_END = re.compile("\n")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of whole lines of one kind; the blank lines after it are a block of their own. `level` counts headings from 1."""

    kind: str
    start: int
    end: int
    level: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft of an entry or (with `term`) of a term in the term base.

    title        German name without its English original, in the case of running text, parameter included: "Spalten (X)"
    number       as printed ("17.0", "2.1.1", "Kapitel 3"), "" without
    part         title of its part as printed; "" before the first
    parent       index (in Reading.drafts) of its parent, None at the top
    spans        its own characters, including its heading; ascending
    heading      the span of its name (with number and English original)
    quotes       characters that it also shows but another draft owns: a term's defining sentence inside a rule
    entry        for a term: index of the rule's draft with its name, if any
    text         body as Markdown, without the heading, as printed (repairs come later)
    recogniser   the recogniser that found it; `reasons` (German) for the report
    certainty    the chance that neither its title nor its place needs correcting
    title_certainty, section_certainty, kind_certainty  the chances that it is a rule of this title; that it lies under the right
                 heading, and the rules below it, too; that its kind is right, or that it is a term
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
    quotes: tuple[Span, ...] = ()
    entry: int | None = None
    text: str = ""
    card: Mapping[str, Any] | None = None
    data: Mapping[str, Any] | None = None
    certainty: float = 1.0
    title_certainty: float = 1.0
    section_certainty: float = 1.0
    kind_certainty: float = 1.0
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remainder:
    """Characters outside all drafts, with the reason (German): title page, table of contents, page number, …"""

    span: Span
    why: str


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A part of the book as found: title as printed (in the case of running text), number ("Kapitel 3"), pages ("5–27"); `certainty`
    and `reasons` are those of its heading."""

    title: str
    title_en: str = ""
    number: str = ""
    pages: str = ""
    abbreviations: tuple[str, ...] = ()
    certainty: float = 1.0
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair of a typing error: the text at `span` before, and after; its sort, its reason (German), its certainty (0–1)."""

    span: Span
    before: str
    after: str
    kind: str
    why: str
    certainty: float = 1.0


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read from a source. `labels` are its names for the fields of data."""

    source: Source
    profile: str
    drafts: tuple[Draft, ...] = ()
    remainder: tuple[Remainder, ...] = ()
    parts: tuple[FoundPart, ...] = ()
    repairs: tuple[Repair, ...] = ()
    notes: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
