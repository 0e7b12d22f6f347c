"""A word of the query → the terms it may stand for, each with a weight: exact, parts, acronym, prefix, infix, slips.

>>> [expansion.term for expansion in expand(Word("nahkampfphase"), lexicon).expansions]
['nahkampfphas', 'nahkampf', 'phas']

The stemmer is not used here: words of the vocabulary carry their stem, others are tried without their ending. The browser, which has
no stemmer, therefore does the very same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from nachschlag.generator.german import compounds, search_words, stemming

from .analysis import ACRONYM_MARK, NUMBER_MARK
from .framing import FRAMING
from .lexicon import Lexicon
from .query import VALUE, Query, Word

# Weights as measured (README.md).
EXACT = 1.0
#: The infinitive of a verb form.
VERB = 0.85
#: A word without its ending.
CUT = 0.85
PARTS = 0.55
#: A word joined with its neighbour or particle.
JOINED = 0.9
ACRONYM = 1.1
#: A synonym: in English, among players, in other systems.
ALSO = 0.45
#: What rules say for it (thesaurus.yaml), in names and in texts: "Banner" for "Fahne".
THESAURUS = (0.7, 0.45)
PREFIX = (0.9, 0.6)
INFIX = (0.5, 0.3)
SLIPS = {1: 0.6, 2: 0.35}
#: The known beginning or end of an otherwise unknown word ("Zauberspruch" where the rules only say "Zauber").
PIECE = 0.4
OTHER_FIRST_LETTER = 0.7

SHORTEST_INFIX = 4
#: Letters of a word that is worth telling that it occurs nowhere.
SHORTEST_TELLING = 4
SHORTEST_SLIP = 4
#: Two slips are allowed in words longer than the second length; in words longer than the first only if no word is one slip away.
NO_SECOND_SLIP, ONE_SLIP = 5, 7
#: Caps a word's idf at this factor of the idf of all its expansions together.
IDF_HEADROOM = 1.15


@dataclass(frozen=True, slots=True)
class Expansion:
    """A term with its weight in a document's names and its weight in a document's text."""

    term: str
    in_name: float
    in_text: float


@dataclass(frozen=True)
class ExpandedWord:
    """A word with its expansions, weights already multiplied by idf.

    text    the word as searched for, folded
    stem    the word's own term if it is known, the likeliest correction's if it was misspelt, else ""
    slipped whether it was misspelt
    meant   the likeliest correction of a misspelt word, folded
    labels  the terms of labels that announce an answer to it
    """

    expansions: tuple[Expansion, ...]
    idf: float
    stem: str = ""
    text: str = ""
    slipped: bool = False
    meant: str = ""
    labels: frozenset[str] = frozenset()

    @cached_property
    def terms(self) -> frozenset[str]:
        """The terms for which it may stand."""
        return frozenset(self.by_term)

    @cached_property
    def by_term(self) -> Mapping[str, Expansion]:
        """The expansion to each term."""
        return {expansion.term: expansion for expansion in self.expansions}


def expand_query(query: Query, lexicon: Lexicon, guess: bool = False) -> tuple[ExpandedWord, ...]:
    """Expand the words of a query, dropping those without any expansion; a rule number comes first, as a word of its own.

    `guess` is for a query that finds nothing: it adds everything a word could relate to, however far-fetched.
    """
    found = [
        expanded for word in query.words for expanded in ([_far_fetched(word, lexicon)] if guess else _all_of(word, lexicon))
    ]
    if query.number:
        found.insert(0, _weighted({NUMBER_MARK + query.number: (EXACT, EXACT)}, {}, lexicon))
    if query.is_sentence:
        found = [_in_sentence(word) for word in found]
    return tuple(word for word in found if word.expansions)


def unknown_words(query: Query, lexicon: Lexicon) -> list[str]:
    """The words of a query, folded, that the library writes nowhere, not even nearly. Values, words that frame a question, and words too
    short to tell much are left out.
    """
    telling = (
        word
        for word in query.words
        if len(word.text) >= SHORTEST_TELLING and word.text not in FRAMING and not VALUE.fullmatch(word.text)
    )
    return [word.text for word in telling if not any(found.expansions for found in _all_of(word, lexicon))]


def _in_sentence(word: ExpandedWord) -> ExpandedWord:
    """The word of a whole sentence; those that only frame it weigh less."""
    share = FRAMING.get(word.text)
    if share is None:
        return word
    weighed = tuple(Expansion(one.term, one.in_name * share, one.in_text * share) for one in word.expansions)
    return replace(word, expansions=weighed, idf=word.idf * share)


def _far_fetched(word: Word, lexicon: Lexicon) -> ExpandedWord:
    """Expand to the word's parts, to words that contain it, and to similar words."""
    vague: dict[str, Weights] = {}
    _add(vague, _known(word.text, lexicon))
    _add(vague, [(term, (CUT, CUT)) for term in _without_ending(word.text, lexicon)])
    _add(vague, [known for part in _parts(word.text, lexicon) for known in _known_part(part, lexicon)])
    for guesses in (
        _prefixes(word.text, lexicon),
        _slip_terms(_slips(word, lexicon), lexicon),
        _infixes(word.text, lexicon),
        _pieces(word.text, lexicon),
    ):
        _add(vague, guesses)
    return _weighted({}, vague, lexicon)


