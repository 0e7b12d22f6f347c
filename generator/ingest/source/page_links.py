"""Links to places of the same page, or of other files of the book: marked in a page, taken out of its text as spans and names.

>>> from lxml.html import fromstring
>>> page = fromstring('<div><p>Siehe <a href="#tief">dort</a> und <a href="moor.md">hier</a>.</p><h2 id="tief">Wald</h2></div>')
>>> mark_links(page)
>>> text, links, places = taken_out(page.text_content())
>>> text, [(text[link.span.start : link.span.end], link.name) for link in links], text[places["tief"] :]
('Siehe dort und hier.Wald', [('dort', 'tief'), ('hier', 'moor/')], 'Wald')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from ...model.slug import slugify
from ..drafts import Link, Span
from .html_table import Element

#: Characters that no text contains (Unicode: noncharacters).
_LINK, _PLACE, _NAMED, _END = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"
_MARK = re.compile(f"{_LINK}(?P<link>[a-z0-9/]*){_NAMED}|{_PLACE}(?P<place>[a-z0-9]*){_NAMED}|{_END}")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def anchor(name: str) -> str:
    """What all programs' anchors for a heading have in common: letters and digits.

    >>> anchor("3.1 Große Wut (X)"), anchor("31-gro%C3%9Fe-wut-x")
    ('31grossewutx', '31grossewutx')
    """
    return slugify(re.sub("[()]", " ", unquote(name))).replace("-", "")


def link_mark(name: str, words: str, page: str = "") -> str:
    """Words as a link to the place of that name, in the file of another name if `page` names one."""
    return f"{_LINK}{f'{anchor(page)}/' if page else ''}{anchor(name)}{_NAMED}{words}{_END}"


def place_mark(name: str) -> str:
    """The beginning of a place."""
    return f"{_PLACE}{anchor(name)}{_NAMED}"


def mark_links(root: Element) -> None:
    """Mark the words of links to places of the book, and the first words of headings and other places that links of this page name."""
    links = [(node, mark) for node in root.iter("a") if (mark := _mark_of(node.get("href", "")))]
    wanted = {anchor(node.get("href")[1:]) for node, _ in links if node.get("href").startswith("#")}
    pending = ""
    for node in root.iter():
        for name in map(anchor, _names_of(node)):
            pending += place_mark(name) if name in wanted or node.tag in _HEADINGS else ""
        if pending and (node.text or "").strip():
            node.text, pending = pending + node.text, ""
    for node, mark in links:
        node.text = f"{mark.removesuffix(_END)}{node.text or ''}"
        if len(node):
            node[-1].tail = f"{node[-1].tail or ''}{_END}"
        else:
            node.text += _END


def _names_of(node: Element) -> Iterator[str]:
    """The names by which links may call an element."""
    if "id" in node.attrib:
        yield node.get("id")
    if node.tag == "a" and "name" in node.attrib:
        yield node.get("name")


def _mark_of(href: str) -> str:
    """The mark of a link without its words; "" for one that leads out of the book."""
    try:
        address = urlsplit(href)
    except ValueError:
        return ""
    page = PurePosixPath(unquote(address.path)).stem
    return (
        link_mark(address.fragment, "", page) if not address.scheme and not address.netloc and (page or address.fragment) else ""
    )


def without_marks(text: str) -> str:
    """The text alone."""
    return _MARK.sub("", text)


def taken_out(text: str) -> tuple[str, tuple[Link, ...], dict[str, int]]:
    """The text without marks, its links, and the offsets of its places by name."""
    parts: list[str] = []
    links: list[Link] = []
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
            links += [Link(Span(opened[1], at), opened[0])] * (at > opened[1])
            opened = None
    return "".join([*parts, text[done:]]), tuple(links), places


def joined(files: Iterable[tuple[str, int, Sequence[Link], Mapping[str, int]]]) -> tuple[tuple[Link, ...], dict[str, int]]:
    """Links and places of several files in one text, each with its name and the offset at which it begins; files are places, too.

    >>> joined([("a.md", 0, [Link(Span(2, 5), "b/")], {}), ("kapitel/b.md", 9, [Link(Span(1, 3), "x")], {"x": 4})])[1]
    {'a/': 0, 'b/': 9, 'b/x': 13}
    """
    links: list[Link] = []
    places: dict[str, int] = {}
    for count, (name, start, own_links, own_places) in enumerate(files):
        file = anchor(PurePosixPath(name).stem)
        file = f"{file}{count}" if f"{file}/" in places else file
        links += [Link(link.span.moved(start), link.name if "/" in link.name else f"{file}/{link.name}") for link in own_links]
        places |= {f"{file}/": start} | {f"{file}/{place}": offset + start for place, offset in own_places.items()}
    return tuple(links), places
