"""Candidates → order: one scoring, written twice (here and in assets/core/scoring.js), line by line the same, with the same weights.

For every word of the query the best of its expansions counts: weight · idf · impact. The sum is damped where words are missing,
raised where the query is a title, and a rule number outweighs everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .documents import CONCEPT_KIND, PART_KIND, TERM_KIND
from .expand import ExpandedWord
from .query import PLAIN_SERIES, Query
from .schema import IMPACTS

# Weights as measured (README.md).
UNCOVERED = 0.25
#: Each way in which a query may be a name: what the sum is multiplied with, and what is added.
TITLE = (1.6, 12.0)
#: Whoever types a title gets it, however common its words are.
WHOLE_TITLE = 30.0
#: The title wrapped in a question ("was macht Spalten?"), and in another inflection.
CORE = (1.5, 10.0)
STEMS = (1.3, 6.0)
#: What players of other systems call it, and what those type who do not know the name.
OTHER = (1.0, 6.0)
#: Of the names that go on after the query the shortest is nearest.
BEGUN_TITLE = (1.15, 4.0)
#: So much of that bonus however long the name is.
BEGUN = 0.4
#: Several words in the order of a title are hardly chance.
BEGUN_PHRASE = (1.5, 12.5)
#: A query like one that somebody has written down for the entry.
LIKENESS = 0.5
NUMBER, SAME_PART, OTHER_PART = 40.0, 30.0, -25.0
#: A table or figure against the section of the same number.
BARE = 20.0
#: Of two entries with the same name the one in the main part is meant.
MAIN_PART_FACTOR = 1.04
#: An entry says more than a term of the same name, and whoever names no system still looks for a rule: what compares the systems
#: comes after every entry of that name, in whatever inflection.
KIND_FACTORS = {TERM_KIND: 0.85, PART_KIND: 0.5, CONCEPT_KIND: 0.5}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document as ranking sees it.

    `titles`, `keys`, `stem_keys` are its titles and names as compared; `impacts` is term → 2·level + in_name; `phrases` are its names and
    the queries written down for it, as terms.
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


def rank(query: Query, words: Sequence[ExpandedWord], candidates: Iterable[Candidate]) -> list[tuple[float, Candidate]]:
    """The candidates that fit at all, best first; equal ones in reading order."""
    # No word is lost; one that was split into its parts gives several.
    stems = stem_key([word.stem for word in words]) if len(words) >= len(query.words) and query.whole else ""
    reached = _reached(words)
    scored = ((_score(query, words, reached, stems, candidate), candidate) for candidate in candidates)
    return sorted(((score, found) for score, found in scored if score > 0), key=lambda pair: (-pair[0], pair[1].position))


def stem_key(stems: Sequence[str]) -> str:
    """Stems as one text, whatever their order; "" where one is missing."""
    return " ".join(sorted(stems)) if stems and all(stems) else ""


#: Term → the words of the query that may stand for it: their places and weights.
Reached = Mapping[str, Sequence[tuple[int, float]]]


def _reached(words: Sequence[ExpandedWord]) -> Reached:
    reached: dict[str, list[tuple[int, float]]] = {}
    for place, word in enumerate(words):
        for expansion in word.expansions:
            reached.setdefault(expansion.term, []).append((place, expansion.in_name))
    return reached


def _score(query: Query, words: Sequence[ExpandedWord], reached: Reached, stems: str, candidate: Candidate) -> float:
    """How well a candidate fits, rounded so that the last bits of a float never decide."""
    total, covered, wanted = 0.0, 0.0, 0.0
    for word in words:
        best = _best(word, candidate.impacts)
        total += best
        wanted += word.idf
        covered += word.idf if best else 0.0
    if not total:
        return 0.0
    total *= UNCOVERED + (1 - UNCOVERED) * covered / wanted
    total = _with_title(total, query, stems, not words[-1].stem, candidate)
    total *= 1 + LIKENESS * max((_likeness(words, reached, wanted, phrase) for phrase in candidate.phrases), default=0.0)
    total = _with_number(total, query, candidate)
    total *= MAIN_PART_FACTOR if candidate.main_part else 1.0
    return round(total * KIND_FACTORS.get(candidate.kind, 1.0), 4)


def _likeness(words: Sequence[ExpandedWord], reached: Reached, wanted: float, phrase: Sequence[str]) -> float:
    """How much a query is like one that is written down for the entry, 0 to 1: what they share, of the one and of the other."""
    if reached.keys().isdisjoint(phrase):
        return 0.0
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
    """The total raised by the best way in which the query is one of the document's names."""
    return max((total * factor + bonus for factor, bonus in _ways(query, stems, unfinished, candidate)), default=total)


def _ways(query: Query, stems: str, unfinished: bool, candidate: Candidate) -> Iterator[tuple[float, float]]:
    key = query.key
    if key and key in candidate.titles:
        yield TITLE[0], TITLE[1] + WHOLE_TITLE
    if key in candidate.keys:
        yield TITLE
    elif query.core in candidate.keys or (" " in key and _squeezed(key) in map(_squeezed, candidate.keys)):
        yield CORE
    if stems and stems in candidate.stem_keys:
        yield STEMS
    if key in candidate.other_keys or query.core in candidate.other_keys:
        yield OTHER
    if begun := [len(name) for name in candidate.keys if key and name.startswith(key)]:
        # what is no word yet can only be the beginning of one
        factor, bonus = BEGUN_PHRASE if " " in key or unfinished else BEGUN_TITLE
        yield factor, bonus * (BEGUN + (1 - BEGUN) * len(key) / min(begun))


def _squeezed(key: str) -> str:
    """A name without its spaces: words are run together and torn apart."""
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
