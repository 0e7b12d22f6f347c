"""A Word document (DOCX) as text: headings by style or outline level, numbers as Word counts them, lists, tables, notes.

Fields, macros, comments, deleted and hidden text, and tables of contents are left out; linked files stay unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...german.lists import alternatives
from .flow import BREAK, PLAIN, Counter, Level, Lists, Look, element, heading_level, inherited, paragraph
from .html_list import Element
from .zipped import Package, local, value, whole

_CONTENTS = re.compile(rf"(?:{alternatives('contents_styles')})\s*\d", re.IGNORECASE)
_MAIN = re.compile(r"/officeDocument$")
_OFF = frozenset({"0", "false", "off", "none"})

#: Elements whose content does not belong to the text.
_LEFT_OUT = frozenset({"del", "moveFrom", "instrText", "delText", "Fallback", "rPr", "pPr", "commentReference", "annotationRef"})
_DEEPEST = 60
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
            (kind, value(note, "id")): note
            for kind in ("footnote", "endnote")
            for note in _children(package.maybe(f"{folder}/{kind}s.xml"), kind)
        }
        self._counters: dict[str, Counter] = {}
        self._after: list[Any] = []  # notes and text boxes to show below the block
        self._told = 0

    def body(self) -> Element:
        body = element("body")
        for found in _children(self._document, "body"):
            self._blocks(found, body, 0)
        return body

    def _blocks(self, node: Any, parent: Element, depth: int) -> None:
        lists = Lists(parent)
        for child in node if depth < _DEEPEST else ():
            name = local(child)
            if name == "p":
                self._paragraph(child, parent, lists)
            elif name == "tbl":
                lists.close()
                self._table(child, parent, depth + 1)
            elif name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag", "AlternateContent", "Choice"):
                self._blocks(child, parent, depth + 1)
            while self._after and depth < _DEEPEST:
                self._blocks(self._after.pop(0), parent, depth + 1)

    def _paragraph(self, node: Any, parent: Element, lists: Lists) -> None:
        style = self._style_of(node)
        if style.contents:
            return
        runs = [run for run in self._runs(node, style.look) if run[0]]
        if not "".join(text for text, _ in runs).strip():
            return
        number, counted = self._numbered(style)
        levels = self._lists.get(style.number, [])
        at = levels[style.place] if style.place < len(levels) else None
        if style.level or at is None or at.outlines or not at.format:
            lists.close()
            paragraph(parent, f"h{min(style.level, 6)}" if style.level else "p", [(number, PLAIN), *runs] if number else runs)
        else:
            paragraph(lists.item(style.place, at.format, counted), "p", runs)

    def _numbered(self, style: _Style) -> tuple[str, int]:
        """The number that Word prints before a heading or outlined paragraph, and its list's counter."""
        levels = self._lists.get(style.number, [])
        if style.place >= len(levels) or not levels[style.place].counts:
            return "", 0
        counter = self._counters.setdefault(style.number, Counter(levels))
        counted = counter.next(style.place)
        return f"{counter.label(style.place)} ", counted

    def _style_of(self, node: Any) -> _Style:
        props = _child(node, "pPr")
        style = self._styles.get(_of(props, "pStyle"), _Style())
        return _with_props(style, props)

    def _runs(self, node: Any, look: Look, depth: int = 0) -> Iterator[tuple[str, Look]]:
        for child in node if depth < _DEEPEST else ():
            name = local(child)
            if name in _LEFT_OUT:
                continue
            if name == "r":
                yield from self._run(child, look, depth)
            elif name == "txbxContent":
                self._after.append(child)
            elif name not in ("p", "tbl"):
                yield from self._runs(child, look, depth + 1)

    def _run(self, node: Any, look: Look, depth: int) -> Iterator[tuple[str, Look]]:
        props = _child(node, "rPr")
        named = self._styles.get(_of(props, "rStyle"))
        look = _looking(props, look.over(named.look) if named else look)
        if props is not None and _on(props, "vanish"):
            return
        for child in node:
            name = local(child)
            if name == "t":
                yield child.text or "", look
            elif name == "tab":
                yield " ", look
            elif name in ("br", "cr"):
                yield (" " if value(child, "type") in ("page", "column") else BREAK), look
            elif name == "noBreakHyphen":
                yield "-", look
            elif name in ("footnoteReference", "endnoteReference"):
                yield from self._note(name.removesuffix("Reference"), child, look)
            elif name not in _LEFT_OUT:
                yield from self._runs(child, look, depth + 1)

    def _note(self, kind: str, node: Any, look: Look) -> Iterator[tuple[str, Look]]:
        note = self._notes.pop((kind, value(node, "id")), None)
        if note is not None:
            self._told += 1
            self._after.append(_marked(note, str(self._told)))
            yield str(self._told), replace(look, raised=1)

    def _table(self, node: Any, parent: Element, depth: int) -> None:
        table = element("table", parent)
        for row in node.iterchildren():
            if local(row) == "tr":
                line = element("tr", table)
                for cell in _cells(row):
                    props = _child(cell, "tcPr")
                    wide = _of(props, "gridSpan")
                    box = element("td", line, **({"colspan": wide} if wide else {}))
                    self._blocks(cell, box, depth + 1)


