"""Words that say the opposite of each other: „höher“ and „niedriger“, „aufgerundet“ and „abgerundet“, „muss“ and „darf“.

>>> opposed("Der höhere Wurf beginnt.", "The lower roll begins.")
Reversed(german='höhere', english='lower', start=4)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from .bounds import OPPOSITE, SIDES, Reversed, excludes
from .lists import rows
from .negation import denies, negates


class _Side:
    """The words of one side of a pair: those that surely say it in German and English, and all that may, compiled when they are first
    looked for."""

    def __init__(self, row: Mapping[str, Any], at: int) -> None:
        self._row, self._at = row, at
        self.letters = tuple(map(_letters, self._listed("de")))

    @cached_property
    def german(self) -> re.Pattern[str]:
        return _words(self._listed("de"))

    @cached_property
    def english(self) -> re.Pattern[str]:
        return _words(self._listed("en"))

    @cached_property
    def all_german(self) -> re.Pattern[str]:
        return _words(self._listed("de"), self._listed("de_too"))

    @cached_property
    def all_english(self) -> re.Pattern[str]:
        return _words(self._listed("en"), self._listed("en_too"))

    def _listed(self, name: str) -> Sequence[str]:
        words: Sequence[str] = self._row.get(name, ([], []))[self._at]
        return words


def _words(*lists: Sequence[str]) -> re.Pattern[str]:
    written = "|".join(str(word) for words in lists for word in words)
    return re.compile(rf"(?<!\w)(?:{written})(?!\w)" if written else r"(?!)", re.IGNORECASE)


@lru_cache(maxsize=1)
def _pairs() -> tuple[tuple[_Side, _Side], ...]:
    return tuple((_Side(row, 0), _Side(row, 1)) for row in rows("opposites"))


def _both_ways() -> Iterator[tuple[_Side, _Side]]:
    for one, other in _pairs():
        yield one, other
        yield other, one


def opposed(german: str, english: str) -> Reversed | None:
    """The first word of a German text of which its English says the opposite: the German says it more often than the English, and
    the English its opposite more often than the German; and neither negates it.

    >>> opposed("Du musst würfeln.", "You may roll."), opposed("Du darfst nicht würfeln.", "You must not roll.")
    (Reversed(german='musst', english='may', start=3), None)
    """
    small = german.lower()
    for one, other in _both_ways():
        ours = list(one.german.finditer(german)) if any(letters in small for letters in one.letters) else []
        theirs = list(other.english.finditer(english)) if ours else []
        if (
            theirs
            and len(ours) > len(one.all_english.findall(english))
            and len(theirs) > len(other.all_german.findall(german))
            and not any(denies(_clause(german, word)) for word in ours)
            and not any(negates(_clause(english, word)) for word in theirs)
        ):
            return Reversed(ours[0][0], theirs[0][0], ours[0].start())
    return None


@lru_cache(maxsize=1)
def _opposed_words() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for number, row in enumerate(rows("opposed_words")):
        for at, word in enumerate(row):
            found[word].append(f"words {number}.{at}")
    return found


def sides(word: str) -> list[str]:
    """The sides of pairs on which a German word in small letters is; none if it says the opposite of nothing."""
    limit = SIDES.get(word)
    return [*_opposed_words().get(word, ()), *([limit] if limit in OPPOSITE else [])]


def exclude(one: str, other: str) -> bool:
    """Whether two German words in small letters say the opposite of each other.

    >>> exclude("höchstens", "ab"), exclude("mit", "ohne"), exclude("mit", "auf")
    (True, True, False)
    """
    return any(excludes(side, twin) for side in sides(one) for twin in sides(other))


@lru_cache(maxsize=1)
def _answered() -> tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (said, _words(row[said]), _words(row[answer]))
        for row in rows("answered")
        for said, answer in [("en", "de") if next(iter(row)) == "en" else ("de", "en")]
    )


def unanswered(german: str, english: str) -> Reversed | None:
    """A word that always carries meaning („nur“, "every"), has no counterpart in the other language, and so was left out there.

    >>> unanswered("Reiter schießen.", "Only riders shoot.")
    Reversed(german='', english='Only', start=0)
    """
    for language, said, answer in _answered():
        text, other = (german, english) if language == "de" else (english, german)
        words = list(said.finditer(text))
        if words and not answer.search(other):
            german_word, english_word = (words[0][0], "") if language == "de" else ("", words[0][0])
            return Reversed(german_word, english_word, words[0].start() if language == "de" else 0)
    return None


_LETTERS = re.compile(r"(?:\(\?<[!=][^)]*\))*([a-zäöüß]{2,})(\??)")


def _letters(word: str) -> str:
    """Letters that every text has in which the pattern is found, in lower case; "" if it does not begin with any.

    >>> _letters(r"(?<!nicht )Mehr\\w*"), _letters("wins?"), _letters("(?:eher|ab) 1")
    ('mehr', 'win', '')
    """
    found = _LETTERS.match(word.lower())
    return found[1][: -1 if found[2] else None] if found else ""


#: The number of characters that are read before and behind a word.
_REACH = 300
_MARK = re.compile(r"[;:.,](?=\s|$)|[()]")


def _clause(text: str, word: re.Match[str]) -> str:
    """The text around a word, up to the next marks."""
    first, last = max(0, word.start() - _REACH), min(len(text), word.end() + _REACH)
    start = max((mark.end() for mark in _MARK.finditer(text, first, word.start())), default=first)
    end = _MARK.search(text, word.end(), last)
    return text[start : end.start() if end else last]
