"""Recognisers of rules in a book's text: each module knows one structure, none a particular book.

A recogniser yields the starts of rules (`Start`); `recognise.py` resolves overlaps and cuts the text there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ...drafts import Block, Source, Span


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a rule.

    heading     its name in the text; for a term inside a rule (`quotes`) the words that name it
    start       the start of its characters, if before its heading: a bullet, the line with an ability's timing
    end         its end, if before the next start: an item of a list, a row of a table. None: up to the next start
    quotes      for a term explained inside another rule: the part of the rule that it shows; it then owns no characters
    level       1 for parts and chapters, then downwards; the parent is the last start with a smaller level
    signs       its characters that are drawn signs, not words: they go to the remainder
    text        the body, unless it is simply the text after the heading: cards and rows show the rest as fields
    new         counts only if no other start has its title
    left_out    why it and all below it are no rules (German): they go to the remainder
    in_sentence whether the name is part of a sentence, which continues after it and keeps its case
    part        whether it begins a part of the book, with `part_title` if the part has another name
    part_title  "Kapitel Eins"; if no part begins, only for this rule: "Abbildungen"
    certainty   0 to 1; of two overlapping starts the more certain stays, then the one from the profile's earlier recogniser
    title_certainty, section_certainty  as in `Draft`; the first only if it differs from `certainty`
    """

    heading: Span
    title: str
    recogniser: str
    level: int = 3
    start: int | None = None
    end: int | None = None
    title_en: str = ""
    number: str = ""
    kind: str = ""
    term: bool = False
    new: bool = False
    left_out: str = ""
    in_sentence: bool = False
    part: bool = False
    part_title: str = ""
    page: int | None = None
    quotes: tuple[Span, ...] = ()
    aliases: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    signs: tuple[Span, ...] = ()
    text: str | None = None
    card: dict[str, Any] | None = None
    data: dict[str, Any] | None = None
    certainty: float = 1.0
    title_certainty: float | None = None
    section_certainty: float = 1.0
    reasons: tuple[str, ...] = ()

    @property
    def begins(self) -> int:
        return self.heading.start if self.start is None else self.start


def quoting(heading: Span, title: str, recogniser: str, level: int, quotes: tuple[Span, ...], why: str, **more: Any) -> Start:
    """A name in a sentence or table that owns no characters but shows them, and counts only if no other start has its title."""
    return Start(
        heading,
        title,
        recogniser,
        level,
        quotes=quotes,
        reasons=(why,),
        **{"new": True, "in_sentence": True, "certainty": 0.6, **more},
    )


class Recogniser(Protocol):
    """The function `find(source, blocks, options)` of a module; yields starts in text order.

    `options` come from the profile, with every scalar as text.
    """

    def __call__(self, source: Source, blocks: list[Block], options: Any) -> Iterator[Start]: ...
