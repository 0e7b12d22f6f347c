"""Candidates → order: one scoring, written twice (here and in assets/core/scoring.js), line by line, with the same weights.

Each word of the query scores its best expansion: weight · idf · impact. The sum is lowered if words are missing and raised if the
query is a title; a rule number outweighs everything.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add

from .documents import CONCEPT_KIND, PART_KIND, STUB_KIND, TERM_KIND
from .expand import ExpandedWord
from .query import PLAIN_SERIES, Query
from .schema import IMPACTS
from .spelling import Spelt, groups

# Weights as measured (README.md).
UNCOVERED = 0.25
#: For each way a query can match a name: the factor for the sum, and the bonus added.
TITLE = (1.6, 12.0)
#: Lets an exact title win, however common its words are.
WHOLE_TITLE = 30.0
#: The title wrapped in a question ("was macht Spalten?"), and in another inflection.
CORE = (1.5, 10.0)
STEMS = (1.3, 6.0)
#: Names in other systems, and recorded queries.
OTHER = (1.0, 6.0)
#: Of the names that continue the query, the shortest is nearest.
BEGUN_TITLE = (1.15, 4.0)
#: The share of that bonus that even the longest name gets.
BEGUN = 0.4
#: Several words in the order of a title are hardly a coincidence.
BEGUN_PHRASE = (1.5, 12.5)
#: Similarity to a query recorded for the entry.
LIKENESS = 0.5
NUMBER, SAME_PART, OTHER_PART = 40.0, 30.0, -25.0
#: Penalty of a table or figure against the section of the same number.
BARE = 20.0
#: Of two entries with the same name, prefers the one in the main part.
MAIN_PART_FACTOR = 1.04
#: An entry says more than a term of the same name. A query without a system still wants a rule: the comparison of systems ranks below
#: every entry of that name, in whatever inflection. A term that an excerpt does not explain ranks below every rule that mentions it.
KIND_FACTORS = {TERM_KIND: 0.85, STUB_KIND: 0.02, PART_KIND: 0.5, CONCEPT_KIND: 0.5}


@dataclass(frozen=True)
class Candidate:
    """A document as the ranking sees it.

    `titles`, `keys`, `stem_keys` are its titles and names, normalised; `impacts` is term → 2·level + in_name; `phrases` are its names,
    recorded queries and short rule, as terms, `said` the words of its questions.
    """

    position: int
    system: str
    kind: str
    part_id: str
    main_part: bool
    number_key: str
    series: str
    titles: tuple[str, ...]
    keys: tuple[str, ...]
    other_keys: tuple[str, ...]
    stem_keys: tuple[str, ...]
    impacts: Mapping[str, int]
    phrases: tuple[tuple[str, ...], ...] = ()
    said: str = ""

    @cached_property
    def spelt(self) -> Spelt:
        """The letters of what it is called and asked for."""
        return Spelt.of(self.phrases, self.said.split())

    @cached_property
    def squeezed_keys(self) -> frozenset[str]:
        """Its names without spaces."""
        return frozenset(map(_squeezed, self.keys))


def rank(
    query: Query, words: Sequence[ExpandedWord], candidates: Iterable[Candidate], limit: int
) -> list[tuple[float, Candidate]]:
    """Rank the candidates that fit at all: the best `limit`, best first; ties in reading order."""
    # No word is lost; one that was split into its parts gives several.
    stems = stem_key([word.stem for word in words]) if len(words) >= len(query.words) and query.whole else ""
    reached = _reached(words)
    wanted = reduce(add, (word.idf for word in words), 0.0)  # as the browser adds; `sum` rounds otherwise from Python 3.12 on
    found: list[tuple[float, Candidate]] = []
    # Likeness is costly: only candidates that could still be among the best are compared with their phrases, the likeliest first.
    # The browser, which counts all hits, scores them all.
    for most, total, candidate in sorted(_bounds(query, words, wanted, stems, candidates), key=lambda bound: -bound[0]):
        if len(found) >= limit > 0 and most < found[limit - 1][0]:
            break
        alike = [
            _likeness(words, reached, wanted, phrase) for phrase in candidate.phrases if not reached.keys().isdisjoint(phrase)
        ]
        score = _score(query, total, max(alike, default=0.0), candidate)
        if score > 0:
            insort(found, (score, candidate), key=lambda pair: (-pair[0], pair[1].position))
    return found[:limit]


#: The highest likeness, with a margin for rounding.
MOST_ALIKE = 1.001


def _bounds(
    query: Query, words: Sequence[ExpandedWord], wanted: float, stems: str, candidates: Iterable[Candidate]
) -> Iterator[tuple[float, float, Candidate]]:
    """For each candidate that has a word, the highest score that it can reach, and its total without likeness."""
    asked = groups(query.said) if query.is_sentence else 0
    for candidate in candidates:
        if total := _total(query, words, wanted, stems, asked, candidate):
            yield _score(query, total, MOST_ALIKE, candidate), total, candidate


def stem_key(stems: Sequence[str]) -> str:
    """Join stems into one text, regardless of order; "" if one is missing."""
    return " ".join(sorted(stems)) if stems and all(stems) else ""


#: Term → the words of the query that may stand for it: their positions and weights.
Reached = Mapping[str, Sequence[tuple[int, float]]]


def _reached(words: Sequence[ExpandedWord]) -> Reached:
    reached: dict[str, list[tuple[int, float]]] = {}
    for place, word in enumerate(words):
        for expansion in word.expansions:
            reached.setdefault(expansion.term, []).append((place, expansion.in_name))
    return reached


def _total(query: Query, words: Sequence[ExpandedWord], wanted: float, stems: str, asked: int, candidate: Candidate) -> float:
    """The total of the query's words in a candidate, its likeness to the `asked` letters of a sentence, and to its names; 0 if it has no
    word.
    """
    total, covered = 0.0, 0.0
    for word in words:
        best = _best(word, candidate.impacts)
        total += best
        covered += word.idf if best else 0.0
    if not total:
        return 0.0
    total *= UNCOVERED + (1 - UNCOVERED) * covered / wanted
    if asked:
        total *= candidate.spelt.likeness(asked)
    return _with_title(total, query, stems, not words[-1].stem, candidate)


def _score(query: Query, total: float, alike: float, candidate: Candidate) -> float:
    """The score of a total, which grows with likeness; rounded so that the last bits of a float never decide."""
    total *= 1 + LIKENESS * alike
    total = _with_number(total, query, candidate)
    total *= MAIN_PART_FACTOR if candidate.main_part else 1.0
    return round(total * KIND_FACTORS.get(candidate.kind, 1.0), 4)


def _likeness(words: Sequence[ExpandedWord], reached: Reached, wanted: float, phrase: Sequence[str]) -> float:
    """The similarity of a query to the nearest one recorded for the entry, 0 to 1: the share of each that the two have in common."""
    best: dict[int, tuple[float, str]] = {}
    for term in phrase:
        for place, weight in reached.get(term, ()):
            if place not in best or (weight, term) > best[place]:
                best[place] = weight, term
    shared = sum(min(best[place][0], words[place].idf) for place in sorted(best))
    return shared / wanted * len({term for _, term in best.values()}) / len(phrase)


def _best(word: ExpandedWord, impacts: Mapping[str, int]) -> float:
    best = 0.0
    for expansion in word.expansions:
        packed = impacts.get(expansion.term)
        if packed is not None:
            weight = expansion.in_name if packed & 1 else expansion.in_text
            best = max(best, weight * IMPACTS[packed >> 1])
    return best


def _with_title(total: float, query: Query, stems: str, unfinished: bool, candidate: Candidate) -> float:
    """Raise the total by the best way in which the query matches one of the document's names."""
    return max((total * factor + bonus for factor, bonus in _ways(query, stems, unfinished, candidate)), default=total)


