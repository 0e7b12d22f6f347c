"""The words of a text, and what their neighbours show: nouns, adjectives before nouns, fixed pairs.

>>> book = Vocabulary("Der Wald brennt. Im Tiefen Wald brennt er nicht.")
>>> book.is_noun("Wald"), book.is_noun("Tiefen")
(True, False)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from ...german.inflection import ADJECTIVE_ENDINGS
from ...german.lists import listed

_TOKEN = re.compile(r"[^\W\d_][\w&’'-]*|\d+|[^\w\s]")
_INFLECTED = tuple(ending for ending in ADJECTIVE_ENDINGS if ending != "er")
#: The range of lengths of a compound that may spell out an abbreviation.
SHORTEST_COMPOUND, LONGEST_COMPOUND = 8, 40


class Vocabulary:
    """The vocabulary of a text; create one per text."""

    def __init__(self, text: str) -> None:
        self.tokens = _TOKEN.findall(text)
        self._long_forms: dict[str, str] = {}

    @cached_property
    def pairs(self) -> Counter[tuple[str, str]]:
        """Frequencies of adjacent pairs of words or marks."""
        return Counter(pairwise(self.tokens))

    @cached_property
    def counts(self) -> Counter[str]:
        """Frequencies of words in the text, by spelling."""
        return Counter(self.tokens)

    @cached_property
    def small(self) -> frozenset[str]:
        """The words that occur in lower case."""
        return frozenset(token for token in self.counts if token[0].islower())

    @cached_property
    def _before_small(self) -> frozenset[str]:
        return frozenset(a for a, b in self.pairs if a[0].isupper() and (b[0].islower() or b in ",.;)"))

    def is_noun(self, word: str) -> bool:
        """Whether a capitalised word may end a name: it has no adjective ending, or no noun follows it elsewhere."""
        return word in self._before_small or not (word.endswith(_INFLECTED) or self._is_masculine(word))

    def _is_masculine(self, word: str) -> bool:
        """Whether a word in -er is a form of an adjective: the text has its other forms too."""
        stem = word.removesuffix("er")
        forms = {stem + ending for ending in ("", *_INFLECTED)}
        return stem != word and any(form in self.counts or form.lower() in self.counts for form in forms)

    def spelt_out(self, short: str) -> str:
        """The long form of a two-letter abbreviation: "MW" for "Moralwert" if there is a "Moralwerttest"; "" if uncertain.

        The compound's parts have these initials; its second and later parts are everyday nouns.
        """
        if short not in self._long_forms:
            found = {long for word in self._by_initial.get(short[0], ()) for long in _long_forms(short, word)}
            self._long_forms[short] = found.pop() if len(found) == 1 else ""
        return self._long_forms[short]

    @cached_property
    def _by_initial(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for word in self.counts:
            if word[0].isupper() and SHORTEST_COMPOUND <= len(word) <= LONGEST_COMPOUND:
                groups.setdefault(word[0], []).append(word)
        return groups


def _long_forms(short: str, word: str) -> Iterator[str]:
    for at in range(3, len(word)) if len(short) == 2 else ():
        if word[at] == short[1].lower():
            for end in range(at + 3, len(word)):
                if word[at:end] in listed("everyday_nouns") and word[end:] in listed("everyday_nouns"):
                    yield word[:end]
