"""The entries of a book's table of contents: titles with numbers, pages and depth. For look-up only, never read as text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from ...german.letters import caseless
from ...german.name_forms import BRACKET
from ..drafts import Source, Span

_LINE = re.compile(
    r"(?!.{400})[ \t]*\|?[ \t]*(?:(?P<number>\d+(?:\.\d+)*)\.?[ \t]+)?(?P<title>[^\W\d_][^\n|\t]*?)"
    r"(?:[ .…]{2,}|[ .…]*[|\t])[ .…|\t]*(?P<page>\d{1,4})[ \t|]*$"
)
_WORD = re.compile(r"\w+")
#: The fewest lines of a table of contents.
FEWEST = 2
#: Longer lines are text.
LONGEST_LINE = 200


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of the table of contents, at `span`."""

    title: str
    page: int
    number: str
    span: Span


@lru_cache(maxsize=2)
def listed(source: Source) -> tuple[Listed, ...]:
    """All entries of the table of contents, in order: runs of lines with page numbers that never fall."""
    return tuple(entry for run in _runs(source) if len(run) >= FEWEST and _ascends(run) for entry in run)


def by_title(source: Source) -> dict[str, Listed]:
    """The same by normalised title (see `plain`); the first of several with one title."""
    found: dict[str, Listed] = {}
    for entry in listed(source):
        found.setdefault(plain(entry.title), entry)
    return found


def in_order(source: Source, titles: Sequence[str]) -> list[Listed | None]:
    """For each heading its line in the contents, for the longest series in the contents' order: skips a label named like a later
    chapter.

    >>> source = Source("", "text", "Wald\\t3\\nBerg\\t9\\nTal\\t11\\n")
    >>> [entry and entry.page for entry in in_order(source, ["WALD", "TAL", "BERG", "TAL"])]
    [3, None, 9, 11]
    """
    entries = by_title(source)
    places = {id(entry): place for place, entry in enumerate(listed(source))}
    found = [entries.get(plain(title)) for title in titles]
    kept = longest_rising([places[id(entry)] if entry else -1 for entry in found])
    return [entry if index in kept else None for index, entry in enumerate(found)]


def longest_rising(numbers: Sequence[int]) -> frozenset[int]:
    """Indices of the longest strictly rising series of numbers, ignoring those below 0."""
    ends: list[int] = []  # index of the end of the best series of each length
    before: dict[int, int | None] = {}
    for index, number in enumerate(numbers):
        if number >= 0:
            length = bisect_left(ends, number, key=numbers.__getitem__)
            before[index] = ends[length - 1] if length else None
            ends[length : length + 1] = [index]
    series = set()
    at = ends[-1] if ends else None
    while at is not None:
        series.add(at)
        at = before[at]
    return frozenset(series)


def plain(title: str) -> str:
    """Normalise a title for comparison: only letters and digits.

    >>> plain("Zaubern & Heilen (X)") == plain("ZAUBERN UND HEILEN")
    True
    """
    bare = caseless(title).replace("&", " und ")
    return " ".join(_WORD.findall(BRACKET.sub("", bare) if "(" in bare else bare))


def _runs(source: Source) -> Iterator[list[Listed]]:
    """Runs of consecutive contents lines, column after column."""
    at = 0
    lines: list[list[tuple[int, Listed]]] = []
    for line in source.text.splitlines(keepends=True):
        if line.strip():
            ends_in_page = line.rstrip("*_|. \t\n")[-1:].isdigit()
            lines.append(list(_entries(line, at)) if ends_in_page and len(line) < LONGEST_LINE else [])
        at += len(line)
    for is_run, run in groupby(lines, key=bool):
        if is_run:
            yield [entry for _, entry in sorted((found for entries in run for found in entries), key=lambda found: found[0])]


def _entries(line: str, at: int) -> Iterator[tuple[int, Listed]]:
    """The entries of a contents line, each with its column."""
    cells = line.rstrip("\n").split("\t")
    columns = [(cells[i].strip(" ."), cells[i + 1].strip()) for i in range(0, len(cells) - 1, 2)]
    if len(columns) > 1 and len(cells) % 2 == 0 and all(_is_entry(*column) for column in columns):
        for number, (title, page) in enumerate(columns):
            if title:
                start = at + len("\t".join(cells[: 2 * number])) + bool(number)
                yield number, Listed(title, int(page), "", Span(start, start + len(cells[2 * number])))
    elif found := _LINE.match(line.rstrip("\n").strip("*_")):
        yield 0, Listed(found["title"].strip(" ."), int(found["page"]), found["number"] or "", Span(at, at + len(line)))


def _is_entry(title: str, page: str) -> bool:
    """Whether two cells are a title and its page, or both empty."""
    return (title[:1].isalpha() and page.isdecimal() and len(page) < 5) or not (title or page)


def _ascends(run: list[Listed]) -> bool:
    pages = [entry.page for entry in run]
    return pages == sorted(pages) and pages[-1] > 1
