"""The vocabulary of an index, and bounded walks through it: by prefix, infix and similarity.

Whoosh could expand prefixes and typos itself, but takes 500 ms for one on a big index. Here every walk ends after `CAP` words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import islice, takewhile
from typing import Any

from .analysis import Analysed
from .documents import Corpus, PartNames, SystemNames
from .schema import idf

#: The most words of the vocabulary that one walk returns for a word of a query.
CAP = 60


@dataclass(frozen=True)
class Lexicon:
    """Surfaces with their terms, terms with the number of documents they occur in, and the systems' names.

    `surfaces` is sorted by key; `parts` are the words and stems that a compound may be made of; `private` the ids of systems
    that must not be published; `also` has the synonymous terms of a word, `verbs` the term of its infinitive; `english` are words of
    English titles that occur in no German title or short rule, `kinds` the documents' kinds.
    """

    size: int
    systems: tuple[SystemNames, ...]
    surfaces: Mapping[str, tuple[str, ...]]
    frequency: Mapping[str, int]
    also: Mapping[str, tuple[str, ...]]
    verbs: Mapping[str, str]
    english: frozenset[str] = frozenset()
    kinds: tuple[str, ...] = ()
    sorted_surfaces: tuple[str, ...] = field(init=False)
    parts: frozenset[str] = field(init=False)
    private: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sorted_surfaces", tuple(self.surfaces))
        object.__setattr__(self, "parts", frozenset((*self.surfaces, *self.frequency)))
        object.__setattr__(self, "private", frozenset(system.id for system in self.systems if system.private))

    @cached_property
    def _by_length(self) -> Mapping[int, list[tuple[int, str]]]:
        """The words with their letters, by their length: only slips are looked for in them."""
        by_length: dict[int, list[tuple[int, str]]] = {}
        for word in self.surfaces:
            by_length.setdefault(len(word), []).append((_letters(word), word))
        return by_length

    def idf(self, containing: int) -> float:
        """The idf of a term in this many documents."""
        return idf(self.size, min(containing, self.size))

    def with_prefix(self, start: str) -> Iterator[str]:
        """Words that continue `start`, in alphabetical order, at most `CAP`."""
        at = bisect_left(self.sorted_surfaces, start)
        at += self.sorted_surfaces[at : at + 1] == (start,)
        yield from takewhile(lambda word: word.startswith(start), self.sorted_surfaces[at : at + CAP])

    def containing(self, middle: str) -> Iterator[str]:
        """Words with `middle` inside or at the end, at most `CAP`."""
        yield from islice((word for word in self.sorted_surfaces if middle in word and not word.startswith(middle)), CAP)

    def like(self, word: str, limit: int) -> list[tuple[int, str]]:
        """Words at most `limit` slips away from `word`, nearest first, at most `CAP`."""
        letters = _letters(word)
        found = []
        for length in range(max(1, len(word) - limit), len(word) + limit + 1):
            # A slip removes a letter from the set, adds one, or both: this rules out nearly all words before the costly comparison.
            most = 2 * limit - abs(length - len(word))
            for mask, other in self._by_length.get(length, ()):
                if (mask ^ letters).bit_count() <= most and (slips := distance(word, other, limit)) <= limit:
                    found.append((slips, other))
        return sorted(found)[:CAP]


def _letters(word: str) -> int:
    """The set of a word's letters as bits, and the set of those that occur twice."""
    mask = twice = 0
    for letter in word:
        bit = 1 << (ord(letter) & 31)
        twice |= mask & bit
        mask |= bit
    return mask | twice << 32


def distance(one: str, other: str, limit: int) -> int:
    """Count the slips between two words: a letter missing, extra or wrong, or two swapped (Damerau, optimal string alignment).

    Anything above `limit` comes back as `limit + 1`.

    >>> distance("zaubrer", "zauberer", 2), distance("spatlen", "spalten", 2)
    (1, 1)
    """
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        current = [i] + [limit + 1] * len(other)
        least = i
        for j in range(max(1, i - limit), min(len(other), i + limit) + 1):
            value = row[j - 1] if letter == other[j - 1] else 1 + min(row[j - 1], row[j], current[j - 1])
            if before and j > 1 and letter == other[j - 2] and one[i - 2] == other[j - 1]:
                value = min(value, before[j - 2] + 1)
            current[j] = value
            least = min(least, value)
        if least > limit:
            return limit + 1
        before, row = row, current
    return min(row[-1], limit + 1)


# -- to JSON and back ----------------------------------------------------------------------------------------------------------


def lexicon_of(corpus: Corpus, analysed: Analysed) -> Lexicon:
    """The lexicon of an analysed corpus."""
    kinds = tuple(sorted({document.kind for document in analysed.documents}))
    of_words = analysed.surfaces, analysed.frequency, analysed.also, analysed.verbs, analysed.english
    return Lexicon(len(analysed.documents), corpus.systems, *of_words, kinds)


def to_json(lexicon: Lexicon) -> dict[str, Any]:
    """The lexicon as plain values."""
    stored = {name: getattr(lexicon, name) for name in ("size", "surfaces", "frequency", "also", "verbs", "kinds")}
    return {**stored, "games": [asdict(system) for system in lexicon.systems], "english": sorted(lexicon.english)}


def from_json(value: Mapping[str, Any]) -> Lexicon:
    """Restore a lexicon from `to_json`. Raises KeyError, TypeError or ValueError for anything else."""
    read = {name: value[name] for name in ("size", "frequency", "verbs")}
    for name in ("surfaces", "also"):
        read[name] = {word: tuple(terms) for word, terms in value[name].items()}
    return Lexicon(
        **read, systems=tuple(map(_system, value["games"])), english=frozenset(value["english"]), kinds=tuple(value["kinds"])
    )


def _system(value: Mapping[str, Any]) -> SystemNames:
    parts = tuple(PartNames(**{**part, "names": tuple(part["names"])}) for part in value["parts"])
    lists = {name: tuple(value[name]) for name in ("names", "series")}
    pairs = {name: tuple(map(tuple, value[name])) for name in ("phases", "pages")}
    return SystemNames(**{**value, **lists, **pairs, "parts": parts})
