"""The words of a text, and what their neighbours show: nouns, adjectives before nouns, fixed pairs.

>>> book = Vocabulary("Der Wald brennt. Im Tiefen Wald brennt er nicht.")
>>> book.is_noun("Wald"), book.is_noun("Tiefen")
(True, False)
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import pairwise

from ...german.inflection import ADJECTIVE_ENDINGS

_TOKEN = re.compile(r"[^\W\d_][\w&’'-]*|\d+|[^\w\s]")
_INFLECTED = tuple(ending for ending in ADJECTIVE_ENDINGS if ending != "er")


class Vocabulary:
    """The vocabulary of a text; create one per text."""

    def __init__(self, text: str) -> None:
        self.tokens = _TOKEN.findall(text)

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
