"""Find the starts of pages in plain text: form feeds, and lines with the printed page number."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from ...german.lists import alternatives
from ..drafts import PageMark, Span

#: "— 12 —", "[12]", "Seite 12", "S. 12 von 80"
_MARKED = (
    r"[-–—][ ]?(\d{1,4})[ ]?[-–—]|\[(\d{1,4})\]"
    rf"|(?:{alternatives('printed_page_labels')})[ ](\d{{1,4}})(?:[ ]?(?:{alternatives('printed_page_of')})[ ]?\d{{1,4}})?"
)
_PAGE_LINE = re.compile(rf"(?:^|(?<=\f))[ \t]*(?:(?:{_MARKED})|(\d{{1,4}}))[ \t]*(?:\r?\n|(?=\f)|\Z)", re.MULTILINE)

#: The least and greatest length of a page; a table's numbers are closer together, chapter numbers farther apart.
_LEAST = 250
_MOST = 15_000

#: Fewer numbered lines than these may rise by chance.
_FEWEST_BARE = 6
_FEWEST_MARKED = 3

#: The least share of the text that the numbers must cover.
_COVERED = 0.7


@dataclass(frozen=True, slots=True)
class Pages:
    """Starts of pages, and the lines with only a page number."""

    marks: tuple[PageMark, ...] = ()
    lines: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class _Number:
    """A line that may be a page number; `end` is after its line end."""

    page: int
    start: int
    end: int
    marked: bool


class _Run(NamedTuple):
    """Rising numbers: how many, the last one, and the run before it."""

    length: int
    last: _Number | None = None
    before: _Run | None = None


def find_pages(text: str) -> Pages:
    """The pages of plain text: by form feeds, otherwise by numbers that rise through the whole text at page intervals."""
    found = _PAGE_LINE.finditer(text)
    numbers = [_Number(int(line[line.lastindex or 0]), line.start(), line.end(), line[4] is None) for line in found]
    if "\f" in text.strip("\f \r\n"):
        return _by_form_feed(text, numbers)
    for marked, fewest in ((True, _FEWEST_MARKED), (False, _FEWEST_BARE)):
        alike = [number for number in numbers if number.marked == marked]
        run = _rising(alike)
        if len(run) >= fewest and _plausible(run, text, len(alike)):
            return _by_numbers(text, run)
    return Pages()


def _rising(numbers: list[_Number]) -> list[_Number]:
    """The longest run of numbers that rise by one per page length (or by two or three over unnumbered pages)."""
    best: dict[int, _Run] = {}  # by the page of their last number
    longest = _Run(0)
    for number in numbers:
        runs = [best[number.page - step] for step in (1, 2, 3) if _goes_on(best.get(number.page - step), number, step)]
        before = max(runs, key=lambda run: run.length, default=_Run(0))
        run = _Run(before.length + 1, number, before)
        if run.length >= best.get(number.page, run).length:
            best[number.page] = run
        longest = max(longest, run, key=lambda run: run.length)
    found = []
    while longest.last and longest.before:
        found.append(longest.last)
        longest = longest.before
    return found[::-1]


def _goes_on(run: _Run | None, number: _Number, steps: int) -> bool:
    return run is not None and run.last is not None and _LEAST <= number.start - run.last.end <= _MOST * steps


def _plausible(run: list[_Number], text: str, alike: int) -> bool:
    """Whether the run covers the whole text in even steps and includes most such lines."""
    covered = run[-1].end - run[0].start >= _COVERED * len(text) * (len(run) - 1) / (len(run) + 1)
    steps = sum(other.page - one.page == 1 for one, other in pairwise(run))
    return covered and steps >= 0.8 * (len(run) - 1) and (run[0].marked or len(run) >= 0.5 * alike)


def _by_numbers(text: str, run: list[_Number]) -> Pages:
    """Pages from numbers at their foot or head; the longer text outside the first and last number shows which."""
    between = median(other.start - one.end for one, other in pairwise(run))
    head, tail = len(text[: run[0].start].strip()), len(text[run[-1].end :].strip())
    at_foot = head >= tail or head >= between / 2
    starts = [0, *(number.end for number in run[:-1])] if at_foot else [number.start for number in run]
    marks = [PageMark(start, number.page) for start, number in zip(starts, run, strict=True)]
    if at_foot and tail:
        marks.append(PageMark(run[-1].end, run[-1].page + 1))
    return Pages(tuple(marks), tuple(Span(number.start, number.end) for number in run))


def _by_form_feed(text: str, numbers: list[_Number]) -> Pages:
    """Pages from form feeds, with the numbers printed at their edges if most pages agree, otherwise counted from 1."""
    starts = [0, *(match.end() for match in re.finditer("\f", text))]
    edges = [_at_edge(text, start, end, numbers) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    first = first_page([[number.page for number in found] for found in edges])
    marks = tuple(PageMark(start, page) for page, start in enumerate(starts, first) if page > 0)
    lines = (number for page, found in enumerate(edges, first) for number in found if number.page == page)
    return Pages(marks, tuple(Span(number.start, number.end) for number in lines))


def _at_edge(text: str, start: int, end: int, numbers: list[_Number]) -> list[_Number]:
    """Numbers in a page's first or last line."""
    first = bisect_left(numbers, start, key=lambda number: number.end - 1)
    last = bisect_left(numbers, end, key=lambda number: number.start)
    inside = dict.fromkeys(numbers[first:last][:1] + numbers[first:last][-1:])
    return [one for one in inside if not text[start : one.start].strip() or not text[one.end : end].strip()]


def first_page(printed: Sequence[Sequence[int]]) -> int:
    """The number of the first page, by the numbers printed on each: 1 unless at least half of the pages agree."""
    firsts = Counter(number - index for index, numbers in enumerate(printed) for number in set(numbers))
    first, pages = max(firsts.items(), key=lambda item: (item[1], -abs(item[0])), default=(1, 0))
    return first if pages >= max(2, len(printed) / 2) else 1
