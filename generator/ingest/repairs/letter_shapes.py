"""How much two words are alike: as a slip and what is meant, or as two forms of one word.

>>> differ("haupelement", "hauptelement", noun=True), forms_of_one("geschrieben", "beschrieben")
(True, True)
"""

from __future__ import annotations

import re

from ...german.lists import word_list
from .book_words import stem

#: From this length on two letters may differ, and three.
TWO, THREE = 10, 14
#: Words that differ for longer than this are not alike.
_MOST = 12


def differ(word: str, other: str, noun: bool) -> bool:
    """Whether two words differ as a slip does: by one letter, or by a few in a long word, above all if these are lost or too many."""
    limit = 3 if len(word) >= THREE else 2 if len(word) >= TWO else 1
    gap = abs(len(word) - len(other))
    if word == other or gap > limit:
        return False
    if within(word, other) or within(other, word):
        return True
    one, two = changed(word, other)
    if max(len(one), len(two)) == 1 or (len(one) == 2 and one == two[::-1]):
        return True
    return noun and len(word) > THREE and distance(word, other) == 2


def within(short: str, long: str) -> bool:
    """Whether the letters of one word all stand in the other, in that order.

    >>> within("truppschiftrolle", "truppenschriftrolle")
    True
    """
    letters = iter(long)
    return all(letter in letters for letter in short)


def distance(word: str, other: str) -> int:
    """Letters to add, drop, swap or exchange to make one word of the other; what they begin and end with alike costs no time.

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
    """What two words begin with alike."""
    differing = (at for at, letters in enumerate(zip(word, other, strict=False)) if letters[0] != letters[1])
    return word[: next(differing, min(len(word), len(other)))]


def changed(word: str, other: str) -> tuple[str, str]:
    """What remains of both without what they begin and end with alike.

    >>> changed("haupelement", "hauptelement")
    ('', 't')
    """
    start = len(shared(word, other))
    end = len(shared(word[start:][::-1], other[start:][::-1]))
    return word[start : len(word) - end], other[start : len(other) - end]


def forms_of_one(word: str, other: str) -> bool:
    """Whether two words differ as the forms of one word do: in their ending, their prefix, an umlaut."""
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
    """ "geschrieben", "beschrieben"."""
    prefixes = word_list("prefixes") | {""}
    return any(
        word[:at] in prefixes and other.endswith(word[at:]) and other[: len(other) - len(word) + at] in prefixes
        for at in range(min(9, len(word) - 3))
    )
