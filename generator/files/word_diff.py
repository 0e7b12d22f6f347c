"""Word-by-word difference of two texts: as values, as HTML, for a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

from rich.text import Text

#: Words with their signs (4+, –1, 6", 1,5, unit's), white space, and every other character alone.
_TOKEN = re.compile(r"\s+|[+\-–−±]?\d+(?:[.,]\d+)*[+%\"″”]?|\w+(?:['’\-]\w+)*|[^\w\s]")

#: Unchanged text of at most this many letters between two changes joins them, because "a [-red-] of [-cup-]" is unreadable.
_SMALL = 3

#: With this many words removed and added, a text counts as rewritten: its middle is shown as one change, because a word-by-word
#: difference would be unreadable and cost length times changes.
_REWRITTEN = 400


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of both texts: common to both, or the old and the new words in one place ("" for none)."""

    old: str
    new: str

    @property
    def changed(self) -> bool:
        return self.old != self.new


def word_diff(old: str, new: str) -> list[Piece]:
    """Compare two texts. The joined `old` and `new` of the pieces are the texts with white space collapsed.

    >>> word_diff("Roll a D6.", "Roll two D6.")
    [Piece(old='Roll ', new='Roll '), Piece(old='a', new='two'), Piece(old=' D6.', new=' D6.')]
    """
    before, after = tokens(old), tokens(new)
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    middle = _edits(before[start : len(before) - end], after[start : len(after) - end])
    same = [(token, token) for token in before[:start]], [(token, token) for token in before[len(before) - end :]]
    return [piece for joined in _joined(_grouped([*same[0], *middle, *same[1]])) for piece in _without_edges(joined)]


def tokens(text: str) -> list[str]:
    """Split a text into words, numbers with their signs, spaces and marks; joined, they are the text with white space collapsed.

    >>> tokens("Roll 2D6, on 4+ …")
    ['Roll', ' ', '2D6', ',', ' ', 'on', ' ', '4+', ' ', '…']
    """
    return _TOKEN.findall(" ".join(text.split()))


def as_html(pieces: Iterable[Piece], written: Callable[[str], str] = escape) -> str:
    """The difference as HTML with <del> and <ins>; `written` makes a text such as may stand there.

    >>> as_html(word_diff("Roll a D6.", "Roll two D6."))
    'Roll <del>a</del><ins>two</ins> D6.'
    """
    return "".join(
        (f"<del>{written(piece.old)}</del>" if piece.old else "") + (f"<ins>{written(piece.new)}</ins>" if piece.new else "")
        if piece.changed
        else written(piece.new)
        for piece in pieces
    )


def as_text(pieces: list[Piece]) -> Text:
    """The difference for a terminal: in colours, and with the marks of `wdiff` for reading without them.

    >>> as_text(word_diff("Roll a D6.", "Roll two D6.")).plain
    'Roll [-a-]{+two+} D6.'
    """
    text = Text()
    for piece in pieces:
        if not piece.changed:
            text.append(piece.new)
            continue
        if piece.old:
            text.append(f"[-{piece.old}-]", "red strike")
        if piece.new:
            text.append(f"{{+{piece.new}+}}", "green underline")
    return text


def _common(one: list[str], other: list[str]) -> int:
    """Count the tokens with which both begin."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _edits(old: list[str], new: list[str]) -> list[tuple[str, str]]:
    """The shortest edit script as (old token or "", new token or ""), by Myers' greedy algorithm, whose cost grows with the
    changes. Rejected: difflib, which takes minutes for a rule of 3,000 recurring words.
    """
    furthest = {1: 0}
    trace: list[dict[int, int]] = []
    for changes in range(min(len(old) + len(new), _REWRITTEN) + 1):
        trace.append(dict(furthest))
        for k in range(-changes, changes + 1, 2):
            down = k == -changes or (k != changes and furthest[k - 1] < furthest[k + 1])
            x = furthest[k + 1] if down else furthest[k - 1] + 1
            while x < len(old) and x - k < len(new) and old[x] == new[x - k]:
                x += 1
            furthest[k] = x
            if x >= len(old) and x - k >= len(new):
                return _way_back(old, new, trace)
    return [*((token, "") for token in old), *(("", token) for token in new)]


def _way_back(old: list[str], new: list[str], trace: list[dict[int, int]]) -> list[tuple[str, str]]:
    edits: list[tuple[str, str]] = []
    x, y = len(old), len(new)
    for changes in range(len(trace) - 1, -1, -1):
        furthest, k = trace[changes], x - y
        down = k == -changes or (k != changes and furthest[k - 1] < furthest[k + 1])
        from_k = k + 1 if down else k - 1
        from_x = furthest[from_k] if changes else 0
        from_y = from_x - from_k if changes else 0
        while x > from_x and y > from_y:
            x, y = x - 1, y - 1
            edits.append((old[x], new[y]))
        if changes:
            edits.append(("", new[from_y]) if down else (old[from_x], ""))
            x, y = from_x, from_y
    return edits[::-1]


def _grouped(edits: list[tuple[str, str]]) -> list[Piece]:
    """Turn edits into pieces, joining adjacent changes."""
    groups = groupby(edits, key=lambda edit: edit[0] == edit[1])
    parts = ([*group] for _, group in groups)
    return [Piece("".join(old for old, _ in part), "".join(new for _, new in part)) for part in parts]


def _joined(pieces: list[Piece]) -> Iterator[Piece]:
    """Join neighbouring changes with the short unchanged pieces between them."""
    open_: Piece | None = None
    for at, piece in enumerate(pieces):
        between = not piece.changed and _is_small(piece.new) and 0 < at < len(pieces) - 1
        if piece.changed or between:
            open_ = Piece(open_.old + piece.old, open_.new + piece.new) if open_ else piece
            continue
        if open_:
            yield open_
            open_ = None
        yield piece
    if open_:
        yield open_


def _without_edges(piece: Piece) -> Iterator[Piece]:
    """Split the common spaces off both ends of a change."""
    if not (piece.changed and piece.old.strip() and piece.new.strip()):
        yield piece
        return
    before = " " if piece.old[0] == piece.new[0] == " " else ""
    after = " " if piece.old[-1] == piece.new[-1] == " " else ""
    inner = [text[len(before) : len(text) - len(after)] for text in (piece.old, piece.new)]
    yield from (part for part in (Piece(before, before), Piece(*inner), Piece(after, after)) if part.old or part.new)


def _is_small(text: str) -> bool:
    return len(text.strip()) <= _SMALL and not re.search(r"[.!?:;]", text)
