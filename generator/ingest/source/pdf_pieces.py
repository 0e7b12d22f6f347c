"""Characters of a PDF page → pieces of lines without wide gaps."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import TypeVar

from .pdf_glyphs import Dot, Glyph, Rule

_One = TypeVar("_One")

#: In font sizes: the gap of a word space, and the least gap at a written space; the gap between columns and cells; the widest
#: word space in a justified line; the greatest offset of a raised figure.
_WORD_GAP = 0.17
_LEAST_GAP = -0.05
_WIDE_GAP = 1.1
_WIDEST_WORD_GAP = 3.0
_OFF_LINE = 0.45
#: The least overlap of letters that are set closer than their boxes.
_OVERLAP = 0.15

#: Letter-spacing: the least gap, and the least number of letter pairs with it.
_LEAST_TRACKING = 0.07
_FEWEST_TRACKED = 4

#: Where a line below letters lies, in font sizes above and below their base line; how far its ends may be off, in points.
_LIFTED, _LOWERED = 0.05, 0.4
_ENDS = 1.5
_ADDRESS = re.compile(r"://|www\.|@")

#: A justified line has even word spaces; a table's cells are rarely so even, and have shorter words.
_EVEN = 1.25
_WORD_LETTERS = 2.5


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of characters on one base line, or a whole drawn table.

    `marked` is the text with ** around bold words; `order` is its place in the file; `columns` are the starts of a table's
    columns, from its left edge; `words` are its words, each with its edges; `face` is the typeface of all its letters.
    """

    text: str
    marked: str
    x0: float
    x1: float
    top: float
    y: float
    size: float
    order: int
    bold: bool = False
    table: bool = False
    columns: tuple[float, ...] = ()
    words: tuple[tuple[str, float, float], ...] = ()
    face: str = ""


def pieces_of(glyphs: list[Glyph], rules: list[Rule]) -> list[Piece]:
    """The pieces in file order; a piece ends at a wide gap and at a vertical line."""
    walls = [rule for rule in rules if rule.x1 - rule.x0 < rule.y1 - rule.y0]
    lines = [_words(line) for line in chains(glyphs, lambda line, glyph: _goes_on(line[-1], glyph, walls))]
    around = zip([[], *lines], lines, [*lines[1:], []], strict=False)
    runs = (run for before, line, after in around for run in _runs(line, before, after))
    return [_piece(run, order) for order, run in enumerate(runs)]


def chains(row: Iterable[_One], go_on: Callable[[list[_One], _One], bool]) -> Iterator[list[_One]]:
    """Neighbours together, as long as the next one goes on from those so far.

    >>> list(chains([1, 2, 5, 6], lambda chain, one: one == chain[-1] + 1))
    [[1, 2], [5, 6]]
    """
    chain: list[_One] = []
    for one in row:
        if chain and not go_on(chain, one):
            yield chain
            chain = []
        chain.append(one)
    if chain:
        yield chain


def with_dots(pieces: list[Piece], dots: list[Dot]) -> list[Piece]:
    """Prefix pieces after a drawn dot with a written one."""
    return [
        replace(piece, text=f"• {piece.text}", marked=f"• {piece.marked}") if _dotted(piece, dots) else piece for piece in pieces
    ]


def underlined(pieces: list[Piece], rules: list[Rule], links: list[Rule]) -> list[Piece]:
    """The pieces, with those underlined from end to end as bold, unless they are links or addresses, which programs underline."""
    lines = sorted((rule for rule in rules if rule.y1 - rule.y0 < rule.x1 - rule.x0), key=lambda rule: rule.y0)
    return [
        replace(piece, bold=True, marked=piece.text) if _is_underlined(piece, lines) and not _leads(piece, links) else piece
        for piece in pieces
    ]


def _leads(piece: Piece, links: list[Rule]) -> bool:
    """Whether a piece is a link."""
    return any(link.x0 < piece.x0 + piece.size < link.x1 + piece.size and link.y0 < piece.y <= link.y1 + 1 for link in links)


def _is_underlined(piece: Piece, lines: list[Rule]) -> bool:
    """Whether one of the lines, from top to bottom, lies right below a piece."""
    first = bisect_left(lines, piece.y - _LIFTED * piece.size, key=lambda line: line.y0)
    last = bisect_left(lines, piece.y + _LOWERED * piece.size, key=lambda line: line.y0)
    near = any(abs(line.x0 - piece.x0) < _ENDS and abs(line.x1 - piece.x1) < _ENDS for line in lines[first:last])
    return near and not piece.bold and _ADDRESS.search(piece.text) is None


