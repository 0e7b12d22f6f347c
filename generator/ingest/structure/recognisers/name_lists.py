"""Paragraphs and bullets that name what they explain: "Spalten (X) (cleave (x)): Text", "**Bestien** (brutes) sind …", "ZORN: Text".

A name is recognised by its English original in brackets, bold type, capitals or square brackets; "Beispiel: …" has none of these.

Options:
  label     a word before names of example entries: "Name: Feuerpfeil (fire dart)"
  bullets   "true": bullets that begin with a name in bold type too
  capitals  "true": paragraphs that begin with a name in capitals too
  skip      pattern of words that are no names

>>> from ..blocks import blocks_of
>>> source = Source("", "text", "Spalten (X) (cleave (x)): Der Schild zählt X weniger.\\n\\nBeispiel: Zwei weniger.\\n")
>>> [(start.title, start.title_en) for start in find(source, blocks_of(source), {})]
[('Spalten (X)', 'Cleave (X)')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....german.letters import caseless
from ...drafts import Block, Source, Span
from ..casing import Casing, casing_of, english_title
from ..originals import is_english
from . import Start

NAME = "name_lists"
LEVEL = 7

_INSIDE = r"(?:[^()\n]|\([^()\n]*\)){1,60}"
_NAME = r"[^\W\d_][^\n:()\[\].!?]{0,48}?"
_PARAGRAPH = re.compile(
    rf"(?P<marks>[*_]*)(?P<name>{_NAME}|\[[^\[\]\n]{{2,40}}\])(?P<parameter>\s?\([+]?[X\d]{{1,2}}\))?[ ]?"
    rf"(?:\((?P<original>{_INSIDE})\))?[*_]*[ ]?:[*_]*(?=\s|$)"
)
_BULLET = re.compile(
    rf"[-*•●][ \t]+(?:(?:[Dd]er|[Dd]ie|[Dd]as|[Ee]ine?)[ ])?\*\*(?P<name>[^*\n]{{2,50}})\*\*(?:[ ]?\((?P<original>{_INSIDE})\))?"
)
_CAPITALS = re.compile(r"[*_]*(?P<name>[A-ZÄÖÜ][A-ZÄÖÜ /’'-]{2,40})[*_]*:[*_]*(?=[ \t]+\S)")
_ANNOUNCED = re.compile(r"\bfolgenden?\s+([A-ZÄÖÜ]\w+)\s*:\s*\Z")
#: The most words in a name; three in bold type, or this many with a colon.
MOST_WORDS, MOST_BOLD = 6, 3


def find(source: Source, blocks: Sequence[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each named paragraph and bullet. A paragraph extends to the next rule, a bullet to its end."""
    casing = casing_of(source)
    label = re.compile(rf"[*_]*{options['label']}[*_]*[ ]?:[ ]*") if options.get("label") else None
    for start in _starts(source, blocks, casing, label, options):
        if not (options.get("skip") and re.search(options["skip"], start.title)):
            yield start


def _starts(
    source: Source, blocks: Sequence[Block], casing: Casing, label: re.Pattern[str] | None, options: Mapping[str, Any]
) -> Iterator[Start]:
    for block in blocks:
        if block.kind == "list" and options.get("bullets") == "true":
            yield from _bullets(source, block, casing)
        elif block.kind in ("paragraph", "heading"):
            yield from _paragraph(source, block, casing, label, capitals=options.get("capitals") == "true")


def _paragraph(source: Source, block: Block, casing: Casing, label: re.Pattern[str] | None, *, capitals: bool) -> Iterator[Start]:
    at = block.start
    if label and (found := label.match(source.text, at, block.end)):
        yield from _labelled(source, Span(found.end(), block.end), at, casing)
    elif capitals and (found := _CAPITALS.match(source.text, at, block.end)):
        title = casing.running(found["name"].strip())
        yield Start(_whole(found), title, NAME, LEVEL, certainty=0.8, reasons=("Name in Großbuchstaben vor dem Text",))
    elif found := _PARAGRAPH.match(source.text, at, block.end):
        yield from _named(found, casing)


def _named(found: re.Match[str], casing: Casing) -> Iterator[Start]:
    name, original = found["name"].strip(), found["original"] or ""
    square = name.startswith("[")
    if not square and (not original or not name[:1].isupper() or len(name.split()) > MOST_WORDS):
        return
    if original and not is_english(original.strip("[]"), name, casing):
        return
    yield Start(
        _whole(found),
        name + (f" {found['parameter'].strip()}" if found["parameter"] else ""),
        NAME,
        LEVEL,
        title_en=_english(original),
        kind="keyword" if square else "",
        term=False,
        certainty=0.9 if original else 0.7,
        reasons=("Name mit englischem Original vor dem Text" if original else "Name in eckigen Klammern vor dem Text",),
    )


def _english(original: str) -> str:
    return english_title(re.sub(r"(?<=\w)\(", " (", original).strip())


def _labelled(source: Source, span: Span, begins: int, casing: Casing) -> Iterator[Start]:
    """A name after its label, with an original: "Name: Feuerpfeil (fire dart)"."""
    line = source.text[span.start : span.end].split("\n", 1)[0]
    if (found := re.match(rf"(?P<name>{_NAME}) ?\((?P<original>{_INSIDE})\)\s*$", line)) and is_english(
        found["original"], "", casing
    ):
        heading = Span(span.start, span.start + len(line.rstrip()))
        yield Start(
            heading, found["name"].strip(), NAME, LEVEL, start=begins, title_en=_english(found["original"]), certainty=0.8
        )


def _bullets(source: Source, block: Block, casing: Casing) -> Iterator[Start]:
    """The items of a list, if at least half begin with a name in bold type."""
    items = _items(source, block)
    found = [match for start, end in items if (match := _BULLET.match(source.text, start, end)) and _is_name(match["name"])]
    ends = dict(items)
    if 2 * len(found) < len(items):
        return
    sort = _sort(source, block, casing)
    for match in found:
        original = match["original"] or ""
        english = _english(original) if original and is_english(original, match["name"], casing) else ""
        heading = Span(match.start("name"), match.end() if english else match.end("name"))
        name = match["name"].strip(" :")
        yield Start(
            heading,
            name,
            NAME,
            LEVEL + 1,
            start=match.start(),
            end=ends[match.start()],
            title_en=english,
            aliases=(f"{casing.running(name)} ({sort})",) if sort else (),
            certainty=0.8,
        )


def _sort(source: Source, block: Block, casing: Casing) -> str:
    """The kind of a list's items from the sentence before: "Es gibt folgende Zonen:" → "Zone"; "" if unnamed, or if they are
    steps."""
    announced = _ANNOUNCED.search(source.text, max(0, block.start - 200), block.start)
    if not announced:
        return ""
    plural = announced[1]
    return plural[:-1] if plural.endswith("en") and caseless(plural[:-1]) in casing.forms else ""


def _items(source: Source, block: Block) -> list[tuple[int, int]]:
    starts = [found.start() for found in re.finditer(r"^[ \t]*[-*•●][ \t]", source.text[block.start : block.end], re.MULTILINE)]
    starts = [block.start + start for start in starts]
    return list(zip(starts, [*starts[1:], block.end], strict=False))


def _is_name(name: str) -> bool:
    most = MOST_WORDS if name.endswith(":") else MOST_BOLD
    return name[:1].isupper() and len(name.split()) <= most and name[-1:] not in ".,;"


def _whole(found: re.Match[str]) -> Span:
    return Span(found.start("name"), found.end())
