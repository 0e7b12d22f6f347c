"""The vocabulary of an index, and bounded walks through it: by prefix, infix and similarity.

Whoosh could expand prefixes and typos itself, but takes 500 ms for one on a big index. Here every walk ends after `CAP` words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import islice, takewhile
from typing import Any

from .analysis import ACRONYM_MARK, NUMBER_MARK, Analysed
from .documents import Corpus, PartNames, SystemNames
from .schema import idf

#: The most words of the vocabulary that one walk returns for a word of a query.
CAP = 60


@dataclass(frozen=True)
class Lexicon:
    """Surfaces with their terms, terms with the number of documents in which they count, and the systems' names.

    `surfaces` is sorted by key; `parts` are the words and stems that a compound may be made of; `private` the ids of systems
    that must not be published; `also` has the synonymous terms of a word, `verbs` the term of its infinitive, `thesaurus` the terms that
    rules may use instead of a term; `english` are words of
    English titles that occur in no German title or short rule, `kinds` the documents' kinds; `own` has the words of each system's
    documents, and the acronyms of their titles, as often as they have them; `named` are the words of all names, `elsewhere`, in one
    system, those that only other systems' rules bear.
    """

    size: int
    systems: tuple[SystemNames, ...]
    surfaces: Mapping[str, tuple[str, ...]]
    frequency: Mapping[str, int]
    also: Mapping[str, tuple[str, ...]]
    verbs: Mapping[str, str]
    thesaurus: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    english: frozenset[str] = frozenset()
    kinds: tuple[str, ...] = ()
    own: Mapping[str, str] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    elsewhere: frozenset[str] = frozenset()
    sorted_surfaces: tuple[str, ...] = field(init=False)
    parts: frozenset[str] = field(init=False)
    private: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sorted_surfaces", tuple(self.surfaces))
        object.__setattr__(self, "parts", frozenset((*self.surfaces, *self.frequency)))
        object.__setattr__(self, "private", frozenset(system.id for system in self.systems if system.private))

    @cached_property
    def _by_length(self) -> Mapping[int, tuple[list[str], list[int]]]:
        """The words by length, for finding slips; with each list, for every letter (`_letters`), the words that have it."""
        by_length: dict[int, list[str]] = {}
        for word in self.surfaces:
            by_length.setdefault(len(word), []).append(word)
        return {length: (words, _having(words)) for length, words in by_length.items()}

    @cached_property
    def _in_one(self) -> str:
        """All words, each after a line feed, because searching one text is the quickest way to find parts of words."""
        return "\n".join(("", *self.sorted_surfaces, ""))

    @cached_property
    def _views(self) -> dict[str, Lexicon]:
        return {}

    def within(self, system: str) -> Lexicon:
        """The lexicon of a search in one system, which knows only what can find something there; itself for an unknown system."""
        if system not in self.own:
            return self
        if system not in self._views:
            self._views[system] = _view(self, Counter(self.own[system].split()))
        return self._views[system]

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
        yield from islice((word for word in self._with(middle) if not word.startswith(middle)), CAP)

    def _with(self, middle: str) -> Iterator[str]:
        text = self._in_one
        at = text.find(middle, 1)
        while at > 0:
            end = text.index("\n", at)
            yield text[text.rindex("\n", 0, at) + 1 : end]
            at = text.find(middle, end + 1)

    def like(self, word: str, limit: int) -> list[tuple[int, str]]:
        """Words at most `limit` slips away from `word`, nearest first, at most `CAP`."""
        letters = _letters(word)
        found = []
        for length in range(max(1, len(word) - limit), len(word) + limit + 1):
            # A slip removes a letter from the set, adds one, or both: this rules out nearly all words before the costly comparison.
            words, having = self._by_length.get(length, ((), ()))
            for at in _differing_in(having, letters, 2 * limit - abs(length - len(word)), len(words)):
                if (slips := distance(word, words[at], limit)) <= limit:
                    found.append((slips, words[at]))
        return sorted(found)[:CAP]


def _view(whole: Lexicon, own: Mapping[str, int]) -> Lexicon:
    """The part of a lexicon that has these words, and those for which the thesaurus has one of their terms."""
    known = {word: terms for word, terms in whole.surfaces.items() if word in own}
    inside = {term for terms in known.values() for term in terms}
    thesaurus = _among(inside, whole.thesaurus)
    lacking = thesaurus.keys() - {terms[0] for terms in known.values()}
    others: dict[str, str] = {}
    for word, (term, *_) in whole.surfaces.items():
        if term in lacking:
            others.setdefault(term, word)  # the first will do: another form is known by it
    surfaces = known | {word: (term,) for term, word in others.items()}
    stems = {terms[0] for terms in surfaces.values()}
    return replace(
        whole,
        surfaces={word: surfaces[word] for word in sorted(surfaces)},
        frequency={
            **{term: count for term, count in whole.frequency.items() if term in stems or term[0] == NUMBER_MARK},
            **{term: count for term, count in own.items() if term[0] == ACRONYM_MARK},
        },
        also=_among(inside, {word: terms for word, terms in whole.also.items() if word in known}),
        verbs={word: term for word, term in whole.verbs.items() if word in known},
        thesaurus=thesaurus,
        own={},
        named=frozenset(),
        elsewhere=whole.named - surfaces.keys(),
    )


def _among(terms: Collection[str], others: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Only those of the other terms that are among some."""
    found = {one: tuple(term for term in meant if term in terms) for one, meant in others.items()}
    return {one: meant for one, meant in found.items() if meant}


