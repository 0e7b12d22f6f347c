"""Candidates → order: one scoring, written twice (here and in assets/suche.js), line by line the same.

For every word of the query the best of its expansions counts: weight · idf · impact. The sum is damped where words are missing,
raised where the query is a title, and a rule number outweighs everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .documents import CONCEPT_KIND, TERM_KIND
from .expand import ExpandedWord
from .query import PLAIN_SERIES, Query
from .schema import IMPACTS

# Weights as measured (SEARCH.md); those marked "ours" are not.
UNCOVERED = 0.25
TITLE_FACTOR, TITLE_BONUS = 1.6, 12.0
#: Ours: the title wrapped in a question ("was macht Spalten?"), and in another inflection.
CORE_FACTOR, CORE_BONUS = 1.5, 10.0
STEMS_FACTOR, STEMS_BONUS = 1.3, 6.0
#: Ours: what players of other games call it, and what those type who do not know the name.
OTHER_FACTOR, OTHER_BONUS = 1.3, 6.0
#: The bonus is ours: of the names that go on after the query the shortest is nearest.
PREFIX_FACTOR, PREFIX_BONUS = 1.15, 4.0
#: Ours: several words in the order of a title are hardly chance.
PHRASE_FACTOR, PHRASE_BONUS = 1.5, 10.0
NUMBER, SAME_PART, OTHER_PART = 40.0, 30.0, -25.0
#: Ours: of two entries with the same name the one in the main part is meant.
MAIN_PART_FACTOR = 1.04
#: Ours: an entry says more than a term of the same name, and whoever names no game still looks for a rule: what compares the games
#: comes after every entry of that name, in whatever inflection.
KIND_FACTORS = {TERM_KIND: 0.85, CONCEPT_KIND: 0.5}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document as ranking sees it; `keys` and `stem_keys` are its names as compared, `impacts` term → 2·level + in_name."""

    position: int
    system: str
    kind: str
    part_id: str
    main_part: bool
    number_key: str
    series: str
    keys: tuple[str, ...]
    other_keys: tuple[str, ...]
    stem_keys: tuple[str, ...]
    impacts: Mapping[str, int]


def rank(query: Query, words: Sequence[ExpandedWord], candidates: Iterable[Candidate]) -> list[tuple[float, Candidate]]:
    """The candidates that fit at all, best first; equal ones in reading order."""
    stems = stem_key([word.stem for word in words]) if len(words) == len(query.words) else ""
    scored = ((_score(query, words, stems, candidate), candidate) for candidate in candidates)
    return sorted(((score, found) for score, found in scored if score > 0), key=lambda pair: (-pair[0], pair[1].position))


def stem_key(stems: Sequence[str]) -> str:
    """Stems as one text, whatever their order; "" where one is missing."""
    return " ".join(sorted(stems)) if stems and all(stems) else ""


def _score(query: Query, words: Sequence[ExpandedWord], stems: str, candidate: Candidate) -> float:
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
    total = _with_title(total, query, stems, candidate)
    total = _with_number(total, query, candidate)
    total *= MAIN_PART_FACTOR if candidate.main_part else 1.0
    return round(total * KIND_FACTORS.get(candidate.kind, 1.0), 4)


def _best(word: ExpandedWord, impacts: Mapping[str, int]) -> float:
    best = 0.0
    for expansion in word.expansions:
        packed = impacts.get(expansion.term)
        if packed is not None:
            weight = expansion.in_name if packed & 1 else expansion.in_text
            best = max(best, weight * IMPACTS[packed >> 1])
    return best


def _with_title(total: float, query: Query, stems: str, candidate: Candidate) -> float:
    key = query.key
    if key in candidate.keys:
        return total * TITLE_FACTOR + TITLE_BONUS
    if query.core in candidate.keys or (" " in key and _squeezed(key) in map(_squeezed, candidate.keys)):
        return total * CORE_FACTOR + CORE_BONUS
    if stems and stems in candidate.stem_keys:
        return total * STEMS_FACTOR + STEMS_BONUS
    if key in candidate.other_keys or query.core in candidate.other_keys:
        return total * OTHER_FACTOR + OTHER_BONUS
    begun = [len(name) for name in candidate.keys if key and name.startswith(key)]
    if not begun:
        return total
    factor, bonus = (PHRASE_FACTOR, PHRASE_BONUS) if " " in key else (PREFIX_FACTOR, PREFIX_BONUS)
    return total * factor + bonus * len(key) / min(begun)


def _squeezed(key: str) -> str:
    """A name without its spaces: words are run together and torn apart."""
    return key.replace(" ", "")


def _with_number(total: float, query: Query, candidate: Candidate) -> float:
    if not query.number or query.number != candidate.number_key:
        return total
    total += NUMBER
    if query.parts:
        total += SAME_PART if (candidate.system, candidate.part_id) in query.parts else OTHER_PART
    if query.series and query.series not in PLAIN_SERIES:
        total += SAME_PART if query.series == candidate.series else OTHER_PART
    return total