def _main(package: Package) -> str:
    for row in _children(package.maybe("_rels/.rels"), "Relationship"):
        if _MAIN.search(value(row, "Type")) and value(row, "TargetMode") != "External":
            return value(row, "Target").lstrip("/")
    return "word/document.xml"


def _marked(note: Any, number: str) -> Any:
    """The note with its number at its beginning."""
    for text in note.iter():
        if local(text) == "t":
            text.text = f"{number}) {(text.text or '').lstrip()}"
            break
    return note


def _cells(row: Any) -> Iterator[Any]:
    for child in row:
        if local(child) == "tc":
            yield child
        elif local(child) in ("sdt", "sdtContent", "customXml"):
            yield from _cells(child)


def _styles(root: Any) -> dict[str, _Style]:
    """The styles by id, with their inherited values."""
    nodes = {value(node, "styleId"): node for node in _children(root, "style")}
    return inherited(nodes, lambda node: _of(node, "basedOn"), _styled, _Style())


def _styled(node: Any, base: _Style) -> _Style:
    called = _of(node, "name")
    found = _with_props(replace(base, contents=bool(_CONTENTS.match(called))), _child(node, "pPr"))
    return replace(found, look=_looking(_child(node, "rPr"), found.look), level=heading_level(called) or found.level)


def _with_props(style: _Style, props: Any) -> _Style:
    """A style with the level and list that a paragraph's own properties name."""
    level = whole(_of(props, "outlineLvl"), -1)
    if level >= 0:
        style = replace(style, level=level + 1 if level < 9 else 0)
    numbered = _child(props, "numPr")
    if numbered is not None:
        number, place = _of(numbered, "numId"), _of(numbered, "ilvl")
        style = replace(style, number=number or style.number, place=whole(place, style.place))
    return style


def _numbering(root: Any) -> dict[str, list[Level]]:
    """The levels of each list by its id."""
    kinds = {
        value(node, "abstractNumId"): [_level(level) for level in _children(node, "lvl")]
        for node in _children(root, "abstractNum")
    }
    return {value(node, "numId"): kinds.get(_of(node, "abstractNumId"), []) for node in _children(root, "num")}


def _level(node: Any) -> Level:
    return Level(_of(node, "numFmt") or "decimal", _of(node, "lvlText")[:_LONGEST_NUMBER], whole(_of(node, "start"), 1))


def _looking(props: Any, look: Look) -> Look:
    for name, field in (("b", "bold"), ("i", "italic")):
        if _child(props, name) is not None:
            look = replace(look, **{field: _on(props, name)})
    raised = {"superscript": 1, "subscript": -1}.get(_of(props, "vertAlign"))
    return replace(look, raised=raised) if raised else look


def _on(props: Any, name: str) -> bool:
    found = _child(props, name)
    return found is not None and value(found, "val", "1").lower() not in _OFF


def _child(node: Any, name: str) -> Any:
    return None if node is None else next((child for child in node if local(child) == name), None)


def _children(node: Any, name: str) -> Iterator[Any]:
    return iter(()) if node is None else (child for child in node if local(child) == name)


def _of(node: Any, name: str) -> str:
    """The `val` of a child; "" for none."""
    found = _child(node, name)
    return "" if found is None else value(found, "val")
