"""The signs of `slips.yaml`, and the words of a book with their spellings and frequencies.

>>> book = Spellings("Die Einheit zieht. Die Einheit-Karte.")
>>> book["einheit"], book.hyphenated["einheit-karte"], "Zieht" in book
(2, 1, True)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import yaml

from ...german.letters import PLAIN, caseless
from ...german.lists import word_list


@lru_cache(maxsize=1)
def slips() -> dict[str, Any]:
    """Replacements: TeX, HTML."""
    return dict(yaml.safe_load((Path(__file__).parent / "slips.yaml").read_text(encoding="utf-8")))


_LATIN = re.compile(r"[a-z]+")


def english_words(text: str) -> int:
    """Count the different words of a text that are certainly English.

    >>> english_words("The end of the system")
    2
    """
    return len(word_list("english_words").intersection(_LATIN.findall(text.lower())))


def bracketed(text: str, start: int, end: int, reach: int = 200) -> str:
    """The content of the brackets around a place; "" without brackets.

    >>> bracketed("Duell (duel of heroes)", 12, 14)
    'duel of heroes'
    """
    opening = text.rfind("(", max(0, start - reach), start)
    if opening < 0 or ")" in text[opening:start]:
        return ""
    closing = text.find(")", end, end + reach)
    return text[opening + 1 : closing if closing > 0 else end]


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
#: Anything longer is no word.
_LONGEST = 80
_PARAMETER = re.compile(r"[^\W\d_] \([xX]\)")
_CURLY_INCH, _STRAIGHT_INCH = re.compile(r"\d[“”](?!\w)"), re.compile(r'\d"(?!\w)')
_INVISIBLE = re.compile("[\u00ad\u200b\ufeff]")


def seams(text: str, seam: re.Pattern[str], word: re.Pattern[str]) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """The matches of a seam, and of the word right before each, without overlaps.

    A seam is rare: this is several times as fast as looking for words with a seam behind them. `word` ends in `\\Z`.

    >>> [(word[0], seam[0]) for word, seam in seams("ein,zwei drei", re.compile(r",\\w+"), re.compile(r"\\w+\\Z"))]
    [('ein', ',zwei')]
    """
    done = 0
    for match in seam.finditer(text):
        if before := word.search(text, max(done, match.start() - _LONGEST), match.start()):
            yield before, match
            done = match.end()


class Spellings:
    """The words of a book by their key, hyphenated ones both whole and in parts."""

    def __init__(self, text: str) -> None:
        written = Counter(_WORD.findall(_INVISIBLE.sub("", text)))
        self.counts: Counter[str] = Counter()
        self.lower: Counter[str] = Counter()
        self.capital: Counter[str] = Counter()
        self.hyphenated: Counter[str] = Counter()
        self.parameters = len(_PARAMETER.findall(text))
        self.curly_inches = len(_CURLY_INCH.findall(text)) > len(_STRAIGHT_INCH.findall(text))
        self._written: dict[str, Counter[str]] = {}
        for word, count in written.items():
            if len(word) > _LONGEST:
                continue
            if "-" in word:
                self.hyphenated[caseless(word)] += count
            for part in word.split("-"):
                self._add(part, count)

    def _add(self, word: str, count: int) -> None:
        known = caseless(word)
        self.counts[known] += count
        (self.lower if word[0].islower() else self.capital)[known] += count
        self._written.setdefault(known, Counter())[word] += count

    def __getitem__(self, word: str) -> int:
        """The frequency of a word in the book, ignoring case."""
        return self.counts.get(caseless(word), 0)

    def __contains__(self, word: str) -> bool:
        return caseless(word) in self.counts

    def written(self, known: str) -> str:
        """The book's most frequent spelling of a word."""
        forms = self._written[known]
        return max(forms, key=lambda form: (not form.isupper(), forms[form], form))

    @cached_property
    def stems(self) -> Counter[str]:
        """The number of different words per stem."""
        return Counter(map(stem, self.counts))


@lru_cache(maxsize=1)
def spellings(text: str) -> Spellings:
    """The words of a book, cached: its repairs are looked for, then made."""
    return Spellings(text)


@lru_cache(maxsize=1)
def _endings() -> re.Pattern[str]:
    longest_first = sorted(word_list("endings") - {""}, key=len, reverse=True)
    return re.compile(f"(?<=...)(?:{'|'.join(longest_first)})$")


def stem(word: str) -> str:
    """The rough common part of a word's forms: without inflection and umlauts, at least four letters.

    >>> stem("kämpfen") == stem("kampf") == stem("kampfes")
    True
    """
    plain = word.translate(PLAIN)
    shorter = _endings().sub("", plain)
    return shorter if len(shorter) >= 4 else plain


def like(model: str, word: str) -> str:
    """A word in the case of another.

    >>> like("TRUPPE", "schrift"), like("Truppe", "schrift"), like("truppe", "Schrift")
    ('SCHRIFT', 'Schrift', 'schrift')
    """
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word.lower()
