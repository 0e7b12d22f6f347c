"""The words of a text, and what their neighbours tell of them: nouns, adjectives before nouns, pairs that belong together.

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
#: Between these lengths a word may be a compound that spells out an abbreviation.
SHORTEST_COMPOUND, LONGEST_COMPOUND = 8, 40


class Vocabulary:
    """What a text's words are; made once per text."""

    def __init__(self, text: str) -> None:
        self.tokens = _TOKEN.findall(text)
        self._long_forms: dict[str, str] = {}

    @cached_property
    def pairs(self) -> Counter[tuple[str, str]]:
        """How often two words or marks stand side by side."""
        return Counter(pairwise(self.tokens))

    @cached_property
    def counts(self) -> Counter[str]:
        """How often a word stands in the text, in this spelling."""
        return Counter(self.tokens)

    @cached_property
    def small(self) -> frozenset[str]:
        """The words that stand with a small letter somewhere."""
        return frozenset(token for token in self.counts if token[0].islower())

    @cached_property
    def _before_small(self) -> frozenset[str]:
        return frozenset(a for a, b in self.pairs if a[0].isupper() and (b[0].islower() or b in ",.;)"))

    def is_noun(self, word: str) -> bool:
        """Whether a word with a capital letter may end a name: it has no ending of an adjective, or no noun follows it elsewhere."""
        return word in self._before_small or not (word.endswith(_INFLECTED) or self._is_masculine(word))

    def _is_masculine(self, word: str) -> bool:
        """Whether a word in -er is the form of an adjective: its other forms stand in the text too."""
        stem = word.removesuffix("er")
        forms = {stem + ending for ending in ("", *_INFLECTED)}
        return stem != word and any(form in self.counts or form.lower() in self.counts for form in forms)

    def spelt_out(self, short: str) -> str:
        """What an abbreviation of two letters stands for: "MW" for "Moralwert" where there is a "Moralwerttest"; "" if unsure.

        The compound's parts have these initials, the second and what follows it are everyday nouns.
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
