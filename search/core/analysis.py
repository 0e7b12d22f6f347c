"""Documents → analysed corpus: every surface with its terms, every term with the documents it occurs in and its impact there.

>>> analysed = analyse(corpus.documents)
>>> analysed.surfaces["bewegungsphase"]
('bewegungsphas', 'beweg', 'phas')

A term is a stem ("beweg"), a rule number in normal form ("#17"), or an acronym of a title ("'aoa"). The marks keep the three
apart; no token of text holds one. Whoosh stores these postings, the browser index encodes them: neither analyses anything itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nachschlag.generator.german import compounds, letters, search_words, stemming

from .documents import Document
from .schema import FIELDS, NAME_FIELDS, PART_OF_WORD, level_of_weight

NUMBER_MARK = "#"
ACRONYM_MARK = "'"


class Posting(NamedTuple):
    """A term in a document: its impact, and whether it occurs in one of the document's names."""

    document: int
    level: int
    in_name: bool


@dataclass(frozen=True, slots=True)
class Analysed:
    """The analysed corpus, from which both indexes are made.

    `postings` are in document order; `surfaces` and `postings` are sorted by key; `splits` has the parts of compounds, `infinitives`
    the verb that a word is a form of; `also` has the terms that mean the same as a word, `verbs` the term of its infinitive;
    `average` is the average length of each field; `english` are words of English titles that occur in no German title or text.
    """

    documents: tuple[Document, ...]
    surfaces: Mapping[str, tuple[str, ...]]
    postings: Mapping[str, tuple[Posting, ...]]
    splits: Mapping[str, tuple[str, ...]]
    infinitives: Mapping[str, str]
    also: Mapping[str, tuple[str, ...]]
    verbs: Mapping[str, str]
    average: Mapping[str, float]
    english: frozenset[str]


Fields = Mapping[str, list[str]]


def analyse(documents: Sequence[Document]) -> Analysed:
    """Tokenise, stem, split compounds with the documents' own words, and weigh every term."""
    fields = [field_tokens(document) for document in documents]
    vocabulary, short_words = _vocabulary(fields, compounds.SHORTEST_PART), _vocabulary(fields, compounds.SHORTEST_PART - 1)
    found = sorted({word for tokens in fields for words in tokens.values() for word in words})
    splits = {word: parts for word in found if (parts := compounds.split_compound(word, vocabulary))}
    infinitives = {word: verb for word in found if (verb := stemming.base_of(word, vocabulary))}
    surfaces = {word: terms_of(word, splits.get(word, ()), infinitives.get(word, "")) for word in found}
    average = _average_lengths(fields)
    postings: dict[str, list[Posting]] = defaultdict(list)
    for position, document in enumerate(documents):
        weights, named = _weights(fields[position], surfaces, average)
        for term in (*number_terms(document), *acronym_terms(document, short_words)):
            weights[term] += FIELDS["number"].weight  # matching initials are hardly a coincidence either
            named.add(term)
        for term, weight in weights.items():
            postings[term].append(Posting(position, level_of_weight(weight), term in named))
    sorted_postings = {term: tuple(postings[term]) for term in sorted(postings)}
    verbs = {word: surfaces[verb][0] for word, verb in infinitives.items() if surfaces[verb][0] != surfaces[word][0]}
    also = _also(documents, surfaces)
    english = _words_in(fields, "english") - _words_in(fields, *GERMAN_FIELDS)
    return Analysed(tuple(documents), surfaces, sorted_postings, splits, infinitives, also, verbs, average, english)


#: Fields written in a rule rather than about it, apart from its text.
WRITTEN_FIELDS = ("title", "names", "english", "short")
#: German-only fields; names, concepts and players' words mix both languages.
GERMAN_FIELDS = ("title", "short", "body")


def _words_in(fields: Iterable[Fields], *names: str) -> frozenset[str]:
    return frozenset(word for tokens in fields for name in names for word in tokens[name])


