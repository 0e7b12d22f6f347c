"""Lines of a PDF in another typeface than the text, such as its headings, which then need no other size or weight: as good as bold.

>>> faces = [("Wald", "sans"), ("Er ist dunkel.", "serif")] * 3
>>> page = [Piece(text, text, 40, 90, 0, 10, 10, at, face=face) for at, (text, face) in enumerate(faces)]
>>> [line.bold for line in with_faces([page])[0]]
[True, False, True, False, True, False]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from .pdf_pieces import Piece

#: The most characters of such a line, the fewest such lines, and their least share of a typeface's lines; the rest may be boxes.
_LONGEST = 70
_FEWEST = 3
_SHARE = 0.4


def with_faces(pages: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """The lines, with those in a typeface of headings as bold."""
    letters: Counter[str] = Counter()
    for line in chain.from_iterable(pages):
        letters[line.face] += len(line.text)
    text = letters.most_common(1)[0][0] if letters else ""
    if not text:
        return [list(page) for page in pages]
    alone = {(at, place) for at, page in enumerate(pages) for place in _alone(page, text)}
    lines = Counter(line.face for line in chain.from_iterable(pages))
    found = Counter(pages[at][place].face for at, place in alone)
    faces = {face for face, times in found.items() if times >= _FEWEST and times >= _SHARE * lines[face]}
    return [
        [_bold(line) if (at, place) in alone and line.face in faces else line for place, line in enumerate(page)]
        for at, page in enumerate(pages)
    ]


def _alone(page: Sequence[Piece], text: str) -> Iterable[int]:
    """The places of short lines in another typeface right above one of the text, and below none of their own."""
    for place, (line, below) in enumerate(pairwise(page)):
        above = page[place - 1].face if place else ""
        named = len(line.text) <= _LONGEST and any(char.isalpha() for char in line.text)
        if named and line.face not in ("", text, above) and below.face == text and not line.table:
            yield place


def _bold(line: Piece) -> Piece:
    return replace(line, bold=True, marked=line.text)
