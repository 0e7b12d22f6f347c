"""What a book's table of contents lists: titles with their numbers, pages and depth. Looked up, never read as text.

>>> from .blocks import blocks_of
>>> source = Source("", "text", "1\\tWald\\t3\\n1.1\\tBäume\\t3\\n1.2\\tFarne\\t4\\n2\\tBerg\\t9\\n")
>>> [(entry.number, entry.title, entry.page) for entry in listed(source)]
[('1', 'Wald', 3), ('1.1', 'Bäume', 3), ('1.2', 'Farne', 4), ('2', 'Berg', 9)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from .casing import fold
from .model import Source, Span

_LINE = re.compile(
    r"[ \t]*\|?[ \t]*(?:(?P<number>\d+(?:\.\d+)*)\.?[ \t]+)?(?P<title>[^\W\d_][^\n|\t]*?)"
    r"(?:[ .…]{2,}|[ .…]*[|\t])[ .…|\t]*(?P<page>\d{1,4})[ \t|]*$"
)
#: Fewer lines than these are no table of contents.
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of the table of contents. `span` is where it stands."""

    title: str
    page: int
    number: str
    span: Span


@lru_cache(maxsize=2)
def listed(source: Source) -> tuple[Listed, ...]:
    """All that the table of contents lists, in its order: runs of lines that end in page numbers that never go down."""
    return tuple(entry for run in _runs(source) if len(run) >= FEWEST and _ascends(run) for entry in run)


def by_title(source: Source) -> dict[str, Listed]:
    """The same by title without case and marks; of two of one title the first."""
    found: dict[str, Listed] = {}
    for entry in listed(source):
        found.setdefault(plain(entry.title), entry)
    return found


def plain(title: str) -> str:
    """A title for comparing: letters and digits only.

    >>> plain("Zaubern & Heilen (X)") == plain("ZAUBERN UND HEILEN")
    True
    """
    bare = re.sub(r"\([^()]*\)", "", fold(title)).replace("&", " und ")
    return " ".join(re.findall(r"\w+", bare))


def _runs(source: Source) -> Iterator[list[Listed]]:
    at = 0
    lines: list[Listed | None] = []
    for line in source.text.splitlines(keepends=True):
        found = _LINE.match(line.rstrip("\n")) if len(line) < 200 else None
        if found:
            span = Span(at, at + len(line))
            lines.append(Listed(found["title"].strip(" ."), int(found["page"]), found["number"] or "", span))
        elif line.strip():
            lines.append(None)
        at += len(line)
    for is_run, run in groupby(lines, key=lambda entry: entry is not None):
        if is_run:
            yield [entry for entry in run if entry is not None]


def _ascends(run: list[Listed]) -> bool:
    pages = [entry.page for entry in run]
    return pages == sorted(pages) and pages[-1] > 1
