"""Find the starts of pages in plain text: form feeds, and lines with the printed page number."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

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


def find_pages(text: str) -> Pages:
    """The pages of plain text: by form feeds, otherwise by numbers that rise through the whole text at page intervals."""
    numbers = list(_numbers(text))
    if "\f" in text.strip("\f \r\n"):
        return _by_form_feed(text, numbers)
    for marked, fewest in ((True, _FEWEST_MARKED), (False, _FEWEST_BARE)):
        found = _rising([number for number in numbers if number.marked == marked])
        if len(found) >= fewest and _plausible(found, text, [number for number in numbers if number.marked == marked]):
            return _by_numbers(text, found)
    return Pages()


def _numbers(text: str) -> Iterator[_Number]:
    for match in _PAGE_LINE.finditer(text):
        digits = next(group for group in match.groups() if group)
        yield _Number(int(digits), match.start(), match.end(), match[4] is None)


def _rising(numbers: list[_Number]) -> list[_Number]:
    """The longest run of numbers that rise by one per page length (or by two or three over unnumbered pages)."""
    best: dict[int, tuple[int, int]] = {}  # page → (length of the run that ends with it, index)
    before: list[int | None] = []
    lengths: list[int] = []
    for index, number in enumerate(numbers):
        runs = [
            best[number.page - step]
            for step in (1, 2, 3)
            if number.page - step in best and _apart(numbers[best[number.page - step][1]], number, step)
        ]
        length, came_from = max(runs, default=(0, None), key=lambda run: run[0])
        before.append(came_from)
        lengths.append(length + 1)
        if length + 1 >= best.get(number.page, (0, 0))[0]:
            best[number.page] = length + 1, index
    return _traced(numbers, before, lengths)


def _apart(one: _Number, other: _Number, steps: int) -> bool:
    return _LEAST <= (other.start - one.end) <= _MOST * steps


def _traced(numbers: list[_Number], before: list[int | None], lengths: list[int]) -> list[_Number]:
    at = max(range(len(numbers)), key=lengths.__getitem__, default=None)
    run: list[_Number] = []
    while at is not None:
        run.append(numbers[at])
        at = before[at]
    return run[::-1]


def _plausible(run: list[_Number], text: str, all_of_kind: list[_Number]) -> bool:
    """Whether the run covers the whole text in even steps and includes most such lines."""
    covered = run[-1].end - run[0].start >= _COVERED * len(text) * (len(run) - 1) / (len(run) + 1)
    steps = sum(other.page - one.page == 1 for one, other in pairwise(run))
    return covered and steps >= 0.8 * (len(run) - 1) and (run[0].marked or len(run) >= 0.5 * len(all_of_kind))


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
    shift = _common_shift(edges)
    marks = tuple(PageMark(start, index + shift) for index, start in enumerate(starts) if index + shift > 0)
    lines = (number for index, found in enumerate(edges) for number in found if number.page == index + shift)
    return Pages(marks, tuple(Span(number.start, number.end) for number in lines))


def _at_edge(text: str, start: int, end: int, numbers: list[_Number]) -> list[_Number]:
    """Numbers in a page's first or last line."""
    first = bisect_left(numbers, start, key=lambda number: number.end - 1)
    last = bisect_left(numbers, end, key=lambda number: number.start)
    inside = numbers[first:last]
    return [
        number
        for number in (inside[:1] + inside[1:][-1:])
        if not text[start : number.start].strip() or not text[number.end : end].strip()
    ]


def _common_shift(edges: list[list[_Number]]) -> int:
    """Printed number minus index, if at least half of the pages agree; otherwise 1."""
    shifts = Counter(number.page - index for index, found in enumerate(edges) for number in found)
    commonest, pages = max(shifts.items(), key=lambda item: (item[1], -item[0]), default=(1, 0))
    return commonest if 2 * pages >= len(edges) else 1
