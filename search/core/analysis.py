"""Documents → analysed corpus: every surface with its terms, every document with its terms and their impacts.

>>> analysed = analyse(corpus)
>>> analysed.surfaces["bewegungsphase"]
('bewegungsphas', 'beweg', 'phas')

A term is a stem ("beweg"), a rule number in normal form ("#17"), or an acronym of a title ("'aoa"). The marks keep the three
apart; no token of text holds one. Whoosh stores these postings, the browser index encodes them: neither analyses anything itself.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import letters, search_words

from .documents import Corpus, Document
from .schema import FIELDS, NAME_FIELDS, PART_OF_WORD, level_of_weight
from .system_words import words_of_systems
from .thesaurus import thesaurus_of
from .totals import frequency_of, totals_of
from .vocabulary import Vocabulary, vocabulary_of
from .words import AllWords, Fields, all_words

NUMBER_MARK = "#"
ACRONYM_MARK = "'"


@dataclass(frozen=True, slots=True)
class Analysed:
    """The analysed corpus, from which both indexes are made.

    `words` and `acronyms` are per document; `surfaces` and `frequency` (in how many documents a term counts as occurring) are sorted by
    key; `splits` has the parts of compounds, `infinitives` the verb that a word is a form of; `also` has the terms that mean the same as a
    word, `verbs` the term of its infinitive, `thesaurus` the terms that rules may use instead of a term; `average` is the average length
    of each field; `english` are words of English titles that occur in no German title or short rule, `german` those that occur in a
    short rule and in no German title; `own` has the words of each system's
    documents (`system_words.py`); `named` are the words of all names, `kinds` the documents' kinds; `mark` is a digest of all words.
    """

    documents: Sequence[Document]
    words: AllWords
    acronyms: tuple[tuple[str, ...], ...]
    surfaces: Mapping[str, tuple[str, ...]]
    frequency: Mapping[str, int]
    splits: Mapping[str, tuple[str, ...]]
    infinitives: Mapping[str, str]
    also: Mapping[str, tuple[str, ...]]
    verbs: Mapping[str, str]
    thesaurus: Mapping[str, tuple[str, ...]]
    average: Mapping[str, float]
    english: frozenset[str]
    german: frozenset[str]
    own: Mapping[str, tuple[str, ...]]
    named: frozenset[str]
    kinds: tuple[str, ...]
    mark: str

    def impacts(self, position: int) -> dict[str, int]:
        """The terms of a document: twice the level of their impact there, plus one if they occur in one of its names."""
        weights, named = _weights(self.words[position].fields, self.surfaces, self.average)
        for term in (*number_terms(self.documents[position]), *self.acronyms[position]):
            weights[term] += FIELDS["number"].weight  # matching initials are hardly a coincidence either
            named.add(term)
        return {term: 2 * level_of_weight(weight) + (term in named) for term, weight in weights.items()}


def analyse(corpus: Corpus, memo: Memo | None = None) -> Analysed:
    """Tokenise, stem, split compounds with the documents' own words, and weigh every term. Takes known results from `memo`."""
    memo = memo or Memo()
    words = all_words(corpus, memo)
    totals = totals_of(corpus.marks, words, memo)
    vocabulary = vocabulary_of(totals.words, memo)
    surfaces, infinitives = vocabulary.surfaces, vocabulary.infinitives
    acronyms = _acronyms(corpus, vocabulary, memo)
    besides = [(*number, *terms) for number, terms in zip(_numbers(corpus, memo), acronyms, strict=True)]
    names = digest(corpus.named, vocabulary.mark)
    return Analysed(
        corpus.documents,
        words,
        acronyms,
        surfaces,
        frequency_of(corpus.marks, words, besides, vocabulary, memo),
        vocabulary.splits,
        infinitives,
        _of_tuples(memo.grown("also", names, lambda _: _also(words.alike(), surfaces))),
        {word: surfaces[verb][0] for word, verb in infinitives.items() if surfaces[verb][0] != surfaces[word][0]},
        _of_tuples(memo.grown("thesaurus", vocabulary.mark, lambda _: thesaurus_of(surfaces))),
        {name: rounded(tokens / count) if count else 1.0 for name, (tokens, count) in totals.lengths.items()},
        frozenset(totals.english.keys() - totals.german.keys()),
        frozenset(totals.english.keys() & totals.german.keys() - _title_words(corpus, words, memo)),
        words_of_systems(corpus, words, vocabulary, memo),
        frozenset(memo.grown("named", corpus.named, lambda _: sorted(words.of_names()))),
        tuple(memo.grown("kinds", corpus.named, lambda _: sorted({document.kind for document in corpus.documents}))),
        vocabulary.mark,
    )


