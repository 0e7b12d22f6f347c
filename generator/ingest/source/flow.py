"""Paragraphs, as word processors and RTF have them, → HTML elements for `html_text`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar
from urllib.parse import quote

from ...german.lists import alternatives
from .html_table import Element
from .html_text import written

#: Sign of a line break inside a paragraph.
BREAK = "\n"

#: Formats of numbers, as DOCX and ODT name them → as HTML does.
_STYLES = {"lowerletter": "a", "upperletter": "A", "lowerroman": "i", "upperroman": "I"} | {sign: sign for sign in "aAiI"}

_HEADING = re.compile(rf"(?:{alternatives('heading_styles')})\s*([1-9])", re.IGNORECASE)

_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a run of letters; `raised` is 1 for superscript, -1 for subscript; `link` names the place to which it leads."""

    bold: bool = False
    italic: bool = False
    raised: int = 0
    link: str = ""

    def over(self, other: Look) -> Look:
        """This look with what the other adds."""
        return Look(self.bold or other.bold, self.italic or other.italic, self.raised or other.raised, self.link or other.link)


#: Letters without any look.
PLAIN = Look()

#: Runs of letters with their looks.
Runs = Sequence[tuple[str, Look]]

_Style = TypeVar("_Style")


def heading_level(style: str) -> int:
    """The level of a heading by its style's name; 0 for other styles.

    >>> heading_level("heading 2"), heading_level("Überschrift 3"), heading_level("Text")
    (2, 3, 0)
    """
    found = _HEADING.match(style.strip())
    return int(found[1]) if found else 0


def inherited(
    nodes: Mapping[str, Any], base_of: Callable[[Any], str], made_of: Callable[[Any, _Style], _Style], plain: _Style
) -> dict[str, _Style]:
    """Styles by name, each made of its node and the style it is based on; a circle begins with a plain one.

    >>> inherited({"b": "a", "a": "b", "c": "a"}, str, lambda node, base: base + node, "")
    {'a': 'b', 'b': 'ba', 'c': 'ba'}
    """
    made: dict[str, _Style] = {}
    for name in nodes:
        line: dict[str, None] = {}
        while name in nodes and name not in made and name not in line:
            line[name] = None
            name = base_of(nodes[name])
        for one in reversed(line):
            made[one] = made_of(nodes[one], made.get(base_of(nodes[one]), plain))
    return made


def element(tag: str, parent: Any = None, **attributes: str) -> Element:
    """A new HTML element, the last child of `parent` if there is one."""
    from lxml import etree

    return etree.Element(tag, attributes) if parent is None else etree.SubElement(parent, tag, attributes)


def paragraph(parent: Element, tag: str, runs: Runs, names: Iterable[str] = ()) -> Element:
    """Add a paragraph or heading, which links call by its names; what neighbouring runs have in common is marked once, because
    programs split words at will.
    """
    for name in names:
        element("a", parent, name=name)
    block = element(tag, parent)
    for at, line in enumerate(_lines(runs)):
        if at:
            element("br", block)
        _add(block, line, _MARKS)
    return block


def _lines(runs: Runs) -> list[list[tuple[str, Look]]]:
    lines: list[list[tuple[str, Look]]] = [[]]
    for text, look in runs:
        for at, line in enumerate(text.split(BREAK)):
            lines += [[]] if at else []
            lines[-1] += [(line, look)] if line else []
    return lines


#: HTML elements of looks, from the outside in.
_MARKS: Sequence[tuple[str, Callable[[Look], str | bool]]] = (
    ("a", lambda look: look.link),
    ("b", lambda look: look.bold),
    ("i", lambda look: look.italic),
    ("sup", lambda look: look.raised > 0),
    ("sub", lambda look: look.raised < 0),
)


def _add(place: Element, runs: Runs, marks: Sequence[tuple[str, Callable[[Look], str | bool]]]) -> None:
    """Add a line's runs; white space alone has no look."""
    if not marks:
        _append(place, "".join(text for text, _ in runs))
        return
    tag, marked = marks[0]
    for on, group in groupby(runs, key=lambda run: marked(run[1])):
        some = list(group)
        told = any(text.strip() for text, _ in some)
        leads = {"href": f"#{quote(on)}"} if isinstance(on, str) else {}
        _add(element(tag, place, **leads) if on and told else place, some, marks[1:])


def _append(place: Element, text: str) -> None:
    last = next(place.iterchildren(reversed=True), None)
    kept = _NOT_XML.sub("", text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    if last is not None:
        last.tail = (last.tail or "") + kept
    else:
        place.text = (place.text or "") + kept


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a list: the format of its number ("" for none, "bullet"), its text ("%1.%2"), its first number."""

    format: str = "bullet"
    text: str = ""
    start: int = 1

    @property
    def counts(self) -> bool:
        return self.format not in ("", "none", "bullet")

    @property
    def outlines(self) -> bool:
        """Whether its number also shows that of a level above: "1.2"."""
        return self.counts and self.text.count("%") > 1


class Counter:
    """Numbers of the paragraphs of one list, level by level."""

    def __init__(self, levels: Sequence[Level]) -> None:
        self._levels = levels
        self._at: list[int] = []

    def level(self, at: int) -> Level:
        """A level (from 0); one without numbers beyond the last."""
        return self._levels[at] if at < len(self._levels) else Level("")

    def next(self, at: int, start: int = 0) -> tuple[int, str]:
        """Count one more paragraph at a level, from `start` if given, all deeper ones anew: its number, and as printed ("" for none).

        >>> counter = Counter([Level("decimal", "%1."), Level("decimal", "%1.%2")])
        >>> counter.next(0), counter.next(1), counter.next(1)
        ((1, '1.'), (1, '1.1'), (2, '1.2'))
        """
        while len(self._at) <= at:
            self._at.append(self.level(len(self._at)).start - 1)
        self._at[at:] = [start or self._at[at] + 1]
        shown = self.level(at).text or "%1" if self.level(at).counts else ""
        for index in range(at, -1, -1):
            style = self.level(index).format
            style = _STYLES.get(style if len(style) == 1 else style.lower(), "")
            shown = shown.replace(f"%{index + 1}", written(max(1, self._at[index]), style))
        return self._at[at], shown


class Lists:
    """Lists made of paragraphs that only name their level: nested below the last item of the level above."""

    def __init__(self, parent: Element) -> None:
        self._parent = parent
        self._open: list[tuple[int, Element]] = []

    def close(self, below: int = -1) -> None:
        """End the lists below a level; all of them by default."""
        self._open = [one for one in self._open if one[0] <= below]

    def item(self, level: int, style: str, number: int) -> Element:
        """A new item; `style` is a number's format, "bullet" for none."""
        tag = "ul" if style == "bullet" else "ol"
        while self._open and (self._open[-1][0] > level or (self._open[-1][0] == level and self._open[-1][1].tag != tag)):
            self._open.pop()
        if not self._open or self._open[-1][0] < level:
            self._open.append((level, element(tag, self._below(), **_typed(tag, style))))
        return element("li", self._open[-1][1], **({"value": str(number)} if tag == "ol" else {}))

    def _below(self) -> Element:
        items: Iterable[Element] = self._open[-1][1] if self._open else ()
        return next(reversed(list(items)), self._parent)


def _typed(tag: str, style: str) -> dict[str, str]:
    found = _STYLES.get(style if len(style) == 1 else style.lower())
    return {"type": found} if found and tag == "ol" else {}
