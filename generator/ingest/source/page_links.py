"""A page's links to its own places: marked in its elements, taken out of its text as spans.

>>> from lxml.html import fromstring
>>> page = fromstring('<div><p>Siehe <a href="#tief">dort</a>.</p><h2 id="tief">Wald</h2></div>')
>>> mark_links(page)
>>> text, (link,) = taken_out(page.text_content())
>>> text, text[link.span.start : link.span.end], text[link.target :]
('Siehe dort.Wald', 'dort', 'Wald')
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from ...model.slug import slugify
from ..drafts import Link, Span
from .html_table import Element

#: Characters that no text contains (Unicode: noncharacters).
_LINK, _PLACE, _NAMED, _END = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"
_MARK = re.compile(f"{_LINK}(?P<link>[a-z0-9]*){_NAMED}|{_PLACE}(?P<place>[a-z0-9]*){_NAMED}|{_END}")


def anchor(name: str) -> str:
    """What all programs' anchors for a heading have in common: letters and digits.

    >>> anchor("3.1 Große Wut (X)"), anchor("31-gro%C3%9Fe-wut-x")
    ('31grossewutx', '31grossewutx')
    """
    return slugify(re.sub("[()]", " ", unquote(name))).replace("-", "")


def link_mark(name: str, words: str) -> str:
    """Words as a link to the place of that name."""
    return f"{_LINK}{anchor(name)}{_NAMED}{words}{_END}"


def place_mark(name: str) -> str:
    """The beginning of a place."""
    return f"{_PLACE}{anchor(name)}{_NAMED}"


def mark_links(root: Element) -> None:
    """Mark the words of links to places of the same page, and the first words of these places."""
    links = [(node, anchor(node.get("href")[1:])) for node in root.iter("a") if node.get("href", "").startswith("#")]
    wanted = {name for _, name in links if name}
    if not wanted:
        return
    reached: set[str] = set()
    pending = ""
    for node in root.iter():
        for name in {anchor(node.get("id", "")), anchor(node.get("name", "") if node.tag == "a" else "")} & (wanted - reached):
            reached.add(name)
            pending += place_mark(name)
        if pending and (node.text or "").strip():
            node.text, pending = pending + node.text, ""
    for node, name in links:
        if name in reached:
            node.text = f"{link_mark(name, '').removesuffix(_END)}{node.text or ''}"
            if len(node):
                node[-1].tail = f"{node[-1].tail or ''}{_END}"
            else:
                node.text += _END


def taken_out(text: str) -> tuple[str, tuple[Link, ...]]:
    """The text without marks, and its links."""
    parts: list[str] = []
    links: list[tuple[str, Span]] = []
    places: dict[str, int] = {}
    opened: tuple[str, int] | None = None
    at = done = 0
    for mark in _MARK.finditer(text):
        parts.append(text[done : mark.start()])
        at += mark.start() - done
        done = mark.end()
        if mark["place"]:
            places.setdefault(mark["place"], at)
        elif mark["link"]:
            opened = mark["link"], at
        elif opened:
            links.append((opened[0], Span(opened[1], at)))
            opened = None
    whole = "".join([*parts, text[done:]])
    return whole, tuple(Link(span, places[name]) for name, span in links if name in places and span.start < span.end)