def _ways(query: Query, stems: str, unfinished: bool, candidate: Candidate) -> Iterator[tuple[float, float]]:
    key = query.key
    if key and key in candidate.titles:
        yield TITLE[0], TITLE[1] + WHOLE_TITLE
    if key in candidate.keys:
        yield TITLE
    elif query.core in candidate.keys or (" " in key and _squeezed(key) in candidate.squeezed_keys):
        yield CORE
    if stems and stems in candidate.stem_keys:
        yield STEMS
    if key in candidate.other_keys or query.core in candidate.other_keys:
        yield OTHER
    if begun := [len(name) for name in candidate.keys if key and name.startswith(key)]:
        # an incomplete word can only match as a prefix
        factor, bonus = BEGUN_PHRASE if " " in key or unfinished else BEGUN_TITLE
        yield factor, bonus * (BEGUN + (1 - BEGUN) * len(key) / min(begun))


def _squeezed(key: str) -> str:
    """A name without its spaces: players run words together and split them."""
    return key.replace(" ", "")


def _with_number(total: float, query: Query, candidate: Candidate) -> float:
    if not query.number or query.number != candidate.number_key:
        return total
    named = query.series not in ("", *PLAIN_SERIES)
    if named and query.series != candidate.series:
        return total  # section 3 is not "Szenario 3"
    if not named and candidate.series not in ("", *PLAIN_SERIES):
        total -= BARE  # "2.3" and "Kapitel 2.3" are the section before the figure
    total += NUMBER + (SAME_PART if named else 0.0)
    if query.parts:
        total += SAME_PART if (candidate.system, candidate.part_id) in query.parts else OTHER_PART
    return total
