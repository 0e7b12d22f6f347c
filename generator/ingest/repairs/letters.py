"""Letters that scanning swapped, lost or doubled: a rare word that resembles a frequent one and is no independent word.

Uses the book itself instead of a dictionary. A word is independent if it is a form of another (by its stem) or consists of parts
in the book (prefixes, compounds). Other words count as errors only if damage is visible: a compound with one intact part and one
that is no word ("Haup|element"), a long noun that lost a consonant, an impossible beginning. Anything else is proposed as doubtful.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cached_property, lru_cache

from ...german.letters import caseless
from ...german.lists import alternatives, listed, word_list
from ..drafts import Repair, Span
from .book_words import Spellings, like, stem

_WORD = re.compile(r"(?<![\w@./-])[^\W\d_]{6,40}(?![\w@])")
_WHY = "fast wie „{}“, das {}-mal im Buch steht"
#: The highest frequency of an error, the least of the intended word, and the least ratio of both.
_RARE, _OFTEN, _RATIO = 3, 3, 3
_CERTAIN, _DOUBTFUL = 0.95, 0.6
#: The length from which words may differ in more than one letter; the share of letters that must agree; the length from which one
#: difference is enough.
_LONG, _ALIKE, _NOUN = 14, 0.85, 11
#: The number of letters at either end that long words share; an end of more words than this identifies none.
_EDGE, _CROWD = 5, 100
_VOWELS = frozenset("aeiouäöüy")
#: Beginnings that no German word has.
_BROKEN_ONSET = re.compile("[lmnr][bcdfghjklmnpqrstvwxz]")
_INFIX = re.compile(rf"(?<=..)(?:{alternatives('infixes')})(?=[^\W\d_]{{4}})")


def letters(text: str, book: Spellings) -> Iterator[Repair]:
    """Find words that should be other words of the book."""
    swapped = _swapped(book)
    for match in _WORD.finditer(text):
        word = match[0]
        if found := swapped.meant(word):
            meant, certainty = found
            why = _WHY.format(book.written(meant), book.counts[meant])
            yield Repair(Span(match.start(), match.end()), word, like(word, book.written(meant)), "letters", why, certainty)


@lru_cache(maxsize=2)
def _swapped(book: Spellings) -> SwappedLetters:
    """Cache the analysis of a book's words, because its entries are checked one by one."""
    return SwappedLetters(book)


