"""AsciiDoc as text with Markdown's marks, line by line. Lists the files that a book includes without reading them.

>>> with_marks("== Wald\\n\\nEr *brennt*.\\n").text
'## Wald\\n\\nEr **brennt**.\\n'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .decode import Decoded, named
from .html_text import LOWERED, RAISED
from .page_links import anchor, link_mark, place_mark, taken_out

_HEADING = re.compile(r"(={1,6})[ \t]+(\S.*)")
_TITLE = re.compile(r"\.([^\s.].*)")
_ITEM = re.compile(r"[ \t]*(\*{1,5}|\.{1,5}|-)[ \t]+(\S.*)")
_TERM = re.compile(r"(?!\|)(\S.{0,200}?):{2,4}(?:[ \t]+(\S.*))?$")
_ATTRIBUTE = re.compile(r":(!?[\w-]{1,60}!?):(.*)")
_MACRO = re.compile(r"(include|image|toc|video|audio)::([^\[\]]*)\[([^\]]*)\]$")
_BLOCK = re.compile(r"\[.*\]$")
_FENCES = frozenset({"====", "****", "____", "--", "+", "<<<"})
_RAW = frozenset({"----", "....", "////"})
_COLUMNS = re.compile(r'cols="?(?:(\d{1,2})\*|([^"\]]+))')

_USED = re.compile(r"\{([\w-]{1,60})\}")
_BOLD = re.compile(r"(?<![\w*])\*{1,2}(?=[^\s*])([^*\n]{1,500})(?<=\S)\*{1,2}(?![\w*])")
_ITALIC = re.compile(r"(?<![\w_])_{1,2}(?=[^\s_])([^_\n]{1,500})(?<=\S)_{1,2}(?![\w_])")
#: The specifier before a cell's bar: repetition, span, alignment, style.
_SPEC = re.compile(r"(?:\d+\*|[\d.]*\+)?[<^>.]*[a-z]?")
_LINK = re.compile(r"(?<![^\s(„\"])(?:link:|xref:|mailto:|https?://)[^\s\[\]]{1,2000}\[([^\[\]\n]+)\]")
_CROSS = re.compile(r"<<#?([^<>,\n]{1,200})(?:,[ ]?([^<>\n]{1,300}))?>>")
#: The name of the heading below: "[[tief]]", "[#tief]", "[#tief.rot]".
_ANCHOR = re.compile(r"\[(?:\[([^\],]{1,200})(?:,[^\]]*)?\]|#([\w-]{1,200})[^\]]*)\]")
_AUTHORS = re.compile(r"[^<>]{1,200}<[^<>\s]{1,200}@[^<>\s]{1,200}>")
_VERSION = re.compile(r"v?\d{1,9}(?:\.\d{1,9}){0,9}(?:,|\s{0,9}$)")
_CONDITION = re.compile(r"(?:ifdef|ifndef|ifeval|endif)::")
#: Entries of an index: hidden, and shown; text with a role; keys and buttons; code that is not looked into.
_HIDDEN = re.compile(r"\(\(\([^()\n]{1,200}\)\)\)")
_SHOWN = re.compile(
    r"\(\(([^()\n]{1,200})\)\)|\[[^\[\]\n]{1,60}\]#([^#\n]{1,300})#|\b(?:kbd|btn):\[([^\[\]\n]{1,60})\]|`\+([^+\n]{1,200})\+`"
)
_NOTE = re.compile(r"footnote:[\w-]{0,60}\[([^\[\]\n]+)\]")
#: The number of characters by which the values of all attributes may exceed the text's length.
_SPARE = 100_000
_TOO_LONG = "Attribute ergäben weit mehr Text, als die Datei hat; darum stehen manche noch als {Name} da. Setze sie selbst ein."

_SUPER = re.compile(r"\^(\d{1,6})\^|~(\d{1,6})~")


@dataclass
class _Reader:
    lines: list[str]
    at: int = 0
    names: dict[str, str] = field(default_factory=dict)
    counts: list[int] = field(default_factory=list)
    columns: int = 0
    included: list[str] = field(default_factory=list)
    anchor: str = ""  # of the next heading
    titles: dict[str, str] = field(default_factory=dict)  # of headings, by anchor
    spare: int = 0  # how many characters values of attributes may still add

    def read(self) -> Iterator[str]:
        while self.at < len(self.lines):
            line = self.lines[self.at].rstrip()
            self.at += 1
            if line[:4] in _RAW and set(line) == {line[0]}:
                yield from self._raw(line)
            elif line == "|===":
                yield from self._table()
            elif line.startswith("//") or line in _FENCES or (len(line) > 3 and set(line) <= set("=*_") and len(set(line)) == 1):
                yield ""
            else:
                yield from self._line(line)

    def _line(self, line: str) -> Iterator[str]:
        if found := _ATTRIBUTE.fullmatch(line):
            self.names[found[1]] = found[2].strip()
        elif found := _MACRO.match(line):
            self.included += [found[2]] if found[1] == "include" else []
            yield found[3] if found[1] == "image" else ""
        elif found := _HEADING.fullmatch(line):
            place = place_mark(self.anchor or found[2])
            self.anchor = ""
            yield f"{'#' * len(found[1])} {place}{self.inline(found[2])}"
            if self.at == 1:
                self._skip_imprint()
        elif found := _ITEM.fullmatch(line):
            yield self._item(found[1], found[2])
        elif found := _TITLE.fullmatch(line):
            yield f"**{self.inline(found[1])}**"
        elif _CONDITION.match(line):
            yield ""
        elif _BLOCK.fullmatch(line):
            if named := _ANCHOR.fullmatch(line):
                self.anchor = named[1] or named[2]
            columns = _COLUMNS.search(line)
            self.columns = (int(columns[1]) if columns[1] else columns[2].count(",") + 1) if columns else 0
        elif found := _TERM.fullmatch(line):
            yield f"**{self.inline(found[1])}**: {self.inline(found[2] or self._next())}"
        else:
            self.counts = self.counts if line else []
            yield "---" if line == "'''" else self.inline(line)

    def _skip_imprint(self) -> None:
        """Skip the authors with their addresses and the version right below a book's title."""
        for imprint in (_AUTHORS, _VERSION):
            if self.at < len(self.lines) and imprint.match(self.lines[self.at]):
                self.at += 1

    def _next(self) -> str:
        """The line after a term that stands alone."""
        if self.at < len(self.lines) and self.lines[self.at].strip():
            self.at += 1
            return self.lines[self.at - 1].strip()
        return ""

    def _item(self, mark: str, text: str) -> str:
        depth = len(mark) - 1
        if mark[0] != ".":
            return f"{'  ' * depth}- {self.inline(text)}"
        self.counts = [*self.counts, *[0] * (depth + 1 - len(self.counts))][: depth + 1]
        self.counts[depth] += 1
        return f"{'   ' * depth}{self.counts[depth]}. {self.inline(text)}"

    def _raw(self, fence: str) -> Iterator[str]:
        while self.at < len(self.lines) and self.lines[self.at].rstrip() != fence:
            if fence[0] != "/":
                yield self.lines[self.at]
            self.at += 1
        self.at += 1

    def _table(self) -> Iterator[str]:
        cells: list[list[str]] = []
        columns, self.columns = self.columns, 0
        while self.at < len(self.lines) and self.lines[self.at].rstrip() != "|===":
            before, *found = self.lines[self.at].split("|")
            if cells and (not found or not _SPEC.fullmatch(before.strip())):
                cells[-1].append(before.strip())
            cells += [[cell.strip()] for cell in found]
            columns = columns or len(found)
            self.at += 1
        self.at += 1
        for start in range(0, len(cells), max(1, columns)):
            row = [self.inline(" ".join(filter(None, cell))) for cell in cells[start : start + columns]]
            yield f"| {' | '.join(row)} |"
            if not start:
                yield f"|{' --- |' * len(row)}"

    def _value(self, name: re.Match[str]) -> str:
        """An attribute's value, as long as values do not make the text far longer."""
        value = self.names.get(name[1])
        if value is None:
            return name[0]
        self.spare -= len(value)
        return value if self.spare >= 0 else name[0]

    def inline(self, text: str) -> str:
        text = _USED.sub(self._value, text)
        text = _ITALIC.sub(r"*\1*", _BOLD.sub(r"**\1**", text))
        text = _CROSS.sub(self._cross, _LINK.sub(r"\1", text))
        text = _SHOWN.sub(lambda found: found[found.lastindex or 0], _HIDDEN.sub("", text))
        text = _NOTE.sub(r" (\1)", text).replace("`", "")
        return _SUPER.sub(lambda found: (found[1] or "").translate(RAISED) + (found[2] or "").translate(LOWERED), text)

    def _cross(self, found: re.Match[str]) -> str:
        return link_mark(found[1], found[2] or self.titles.get(anchor(found[1])) or found[1])


def with_marks(text: str) -> Decoded:
    """The text with headings, lists, tables and emphasis as in Markdown, and remarks (German) on files it includes."""
    reader = _Reader(text.split("\n"), spare=len(text) + _SPARE)
    reader.titles = dict(_titles(reader.lines))
    written, links, places = taken_out("\n".join(reader.read()))
    return Decoded(
        written, notes=(*included(reader.included), *([_TOO_LONG] if reader.spare < 0 else [])), links=links, places=places
    )


def _titles(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Each heading's title by its anchor, given or made of its words."""
    given = ""
    for line in lines:
        if found := _HEADING.fullmatch(line.rstrip()):
            yield from ((anchor(name), found[2]) for name in (given, found[2]) if name)
        named = _ANCHOR.fullmatch(line.rstrip())
        given = (named[1] or named[2]) if named else given if not line.strip() else ""


def included(paths: list[str]) -> tuple[str, ...]:
    """The remark on files that a source includes; none if it includes nothing."""
    if not paths:
        return ()
    return (f"Eingebundene Dateien wurden nicht gelesen: {named(paths)}. Nenne sie mit, oder den Ordner.",)
