"""Words of a text with their places, for finding names: neither scanning errors nor markup inside a word split it.

>>> [(w.start, w.end, w.key) for w in words("Sturm-\\nangriffe")]
[(0, 15, 'sturmangriffe')]
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from .lists import word_list

_NOT_BROKEN = "|".join(sorted(word_list("conjunctions")))
#: Characters inside a word that do not split it: soft hyphens, combining accents, emphasis, a hyphen at a line end, unless it
#: denies what follows.
_GLUE = (
    r"[\u00ad\u200b\u0300-\u036f]+|\*{1,2}(?=[a-zäöüß])"
    rf"|(?<![Nn]icht)-(?:[ \u00a0]|[ \t]*\n[ \t]*)?(?=[a-zäöüß]{{3}})(?!(?:{_NOT_BROKEN})\b)"
    rf"|(?<=[A-ZÄÖÜ])-(?:[ \u00a0]|[ \t]*\n[ \t]*)(?=[A-ZÄÖÜ]{{3}})(?!(?:{_NOT_BROKEN.upper()})\b)"
)
_TOKEN = re.compile(rf"[^\W_]+(?:(?:{_GLUE})[^\W_]+|[\u0300-\u036f]+)*|(?<=\s)&(?=\s)")
_CUT = re.compile(f"({_TOKEN.pattern})")
_GLUED = re.compile(r"[\u00ad\u200b*\s-]+")
#: A missing space: a capital within a word ("mitÜberwältigender").
_SEAM = re.compile(r"(?<=[a-zäöüß])(?=[A-ZÄÖÜ][a-zäöüß])")


class Word(NamedTuple):
    """A word at text[start:end]; `key` is the word repaired and case folded."""

    start: int
    end: int
    key: str


def words(text: str) -> Iterator[Word]:
    """All words of a text, in order."""
    for match in _TOKEN.finditer(text):
        yield Word(match.start(), match.end(), word_key(match[0]))


def word_key(written: str) -> str:
    """Normalise a word as written for comparison."""
    if written.isascii() and written.isalnum():
        return written.lower()
    if written == "&":
        return "und"
    return unicodedata.normalize("NFC", _GLUED.sub("", written)).casefold()


def cut(text: str) -> tuple[list[str], list[int]]:
    """The words of a text as written, and where each begins and ends, one after another; fast for long texts.

    >>> cut("Im Wald.")
    (['Im', 'Wald'], [0, 2, 3, 7])
    """
    pieces = _CUT.split(text)
    return pieces[1::2], list(accumulate(map(len, pieces[:-1])))


def seams(written: str) -> list[int]:
    """Offsets within a word where it may be two words that lost the space between them.

    >>> seams("mitÜberwältigender")
    [3]
    """
    return [match.start() for match in _SEAM.finditer(written)] if not written.isupper() else []


#: The patterns that finders in other languages share (see `finder_index`).
PATTERNS = {"word": _TOKEN, "glue": _GLUED, "seam": _SEAM}
