"""Compare two words: as an error and its intended word, or as two forms of one word.

>>> differ("haupelement", "hauptelement", noun=True), forms_of_one("geschrieben", "beschrieben")
(True, True)
"""

from __future__ import annotations

import re

from ...german.lists import word_list
from .book_words import stem

#: Lengths from which two letters may differ, and three.
TWO, THREE = 10, 14
#: Words with a longer difference are not similar.
_MOST = 12


def differ(word: str, other: str, noun: bool) -> bool:
    """Whether two words differ as by an error: in one letter, or in a few of a long word, especially lost or extra ones."""
    limit = 3 if len(word) >= THREE else 2 if len(word) >= TWO else 1
    gap = abs(len(word) - len(other))
    if word == other or gap > limit:
        return False
    if gap and within(*sorted((word, other), key=len)):
        return True
    one, two = changed(word, other)
    if max(len(one), len(two)) == 1 or (len(one) == 2 and one == two[::-1]):
        return True
    return noun and len(word) > THREE and distance(word, other) == 2


def within(short: str, long: str) -> bool:
    """Whether one word contains all letters of the other, in order.

    >>> within("truppschiftrolle", "truppenschriftrolle")
    True
    """
    at = 0
    for letter in short:
        at = long.find(letter, at) + 1
        if not at:
            return False
    return True


def distance(word: str, other: str) -> int:
    """Number of letters to add, drop, swap or replace to turn one word into the other; common ends cost no time.

    >>> distance("nahkampffhase", "nahkampfphase")
    1
    """
    one, two = changed(word, other)
    if len(one) > _MOST or len(two) > _MOST or not one or not two:
        return max(len(one), len(two))
    before: list[int] = []
    row = list(range(len(two) + 1))
    for at, letter in enumerate(one, 1):
        before, last, row = row, before, [at]
        for to, target in enumerate(two, 1):
            cost = min(before[to] + 1, row[-1] + 1, before[to - 1] + (letter != target))
            if at > 1 and to > 1 and letter == two[to - 2] and one[at - 2] == target:
                cost = min(cost, last[to - 2] + 1)
            row.append(cost)
    return row[-1]


def shared(word: str, other: str) -> str:
    """The common beginning of two words."""
    at, end = 0, min(len(word), len(other))
    while at < end and word[at] == other[at]:
        at += 1
    return word[:at]


def changed(word: str, other: str) -> tuple[str, str]:
    """The rest of both words without their common beginning and end.

    >>> changed("haupelement", "hauptelement")
    ('', 't')
    """
    start = len(shared(word, other))
    end = len(shared(word[start:][::-1], other[start:][::-1]))
    return word[start : len(word) - end], other[start : len(other) - end]


def forms_of_one(word: str, other: str) -> bool:
    """Whether two words differ as forms of one word: in their ending, their prefix or an umlaut."""
    if stem(word) == stem(other) or stem(_INFIX.sub("", word, 1)) == stem(_INFIX.sub("", other, 1)):
        return True
    start = len(shared(word, other))
    endings = word_list("endings")
    if start > 3 and any(word[at:] in endings and other[at:] in endings for at in range(max(4, start - 2), start + 1)):
        return True
    return _other_prefix(word, other)


#: Between a particle and its verb: "auszuwählen", "zusammengestellt".
_INFIX = re.compile(r"(?<=..)(?:zu|ge)(?=[^\W\d_]{4})")


def _other_prefix(word: str, other: str) -> bool:
    """Whether only the prefix differs: "geschrieben", "beschrieben"."""
    prefixes = word_list("prefixes") | {""}
    return any(
        word[:at] in prefixes and other.endswith(word[at:]) and other[: len(other) - len(word) + at] in prefixes
        for at in range(min(9, len(word) - 3))
    )