class SwappedLetters:
    """Finds the intended words for the rare words of a book."""

    def __init__(self, book: Spellings) -> None:
        self._book = book
        self._found: dict[str, tuple[str, float] | None] = {}

    def meant(self, printed: str) -> tuple[str, float] | None:
        """The intended word and its certainty; None for an independent word."""
        if printed not in self._found:
            word = caseless(printed)
            self._found[printed] = self._look(word) if 0 < self._book.counts.get(word, 0) <= _RARE else None
        return self._found[printed]

    def _look(self, word: str) -> tuple[str, float] | None:
        near = [other for other in self._near[word[:_EDGE]] | self._near["$" + word[-_EDGE:]] if self._differ(word, other)]
        if not near or any(_forms_of_one(word, other) for other in near) or self._is_independent(word):
            return None
        best = max(near, key=lambda other: (self._family(other), other[-2:] == word[-2:], self._book.counts[other], other))
        certainty = self._certainty(word, best) if self._family(best) >= max(_RATIO * self._family(word), _OFTEN) else 0
        return (best, certainty) if certainty else None

    @cached_property
    def _near(self) -> defaultdict[str, frozenset[str]]:
        """Frequent words by their first and last letters."""
        index: defaultdict[str, set[str]] = defaultdict(set)
        for word, count in self._book.counts.items():
            if count >= _OFTEN and len(word) > _EDGE:
                index[word[:_EDGE]].add(word)
                index["$" + word[-_EDGE:]].add(word)
        return defaultdict(frozenset, {edge: frozenset(words) for edge, words in index.items() if len(words) <= _CROWD})

    def _differ(self, word: str, other: str) -> bool:
        """Whether two words differ as by an error: in one letter, in two swapped ones, or long nouns in a few."""
        one, two = _changed(word, other)
        if max(len(one), len(two)) == 1 or (len(one) == 2 and one == two[::-1]):
            return True
        if min(len(word), len(other)) < _LONG or word[:_EDGE] != other[:_EDGE] or word[-_EDGE:] != other[-_EDGE:]:
            return False
        return self._is_noun(other) and SequenceMatcher(None, word, other, autojunk=False).ratio() >= _ALIKE

    def _family(self, word: str) -> int:
        """The frequency of a word in all its forms."""
        return self._families[stem(word)]

    @cached_property
    def _families(self) -> Counter[str]:
        families: Counter[str] = Counter()
        for word, count in self._book.counts.items():
            families[stem(word)] += count
        return families

    def _is_independent(self, word: str) -> bool:
        """Whether a word is a form of another, a compound, or made with a known prefix."""
        if len(word) < _LONG and self._book.stems[stem(word)] > 1:
            return True
        return any(self._is_first(word[:at]) and self._is_last(word[at:]) for at in range(2, len(word) - 2))

    def _is_first(self, part: str) -> bool:
        """Whether a part may begin a word: a prefix ("auszu"), another word, the stem of a verb or noun ("zieh", "bewegungs")."""
        if {part, *(part.removesuffix(infix) for infix in listed("infixes"))} & word_list("prefixes"):
            return True
        return any(self._stands(part.removesuffix(link)) for link in word_list("links") if part.endswith(link))

    def _stands(self, part: str) -> bool:
        """Whether a part occurs alone in the book, in some form of a noun or verb."""
        return len(part) > 2 and any(self._book.counts.get(part + link, 0) > (len(part) < 5) for link in word_list("links"))

    def _is_last(self, part: str) -> bool:
        """Whether a part may end a compound: a word of the book, in any form."""
        known = part in word_list("suffixes") or self._book.counts.get(part, 0) > 0
        return known or (len(part) > 4 and stem(part) in self._book.stems)

    def _certainty(self, word: str, meant: str) -> float:
        """The certainty of an error; 0 if both words may well be right."""
        if _BROKEN_ONSET.match(word) and meant[1:] == word:
            return _CERTAIN
        parts = _changed(word, meant)
        changed = "".join(parts)
        # "Typbezeichnung" and "Typenbezeichnung"; "Entschieden" and "bestünden": most such pairs are two words
        linked = changed in word_list("links") and self._stands(word[: _shared(word, meant)])
        if word[0] != meant[0] or linked or set(changed) <= _VOWELS:
            return 0
        lost = self._is_noun(meant) and len(word) >= (_NOUN if len(changed) == 1 else _LONG)
        if word[-2:] == meant[-2:] and (lost or any(self._half_sound(word, meant, size) for size in range(3, len(word) - 2))):
            return _CERTAIN
        return 0 if len(word) < 9 or len(parts[0]) == len(parts[1]) else _DOUBTFUL

    def _half_sound(self, word: str, meant: str, size: int) -> bool:
        """Whether one part of a compound is intact and the other a word only in the intended one."""
        lost = len(word) != len(meant) and self._is_noun(meant) and size > 4
        head, tail = word[:size], word[-size:]
        if meant.startswith(head) and self._is_first(head) and not self._is_last(word[size:]):
            return self._is_last(meant[size:]) or self._ends[meant[size:]] > 1 or lost
        return meant.endswith(tail) and self._is_last(tail) and not self._is_first(word[:-size]) and lost

    @cached_property
    def _ends(self) -> Counter[str]:
        return Counter(word[at:] for word in self._book.counts for at in range(4, len(word) - 4))

    def _is_noun(self, word: str) -> bool:
        return self._book.capital[word] > self._book.lower[word]


def _shared(word: str, other: str) -> int:
    """The length of the common beginning of two words."""
    for at, (one, two) in enumerate(zip(word, other, strict=False)):
        if one != two:
            return at
    return min(len(word), len(other))


def _changed(word: str, other: str) -> tuple[str, str]:
    """The rest of both words without their common beginning and end.

    >>> _changed("haupelement", "hauptelement")
    ('', 't')
    """
    start = _shared(word, other)
    end = _shared(word[start:][::-1], other[start:][::-1])
    return word[start : len(word) - end], other[start : len(other) - end]


def _forms_of_one(word: str, other: str) -> bool:
    """Whether two words differ as forms of one word: in their ending, their prefix or an umlaut."""
    if stem(word) == stem(other) or stem(_INFIX.sub("", word, 1)) == stem(_INFIX.sub("", other, 1)):
        return True
    start, endings = _shared(word, other), word_list("endings")
    if start > 3 and any(word[at:] in endings and other[at:] in endings for at in range(max(4, start - 2), start + 1)):
        return True
    ends = _shared(word[::-1], other[::-1])
    prefixes = word_list("prefixes") | {""}
    return any(word[: len(word) - end] in prefixes and other[: len(other) - end] in prefixes for end in range(3, ends + 1))
