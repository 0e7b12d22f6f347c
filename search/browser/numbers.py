"""Whole numbers as letters: most take one, and letters compress well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

#: The letters that encode numbers, which JSON does not escape.
LETTERS = "".join(map(chr, (*range(35, 92), *range(93, 127))))
#: This many letters end a number; the others continue it.
ENDS = 68
GOES_ON = len(LETTERS) - ENDS


def numbers(values: Iterable[int]) -> str:
    """Encode non-negative whole numbers as text.

    >>> numbers([3, 67, 68, 2000])
    '&gh#hx#'
    """
    return "".join([_SMALL[value] if value < _MOST else _number(value) for value in values])


def _number(value: int) -> str:
    letters = ""
    while value >= ENDS:
        value, more = divmod(value - ENDS, GOES_ON)
        letters += LETTERS[ENDS + more]
    return letters + LETTERS[value]


#: The bound below which nearly all numbers lie.
_MOST = 2048
_SMALL = tuple(map(_number, range(_MOST)))


def decoded(text: str) -> Iterator[int]:
    """The numbers that were encoded as a text.

    >>> list(decoded(numbers([3, 67, 68, 2000])))
    [3, 67, 68, 2000]
    """
    more: list[int] = []
    for letter in text:
        value = _VALUES[letter]
        if value >= ENDS:
            more.append(value)
            continue
        for digit in reversed(more):
            value = value * GOES_ON + digit
        more.clear()
        yield value


_VALUES = {letter: value for value, letter in enumerate(LETTERS)}


def gaps(ascending: Iterable[int]) -> Iterator[int]:
    """Ascending numbers as the difference of each from the one before."""
    before = -1
    for number in ascending:
        yield number - before - 1
        before = number