def _letters(word: str) -> frozenset[int]:
    """A word's letters as numbers below 32, with 32 added for a second occurrence."""
    found: set[int] = set()
    for letter in word:
        number = ord(letter) & 31
        found.add(number + 32 if number in found else number)
    return frozenset(found)


def _having(words: Sequence[str]) -> list[int]:
    """For every letter, as bits, the words that have it."""
    bits = [bytearray(len(words) // 8 + 1) for _ in range(64)]
    for at, word in enumerate(words):
        for letter in _letters(word):
            bits[letter][at >> 3] |= 1 << (at & 7)
    return [int.from_bytes(one, "little") for one in bits]


def _differing_in(having: Sequence[int], letters: Collection[int], most: int, size: int) -> Iterator[int]:
    """The words whose letters differ from these in at most `most`, as bits; compares all words at once."""
    every = (1 << size) - 1
    #: At index n, the words that differ in at least n letters.
    differing = [every] + [0] * (most + 1)
    for letter, words in enumerate(having):
        if differs := words ^ every if letter in letters else words:
            for count in range(most, -1, -1):
                differing[count + 1] |= differing[count] & differs
    rest = bin(every & ~differing[-1])[:1:-1]
    at = rest.find("1")
    while at >= 0:
        yield at
        at = rest.find("1", at + 1)


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
    of_words = analysed.surfaces, analysed.frequency, analysed.also, analysed.verbs, analysed.thesaurus, analysed.english
    return Lexicon(len(corpus.marks), corpus.systems, *of_words, analysed.kinds, _own(corpus, analysed), analysed.named)


def _own(corpus: Corpus, analysed: Analysed) -> dict[str, str]:
    acronyms = {
        system: sorted(term for at in places for term in analysed.acronyms[at]) for system, places in corpus.places.items()
    }
    return {system: " ".join((*acronyms[system], *words)) for system, words in analysed.own.items() if system}


def to_json(lexicon: Lexicon) -> dict[str, Any]:
    """The lexicon as plain values."""
    stored = {
        name: getattr(lexicon, name) for name in ("size", "surfaces", "frequency", "also", "verbs", "thesaurus", "kinds", "own")
    }
    return {
        **stored,
        "games": [asdict(system) for system in lexicon.systems],
        "english": sorted(lexicon.english),
        "named": sorted(lexicon.named),
    }


def from_json(value: Mapping[str, Any]) -> Lexicon:
    """Restore a lexicon from `to_json`. Raises KeyError, TypeError or ValueError for anything else."""
    read = {name: value[name] for name in ("size", "frequency", "verbs", "own")}
    for name in ("surfaces", "also", "thesaurus"):
        read[name] = {word: tuple(terms) for word, terms in value[name].items()}
    return Lexicon(
        **read,
        systems=tuple(map(system_from_json, value["games"])),
        english=frozenset(value["english"]),
        named=frozenset(value["named"]),
        kinds=tuple(value["kinds"]),
    )


def system_from_json(value: Mapping[str, Any]) -> SystemNames:
    """Restore a system's names from plain values."""
    parts = tuple(PartNames(**{**part, "names": tuple(part["names"])}) for part in value["parts"])
    lists = {name: tuple(value[name]) for name in ("names", "series")}
    pairs = {name: tuple(map(tuple, value[name])) for name in ("phases", "pages")}
    return SystemNames(**{**value, **lists, **pairs, "parts": parts})
