"""Text → the words that find it: folded tokens, stop words, names without parameters, acronyms.

>>> words("Würfle für JEDE Verbundbasis 2W6, siehe 17.0.")
['wurfle', 'fur', 'jede', 'verbundbasis', '2w6', 'siehe', '17.0']

All functions work on folded text, so that "würfel", "wuerfel" and "WÜRFEL" are one word everywhere: in titles, prefixes, typing
errors and in the browser, which uses the same patterns and lists (search/assets/core/search_words.js).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from .compounds import split_compound
from .letters import fold
from .lists import listed, word_map

TOKEN = re.compile(r"\d+(?:\.\d+){1,3}|[^\W_]+")
#: A word with any hyphens. Written so that matching a word without hyphens takes time linear in its length.
HYPHENATED = re.compile(r"[^\W_]+(?:[-\u2010\u2011][^\W_]+)*")
_HYPHEN = re.compile("[-\u2010\u2011]")


def tokens(folded: str) -> list[str]:
    """Split folded text into words and numbers. Keeps dotted numbers and dice whole: "17.0", "2w6".

    >>> tokens("all-out attack, 2w6 (siehe 17.0)")
    ['all', 'out', 'attack', '2w6', 'siehe', '17.0']
    """
    return TOKEN.findall(folded)


def joined(folded: str) -> list[str]:
    """Hyphenated words joined, because players also type "kontrollzone" for "kontroll-zone".

    >>> joined("all-out attack")
    ['allout']
    """
    parts = (part for part in folded.split() if _HYPHEN.search(part)) if _HYPHEN.search(folded) else ()
    hyphenated = (word for part in parts for word in HYPHENATED.findall(part))
    found = (word for word in hyphenated if not word.isalnum() and any(c.isalpha() for c in word))
    return ["".join(filter(str.isalnum, word)) for word in found]


def words(text: str) -> list[str]:
    """Fold and tokenise."""
    return tokens(fold(text))


@lru_cache(maxsize=1 << 15)  # a build asks for each name a dozen times
def key(text: str) -> str:
    """Normalise a title or query for comparison: folded words, no parameter.

    >>> key("Spalten (X)") == key("SPALTEN (2)") == "spalten"
    True
    """
    return " ".join(tokens(strip_parameters(fold(text))))


#: Folded words that say nothing about what the reader looks for.
STOP_WORDS = frozenset(map(fold, listed("stop_words")))

#: Folded words that ask, and that an answer does not repeat.
ASKING = frozenset(map(fold, listed("asking_words")))

#: Folded words that ask → the folded words of labels that announce the answer.
ASKS_FOR = {fold(word): tuple(map(fold, labels)) for word, labels in word_map("asks_for").items()}


def is_stop_word(token: str) -> bool:
    """Whether a folded token says nothing about what the reader looks for."""
    return token in STOP_WORDS


def meaningful(found: Iterable[str]) -> list[str]:
    """Drop the stop words."""
    return [token for token in found if token not in STOP_WORDS]


_DIE = r"\d*[wd]\d+"
BRACKETS = re.compile(rf"(\w)\s*\(\s*(?:[+\-–−]\s*)?(?:{_DIE}|[xn]|\d+(?:/\d+)?)\+?\s*\)")
BARE = re.compile(rf'([^\W\d_])\s+(?:\d+\+|{_DIE}\+?)(?!\w|\s*(?:zoll|treffer|wucht|"))')


def strip_parameters(folded: str) -> str:
    """Drop the values after rule names from folded text: "(2)", "(5+)", "(1/10)", "5+", "w6".

    Keeps a value before Zoll, Treffer or Wucht, which the reader asks about, and a plain number, which may be a rule's.

    >>> strip_parameters("spalten (2)"), strip_parameters("rettung 5+"), strip_parameters("w6 treffer"), strip_parameters("magie 4")
    ('spalten', 'rettung', 'w6 treffer', 'magie 4')
    """
    return BARE.sub(r"\1", BRACKETS.sub(r"\1", folded))


class Split(Protocol):
    """A function that splits compounds, as `compounds.split_compound` does."""

    def __call__(self, word: str, vocabulary: Collection[str], /, shortest: int = ...) -> tuple[str, ...]: ...


def acronyms(title: str, vocabulary: Collection[str] = (), split: Split = split_compound) -> set[str]:
    """Initials that players use for a title: of its words, with and without stop words, and of a compound's parts and their
    parts, as `split` finds them.

    >>> sorted(acronyms("All-out Attack")), acronyms("Befehlspunkt", {"befehl", "punkt"})
    (['aoa'], {'bp'})
    >>> sorted(acronyms("Nahkampfwert", {"nahkampf", "nah", "kampf", "wert"}))
    ['nkw', 'nw']
    """
    found = _title_words(title)
    parts = _in_parts(found, lambda token: split(token, vocabulary))
    finer = _in_parts(parts, lambda token: split(token, vocabulary, shortest=3))
    return _initials(found, meaningful(found), parts, finer)


def plain_acronyms(title: str, splits: Callable[[str], Sequence[str] | None]) -> set[str]:
    """Those acronyms that need no other parts of compounds than the known ones.

    >>> plain_acronyms("Nahkampfwert", {"nahkampfwert": ("nahkampf", "wert")}.get)
    {'nw'}
    """
    found = _title_words(title)
    return _initials(found, meaningful(found), _in_parts(found, splits))


def _title_words(title: str) -> list[str]:
    return [token for token in tokens(strip_parameters(fold(title))) if token[0].isalpha()]


def _in_parts(found: Iterable[str], split: Callable[[str], Sequence[str] | None]) -> list[str]:
    return [part for token in found for part in (split(token) or (token,))]


def _initials(*rows: Sequence[str]) -> set[str]:
    return {"".join(token[0] for token in row) for row in rows if 2 <= len(row) <= 5}
