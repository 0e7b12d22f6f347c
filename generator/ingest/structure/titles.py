"""Titles as broken by print or scan → whole words: "BEFEHLS-PUNKTE", "FRAKTIONS- GELÄNDE", "VOLLERANGRIFF", "REihENFOLGE".

The book decides: drops a hyphen if the book writes the word without one, and splits a word if the book writes two.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from ...german.lists import alternatives
from ..drafts import Source

_WORD = re.compile(r"[^\W\d_]+")
_SMALL_AMONG_CAPITALS = re.compile(
    r"(?<=[A-ZÄÖÜ]{2})[a-zäöü]{1,3}(?=[A-ZÄÖÜ]{2}[A-ZÄÖÜ-])|(?<=[A-ZÄÖÜ]{3})[a-zäöü]{1,3}(?=[A-ZÄÖÜ]{2})"
)
_SIDE_BY_SIDE = re.compile(r"(?<![^\W\d_])([^\W\d_]++)\s++(?=([^\W\d_]+))")
_HYPHENATED = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+(?:-\s*+[^\W\d_]{2,}+)+")


#: The least frequency in the book of a word without its hyphen.
OFTEN = 2


def capitals_throughout(title: str) -> str:
    """A title on one line, without the small letters that a scan puts among capitals; an abbreviation keeps its own.

    >>> capitals_throughout("REihEN-\\nFOLGE"), capitals_throughout("TMorGO")
    ('REIHEN- FOLGE', 'TMorGO')
    """
    return _SMALL_AMONG_CAPITALS.sub(lambda found: found[0].upper(), " ".join(title.split()))


class Titles:
    """Mends titles with the words of their book.

    >>> titles = Titles(Source("", "text", "Die Befehlspunkte, viele Befehlspunkte. Ein voller Angriff. VOLLERANGRIFF"))
    >>> titles.mended("BEFEHLS-PUNKTE"), titles.mended("VOLLERANGRIFF"), titles.mended("FRAKTIONS- GELÄNDE"), titles.mended("A-Z")
    ('BEFEHLSPUNKTE', 'VOLLER ANGRIFF', 'FRAKTIONSGELÄNDE', 'A-Z')
    """

    def __init__(self, source: Source) -> None:
        self._printed = source.text
        self._text = source.text.casefold()

    def mended(self, title: str) -> str:
        """A title on one line with whole words."""
        title = capitals_throughout(title)
        title = _WORD.sub(lambda found: self._parted(found[0]), title)
        return _HYPHENATED.sub(self._joined, title)

    @cached_property
    def _words(self) -> Counter[str]:
        return Counter(_WORD.findall(self._text))

    @cached_property
    def _neighbours(self) -> dict[str, str]:
        """Joined form → separate form of a word and the noun after it."""
        pairs = _SIDE_BY_SIDE.findall(self._printed)
        return {f"{a}{b}".casefold(): a.casefold() for a, b in pairs if b[0].isupper()}

    def _joined(self, found: re.Match[str]) -> str:
        """Drop a word's hyphens if the book writes it so, or if a line ended at one where the book writes none."""
        joined, hyphened = re.sub(r"-\s*", "", found[0]), re.sub(r"-\s*", "-", found[0])
        if self._words[joined.casefold()] >= OFTEN:
            return joined
        if hyphened.casefold() in self._text:
            return hyphened
        return re.sub(rf"-\s+(?!(?:{alternatives('coordinators')})\b)", "", found[0], flags=re.IGNORECASE)

    def _parted(self, word: str) -> str:
        if len(word) <= 7 or self._words[word.casefold()] > 1:
            return word
        first = self._neighbours.get(word.casefold(), "")
        return f"{word[: len(first)]} {word[len(first) :]}" if len(first) > 2 else word
