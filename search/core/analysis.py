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
from itertools import chain

from nachschlag.generator.files.memo import Memo
from nachschlag.generator.german import search_words

from .documents import Corpus, Document
from .schema import FIELDS, NAME_FIELDS, PART_OF_WORD, level_of_weight
from .vocabulary import Vocabulary, vocabulary_of
from .words import Fields, Words, words_of

NUMBER_MARK = "#"
ACRONYM_MARK = "'"


@dataclass(frozen=True, slots=True)
class Analysed:
    """The analysed corpus, from which both indexes are made.

    `words` and `acronyms` are per document; `surfaces` and `frequency` (in how many documents a term occurs) are sorted by key; `splits`
    has the parts of compounds, `infinitives` the verb that a word is a form of; `also` has the terms that mean the same as a word, `verbs`
    the term of its infinitive; `average` is the average length of each field; `english` are words of English titles that occur in no German
    title or text.
    """

    documents: tuple[Document, ...]
    words: tuple[Words, ...]
    acronyms: tuple[tuple[str, ...], ...]
    surfaces: Mapping[str, tuple[str, ...]]
    frequency: Mapping[str, int]
    splits: Mapping[str, tuple[str, ...]]
    infinitives: Mapping[str, str]
    also: Mapping[str, tuple[str, ...]]
    verbs: Mapping[str, str]
    average: Mapping[str, float]
    english: frozenset[str]

    def impacts(self, position: int) -> dict[str, int]:
        """The terms of a document: twice the level of their impact there, plus one where they occur in one of its names."""
        weights, named = _weights(self.words[position].fields, self.surfaces, self.average)
        for term in (*number_terms(self.documents[position]), *self.acronyms[position]):
            weights[term] += FIELDS["number"].weight  # matching initials are hardly a coincidence either
            named.add(term)
        return {term: 2 * level_of_weight(weight) + (term in named) for term, weight in weights.items()}


def analyse(corpus: Corpus, memo: Memo | None = None) -> Analysed:
    """Tokenise, stem, split compounds with the documents' own words, and weigh every term. What `memo` knows is not made again."""
    memo, documents = memo or Memo(), corpus.documents
    words = tuple(words_of(document, mark, memo) for document, mark in zip(documents, corpus.marks, strict=True))
    fields = [one.fields for one in words]
    vocabulary = vocabulary_of(set().union(*(found for tokens in fields for found in tokens.values())), memo)
    surfaces, infinitives = vocabulary.surfaces, vocabulary.infinitives
    acronyms = tuple(acronym_terms(document, vocabulary) for document in documents)
    verbs = {word: surfaces[verb][0] for word, verb in infinitives.items() if surfaces[verb][0] != surfaces[word][0]}
    return Analysed(
        documents,
        words,
        acronyms,
        surfaces,
        _frequency(documents, fields, acronyms, surfaces),
        vocabulary.splits,
        infinitives,
        _also((one.alike for one in words), surfaces),
        verbs,
        _average_lengths(fields),
        _words_in(fields, "english") - _words_in(fields, *GERMAN_FIELDS),
    )


def _frequency(
    documents: Sequence[Document],
    fields: Sequence[Fields],
    acronyms: Sequence[Iterable[str]],
    surfaces: Mapping[str, tuple[str, ...]],
) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for document, tokens, short in zip(documents, fields, acronyms, strict=True):
        words = set(chain.from_iterable(tokens.values()))
        counts.update({*chain.from_iterable(map(surfaces.__getitem__, words)), *number_terms(document), *short})
    return {term: counts[term] for term in sorted(counts)}


#: Fields written in a rule rather than about it, apart from its text.
WRITTEN_FIELDS = ("title", "names", "english", "short")
#: German-only fields; names, concepts and players' words mix both languages.
GERMAN_FIELDS = ("title", "short", "body")


def _words_in(fields: Iterable[Fields], *names: str) -> frozenset[str]:
    return frozenset(word for tokens in fields for name in names for word in tokens[name])


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
    """One name or query as terms; () where no word is known."""
    tokens = search_words.meaningful(search_words.words(text))
    return tuple(dict.fromkeys(surfaces[token][0] for token in tokens if token in surfaces))


def place_phrases(document: Document, surfaces: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The titles of a document's sections and rows as terms: after its own title, and alone where they have several words."""
    title = phrases([document.title], surfaces)
    found = phrases([*(title for _, title in document.sections), *document.rows], surfaces)
    behind = (tuple(dict.fromkeys((*own, *section))) for section in found for own in title)
    return (*behind, *(section for section in found if len(section) > 1))


def _average_lengths(fields: Sequence[Fields]) -> dict[str, float]:
    """The average length of each field, rounded so that a change of one text hardly ever moves the weights in all others."""
    lengths = {name: [len(tokens[name]) for tokens in fields if tokens[name]] for name in FIELDS}
    return {name: rounded(sum(found) / len(found)) if found else 1.0 for name, found in lengths.items()}


def rounded(value: float) -> float:
    """A number to seven binary digits: steps of about one per cent, and the same on every machine.

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
        for token, times in Counter(tokens[name]).items():
            whole, *parts = surfaces[token]
            counts[whole] += times
            for part in parts:
                counts[part] += PART_OF_WORD * times
        unit = field.weight / (1 - field.b + field.b * len(tokens[name]) / average[name])
        for term, count in counts.items():
            weights[term] += unit * count
        if name in NAME_FIELDS:
            named.update(counts)
    return weights, named


def number_terms(document: Document) -> tuple[str, ...]:
    """The document's number in normal form, as a term."""
    return (NUMBER_MARK + document.number_key,) if document.number_key else ()


def acronym_terms(document: Document, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The acronyms of its titles, as terms."""
    titles = (document.title, document.title_en)
    found = (search_words.acronyms(title, vocabulary.short_words, vocabulary.split) for title in titles)
    return tuple(ACRONYM_MARK + acronym for acronym in sorted(set().union(*found)))
