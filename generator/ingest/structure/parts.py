"""The parts of a book: their pages, if the text names them, and the handling of parts without own text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...german.lists import alternatives
from ..drafts import Draft, FoundPart, Remainder, Source
from .contents import plain
from .recognisers import Start

EMPTY_PART = "Titel eines Teils ohne eigenen Text"

#: "WALD (Seite 3–5)"
_PAGES = re.compile(
    rf"^(?P<title>[^\n(]{{1,90}})\((?:{alternatives('page_labels')})\s?(?P<pages>\d{{1,4}}(?:[ ]?[-–][ ]?\d{{1,4}})?)\)[* ]{{0,4}}$",
    re.MULTILINE,
)


#: A number that others may cite: "3", "§ 4", "Kapitel 2"; not "Erstes Buch".
_COUNTED = re.compile(r"[§\d]")


def parts_of(source: Source, drafts: Sequence[Draft], starts: Sequence[Start]) -> list[FoundPart]:
    """The parts of a book, with their pages if the text names them: "WALD (Seite 3–5)"."""
    pages = {plain(found["title"]): found["pages"] for found in _PAGES.finditer(source.text)}
    return [
        FoundPart(
            draft.part, start.title_en, start.number, _pages_of(draft, pages), start.abbreviations, draft.certainty, draft.reasons
        )
        for draft, start in zip(drafts, starts, strict=True)
        if start.part
    ]


def _pages_of(draft: Draft, pages: Mapping[str, str]) -> str:
    return pages.get(plain(draft.part)) or pages.get(plain(draft.title), "")


def with_pages(drafts: list[Draft], parts: Sequence[FoundPart]) -> list[Draft]:
    """Add the first page to drafts of parts, if the text names it."""
    first = {part.title: int(found[0]) for part in parts if (found := re.match(r"\d+", part.pages))}
    return [replace(draft, page=draft.page or first.get(draft.part)) if draft.parent is None else draft for draft in drafts]


def without_empty_parts(drafts: list[Draft], starts: Sequence[Start]) -> tuple[list[Draft], list[Remainder]]:
    """Drop drafts of parts without own text; their titles become remainder, their children move up."""
    gone = {
        index
        for index, (draft, start) in enumerate(zip(drafts, starts, strict=True))
        if start.part and not draft.text and not _COUNTED.search(draft.number)
    }
    place = {index: new for new, index in enumerate(i for i in range(len(drafts)) if i not in gone)}
    kept = [
        replace(draft, parent=_moved(place, _above(drafts, draft.parent, gone)), entry=_moved(place, draft.entry))
        for index, draft in enumerate(drafts)
        if index not in gone
    ]
    return kept, [Remainder(span, EMPTY_PART) for index in sorted(gone) for span in drafts[index].spans]


def _moved(place: Mapping[int, int], index: int | None) -> int | None:
    return None if index is None else place.get(index)


def _above(drafts: Sequence[Draft], parent: int | None, gone: set[int]) -> int | None:
    while parent in gone:
        parent = drafts[parent].parent
    return parent
