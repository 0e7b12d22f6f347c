"""How like a sentence is, letter by letter, to what an entry is called, is asked for, and says in short, and to its questions.

Words without a common stem often have common letters ("Armeegelände", "Fraktionsgelände"; "verfolgen", "Verfolgung"). So all groups of
three letters of the sentence are looked up among those of the entry's phrases; those that stand in several phrases count more, and those
of an entry with many phrases less. `Likeness` in `scoring.py` compares the sentence with one phrase at a time, by terms.
Of questions, each word counts by itself, stop words as well: "wann", "darf" and "mein" say what a rule is about.

>>> spelt = Spelt.of([("verfolg", "gegn")], [])
>>> spelt.likeness(groups(["verfolger"])) > spelt.likeness(groups(["wald"]))
True
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

#: Groups fall into so many places: they need no list, and what two of them share is rarely noticed.
PLACES = 2048
#: The multiplier by which the letters of a group give its place.
RADIX = 31
#: What a group counts that an entry has at all, beyond how many binary digits the number of its phrases with the group has, up to so many.
FOUND, MOST_DIGITS = 3, 5
#: An entry with few groups counts as if it had so many more, and is as likely as one with this number.
FEW, USUAL = 15, 60
#: The power of two by which an entry's score grows, when a group counts one more: of a long sentence the letters say more.
GROWTH = 0.015


@lru_cache(maxsize=1 << 14)  # the same words stand in many phrases
def _bits(word: str) -> int:
    """The places of a word's groups as bits; a group says where a word begins, not where it ends, since terms have lost their endings."""
    letters = list(map(ord, f" {word}"))
    found = 0
    for at in range(max(1, len(letters) - 2)):
        place = 0
        for letter in letters[at : at + 3]:
            place = (place * RADIX + letter) % PLACES
        found |= 1 << place
    return found


def groups(words: Iterable[str]) -> int:
    """The groups of letters of some words, as bits."""
    found = 0
    for word in words:
        found |= _bits(word)
    return found


@dataclass(frozen=True, slots=True)
class Spelt:
    """The groups of an entry: for each binary digit those of whose number of phrases it is the highest, or below the highest; and how much
    their number counts against the entry.
    """

    digits: tuple[int, ...]
    size: float

    @classmethod
    def of(cls, phrases: Iterable[Iterable[str]], said: Iterable[str]) -> Spelt:
        """Those of an entry with these phrases, each of which counts once, and words of questions.

        >>> spelt = Spelt.of([("verfolg", "gegn")], ["wann", "darf"])
        >>> spelt.likeness(groups(["verfolger", "wann"])) > spelt.likeness(groups(["verfolger", "wald"]))
        True
        """
        counted: list[int] = []
        for bits in (*map(groups, dict.fromkeys(tuple(sorted(set(phrase))) for phrase in phrases)), *map(_bits, said)):
            _count(counted, bits)
        number = sum(bits.bit_count() << digit for digit, bits in enumerate(counted))
        for digit in range(len(counted) - 2, -1, -1):
            counted[digit] |= counted[digit + 1]
        return cls(tuple(counted[:MOST_DIGITS]), math.log2((number + FEW) / USUAL))

    def likeness(self, asked: int) -> float:
        """The factor for an entry's score, from the groups asked for."""
        if not asked or not self.digits:
            return 1.0
        found = FOUND * (self.digits[0] & asked).bit_count()
        for bits in self.digits:
            found += (bits & asked).bit_count()
        return math.pow(2.0, GROWTH * (found - asked.bit_count() * self.size))


def _count(counted: list[int], bits: int) -> None:
    """Add one to the counts of some groups, whose binary digits are kept apart."""
    for digit, before in enumerate(counted):
        counted[digit], bits = before ^ bits, before & bits
        if not bits:
            return
    if bits:
        counted.append(bits)