def _all_of(word: Word, lexicon: Lexicon) -> list[ExpandedWord]:
    """The expanded word; a compound that the library never writes yields its parts, each as a word of its own: "Flankenbonus"."""
    expanded = expand(word, lexicon)
    is_begun = word.last and any(lexicon.with_prefix(word.text))
    is_known = bool(expanded.stem) and not _is_far(expanded)
    if is_known or is_begun or _is_written(word, lexicon) or not (parts := _parts(word.text, lexicon)):
        return [expanded]
    return [_weighted(dict(_known_part(part, lexicon)), {}, lexicon) for part in parts]


def _is_far(expanded: ExpandedWord) -> bool:
    """Whether the word matches only with two slips, which makes its parts likelier."""
    return expanded.slipped and max(e.in_name for e in expanded.expansions) <= SLIPS[2] * expanded.idf


def _parts(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Split a compound into words, else into words and stems."""
    return compounds.split_compound(text, lexicon.surfaces.keys()) or compounds.split_compound(text, lexicon.parts)


def _known_part(part: str, lexicon: Lexicon) -> Iterable[tuple[str, Weights]]:
    """Stems count as parts, too: "Zivileinheit" where the library only writes "zivile"."""
    return _known(part, lexicon) if part in lexicon.surfaces else [(part, (EXACT, EXACT))]


def _is_written(word: Word, lexicon: Lexicon) -> bool:
    return any(text in lexicon.surfaces for text in (word.text, *word.also))


Weights = tuple[float, float]


def expand(word: Word, lexicon: Lexicon) -> ExpandedWord:
    """Find what a word may stand for: unknown as typed, it may be another form, unfinished, misspelt, or part of another word."""
    sure = dict(_joined(word, lexicon)) | dict(_known(word.text, lexicon))
    vague: dict[str, Weights] = {}
    prefixes = list(_prefixes(word.text, lexicon)) if word.last and len(word.text) > 1 else []
    _add(vague, prefixes)
    if _is_written(word, lexicon) or ACRONYM_MARK + word.text in lexicon.frequency:
        return replace(_weighted(sure, vague, lexicon), text=word.text, labels=_labels(word, lexicon))
    cut = _without_ending(word.text, lexicon)
    is_elsewhere = word.text in lexicon.elsewhere
    slips = {} if is_elsewhere else _slips(word, lexicon)
    _add(vague, [(term, (CUT, CUT)) for term in cut])
    _add(vague, _slip_terms(slips, lexicon))
    if not (sure or vague or is_elsewhere):
        _add(vague, _infixes(word.text, lexicon))
        if not vague:
            _add(vague, _pieces(word.text, lexicon))
    # an unfinished word is not a word yet
    meant = "" if cut or prefixes else _likeliest(slips, lexicon)
    stem = lexicon.surfaces[meant][0] if meant else next(iter(cut), "") if not prefixes else ""
    return replace(_weighted(sure, vague, lexicon, stem), text=word.text, slipped=bool(meant), meant=meant)


def _labels(word: Word, lexicon: Lexicon) -> frozenset[str]:
    return frozenset(term for label in search_words.ASKS_FOR.get(word.text, ()) for term in lexicon.surfaces.get(label, ())[:1])


def _likeliest(slips: Mapping[str, float], lexicon: Lexicon) -> str:
    """The nearest word, preferring a German one: "Magi" more likely means "Magie" than "Magic"."""
    return max(slips, key=lambda surface: (slips[surface], surface not in lexicon.english), default="")


def _known(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    """Expand the word as typed: itself, its parts, its synonyms, what rules say for it, and the titles it is the initials of."""
    terms, verb = lexicon.surfaces.get(text), lexicon.verbs.get(text)
    yield from ((term, THESAURUS) for said in (verb, *(terms or ())[:1]) if said for term in lexicon.thesaurus.get(said, ()))
    acronym = ACRONYM_MARK + text
    if acronym in lexicon.frequency:
        yield acronym, (ACRONYM, ACRONYM)
    yield from ((term, (ALSO, ALSO)) for term in lexicon.also.get(text, ()))
    if terms:
        yield from ((part, (PARTS, PARTS)) for part in terms[1:])
        if verb:
            yield verb, (VERB, VERB)
        yield terms[0], (EXACT, EXACT)


def _without_ending(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Expand the word without its ending: its term and its synonyms."""
    for form in stemming.without_ending(text):
        if terms := lexicon.surfaces.get(form):
            verb = lexicon.verbs.get(form)
            return (terms[0], *([verb] if verb else ()), *lexicon.also.get(form, ()))
        if form in lexicon.frequency:
            return (form,)
    verb = stemming.base_of(text, lexicon.surfaces.keys())
    return lexicon.surfaces[verb][:1] if verb else ()


def _joined(word: Word, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    for text in word.also:
        if text in lexicon.surfaces:
            yield lexicon.surfaces[text][0], (JOINED, JOINED)


def _prefixes(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    for surface in lexicon.with_prefix(text):
        near = (len(text) / len(surface)) ** 0.3
        yield lexicon.surfaces[surface][0], (PREFIX[0] * near, PREFIX[1] * near)


def _infixes(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    if len(text) >= SHORTEST_INFIX:
        for surface in lexicon.containing(text):
            yield lexicon.surfaces[surface][0], INFIX


def _slips(word: Word, lexicon: Lexicon) -> dict[str, float]:
    """The nearest words with their weights: one slip away; two for long words, or if none is one away."""
    found: dict[str, int] = {}
    for text in dict.fromkeys((word.text, word.raw or word.text)):
        if len(text) >= SHORTEST_SLIP and text.isalpha():
            for slips, surface in lexicon.like(text, 1 if len(text) <= NO_SECOND_SLIP else 2):
                if slips:
                    found[surface] = min(slips, found.get(surface, slips))
    if len(word.text) <= ONE_SLIP and 1 in found.values():
        found = {surface: slips for surface, slips in found.items() if slips == 1}
    return {
        surface: SLIPS[found[surface]] * (1.0 if surface[0] == word.text[0] else OTHER_FIRST_LETTER) for surface in sorted(found)
    }


def _slip_terms(slips: Mapping[str, float], lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    yield from ((lexicon.surfaces[surface][0], (weight, weight)) for surface, weight in slips.items())


def _pieces(text: str, lexicon: Lexicon) -> Iterator[tuple[str, Weights]]:
    """The longest known beginning and the longest known end."""
    lengths = range(len(text) - 1, compounds.SHORTEST_PART - 1, -1)
    for pieces in ((text[:length] for length in lengths), (text[-length:] for length in lengths)):
        known = next((piece for piece in pieces if piece in lexicon.surfaces and not search_words.is_stop_word(piece)), None)
        if known:
            yield lexicon.surfaces[known][0], (PIECE, PIECE)


def _add(found: dict[str, Weights], more: Iterable[tuple[str, Weights]]) -> None:
    """Add a term; of two weights keep the higher."""
    for term, weights in more:
        if weights > found.get(term, (0.0, 0.0)):
            found[term] = weights


def _weighted(sure: dict[str, Weights], vague: dict[str, Weights], lexicon: Lexicon, stem: str = "") -> ExpandedWord:
    """Multiply weights by idf, capped by the idf of all terms together: a rare slip or continuation must not beat the common word meant."""
    meant = {*vague, *(term for term, weight in sure.items() if weight == (EXACT, EXACT))}
    cap = IDF_HEADROOM * lexicon.idf(sum(lexicon.frequency.get(term, 0) for term in meant))
    idfs = {term: lexicon.idf(lexicon.frequency.get(term, 0)) for term in {**vague, **sure}}
    idfs |= {term: min(idfs[term], cap) for term in vague if term not in sure}
    weights = {**vague, **sure}
    expansions = tuple(Expansion(term, weights[term][0] * idfs[term], weights[term][1] * idfs[term]) for term in sorted(weights))
    stem = next((term for term, weight in sure.items() if weight == (EXACT, EXACT)), stem)
    return ExpandedWord(expansions, max(idfs.values(), default=0.0), stem)
