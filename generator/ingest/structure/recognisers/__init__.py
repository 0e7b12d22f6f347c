"""What recognises rules in a book's text: each module one structure, none a particular book.

A recogniser says where a rule begins (`Start`); `recognise.py` settles who gets what and cuts the text at these places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ...drafts import Block, Source, Span


@dataclass(frozen=True, slots=True)
class Start:
    """A rule begins here.

    heading     its name as it stands in the text; for a term inside a rule (`quotes`) the words that name it
    start       where its characters begin, if before its heading: a bullet, the line that says when an ability is used
    end         where it ends, if that is before the next one begins: an item of a list, a row of a table. None: up to the next start
    quotes      for a term explained inside another rule: what it shows of that; it owns no characters then
    level       1 for parts and chapters, then downwards; the parent is the last start with a smaller level
    floats      no rule of its own: a box of the margin, up to `end`; its characters go to the rule whose number or title its text
                names, else to the one it stands in. Nobody sees its title
    signs       characters of its own that are drawn signs and no words: they go to the remainder
    text        the body, where that is not simply what follows the heading: cards and rows show the rest as fields
    cites       part and number of the rule that a term says it comes from: ("Grundregeln", "17.0")
    new         counts only where no other start has its title
    in_sentence the name stands within its sentence, which reads on with it and keeps its case
    part        True where it begins a part of the book, with `part_title` if that is called otherwise
    part_title  "Kapitel Eins"; where no part begins, of this rule alone: "Abbildungen"
    certainty   0 to 1; of two that overlap the more certain stays, then the earlier recogniser of the profile
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
    floats: bool = False
    new: bool = False
    in_sentence: bool = False
    part: bool = False
    part_title: str = ""
    page: int | None = None
    quotes: tuple[Span, ...] = ()
    aliases: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    signs: tuple[Span, ...] = ()
    text: str | None = None
    cites: tuple[str, str] | None = None
    card: dict[str, Any] | None = None
    data: dict[str, Any] | None = None
    certainty: float = 1.0
    reasons: tuple[str, ...] = ()

    @property
    def begins(self) -> int:
        return self.heading.start if self.start is None else self.start


class Recogniser(Protocol):
    """`find(source, blocks, options)`, a function of its module, yields starts in the order of the text.

    `options` are what the profile sets for it, every scalar a text.
    """

    def __call__(self, source: Source, blocks: list[Block], options: Any) -> Iterator[Start]: ...
