"""A rule as sentences. Finds the sentence that bears out a clause from elsewhere: the one that shares its rarer words.

>>> rule = Bearing([Source("Jede Einheit zieht.\\n\\nZwei Würfel fallen.")])
>>> rule.nearest("Wirf zwei Würfel").text
'Zwei Würfel fallen.'
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from ..german.bounds import Bound, bounds
from ..german.coarse_keys import coarse_keys
from ..german.lists import alternatives, listed
from ..german.negation import denies, hedges, negations_dropped
from ..german.sentences import sentences
from .facts import Fact, facts

#: Markup within a text: ids of links, marks of emphasis.
_HIDDEN = re.compile(r"\[\[[^\[\]|\n]*\||\[\[|\]\]|\*+")
_CLAUSE = re.compile(r"[;:.,](?=\s)|\s–\s|[()]")
_PART = re.compile(rf"[;:.,!?](?=\s|$)|\s–\s|[()|\n]|\b(?:{alternatives('clause_joints')})\b")
#: The number of words after a limit that count as its objects in a rule; in a short rule they are closer.
_REACH = 6


@dataclass(frozen=True, slots=True)
class Source:
    """A text of a rule: the id of its owner ("" for the entry itself), and its field."""

    text: str
    entry: str = ""
    field: str = "text"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a rule with the keys of its words; it begins at `start` in `source`."""

    text: str
    source: Source
    start: int
    keys: frozenset[str]


# Each is slow and needed for few texts, but often for the same: a rule is also its children's parent.


@lru_cache(maxsize=4096)
def unmarked(text: str) -> str:
    return _HIDDEN.sub(lambda match: " " * len(match[0]), text) if "[[" in text or "]]" in text or "*" in text else text


@lru_cache(maxsize=4096)
def _facts(text: str) -> tuple[Fact, ...]:
    return facts(unmarked(text), "de")


@lru_cache(maxsize=4096)
def _bounds(text: str) -> tuple[Bound, ...]:
    return tuple(bounds(unmarked(text), _REACH))


@lru_cache(maxsize=4096)
def sentences_of(source: Source) -> tuple[Sentence, ...]:
    return tuple(Sentence(source.text[a:b], source, a, frozenset(keys)) for a, b, keys in _cut(source.text))


@lru_cache(maxsize=1 << 15)  # a large system's texts, any two of which may be compared; 2 kB each, a quarter of their sentences
def _cut(text: str) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    """The begin, end and keys of each sentence of a text."""
    plain = unmarked(text)
    return tuple((a, b, tuple(coarse_keys(plain[a:b]))) for a, b in sentences(plain))


@dataclass(frozen=True)
class Clause:
    """The words between two marks or „und“: their place, their keys without a negation, and whether they negate."""

    start: int
    text: str
    keys: frozenset[str]
    denies: bool
    _said: str

    @cached_property
    def hedges(self) -> bool:
        """Whether the clause may mean a negation or an exception in other words."""
        return hedges(self._said)


@lru_cache(maxsize=4096)
def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a text; „kein“ also negates what follows „und“ and „oder“."""
    found, at, denied, plain = [], 0, False, unmarked(text)
    for end, mark, following in [*((m.start(), m[0], m.end()) for m in _PART.finditer(plain)), (len(plain), ".", len(plain))]:
        part = plain[at:end]
        if part.strip():
            denies_itself = denies(part)
            denied, said = denies_itself or denied, negations_dropped(part) if denies_itself else part
            found.append(Clause(at, part, coarse_keys(said), denied, said))
        denied = denied and mark in listed("coordinators")
        at = following
    return tuple(found)


class Bearing:
    """A rule's own texts, and those near it (examples, other rules), which only bear out what its own do not contradict, unless
    `lenient`.
    """

    def __init__(self, own: Iterable[Source], near: Iterable[Source] = (), *, lenient: bool = False) -> None:
        self.own = [source for source in own if source.text.strip()]
        self._near = [source for source in near if source.text.strip()]
        self._owned = frozenset(self.own)
        self._entries = {source.entry for source in self.own}
        self.lenient = lenient

    def owns(self, source: Source) -> bool:
        """Whether a text is one of the rule's own."""
        return source in self._owned

    def is_beside(self, source: Source) -> bool:
        """Whether a text is another rule's."""
        return source.entry not in self._entries

    def shows(self, source: Source) -> bool:
        """Whether a text illustrates the rule's own texts: an example bears out no more than they do."""
        return source.entry in self._entries and source not in self._owned

    @property
    def sources(self) -> tuple[Source, ...]:
        return (*self.own, *self._near)

    def facts(self, near: bool) -> Iterator[tuple[Fact, Source]]:
        """All facts of the rule's own texts, or of those near it."""
        for source in self._near if near else self.own:
            yield from ((fact, source) for fact in _facts(source.text))

    def bounds(self) -> Iterator[tuple[Bound, Source]]:
        """All limits of the rule's own texts, then of those near it."""
        for source in self.sources:
            yield from ((bound, source) for bound in _bounds(source.text))

    def clauses(self) -> Iterator[Clause]:
        """All clauses of the rule's own texts, then of those near it."""
        for source in self.sources:
            yield from clauses(source.text)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(sentence for source in self.sources for sentence in sentences_of(source))

    def ranked(self, clause: str, whole: str = "") -> Iterator[tuple[float, Sentence]]:
        """Each sentence with the weight of the words that it shares with a clause, and (less) with the clause's whole text."""
        near = coarse_keys(clause)
        far = coarse_keys(whole) - near
        either = near | far
        for sentence in self.sentences:
            if either.isdisjoint(sentence.keys):
                yield 0.0, sentence
                continue
            shared = self._weight(near & sentence.keys) + 0.4 * self._weight(far & sentence.keys)
            yield shared * (0.7 if self.is_beside(sentence.source) else 1.0), sentence

    def nearest(self, clause: str, whole: str = "") -> Sentence | None:
        """The sentence that shares most with a clause; None if none shares anything."""
        weight, sentence = max(self.ranked(clause, whole), key=lambda one: one[0], default=(0.0, None))
        return sentence if weight else None

    def weight(self, key: str) -> float:
        """The weight of a key: the fewer sentences of the rule have it, the more."""
        return self._weights.get(key, 1.0)

    def _weight(self, shared: frozenset[str]) -> float:
        """The weight of the keys that a sentence has."""
        return sum([self._weights[key] for key in shared]) if shared else 0.0

    @cached_property
    def _weights(self) -> dict[str, float]:
        counts = Counter(chain.from_iterable(sentence.keys for sentence in self.sentences))
        return {key: 1 / math.sqrt(1 + count) for key, count in counts.items()}


def sentence_at(source: Source, place: int) -> Sentence | None:
    """The sentence at a place in a text."""
    sentences = sentences_of(source)
    at = bisect_right(sentences, place, key=lambda one: one.start) - 1
    return sentences[at] if at >= 0 and place < sentences[at].start + len(sentences[at].text) else None


def clause_of(text: str, start: int, end: int) -> str:
    """The clause of a short text in which text[start:end] stands."""
    begin = 0
    for match in _CLAUSE.finditer(text):
        if match.end() <= start:
            begin = match.end()
        elif match.start() >= end:
            return text[begin : match.start()]
    return text[begin:]
