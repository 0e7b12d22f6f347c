"""English left in German text: a whole sentence, or a term whose German the glossary knows.

>>> [left.written for left in sentences_left("Wirf 2 Würfel. The unit may not move.")]
['The unit may not move.']
>>> [left.better for left in NamesLeft({"Charge": "Sturmangriff"}).find("Ein Charge gelingt.")]
['Sturmangriff']
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..german.lists import listed, word_list
from ..german.sentences import sentences

#: In texts of small letters, which takes a third of the time of ignoring case.
_SMALL = re.compile(rf"\b(?:{'|'.join(listed('english_small_words'))})\b")
_WORD = re.compile(r"[^\W\d_]+")
#: An English sentence has at least this many small words, and at least one small word in so many.
_LEAST, _SHARE = 2, 4
#: Names shorter than this are words in any language.
_SHORTEST = 3
_CAPITAL = re.compile(r"[A-Z][a-z]+")
#: The end of a word that begins with a name: its plural, or the rest of a German compound („Charge-Reaktion“).
_GOES_ON = re.compile(r"s?(?:-(?=[A-ZÄÖÜ]))?")
_OPENING, _CLOSING = "-„‚(\"'", "-“‘)\"'"


@dataclass(frozen=True, slots=True)
class Left:
    """English words at a place of a German text, and the German for them ("" if unknown)."""

    start: int
    written: str
    better: str = ""


def sentences_left(text: str) -> Iterator[Left]:
    """The sentences of a German text that are English."""
    places = [match.start() for match in _SMALL.finditer(text.lower())]
    if len(places) < _LEAST:
        return
    for start, end in sentences(text):
        small = sum(start <= place < end for place in places)
        words = [word.casefold() for word in _WORD.findall(text, start, end)] if small >= _LEAST else []
        if words and small * _SHARE >= len(words) and word_list("surely_german").isdisjoint(words):
            yield Left(start, text[start:end])


class NamesLeft:
    """Finds English names in German texts, exactly as written; ignores those in quotes or brackets, which explain."""

    def __init__(self, german: Mapping[str, str]) -> None:
        self._by_word: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for english in sorted(german, key=len, reverse=True):
            first = _CAPITAL.match(english)
            if first and len(english) >= _SHORTEST and not _alike(english, german[english]):
                self._by_word[first[0]].append((english, german[english]))

    def find(self, text: str) -> Iterator[Left]:
        for match in _CAPITAL.finditer(text):
            for english, german in (*self._by_word.get(match[0], ()), *self._by_word.get(match[0].removesuffix("s"), ())):
                end = match.start() + len(english)
                end = _GOES_ON.match(text, end).end()  # type: ignore[union-attr]
                if text.startswith(english, match.start()) and _stands_alone(text, match.start(), end):
                    yield Left(match.start(), english, german)
                    break


def _alike(english: str, german: str) -> bool:
    """Whether the English name contains the German one, or the reverse: such a name is German too."""
    one, other = english.casefold(), german.casefold()
    return one in other or other in one


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return not (before.isalnum() or before in (*_OPENING,) or (after.isalnum() and text[end - 1] != "-") or after in (*_CLOSING,))
