"""Questions for every engine of the search, which cover everything that an engine reads in its own way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nachschlag.search import Index

#: Words, slips, numbers, sections, rows, recorded questions, filters, phrases, excluded words, names, pages, and what is not found.
ASKED = (
    "kanne",
    "kannen tassen",
    "sieden kaltes wasser",
    "siebtabelle kannen",
    "aufgus",
    "wie viel wasser kommt rein",
    "17.0",
    "magie 17",
    "zwergenball angst",
    "bewegung",
    "art:action",
    "teil:magie",
    "phase:einschenken",
    '"wirf zwei würfel"',
    "würfel -wirf",
    "titel:aufguss",
    "en:infusion",
    "seite 12",
    "kaltwasser",
    "qqqqq",
    "bewegng",
)


def answers(index: Index, asked: Iterable[str]) -> dict[str, Any]:
    """The whole answer to each question."""
    return {query: index.answer(query).to_json() for query in asked}
