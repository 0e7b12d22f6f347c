"""A Word document (DOCX) as text: headings by style or outline level, numbers as Word counts them, lists, tables, notes.

Macros, comments, deleted and hidden text, and tables of contents are left out; of fields what they show is read, cross-references as
links; linked files stay unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ...german.lists import alternatives
from .flow import BREAK, PLAIN, Counter, Level, Lists, Look, element, heading_level, inherited, paragraph
from .html_table import Element
from .zipped import Package, whole

_CONTENTS = re.compile(rf"(?:{alternatives('contents_styles')})\s*\d", re.IGNORECASE)
_MAIN = re.compile(r"/officeDocument$")
_OFF = frozenset({"0", "false", "off", "none"})

#: Elements whose content does not belong to the text.
_LEFT_OUT = frozenset({"del", "moveFrom", "instrText", "delText", "Fallback", "rPr", "pPr", "commentReference", "annotationRef"})
_DEEPEST = 60
#: The most that is read of what a field does, and one that leads to a bookmark.
_LONGEST_INSTRUCTION = 1000
_REFERS = re.compile(r"\s*(?:REF|HYPERLINK\s+\\l)\s+\"?([^\"\s\\]{1,200})")
#: The longest pattern of a number ("%1.%2.%3") that is kept.
_LONGEST_NUMBER = 60


@dataclass(frozen=True, slots=True)
class _Style:
    """A style with its inherited values: heading level (0 for none), list, look, whether it belongs to a table of contents."""

    level: int = 0
    number: str = ""
    place: int = 0
    look: Look = PLAIN
    contents: bool = False


def read_docx(package: Package) -> Element:
    """The document's body as HTML."""
    return _Reader(package).body()


class _Reader:
    def __init__(self, package: Package) -> None:
        main = _main(package)
        folder = main.rpartition("/")[0]
        self._document = package.xml(main)
        self._styles = _styles(package.maybe(f"{folder}/styles.xml"))
        self._lists = _numbering(package.maybe(f"{folder}/numbering.xml"))
        self._notes = {
            (note.tag, note.get("id")): note
            for kind in ("footnotes", "endnotes")
            for note in package.maybe(f"{folder}/{kind}.xml")
        }
        self._counters: dict[str, Counter] = {}
        self._after: list[Any] = []  # notes and text boxes to show below the block
        self._told = 0
        self._names: list[str] = []  # of bookmarks above the next paragraph
        self._fields: list[list[str]] = []  # what the open fields say, and the links that they show

    def body(self) -> Element:
        body = element("body")
        for found in self._document.iterchildren("body"):
            self._blocks(found, body, 0)
        return body

    def _blocks(self, node: Any, parent: Element, depth: int) -> None:
        lists = Lists(parent)
        for child in node if depth < _DEEPEST else ():
            name = child.tag
            if name == "p":
                self._paragraph(child, parent, lists)
            elif name == "tbl":
                lists.close()
                self._table(child, parent, depth + 1)
            elif name == "bookmarkStart":
                self._names.append(child.get("name", ""))
            elif name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag", "AlternateContent", "Choice"):
                self._blocks(child, parent, depth + 1)
            while self._after and depth < _DEEPEST:
                self._blocks(self._after.pop(0), parent, depth + 1)

    def _paragraph(self, node: Any, parent: Element, lists: Lists) -> None:
        style = _with_props(self._styles.get(_of(node, "pPr/pStyle"), _Style()), node)
        if style.contents:
            return
        runs = [run for run in self._runs(node, style.look) if run[0]]
        if not "".join(text for text, _ in runs).strip():
            return
        names = [*self._names, *(place.get("name", "") for place in node.iter("bookmarkStart"))]
        self._names.clear()
        counter = self._counters.setdefault(style.number, Counter(self._lists.get(style.number, [])))
        at = counter.level(style.place)
        counted, number = counter.next(style.place) if at.counts else (0, "")
        if style.level or at.outlines or not at.format:
            lists.close()
            numbered = [(f"{number} ", PLAIN), *runs] if number else runs
            paragraph(parent, f"h{min(style.level, 6)}" if style.level else "p", numbered, names)
        else:
            paragraph(lists.item(style.place, at.format, counted), "p", runs, names)

    def _runs(self, node: Any, look: Look, depth: int = 0) -> Iterator[tuple[str, Look]]:
        for child in node if depth < _DEEPEST else ():
            name = child.tag
            if name in _LEFT_OUT:
                continue
            if name == "r":
                yield from self._run(child, look, depth)
            elif name == "txbxContent":
                self._after.append(child)
            elif name not in ("p", "tbl"):
                target = child.get("anchor", "") or _referred(child.get("instr", ""))
                yield from self._runs(child, replace(look, link=target or look.link), depth + 1)

    def _run(self, node: Any, look: Look, depth: int) -> Iterator[tuple[str, Look]]:
        if node.find("rPr") is not None:
            if _on(node, "rPr/vanish"):
                return
            named = self._styles.get(_of(node, "rPr/rStyle"))
            look = _looking(node, look.over(named.look) if named else look)
            # of styles, only those of links underline
            look = replace(look, bold=look.bold or _of(node, "rPr/u") not in ("", "none"))
        for child in node:
            name = child.tag
            if name == "t":
                yield child.text or "", replace(look, link=(self._fields[-1][1] if self._fields else "") or look.link)
            elif name == "fldChar":
                self._field(child.get("fldCharType", ""))
            elif name == "instrText" and self._fields and len(self._fields[-1][0]) < _LONGEST_INSTRUCTION:
                self._fields[-1][0] += child.text or ""
            elif name == "tab":
                yield " ", look
            elif name in ("br", "cr"):
                yield (" " if child.get("type") in ("page", "column") else BREAK), look
            elif name == "noBreakHyphen":
                yield "-", look
            elif name in ("footnoteReference", "endnoteReference"):
                yield from self._note(name.removesuffix("Reference"), child, look)
            elif name not in _LEFT_OUT:
                yield from self._runs(child, look, depth + 1)

    def _field(self, step: str) -> None:
        """Open a field, go on to what it shows, or close it."""
        if step == "begin":
            self._fields.append(["", self._fields[-1][1] if self._fields else ""])
        elif step == "separate" and self._fields:
            self._fields[-1][1] = _referred(self._fields[-1][0]) or self._fields[-1][1]
        elif step == "end" and self._fields:
            self._fields.pop()

    def _note(self, kind: str, node: Any, look: Look) -> Iterator[tuple[str, Look]]:
        note = self._notes.pop((kind, node.get("id")), None)
        if note is not None:
            self._told += 1
            self._after.append(_marked(note, str(self._told)))
            yield str(self._told), replace(look, raised=1)

    def _table(self, node: Any, parent: Element, depth: int) -> None:
        table = element("table", parent)
        for row in node.iterchildren("tr"):
            line = element("tr", table)
            for cell in _cells(row):
                wide = _of(cell, "tcPr/gridSpan")
                self._blocks(cell, element("td", line, **({"colspan": wide} if wide else {})), depth + 1)


