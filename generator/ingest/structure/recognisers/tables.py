"""Tables with a caption ("Tabelle 6.2 – Elemente"), tables whose cells define something, and the names in columns and rows.

Where tables have numbers that no sections have ("Tabelle 6.2"), they bear these, otherwise their labels ("Tabelle 1"). Cells may define
something ("<p>Schritt (move) (S)</p><p>Wie weit …</p>"). `names` yields the names in columns and rows, and the few words that fill a
column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ....german.casing import Casing, casing_of, english_title
from ....german.letters import caseless
from ....german.lists import alternatives, listed
from ...drafts import Block, Source, Span
from ..originals import is_english
from ..table_cells import Cell, Table, read_table
from . import Start, quoting

NAME = "tables"
LEVEL = 9
#: The most values of a category column, and the fewest rows per value.
MOST_CATEGORIES, ROWS_EACH = 5, 3

_CAPTION = re.compile(
    rf"[*_]*(?P<label>(?:{alternatives('table_labels')})\.?[ ](?P<number>(?:[A-Z]\.)?\d+(?:\.\d+)*[a-z]?|[IVXL]{{1,6}}\b))"
    r"(?:(?:\.(?=[ ])|[ ]*[–—:-])[ ]*(?P<title>[^\n]{1,150}?))?[*_]*[ \t]*(?:\n|$)"
)
_SECTION = re.compile(r"^[#*_ ]*(\d+(?:\.\d+)+)\.?[ \t]", re.MULTILINE)
_TAG = re.compile(r"(?:</?(?:p|br|b|i|em|strong)[ ]?/?>[ \n]?)+")
_DEFINES = re.compile(
    r"\s*+(?:(?:<p>|\*\*)\s*+)?(?P<name>[^\W\d_][^<>()|:\n]{1,48}?)\s*\((?P<original>[^()|]{2,40})\)\s*+(?:\((?P<short>[A-ZÄÖÜ]{1,4})\)\s*+)?"
    r"(?:</p>\s*<p>|<br\s*/?>|\*\*|:)\s*(?=\S)"
)
_WORDS = re.compile(r"[^\W\d_][^\W\d_ .()/&-]*(?:[ -][^\W\d_]+)*(?: \([^\W\d_]{2,}\))?")


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield starts for tables, and for what their cells define."""
    casing = casing_of(source.text)
    taken = {"", *_SECTION.findall(source.text)}
    numbers = [found["number"] for block in blocks if (found := _caption(source, block))]
    own = 2 * sum("." in number and number not in taken for number in numbers) > len(numbers)
    for at, block in enumerate(blocks):
        if block.kind == "blank":
            continue
        if found := _caption(source, block):
            last = _last(blocks, at)
            table = read_table(source, Span(block.end, last))
            yield _captioned(found, block, last, table, own=own)
        elif block.kind == "table":
            yield from _cells(source, block, casing)


def names(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield starts for the names in captioned tables' columns, categories and rows."""
    for at, block in enumerate(blocks):
        if _caption(source, block):
            yield from _names(read_table(source, Span(block.end, _last(blocks, at))), source)


def _caption(source: Source, block: Block) -> re.Match[str] | None:
    if block.kind not in ("paragraph", "caption", "heading"):
        return None
    return _CAPTION.match(source.text, block.start, block.end)


def _last(blocks: Sequence[Block], at: int) -> int:
    """The end of the table after a caption: before the first blank line or heading after its first line."""
    following = at + 1 + (at + 1 < len(blocks) and blocks[at + 1].kind == "blank")
    end = next((other for other in range(following, len(blocks)) if blocks[other].kind in ("blank", "heading")), len(blocks))
    return blocks[end - 1 if end > following else at].end


def _captioned(found: re.Match[str], block: Block, end: int, table: Table, *, own: bool) -> Start:
    title = f"{found['label']} – {found['title']}" if found["title"] else found["label"]
    bare = "" if own else found["title"]
    heading = Span(found.start("label"), found.start() + len(found[0].rstrip(" \t*_\n")))
    aliases = (title,) if bare else (found["title"],) if found["title"] else ()
    number = found["label"] if bare else found["number"]
    more: dict[str, Any] = {"kind": "table", "aliases": aliases, "data": table.data(), "reasons": ("Tabelle mit Überschrift",)}
    return Start(heading, bare or title, NAME, LEVEL, block.start, end, number=number, **more)


def _names(table: Table, source: Source) -> Iterator[Start]:
    """The names in a table's columns, categories and rows; each shows the table's head or its own row."""
    for cell in table.columns[1:]:
        if cell.plain and _WORDS.fullmatch(cell.text):
            yield _abbreviated(_name(cell.span, cell.text, "characteristic", table.head, term=True), source)
    for cell in table.categories(MOST_CATEGORIES, ROWS_EACH):
        if _WORDS.fullmatch(cell.text):
            yield _name(cell.span, cell.text, "keyword", table.row_of(cell), term=True)
    for row in table.rows:
        if len([cell for cell in row if cell.text]) > 1 and _WORDS.fullmatch(row[0].text):
            yield _name(
                row[0].span, _compound(row[0].text, casing_of(source.text)), "unit-type", table.row_of(row[0]), term=False
            )


def _name(heading: Span, title: str, kind: str, row: Span, *, term: bool) -> Start:
    return quoting(heading, title, NAME, LEVEL + 1, (row,), "in einer Tabelle genannt", kind=kind, term=term)


def _abbreviated(start: Start, source: Source) -> Start:
    """A name with the abbreviation that the text puts after it: "Armeepunkten (AP)"."""
    short = next((_abbreviations(source)[name] for name in _inflected(start.title) if name in _abbreviations(source)), "")
    return replace(start, abbreviations=(short,), aliases=(f"{start.title} ({short})",)) if short else start


@lru_cache(maxsize=2)
def _abbreviations(source: Source) -> dict[str, str]:
    return {found[1]: found[2] for found in re.finditer(r"\b([A-ZÄÖÜ]\w{2,40}) \(([A-ZÄÖÜ]{2,5})\)", source.text)}


def _inflected(name: str) -> tuple[str, ...]:
    return tuple(name + ending for ending in listed("name_links"))


def _compound(name: str, casing: Casing) -> str:
    """ "Räuber (Land)" as the book's compound elsewhere: "Landräuber"."""
    found = re.fullmatch(r"(\w+) \((\w+)\)", name)
    word = f"{found[2]}{found[1].lower()}" if found else ""
    forms = map(caseless, _inflected(word) if word else ())
    return word if any(form in casing.forms or form in casing.starts for form in forms) else name


def _cells(source: Source, block: Block, casing: Casing) -> Iterator[Start]:
    """Cells that each name and explain something."""
    for row in read_table(source, Span(block.start, block.end), head=False).rows:
        for cell in row:
            found = _DEFINES.match(source.text, cell.span.start, cell.span.end)
            if found and not found["original"].isupper() and is_english(found["original"], found["name"], casing):
                yield _explained(source, cell, found)


def _explained(source: Source, cell: Cell, found: re.Match[str]) -> Start:
    heading, english = Span(found.start("name"), found.end()), english_title(found["original"])
    text = _TAG.sub("\n\n", source.text[found.end() : cell.span.end]).strip()
    more: dict[str, Any] = {"abbreviations": (found["short"],) if found["short"] else (), "kind": "characteristic", "term": True}
    more |= {"text": text, "certainty": 0.9, "reasons": ("Tabellenfeld mit Name und Erklärung",)}
    return Start(heading, found["name"].strip(), NAME, LEVEL, cell.span.start, cell.span.end, english, **more)
