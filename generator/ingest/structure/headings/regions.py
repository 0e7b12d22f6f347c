"""Stretches of a text whose lines are no prose: code, drawn tables; underlined headings and captions of drawn tables."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....german.lists import alternatives
from ...drafts import Source, Span
from ...source.plain_marks import drawn_tables, fences, within


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of whole lines; `title` is the heading in it, if any; a caption's table and a term's text extend to `stop`."""

    kind: str
    start: int
    end: int
    title: Span | None = None
    level: int = 0
    stop: int | None = None


def places_of(regions: Sequence[Region]) -> list[tuple[int, int]]:
    """Start and end of each."""
    return [(region.start, region.end) for region in regions]


_SETEXT = re.compile(r"(?:^|(?<=\n\n))(?![ ]{4}|[>#|\\a-zäöü-])([^\n]{0,158}[^\n.,;:])\n(={2,200}|-{2,200})[ \t]*$", re.MULTILINE)
_TERM = re.compile(
    r"(?:^|(?<=\n\n)|(?<=\n\f))(?P<name>(?![#>|:\\ \t-])[^\n]{1,100}+)"
    r"(?P<colon>\n\n?[ ]{0,2}:[ \t]{1,5})\S[^\n]*(?:\n[ \t:]+\S[^\n]*|\n(?=\n[ \t]{2,}\S))*",
    re.MULTILINE,
)
_CAPTION = re.compile(rf"^(?:{alternatives('table_titles')})?:[ \t]+(?=\S)([^\n]{{1,150}})$", re.MULTILINE)
_BETWEEN = re.compile(r"(?:[ \t]*\n|\\[a-z]+\{[^\n]*\n)*")
_PIPES = re.compile(r"(?:[ \t]*\|[^\n]*(?:\n|$))+")
#: The number of characters by which an underline may exceed twice its title's length; longer ones belong to tables.
_SPARE = 8


def regions_of(source: Source) -> list[Region]:
    """All regions, ascending, without overlaps; HTML and PDF have none."""
    if source.format not in ("text", "markdown"):
        return []
    text = source.text
    found = [Region("code", *span) for span in fences(text)]
    tables = [Region("table", *span) for span in drawn_tables(text, within(places_of(_apart(found))))]
    captions = [*_captions(text, tables)]
    found += [*tables, *captions]
    titled = {caption.title.start for caption in captions if caption.title}
    for match in _TERM.finditer(text):
        if match.end("colon") in titled:
            continue
        found.append(Region("term", match.start(), match.end("colon"), Span(*match.span("name")), 0, match.end()))
    for match in _SETEXT.finditer(text) if source.format == "text" else ():
        if len(match[2]) > 2 * len(match[1]) + _SPARE:
            continue
        found.append(Region("setext", *match.span(), Span(*match.span(1)), 1 if match[2][0] == "=" else 2))
    return _apart(found)


def _captions(text: str, tables: list[Region]) -> Iterator[Region]:
    """Lines like ": Tiere" right above or below a table drawn with dashes or pipes."""
    starts = [table.start for table in tables]
    for match in _CAPTION.finditer(text):
        below = _BETWEEN.match(text, match.end())
        at = below.end() if below else match.end()
        near = bisect_right(starts, at) - 1
        table = tables[near] if near >= 0 and at < tables[near].end else None
        pipes = _PIPES.match(text, at)
        if table or pipes:
            yield Region("caption", *match.span(), Span(*match.span(1)), 0, table.end if table else pipes and pipes.end())


def _apart(regions: list[Region]) -> list[Region]:
    kept: list[Region] = []
    for region in sorted(regions, key=lambda region: (region.start, -region.end)):
        if not kept or region.start >= kept[-1].end:
            kept.append(region)
    return kept