def _referred(instruction: str) -> str:
    """The bookmark to which a field leads; "" for other fields."""
    found = _REFERS.match(instruction)
    return found[1] if found else ""


def _main(package: Package) -> str:
    for row in package.maybe("_rels/.rels"):
        if _MAIN.search(row.get("Type", "")) and row.get("TargetMode") != "External":
            return str(row.get("Target", "")).lstrip("/")
    return "word/document.xml"


def _marked(note: Any, number: str) -> Any:
    """The note with its number at its beginning."""
    for text in islice(note.iter("t"), 1):
        text.text = f"{number}) {(text.text or '').lstrip()}"
    return note


def _cells(row: Any) -> Iterator[Any]:
    for child in row:
        if child.tag == "tc":
            yield child
        elif child.tag in ("sdt", "sdtContent", "customXml"):
            yield from _cells(child)


def _styles(root: Any) -> dict[str, _Style]:
    """The styles by id, with their inherited values."""
    nodes = {node.get("styleId", ""): node for node in root.iterchildren("style")}
    return inherited(nodes, lambda node: _of(node, "basedOn"), _styled, _Style())


def _styled(node: Any, base: _Style) -> _Style:
    called = _of(node, "name")
    found = _with_props(replace(base, contents=bool(_CONTENTS.match(called)), look=_looking(node, base.look)), node)
    return replace(found, level=heading_level(called) or found.level)


def _with_props(style: _Style, node: Any) -> _Style:
    """A style with the level and list that a paragraph's own properties name."""
    level = whole(_of(node, "pPr/outlineLvl"), -1)
    if level >= 0:
        style = replace(style, level=level + 1 if level < 9 else 0)
    number, place = _of(node, "pPr/numPr/numId"), _of(node, "pPr/numPr/ilvl")
    return replace(style, number=number or style.number, place=whole(place, style.place))


def _numbering(root: Any) -> dict[str, list[Level]]:
    """The levels of each list by its id."""
    kinds = {node.get("abstractNumId"): list(map(_level, node.iterchildren("lvl"))) for node in root.iterchildren("abstractNum")}
    return {node.get("numId", ""): kinds.get(_of(node, "abstractNumId"), []) for node in root.iterchildren("num")}


def _level(node: Any) -> Level:
    return Level(_of(node, "numFmt") or "decimal", _of(node, "lvlText")[:_LONGEST_NUMBER], whole(_of(node, "start"), 1))


def _looking(node: Any, look: Look) -> Look:
    bold, italic = (_on(node, path) if node.find(path) is not None else None for path in ("rPr/b", "rPr/i"))
    look = replace(look, bold=look.bold if bold is None else bold, italic=look.italic if italic is None else italic)
    return replace(look, raised={"superscript": 1, "subscript": -1}.get(_of(node, "rPr/vertAlign"), look.raised))


def _on(node: Any, path: str) -> bool:
    found = node.find(path)
    return found is not None and found.get("val", "1").lower() not in _OFF


def _of(node: Any, path: str) -> str:
    """The `val` of what the path names; "" for none."""
    found = node.find(path)
    return "" if found is None else str(found.get("val", ""))
