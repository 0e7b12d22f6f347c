"""Sentences that are equal almost word for word, and the one word in which they contradict each other or differ in a number.

>>> from nachschlag.generator.proofing.bearing import Source, sentences_of
>>> rules = Source("Der Reiter im Wald zieht höchstens 6 cm. Der Reiter im Wald zieht mindestens 6 cm.")
>>> twins = [Twin(one, "") for one in sentences_of(rules)]
>>> [(one.word, one.other) for one in contradictions(twins, twins)]
[('höchstens', 'mindestens'), ('mindestens', 'höchstens')]
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log

from ..german.coarse_keys import coarse_key
from ..german.negation import denies
from ..german.number_words import WORDS
from ..german.opposites import exclude, sides
from ..german.units import unit_of
from .bearing import Sentence, unmarked

#: The share of their words, weighted by rarity, that two sentences must have in common, and the fewest words of each.
_ALIKE, _WORDS = 0.5, 3
#: The number of common words with which two sentences may differ in more than one other word, and the number for each replaced
#: word.
_FEW, _EACH = 4, 6
#: The number of words that may differ beside the contradicting one: for an opposite, for a number or negation.
_ASIDE, _ASIDE_SURE = 6, 1
#: The number of its rarest words by which a sentence is found, and the most sentences that may share such a word.
_RARE, _COMMON = 3, 100
_TOKEN = re.compile(r'\d+(?:,\d+)?(?!\.?\d)|[^\W\d_]+|["°%+±½]|–(?=\d)')
_LIST_MARK = re.compile(r"^\s*(?:\d+\.\s|[-|]\s)|(?<![\d,])\d+(?:\.\d+)+")


@lru_cache(maxsize=8192)
def _tells(word: str) -> bool:
    """Whether a word decides what its sentence says."""
    return word[0].isdigit() or bool(sides(word)) or denies(word) or bool(unit_of(word))


@dataclass(frozen=True, eq=False)
class Twin:
    """A sentence of an entry, a definition or a note (`owner`)."""

    sentence: Sentence
    owner: str

    @cached_property
    def words(self) -> tuple[Counter[str], Counter[str], frozenset[str]]:
        """The words for comparison, in small letters and with numbers in digits: those that decide what the sentence says, the
        others, and the keys of the others.
        """
        telling, others, keys = Counter[str](), Counter[str](), set[str]()
        for token in _TOKEN.findall(_LIST_MARK.sub("", unmarked(self.sentence.text))):
            word = token.lower()
            number = WORDS["de"].get(word)
            word = number.value if number and number.needed else word
            if _tells(word):
                telling[word] += 1
                keys.add(coarse_key(token))
            else:
                others[word] += 1
        return telling, others, self.sentence.keys - keys if keys else self.sentence.keys


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A sentence, and the word in which it contradicts another that is almost the same, with the other's word ("" for none)."""

    one: Twin
    word: str
    twin: Twin
    other: str


def contradictions(ones: Sequence[Twin], others: Sequence[Twin], head: str = "") -> Iterator[Contradiction]:
    """The sentences that contradict almost equal ones, unless one of these bears them out. A number or negation contradicts only if
    two others agree about it, or if the other belongs to the same owner, or to the parent of all (`head`).
    """
    for one, twins in _alike(_told_once(ones), _told_once(others)):
        found = [(twin, *_difference(one, twin)) for twin in twins]
        if any(kind == "same" for _, kind, _, _ in found):
            continue
        agreeing = Counter((kind, word, other) for _, kind, word, other in found)
        for twin, kind, word, other in found:
            near = "|" not in one.sentence.text if one.owner == twin.owner else head in (one.owner, twin.owner)
            if kind in ("opposite", "unit") or (kind and (near or agreeing[kind, word, other] > 1)):
                yield Contradiction(one, word, twin, other)
                break


def _told_once(twins: Iterable[Twin]) -> list[Twin]:
    """The sentences without those that an owner repeats to the letter."""
    first: dict[tuple[str, str, str], Twin] = {}
    for one in twins:
        first.setdefault((one.owner, one.sentence.source.field, one.sentence.text), one)
    return list(first.values())


def _alike(ones: Sequence[Twin], others: Sequence[Twin]) -> Iterator[tuple[Twin, list[Twin]]]:
    """Each of `ones` with those of `others` that share most of their words with it."""
    pool = [one for one in others if len(one.sentence.keys) >= _WORDS]
    counts = Counter(key for one in pool for key in one.sentence.keys)
    weights = {key: log(1 + len(pool) / count) for key, count in counts.items()}
    rarest = log(1 + len(pool))
    with_key: dict[str, list[Twin]] = defaultdict(list)
    for one in pool:
        for key in one.sentence.keys:
            if counts[key] > 1:
                with_key[key].append(one)
    for one in ones:
        keys = one.sentence.keys
        whole = sum(weights.get(key, rarest) for key in keys)
        if len(keys) < _WORDS:
            continue
        near = {
            id(other): other
            for key in sorted(keys, key=lambda key: (counts[key], key))[:_RARE]
            for other in with_key[key][:_COMMON]
        }
        twins = [
            other
            for other in near.values()
            if not _is_compared_elsewhere(one, other) and _alike_enough(keys, other.sentence.keys, weights, whole)
        ]
        if twins:
            yield one, twins


def _is_compared_elsewhere(one: Twin, other: Twin) -> bool:
    """Whether two are the same sentence, or one is from the short rule of the other's entry."""
    return other is one or (one.owner == other.owner and one.sentence.source.field != other.sentence.source.field)


def _alike_enough(keys: frozenset[str], others: frozenset[str], weights: dict[str, float], whole: float) -> bool:
    shared = keys & others
    if len(shared) < _ALIKE * max(len(keys), len(others)):
        return False
    return sum(weights[key] for key in shared) >= _ALIKE * max(whole, sum(weights[key] for key in others))


def _difference(one: Twin, other: Twin) -> tuple[str, str, str]:
    """The difference of two sentences ("same", "opposite", "unit", "negation", "number", or "" for any other), and the word that
    differs.
    """
    (telling, rest, keys), (told, left, its_keys) = one.words, other.words
    ours, theirs = telling - told, told - telling
    aside = max((rest - left).total(), (left - rest).total())
    shared = keys & its_keys
    exchanged = min(len(keys - shared), len(its_keys - shared))
    if not ours and not theirs:
        return ("same" if aside <= _ASIDE else ""), "", ""
    if aside > (_ASIDE if len(shared) >= _FEW else _ASIDE_SURE) or ours.total() > 1 or theirs.total() > 1:
        return "", "", ""
    word, twin = next(iter(ours), ""), next(iter(theirs), "")
    kind, given = "", [one for one in (word, twin) if one]
    if exclude(word, twin):
        kind = "opposite" if exchanged * _EACH <= len(shared) and (word not in "+–" or not aside) else ""
    elif all(map(unit_of, given)):
        kind = "unit" if (word and twin) or aside <= _ASIDE_SURE else ""
    elif aside <= _ASIDE_SURE and not exchanged:
        if len(given) == 1 and denies(given[0]):
            kind = "negation"
        elif word.isdigit() and twin.isdigit() and abs(int(word) - int(twin)) == 1 and "|" not in one.sentence.text:
            kind = "number"
    return kind, word, twin
