"""A word of the query → the terms it may stand for, each with a weight: exact, parts, acronym, prefix, infix, slips.

>>> [expansion.term for expansion in expand(Word("nahkampfphase"), lexicon).expansions]
['nahkampfphas', 'nahkampf', 'phas']

The stemmer is not asked here: words of the vocabulary bring their stem along, others are tried without their ending. So the
browser, which has no stemmer, does the very same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from . import german
from .analysis import ACRONYM_MARK, NUMBER_MARK
from .lexicon import Lexicon
from .query import Query, Word

# Weights as measured (SEARCH.md, "How the reference engine worked").
EXACT = 1.0
PARTS = 0.55
#: Ours: with a neighbour or particle.
JOINED = 0.9
ACRONYM = 0.9
#: Ours: what means the same, in English, among players, in other games.
ALSO = 0.6
PREFIX = (0.9, 0.6)
INFIX = (0.5, 0.3)
SLIPS = {1: 0.6, 2: 0.35}
#: Ours: the known beginning or end of a word that is otherwise unknown ("Zauberspruch" where the rules only say "Zauber").
PIECE = 0.4
OTHER_FIRST_LETTER = 0.7

SHORTEST_INFIX = 4
SHORTEST_SLIP = 4
#: One slip up to this many letters, two in longer words.
ONE_SLIP = 7
#: No word may say more than this much above what all it stands for say together.
IDF_HEADROOM = 1.15


@dataclass(frozen=True, slots=True)
class Expansion:
    """A term with its weight where it names a document, and where it only stands in its text."""

    term: str
    in_name: float
    in_text: float


@dataclass(frozen=True, slots=True)
class ExpandedWord:
    """A word with all it may stand for, weights already times idf. `stem` is its own term where the word is known, else ""."""

    expansions: tuple[Expansion, ...]
    idf: float
    stem: str = ""


def expand_query(query: Query, lexicon: Lexicon) -> tuple[ExpandedWord, ...]:
    """Every word of the query that stands for something; a rule number comes first, as a word of its own."""
    found = [expanded for word in query.words for expanded in _all_of(word, lexicon)]
    if query.number:
        found.insert(0, _weighted({NUMBER_MARK + query.number: (EXACT, EXACT)}, {}, lexicon))
    return tuple(word for word in found if word.expansions)


def _all_of(word: Word, lexicon: Lexicon) -> list[ExpandedWord]:
    """The word; a compound that the library never writes as one counts as its parts, each a word of its own: "Flankenbonus"."""
    expanded = expand(word, lexicon)
    if expanded.stem or not (parts := _parts(word, lexicon)):
        return [expanded]
    return [_weighted(dict(_known(part, lexicon)) | {}, {}, lexicon) for part in parts]


def _parts(word: Word, lexicon: Lexicon) -> tuple[str, ...]:
    known = word.text in lexicon.surfaces or any(text in lexicon.surfaces for text in word.also)
    return () if known else german.split_compound(word.text, lexicon.surfaces.keys())


def expand(word: Word, lexicon: Lexicon) -> ExpandedWord:
    """What a word may stand for. Guesses are made only where nothing else fits."""
    sure = dict(_joined(word, lexicon)) | dict(_known(word.text, lexicon))
    vague: dict[str, Weights] = {}
    if word.last and len(word.text) > 1:
        _add(vague, _prefixes(word.text, lexicon))
    if not sure and not vague:
        sure = dict(_compound(word.text, lexicon))
    if sure or vague:
        return _weighted(sure, vague, lexicon)
    return _guessed(word.text, lexicon)


Weights = tuple[float, float]


def _guessed(text: str, lexicon: Lexicon) -> ExpandedWord:
    """An unknown word: inside other words, misspelt, or partly known. The likeliest slip then counts as its stem."""
    slips = list(_slips(text, lexicon))
    vague: dict[str, Weights] = {}
    _add(vague, _infixes(text, lexicon))
    _add(vague, slips)
    if not vague:
        _add(vague, _pieces(text, lexicon))
    return _weighted({}, vague, lexicon, stem=max(slips, key=lambda slip: slip[1])[0] if slips else "")


def _known(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    """The word itself, with or without an ending, its parts, and the titles whose initials it is."""
    acronym = ACRONYM_MARK + text
    if acronym in lexicon.frequency:
        yield acronym, (ACRONYM, ACRONYM)
    for form in german.without_ending(text):
        if terms := lexicon.also.get(form):
            yield from ((term, (ALSO, ALSO)) for term in terms)
        if terms := lexicon.surfaces.get(form):
            yield from ((part, (PARTS, PARTS)) for part in terms[1:])
            yield terms[0], (EXACT, EXACT)
            return
        if form in lexicon.frequency:
            yield form, (EXACT, EXACT)
            return


def _joined(word: Word, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    for text in word.also:
        if text in lexicon.surfaces:
            yield lexicon.surfaces[text][0], (JOINED, JOINED)


def _compound(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    """The parts of a compound that the library never writes as one word."""
    for part in german.split_compound(text, lexicon.surfaces.keys()):
        yield lexicon.surfaces[part][0], (PARTS, PARTS)


def _prefixes(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    for surface in lexicon.with_prefix(text):
        near = (len(text) / len(surface)) ** 0.3
        yield lexicon.surfaces[surface][0], (PREFIX[0] * near, PREFIX[1] * near)


def _infixes(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    if len(text) >= SHORTEST_INFIX:
        for surface in lexicon.containing(text):
            yield lexicon.surfaces[surface][0], INFIX


def _slips(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    if len(text) < SHORTEST_SLIP or not text.isalpha():
        return
    for slips, surface in lexicon.like(text, 1 if len(text) <= ONE_SLIP else 2):
        weight = SLIPS[slips] * (1.0 if surface[0] == text[0] else OTHER_FIRST_LETTER)
        yield lexicon.surfaces[surface][0], (weight, weight)


def _pieces(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    """The longest known beginning and the longest known end."""
    lengths = range(len(text) - 1, german.SHORTEST_PART - 1, -1)
    for pieces in ((text[:length] for length in lengths), (text[-length:] for length in lengths)):
        known = next((piece for piece in pieces if piece in lexicon.surfaces and not german.is_stop_word(piece)), None)
        if known:
            yield lexicon.surfaces[known][0], (PIECE, PIECE)


def _add(found: dict[str, Weights], more: Iterable[tuple[str, Weights]]) -> None:
    """Keep the higher weight of a term that comes twice."""
    for term, weights in more:
        if weights > found.get(term, (0.0, 0.0)):
            found[term] = weights


def _weighted(sure: dict[str, Weights], vague: dict[str, Weights], lexicon: Lexicon, stem: str = "") -> ExpandedWord:
    """Weights times idf. A rare slip or continuation must not outshine the common word that was meant: idf is capped by all."""
    cap = IDF_HEADROOM * lexicon.idf(sum(lexicon.frequency.get(term, 0) for term in vague))
    idfs = {term: lexicon.idf(lexicon.frequency.get(term, 0)) for term in {**vague, **sure}}
    idfs |= {term: min(idfs[term], cap) for term in vague if term not in sure}
    weights = {**vague, **sure}
    expansions = tuple(Expansion(term, weights[term][0] * idfs[term], weights[term][1] * idfs[term]) for term in sorted(weights))
    stem = next((term for term, weight in sure.items() if weight == (EXACT, EXACT)), stem)
    return ExpandedWord(expansions, max(idfs.values(), default=0.0), stem)
