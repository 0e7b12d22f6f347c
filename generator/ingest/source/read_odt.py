"""A LibreOffice text (ODT) as text: headings with the numbers of the outline, lists, tables, notes, text frames.

Macros, comments, deleted text and generated indexes are left out; linked sections and objects stay unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from .flow import BREAK, PLAIN, Counter, Level, Lists, Look, Runs, element, inherited, paragraph
from .html_table import Element
from .zipped import Package, whole

#: Elements whose content does not belong to the text.
_LEFT_OUT = frozenset(
    {"annotation", "annotation-end", "tracked-changes", "note-citation", "sequence-decls", "variable-decls", "forms", "object",
     "object-ole", "image", "title", "desc", "script", "number"}
)  # fmt: skip
_INDEXES = frozenset(
    {"table-of-content", "alphabetical-index", "illustration-index", "table-index", "object-index", "user-index", "bibliography"}
)
#: Styles that underline links.
_LINKS = ("Internet", "Visited")
_PLACES = ("bookmark", "bookmark-start", "reference-mark", "reference-mark-start")
#: A link to a heading, which is named with its number ("#1.2.Moor|outline"), or to a place.
_LEADS = re.compile(r"#(?:[\d.]*+(?P<heading>[^|]*+)\|outline|(?P<name>[^|]++))$")
_MOST_REPEATED = 30
_LINE_END = re.compile(r"(?<![ \t])[ \t]*+\n\s*+")
#: The most text of a cell that is repeated, because tables within it would grow with each depth.
_LONGEST_REPEATED = 200
_DEEPEST = 60


@dataclass(frozen=True, slots=True)
class _Style:
    look: Look = PLAIN
    level: int = 0


def read_odt(package: Package) -> Element:
    """The document's body as HTML."""
    if "META-INF/manifest.xml" in package and b"encryption-data" in package.read("META-INF/manifest.xml"):
        raise package.locked()
    return _Reader(package.xml("content.xml"), package.maybe("styles.xml")).body()


class _Reader:
    def __init__(self, content: Any, styles: Any) -> None:
        self._content = content
        self._styles = _styles([styles, content])
        self._lists = {node.get("name", ""): _levels(node) for root in (styles, content) for node in root.iter("list-style")}
        self._outline = Counter(_levels(next(styles.iter("outline-style"), ())))
        self._after: list[Any] = []  # notes and frames to show below the block

    def body(self) -> Element:
        body = element("body")
        for text in self._content.iter("text"):
            if text.getparent().tag == "body":
                self._blocks(text, body, 0)
        return body

    def _blocks(self, node: Any, parent: Element, depth: int) -> None:
        lists = Lists(parent)
        for child in node if depth < _DEEPEST else ():
            name = child.tag
            if name in _INDEXES or name in _LEFT_OUT:
                continue
            if name == "list":
                if any(within.tag != "list" for item in child for within in item):  # otherwise it goes on below the item before
                    lists.close()
                self._list(child, parent, lists, None, depth + 1)
                continue
            lists.close()
            if name in ("p", "h"):
                self._paragraph(child, parent)
            elif name == "table":
                self._table(child, element("table", parent), depth + 1)
            else:
                self._blocks(child, parent, depth + 1)
            while self._after and depth < _DEEPEST:
                self._blocks(self._after.pop(0), parent, depth + 1)

    def _paragraph(self, node: Any, parent: Element) -> None:
        style = self._styles.get(node.get("style-name", ""), _Style())
        runs = list(self._runs(node, style.look, 0))
        if not "".join(text for text, _ in runs).strip():
            return
        level = whole(node.get("outline-level", ""), 1) if node.tag == "h" else style.level
        is_counted = level and node.tag == "h" and node.get("is-list-header") != "true"
        number = self._outline.next(level - 1)[1] if is_counted else ""
        names = [place.get("name", "") for place in node.iter(*_PLACES)]
        names += ["".join(text for text, _ in runs)] if level else []
        paragraph(parent, f"h{min(level, 6)}" if level else "p", [(f"{number} ", PLAIN), *runs] if number else runs, names)

    def _list(self, node: Any, parent: Element, lists: Lists, counter: Counter | None, depth: int, level: int = 0) -> None:
        if counter is None or node.get("style-name"):
            counter = Counter(self._lists.get(node.get("style-name", ""), []))
        for item in node.iterchildren("list-item", "list-header") if depth < _DEEPEST else ():
            place = None
            for child in item:
                if child.tag == "list":
                    self._list(child, parent, lists, counter, depth + 1, level + 1)
                elif child.tag == "h":  # numbered headings, which some versions wrap into lists
                    lists.close()
                    self._blocks([child], parent, depth + 1)
                else:
                    if place is None:
                        number, _ = counter.next(level, whole(item.get("start-value", ""), 0))
                        form = counter.level(level).format if counter.level(level).counts else "bullet"
                        place = lists.item(level, form, number)
                    lists.close(level)
                    self._blocks([child], place, depth + 1)

    def _table(self, node: Any, table: Element, depth: int) -> None:
        for child in node if depth < _DEEPEST else ():
            if child.tag == "table-row":
                line = element("tr", table)
                for cell in child:
                    if cell.tag in ("table-cell", "covered-table-cell"):
                        times = min(whole(cell.get("number-columns-repeated", ""), 1), _MOST_REPEATED)
                        for _ in range(times if len("".join(cell.itertext())) < _LONGEST_REPEATED else 1):
                            self._blocks(cell, element("td", line), depth + 1)
            elif child.tag.startswith("table-") or child.tag == "soft-page-break":
                self._table(child, table, depth + 1)

    def _runs(self, node: Any, look: Look, depth: int) -> Iterator[tuple[str, Look]]:
        yield _flat(node.text), look
        for child in node if depth < _DEEPEST else ():
            yield from self._run(child, look, depth + 1)
            yield _flat(child.tail), look

    def _run(self, node: Any, look: Look, depth: int) -> Runs | Iterator[tuple[str, Look]]:
        name = node.tag
        if name == "line-break":
            return [(BREAK, look)]
        if name in ("s", "tab"):
            return [(" ", look)]
        if name == "note":
            return self._note(node, look)
        if name == "text-box":
            self._after.append(node)
            return []
        if name in _LEFT_OUT:
            return []
        named = self._styles.get(node.get("style-name", "")) if name == "span" else None
        look = replace(look, link=_target(node) or look.link)
        return self._runs(node, look.over(named.look) if named else look, depth)

    def _note(self, node: Any, look: Look) -> Runs:
        number = next(("".join(one.itertext()) for one in node.iter("note-citation")), "")
        for body in node.iter("note-body"):
            for first in body[:1]:
                first.text = f"{number}) {(first.text or '').lstrip()}"
            self._after.append(body)
        return [(number, replace(look, raised=1))]