def field_tokens(document: Document) -> dict[str, list[str]]:
    """The folded tokens of each field. Only names keep stop words: titles are compared whole."""
    texts = {
        "title": search_words.strip_parameters(letters.fold(document.title)),
        "names": letters.fold(" · ".join(document.names)),
        "related": letters.fold(" · ".join(document.related)),
        "queries": " · ".join(map(search_words.key, document.queries)),
        "english": search_words.strip_parameters(letters.fold(document.title_en)),
        "number": letters.fold(document.number),
        "part": letters.fold(" ".join((document.part, *document.part_abbreviations))),
        "short": letters.fold(document.short),
        "body": letters.fold(document.body),
    }
    return {name: list(_tokens(text, keep_stop_words=name in NAME_FIELDS)) for name, text in texts.items()}


def _tokens(folded: str, keep_stop_words: bool) -> Iterable[str]:
    for token in (*search_words.tokens(folded), *search_words.joined(folded)):
        if keep_stop_words or not search_words.is_stop_word(token):
            yield token[:60]


#: A word with more meanings than this says nothing.
_MOST_ALSO = 6


def _also(documents: Sequence[Document], surfaces: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Word → terms that mean the same: one-word titles, keyed by what English, players and other systems call them.

    So "charge" is also searched for as "Ansturm" in the text of rules, not only in the rule of that name.
    """
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for document in documents:
        title = _single(document.title)
        if not title or title not in surfaces:
            continue
        for name in (document.title_en, *document.names, *document.related):
            word = _single(name)
            if word and word in surfaces and surfaces[word][0] != surfaces[title][0]:
                found[word][surfaces[title][0]] += 1
    chosen = {word: sorted(terms, key=lambda term: (-terms[term], term))[:_MOST_ALSO] for word, terms in found.items()}
    return {word: tuple(sorted(chosen[word])) for word in sorted(chosen)}


def _single(name: str) -> str:
    """The word of a one-word name; else ""."""
    words = search_words.meaningful(search_words.key(name).split())
    return words[0] if len(words) == 1 and len(words[0]) > 1 else ""


def _vocabulary(fields: Iterable[Fields], shortest: int) -> frozenset[str]:
    """The words that compounds may be made of: long enough, letters only, no stop words."""
    return frozenset(
        word
        for tokens in fields
        for words in tokens.values()
        for word in words
        if len(word) >= shortest and word.isalpha() and not search_words.is_stop_word(word)
    )


def terms_of(word: str, parts: Iterable[str], verb: str) -> tuple[str, ...]:
    """The stem of a folded word, then the stems of a compound's parts and of a verb form's infinitive."""
    stem = stemming.stem(word)
    others = (stemming.stem(other) for other in (*parts, verb) if other)
    return (stem, *dict.fromkeys(other for other in others if other != stem))


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
    lengths = {name: [len(tokens[name]) for tokens in fields if tokens[name]] for name in FIELDS}
    return {name: sum(found) / len(found) if found else 1.0 for name, found in lengths.items()}


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
        for token in tokens[name]:
            whole, *parts = surfaces[token]
            counts[whole] += 1.0
            for part in parts:
                counts[part] += PART_OF_WORD
        unit = field.weight / (1 - field.b + field.b * len(tokens[name]) / average[name])
        for term, count in counts.items():
            weights[term] += unit * count
        if name in NAME_FIELDS:
            named.update(counts)
    return weights, named


def number_terms(document: Document) -> tuple[str, ...]:
    """The document's number in normal form, as a term."""
    return (NUMBER_MARK + document.number_key,) if document.number_key else ()


def acronym_terms(document: Document, vocabulary: Collection[str]) -> tuple[str, ...]:
    """The acronyms of its titles, as terms."""
    found = {acronym for title in (document.title, document.title_en) for acronym in search_words.acronyms(title, vocabulary)}
    return tuple(ACRONYM_MARK + acronym for acronym in sorted(found))