def _dotted(piece: Piece, dots: list[Dot]) -> bool:
    return any(
        0 < piece.x0 - dot.x < _WIDEST_WORD_GAP * piece.size and abs(piece.y - 0.35 * piece.size - dot.y) < 0.25 * piece.size
        for dot in dots
    )


def _goes_on(last: Glyph, glyph: Glyph, walls: list[Rule]) -> bool:
    """Whether a letter goes on with the line."""
    size = max(last.size, glyph.size)
    gap = glyph.x0 - last.x1
    if abs(glyph.y - last.y) > _OFF_LINE * size or not -size < gap < _WIDEST_WORD_GAP * size:
        return False
    return gap < _WORD_GAP * size or not any(last.x1 <= wall.x0 <= glyph.x0 and wall.y0 <= glyph.y <= wall.y1 for wall in walls)


Word = list[Glyph]


def _words(line: list[Glyph]) -> list[Word]:
    tracking = _tracking(line)
    gaps = (_WORD_GAP, _WORD_GAP if tracking else _LEAST_GAP)
    return list(chains(line, lambda word, glyph: glyph.x0 - word[-1].x1 <= _widest(word, glyph, tracking, gaps)))


def _widest(word: Word, glyph: Glyph, tracking: float, gaps: tuple[float, float]) -> float:
    """The widest gap within a word; letters set so close that they overlap keep a written space where the next overlaps less."""
    inner = word[-1].x0 - word[-2].x1 if glyph.spaced and len(word) > 1 else 0.0
    if inner < -_OVERLAP * glyph.size:
        return inner + _OVERLAP / 2 * glyph.size
    return tracking + gaps[glyph.spaced] * glyph.size


def _tracking(line: list[Glyph]) -> float:
    """The gap between letters in letter-spaced words, otherwise 0."""
    gaps = [glyph.x0 - last.x1 for last, glyph in pairwise(line) if last.char.isalpha() and glyph.char.isalpha()]
    usual = median(gaps) if len(gaps) > _FEWEST_TRACKED else 0.0
    return usual if _LEAST_TRACKING * line[0].size < usual < _WIDE_GAP * line[0].size else 0.0


def _runs(line: list[Word], before: list[Word], after: list[Word]) -> Iterable[list[Word]]:
    """The line's words, split at gaps too wide for a space."""
    if _justified(line, before, after):
        return [line]
    return chains(line, lambda run, word: word[0].x0 - run[-1][-1].x1 <= _WIDE_GAP * word[0].size)


def _justified(line: list[Word], before: list[Word], after: list[Word]) -> bool:
    gaps = [word[0].x0 - last[-1].x1 for last, word in pairwise(line)]
    if not gaps or sum(map(len, line)) < _WORD_LETTERS * len(line):
        return False
    if len(gaps) == 1:
        return any(other and _same_edges(line, other) for other in (before, after))
    return max(gaps) <= _EVEN * min(gaps)


def _same_edges(one: list[Word], other: list[Word]) -> bool:
    return abs(one[0][0].x0 - other[0][0].x0) < 1 and abs(one[-1][-1].x1 - other[-1][-1].x1) < 1


def _piece(words: list[Word], order: int) -> Piece:
    letters = [glyph for word in words for glyph in word]
    size = Counter(_rounded(glyph) for glyph in letters).most_common(1)[0][0]
    y = Counter(round(glyph.y, 1) for glyph in letters if _rounded(glyph) == size).most_common(1)[0][0]
    bold = all(glyph.bold for glyph in letters)
    text, marked = _joined(words, marks=False), _joined(words, marks=not bold)
    x0, x1 = min(glyph.x0 for glyph in letters), max(glyph.x1 for glyph in letters)
    edges = tuple(("".join(glyph.char for glyph in word), word[0].x0, word[-1].x1) for word in words)
    return Piece(text, marked, x0, x1, y - size, y, size, order, bold, words=edges, face=common_face(letters))


def common_face(row: Iterable[Glyph | Piece]) -> str:
    """The typeface that all have; "" for several."""
    faces = {one.face for one in row}
    return faces.pop() if len(faces) == 1 else ""


def _rounded(glyph: Glyph) -> float:
    return round(glyph.size * 2) / 2


def _joined(words: list[Word], *, marks: bool) -> str:
    """Join words with spaces, and put ** around bold ones."""
    pieces: list[str] = []
    within = False
    for index, word in enumerate(words):
        if index:
            pieces.append(" ")
        for glyph in word:
            if marks and glyph.bold != within:
                pieces.append("**")
                within = glyph.bold
                if not within and pieces[-2:] == [" ", "**"]:  # a mark closes right after a word
                    pieces[-2:] = ["**", " "]
            pieces.append(glyph.char)
    return "".join(pieces) + ("**" if within else "")