def _of_tuples(found: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {word: tuple(terms) for word, terms in found.items()}


def _title_words(corpus: Corpus, words: AllWords, memo: Memo) -> set[str]:
    """The words of German titles."""
    return {*memo.grown("titles", corpus.named, lambda _: sorted({*words.of_field("title").split()}))}


def _numbers(corpus: Corpus, memo: Memo) -> list[list[str]]:
    """The numbers of each document, as terms."""
    found: list[list[str]] = memo.grown("numbers", corpus.named, lambda _: [[*number_terms(one)] for one in corpus.documents])
    return found


#: Fields written in a rule rather than about it, apart from its text.
WRITTEN_FIELDS = ("title", "names", "english", "short")


#: A word with more meanings than this says nothing.
_MOST_ALSO = 6


def _also(names: Iterable[list[str]], surfaces: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Word → terms that mean the same: one-word titles, keyed by what English, players and other systems call them.

    So "charge" is also searched for as "Ansturm" in the text of rules, not only in the rule of that name.
    """
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for title, *others in filter(None, names):
        for word in others if title in surfaces else ():
            if word in surfaces and surfaces[word][0] != surfaces[title][0]:
                found[word][surfaces[title][0]] += 1
    chosen = {word: sorted(terms, key=lambda term: (-terms[term], term))[:_MOST_ALSO] for word, terms in found.items()}
    return {word: tuple(sorted(chosen[word])) for word in sorted(chosen)}


def phrases(texts: Iterable[str], surfaces: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Names or queries as the terms of their words, without stop words or duplicates."""
    found = (phrase(text, surfaces) for text in texts)
    return tuple(dict.fromkeys(terms for terms in found if terms))


def phrase(text: str, surfaces: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """One name or query as terms; () if no word is known."""
    tokens = search_words.meaningful(search_words.words(text))
    return tuple(dict.fromkeys(surfaces[token][0] for token in tokens if token in surfaces))


def place_phrases(document: Document, surfaces: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The titles of a document's sections and rows as terms: after its own title, and alone if they have several words."""
    title = phrases([document.title], surfaces)
    found = phrases([*(title for _, title in document.sections), *document.rows], surfaces)
    behind = (tuple(dict.fromkeys((*own, *section))) for section in found for own in title)
    return (*behind, *(section for section in found if len(section) > 1))


def rounded(value: float) -> float:
    """A number to seven binary digits: steps of about one per cent, and the same on every machine.

    So a change of one text hardly ever changes an average, and with it the weights in all other documents.

    >>> rounded(80.3), rounded(1.0)
    (80.0, 1.0)
    """
    mantissa, exponent = math.frexp(value)
    return math.ldexp(round(mantissa * 128), exponent - 7)


def _weights(
    tokens: Fields, surfaces: Mapping[str, tuple[str, ...]], average: Mapping[str, float]
) -> tuple[dict[str, float], set[str]]:
    """Every term's weighted frequency over all fields, and the terms that occur in a name.

    It counts first and weighs afterwards, so that the browser, which reads the words in another order, arrives at the same float.
    """
    weights: dict[str, float] = defaultdict(float)
    named: set[str] = set()
    for name, field in FIELDS.items():
        counts: dict[str, float] = defaultdict(float)
        found = tokens[name]
        for token, times in Counter(found).items():
            terms = surfaces[token]
            counts[terms[0]] += times
            for part in terms[1:]:
                counts[part] += PART_OF_WORD * times
        unit = field.weight / (1 - field.b + field.b * len(found) / average[name])
        for term, count in counts.items():
            weights[term] += unit * count
        if name in NAME_FIELDS:
            named.update(counts)
    return weights, named


def number_terms(document: Document) -> tuple[str, ...]:
    """The document's number in normal form, as a term."""
    return (NUMBER_MARK + document.number_key,) if document.number_key else ()


def _acronyms(corpus: Corpus, vocabulary: Vocabulary, memo: Memo) -> tuple[tuple[str, ...], ...]:
    """The acronyms of each document's titles, as terms."""

    def made(before: dict[str, Any] | None) -> dict[str, Any]:
        known = {title: kept for title, kept in (before or {"known": {}})["known"].items() if not concerned(kept)}
        titles = [f"{document.title}\n{document.title_en}" for document in corpus.documents]
        found = {title: known[title] if title in known else _acronym_text(title, vocabulary) for title in titles}
        return {"known": found, "of": [found[title].partition("|")[0] for title in titles]}

    def concerned(kept: str) -> bool:
        return vocabulary.former is None or any(word in kept for word in vocabulary.new)

    kept = memo.grown("acronyms", digest(vocabulary.mark, corpus.named), made)
    return tuple(tuple(terms.split()) for terms in kept["of"])


def _acronym_text(title: str, vocabulary: Vocabulary) -> str:
    """The acronyms, then the words in which parts of compounds may lie."""
    found = (search_words.acronyms(one, vocabulary.short_words, vocabulary.split) for one in title.split("\n"))
    return " ".join(ACRONYM_MARK + one for one in sorted(set().union(*found))) + "|" + letters.fold(title)
