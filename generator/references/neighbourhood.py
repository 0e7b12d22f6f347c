"""An entry's neighbourhood (Umgebung) in the graph, and a small drawing of it.

Reads and writes nothing; the same graph gives the same bytes. The drawing suits a phone 390 px wide: two columns of boxes with a
trunk between them give a title two lines of about 18 letters each. Three columns would leave 11.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from ..model.library import Library
from ..model.values import Concept, Entry, Term
from .graph import Graph, page_id

#: Neighbours shown per side, and children shown; the rest is counted.
MOST = 5
MOST_BELOW = 4


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The ids around an entry, each in one place only, best first.

    above   its parent
    below   its children
    left    entries that refer to it
    right   its targets
    both    those in left or right with references both ways: they fill the shorter side
    """

    above: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    both: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self.above) + len(self.left) + len(self.right) + len(self.below)


@dataclass(frozen=True, slots=True)
class Node:
    """A neighbour in the drawing: its address, its title, and its full name with number and system for the tooltip."""

    href: str
    title: str
    name: str


def neighbourhood(library: Library, graph: Graph, entry: Entry) -> Neighbourhood:
    """An entry's neighbours: those in its own part first, then in its system, then in others; terms and concepts last.

    Ignores references to the list of a book's page, and to missing targets.
    """
    above = [parent.id for parent in [library.entry(entry.parent)] if parent and parent is not entry]
    below = [child.id for child in library.children(entry.id) if child.id not in (entry.id, *above)]
    known = {entry.id, *above, *below}
    linked = graph.texts.get(entry.id, {}).values()
    named = [*(r.target for text in linked for r in text.references if r.target), *entry.see]
    into = {i for i in graph.backlinks.get(entry.id, ()) if page_id(library, i) == i and library.target(i)} - known
    out = {i for i in (page_id(library, target) for target in named) if library.target(i)} - known

    def rank(target: str) -> tuple[object, ...]:
        return _rank(library, entry, target)

    left, right = sorted(into - out, key=rank), sorted(out - into, key=rank)
    for target in sorted(into & out, key=rank):
        (left if len(left) < len(right) else right).append(target)
    return Neighbourhood(
        tuple(above), tuple(sorted(left, key=rank)), tuple(sorted(right, key=rank)), tuple(below), frozenset(into & out)
    )


def _rank(library: Library, entry: Entry, target: str) -> tuple[object, ...]:
    found = library.target(target)
    if not isinstance(found, Entry):
        return (2 if isinstance(found, Term) else 3, target)
    parts = [part.id for part in library.systems[found.system].parts]
    place = parts.index(found.part) if found.part in parts else len(parts)
    own = found.system == entry.system
    return (0 if own else 1, found.system, not (own and found.part == entry.part), place, found.order, target)


def node_of(library: Library, entry: Entry, target: str, href: str) -> Node:
    """A neighbour's node as seen from an entry: with the system's name if it differs."""
    found = library.target(target)
    if found is None:
        return Node(href, target, target)
    number = str(found.number or "") if isinstance(found, Entry) else ""
    sort = "alle Spiele" if isinstance(found, Concept) else "Begriff" if isinstance(found, Term) else ""
    system = "" if isinstance(found, Concept) or found.system == entry.system else library.systems[found.system].short
    note = ", ".join(text for text in (sort, system) if text)
    return Node(href, found.title, " ".join(text for text in (number, found.title, f"({note})" if note else "") if text))


# -- the drawing: a box per neighbour, a trunk from the entry down between the columns -----------------------------------------

_WIDTH, _MIDDLE = 360, 180
_COLUMN, _RIGHT = 160, 200
_TALL, _STEP, _CAPTION = 44, 50, 20


def picture(title: str, around: Neighbourhood, node: Callable[[str], Node]) -> str:
    """The drawing as one line of SVG, with links but without ids or styles; "" for fewer than two neighbours.

    The site's styles (`.n-umgebung`) set colours and font sizes.
    """
    if len(around) < 2:
        return ""
    drawing = _Drawing(around, node)
    drawing.head(title)
    drawing.columns()
    drawing.children()
    return drawing.svg(title)