def _target(node: Any) -> str:
    """The place within the text to which a link or cross-reference leads; "" without any."""
    if node.tag in ("bookmark-ref", "reference-ref"):
        return node.get("ref-name", "") if node.get("reference-format") != "page" else ""
    found = _LEADS.match(unquote(node.get("href", ""))) if node.tag == "a" else None
    return (found["heading"] or found["name"] or "") if found else ""


def _styles(roots: list[Any]) -> dict[str, _Style]:
    """The styles of paragraphs and letters by name, with their inherited values."""
    nodes = {node.get("name", ""): node for root in roots for node in root.iter("style")}
    return inherited(nodes, lambda node: node.get("parent-style-name", ""), _styled, _Style())


def _styled(node: Any, base: _Style) -> _Style:
    level = node.get("default-outline-level", "")
    return replace(base, look=_looking(node, base.look), level=whole(level, 0) if level else base.level)


def _looking(node: Any, look: Look) -> Look:
    for props in node.iter("text-properties"):
        if weight := props.get("font-weight", ""):
            look = replace(look, bold=weight == "bold" or (weight.isdecimal() and int(weight) >= 600))
        if props.get("text-underline-style", "none") != "none" and not node.get("name", "").startswith(_LINKS):
            look = replace(look, bold=True)
        if slant := props.get("font-style", ""):
            look = replace(look, italic=slant in ("italic", "oblique"))
        if place := {"sup": 1, "sub": -1}.get(props.get("text-position", "")[:3]):
            look = replace(look, raised=place)
    return look


def _levels(node: Any) -> list[Level]:
    """The levels of a list or of the outline; a level shows as many numbers as its `display-levels` says."""
    found: list[Level] = []
    for row in node:
        if not row.tag.startswith(("list-level-style", "outline-level-style")):
            continue
        at = len(found) + 1
        shown = min(whole(row.get("display-levels", ""), 1), at)
        text = ".".join(f"%{level}" for level in range(at - shown + 1, at + 1)) + row.get("num-suffix", "")
        form = "bullet" if row.tag == "list-level-style-bullet" else row.get("num-format", "")
        found.append(Level(form, row.get("num-prefix", "") + text, whole(row.get("start-value", ""), 1)))
    return found


def _flat(text: str | None) -> str:
    """The text of a file whose line ends mean a blank."""
    return _LINE_END.sub(" ", text or "")