class _Drawing:
    """Draws from top to bottom; `y` is the current height."""

    def __init__(self, around: Neighbourhood, node: Callable[[str], Node]) -> None:
        self.around, self.node = around, node
        self.y = 1
        self.lines: list[str] = []
        self.heads: list[str] = []
        self.parts: list[str] = []

    def svg(self, title: str) -> str:
        lines = f'<path class="n-linien" d="{"".join(self.lines)}"/>'
        heads = f'<path class="n-spitzen" d="{"".join(self.heads)}"/>' if self.heads else ""
        label = escape(f"Umgebung von „{title}“")
        return f'<svg viewBox="0 0 {_WIDTH} {self.y + 1}" role="group" aria-label="{label}">{lines}{heads}{"".join(self.parts)}</svg>'

    def head(self, title: str) -> None:
        """Draw the parent and the entry itself."""
        wide = 260
        left = (_WIDTH - wide) // 2
        for target in self.around.above:
            self.caption(left, "Gehört zu")
            self.box(target, left, wide)
            self.y += _TALL
            self.lines.append(f"M{_MIDDLE} {self.y}v14")
            self.y += 14
        self.parts.append(f'<g class="n-mitte" transform="translate({left} {self.y})">{_box(wide, title, bold=True)}</g>')
        self.y += _TALL
        self.start = self.y

    def columns(self) -> None:
        """Draw referring entries on the left and targets on the right, in this order for screen readers."""
        sides = self.around.left, self.around.right
        rows = min(MOST, max(map(len, sides)))
        if rows:
            top = self.y + 6
            bottom = max(self.column(0, "Erwähnt in", sides[0], top), self.column(_RIGHT, "Verweist auf", sides[1], top))
            self.trunk(top + _CAPTION + (rows - 1) * _STEP + _TALL // 2)
            self.y = bottom

    def column(self, x: int, caption: str, side: Sequence[str], top: int) -> int:
        """Draw one side with arrows in the direction of the references; returns its bottom."""
        self.y = top
        if side:
            self.caption(x, caption)
        for target in side[:MOST]:
            at = self.row(target, x)
            near, far = (_COLUMN, _MIDDLE) if x == 0 else (_MIDDLE, _RIGHT)
            self.heads += [_tip(far - 1, at, 5), *([_tip(near + 1, at, -5)] if target in self.around.both else ())]
            self.y += _STEP
        return self.more(x, len(side) - MOST, self.y)

    def children(self) -> None:
        """Draw the children, two per row."""
        shown = self.around.below[:MOST_BELOW]
        if not shown:
            return
        self.y += 6
        self.caption(0, "Dazu gehören")
        for i, target in enumerate(shown):
            at = self.row(target, _RIGHT if i % 2 else 0)
            if i % 2 or i == len(shown) - 1:
                self.trunk(at)
                self.y += _STEP
        self.y = self.more(0, len(self.around.below) - MOST_BELOW, self.y)

    def row(self, target: str, x: int) -> int:
        """Draw a box in a column and its line to the trunk; returns the line's height."""
        at = self.y + _TALL // 2
        self.lines.append(f"M{_MIDDLE if x else _COLUMN} {at}h{_MIDDLE - _COLUMN}")
        self.box(target, x, _COLUMN)
        return at

    def trunk(self, to: int) -> None:
        """Extend the line between the columns down to a row."""
        self.lines.append(f"M{_MIDDLE} {self.start}V{to}")
        self.start = to

    def box(self, target: str, x: int, wide: int) -> None:
        node = self.node(target)
        name = f"{node.name} – gegenseitig" if target in self.around.both else node.name
        self.parts.append(
            f'<a href="{escape(node.href)}" transform="translate({x} {self.y})"><title>{escape(name)}</title>{_box(wide, node.title)}</a>'
        )

    def caption(self, x: int, text: str) -> None:
        self.parts.append(f'<text class="n-leise" x="{x + 2}" y="{self.y + 14}">{text}</text>')
        self.y += _CAPTION

    def more(self, x: int, count: int, y: int) -> int:
        """ "und 7 weitere" below a column with more neighbours; returns the new bottom."""
        if count <= 0:
            return y
        self.parts.append(f'<text class="n-leise" x="{x + 2}" y="{y + 10}">und {count} weitere</text>')
        return y + 18


def _box(wide: int, title: str, *, bold: bool = False) -> str:
    lines = wrap(title, (wide - 12) / (15 if bold else 13.5))
    first = 19 if len(lines) > 1 else 27
    text = escape(lines[0]) + "".join(f'<tspan x="7" dy="17">{escape(line)}</tspan>' for line in lines[1:])
    return f'<rect width="{wide}" height="{_TALL}" rx="8"/><text x="7" y="{first}">{text}</text>'


def _tip(x: int, y: int, back: int) -> str:
    """An arrowhead with its tip at (x, y)."""
    return f"M{x} {y}l{-back} -3v6z"


# -- titles in two lines ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)  # an entry is in the drawings of all that mention it
def wrap(title: str, wide: float, most: int = 2) -> tuple[str, ...]:
    """Wrap a title to at most two lines of a width in em; cut the rest with an ellipsis. Breaks only after spaces and hyphens.

    >>> wrap("Kontrollverlust-Tabelle", 10.8)
    ('Kontrollverlust-', 'Tabelle')
    >>> wrap("Attackenmodifikatoren und Begrenzungen", 10.8)
    ('Attackenmodifikat…', 'und Begrenzungen')
    """
    lines = [""]
    for piece in _pieces(title):
        if not lines[-1] or width(lines[-1] + piece.rstrip()) <= wide:
            lines[-1] += piece
        else:
            lines.append(piece)
    kept = [line.strip() for line in lines[:most]]
    if len(lines) > most:
        kept[-1] += " …"
    return tuple(_cut(line, wide) for line in kept)


def _pieces(title: str) -> list[str]:
    """Split a title after each space and hyphen."""
    words = " ".join(title.split()).replace("-", "-\0").replace(" ", " \0")
    return words.split("\0")


def _cut(line: str, wide: float) -> str:
    if width(line) <= wide:
        return line
    line = line.removesuffix(" …")
    while line and width(line + "…") > wide:
        line = line[:-1]
    return line.rstrip(" -–,") + "…"


def width(text: str) -> float:
    """Approximate width of a text in em. Readers' fonts differ; this assumes the widest common ones."""
    return sum(map(_letter, text))


def _letter(letter: str) -> float:
    if unicodedata.combining(letter) or letter == "\u00ad":
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    if letter in "iljftrI.,:;!'|()[]/ -":
        return 0.39
    if letter in "mwMW@%…—":
        return 0.96
    return 0.75 if letter.isupper() else 0.62
