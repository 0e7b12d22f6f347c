"""What index.json holds in coded form: vocabulary, texts and queries as words. `assets/suche-index.js` asks for it in the same order.

>>> sorted(coded(corpus, analysed))
['acronyms', 'coded', 'odd', 'parts', 'words']

    stems        per word how many letters its stem lacks at the end
    splits       per word of how many parts it is made, and where these lie
    infinitives  per word that is a verb's form: how far away its infinitive stands
    also         per word that has other terms of the same meaning: these
    acronyms     per document the acronyms of its titles
    english      the documents whose English title is their title
    fields       per document its text of the field "part", and which names of concepts it carries
    queries      per document the queries written down for it
    bodies       per word in which texts it stands, and how often
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nachschlag.generator.german import search_words

from ..core.analysis import ACRONYM_MARK, Analysed, field_tokens
from ..core.documents import CONCEPT_KIND, Corpus, Document
from .coding import CONTEXTS, Encoder, front_coded

# Models of numbers; some have variants for what is known at that point, counted from the number that stands here.
STEM, SPLIT, LINK, LENGTH, VERB = 0, 32, 40, 41, 42
ALSO, ALSO_COUNT, ALSO_TERM, ACRONYMS, ACRONYM, ENGLISH, PART, RELATED, CONCEPT = 43, 44, 45, 46, 47, 48, 49, 50, 51
QUERIES, QUERY, KNOWN, NEW = 52, 53, 55, 56
BODIES, GAP, TIMES = 57, 63, 171
# Contexts of single bits.
_BITS = 189 * CONTEXTS
IS_VERB, IN_TEXT, IS_LONG, IS_KNOWN = _BITS, _BITS + 32, _BITS + 64, _BITS + 66
#: For stems that are no beginning of their word.
ODD = 40
#: A longer query counts without its stop words, and not as a name.
MOST_KEY_WORDS = 2


def coded(corpus: Corpus, analysed: Analysed) -> dict[str, Any]:
    """The coded part of index.json, with the texts that go with it."""
    coder, words = Encoder(), list(analysed.surfaces)
    acronyms = sorted({term[1:] for term in analysed.postings if term.startswith(ACRONYM_MARK)})
    odd = _stems(coder, analysed.surfaces)
    _splits(coder, words, analysed.splits)
    _infinitives(coder, words, analysed.infinitives)
    _also(coder, words, analysed)
    _acronyms(coder, acronyms, analysed)
    parts = _fields(coder, corpus)
    _texts(coder, corpus, words)
    return {
        "words": front_coded(words),
        "acronyms": front_coded(acronyms),
        "odd": odd,
        "parts": parts,
        "coded": coder.finish(),
    }


# -- vocabulary ---------------------------------------------------------------------------------------------------------------


def _stems(coder: Encoder, surfaces: Mapping[str, Sequence[str]]) -> list[str]:
    odd = []
    for word, (stem, *_) in surfaces.items():
        lacks = len(word) - len(stem) if word.startswith(stem) else ODD
        coder.number(STEM + _last_letter(word), lacks)
        if lacks == ODD:
            odd.append(stem)
    return odd


def _last_letter(word: str) -> int:
    return ord(word[-1]) & 31


def _splits(coder: Encoder, words: Sequence[str], splits: Mapping[str, Sequence[str]]) -> None:
    for word in words:
        length = len(word.encode("utf-16-le")) // 2  # as JavaScript counts
        parts, end = splits.get(word, ()) if length == len(word) else (), 0
        coder.number(SPLIT + min(length // 4, 7), len(parts))
        for part in parts:
            start = word.index(part, end)
            coder.number(LINK, start - end)
            end = start + len(part)
            if part is not parts[-1]:  # the last one goes to the end
                coder.number(LENGTH, len(part))


def _infinitives(coder: Encoder, words: Sequence[str], infinitives: Mapping[str, str]) -> None:
    places = {word: place for place, word in enumerate(words)}
    for word, place in places.items():
        verb = infinitives.get(word)
        coder.bit(IS_VERB + _last_letter(word), int(verb is not None))
        if verb is not None:
            coder.number(VERB, _signed(places[verb] - place))


def _signed(number: int) -> int:
    """Whole numbers as those from 0: 0, -1, 1, -2, 2, …"""
    return 2 * number if number >= 0 else -2 * number - 1


def _also(coder: Encoder, words: Sequence[str], analysed: Analysed) -> None:
    terms = {term: position for position, term in enumerate(analysed.postings)}
    coder.number(ALSO, len(analysed.also))
    before = 0
    for word, found in analysed.also.items():
        place = bisect_left(words, word)
        coder.number(ALSO, place - before)
        coder.number(ALSO_COUNT, len(found))
        for term in found:
            coder.number(ALSO_TERM, terms[term])
        before = place


# -- documents ----------------------------------------------------------------------------------------------------------------


def _acronyms(coder: Encoder, acronyms: Sequence[str], analysed: Analysed) -> None:
    found: list[list[int]] = [[] for _ in analysed.documents]
    for place, acronym in enumerate(acronyms):
        for posting in analysed.postings[ACRONYM_MARK + acronym]:
            found[posting.document].append(place)
    for places in found:
        coder.number(ACRONYMS, len(places))
        for place in places:
            coder.number(ACRONYM, place)


def related_names(corpus: Corpus) -> tuple[dict[str, int], list[str]]:
    """Name → number for all names of concepts: those that a concept's document bears, in their order, then the others, listed."""
    concepts = [document for document in corpus.documents if document.kind == CONCEPT_KIND]
    borne = dict.fromkeys(name for c in concepts for name in (c.title, c.title_en, *c.names) if name)
    others = [name for d in corpus.documents for name in d.related if name not in borne]
    others = list(dict.fromkeys(others))
    return {name: number for number, name in enumerate((*borne, *others))}, others


def _fields(coder: Encoder, corpus: Corpus) -> list[str]:
    """The different texts of the field "part", in the order in which they come up."""
    names, parts = related_names(corpus)[0], dict[str, int]()
    for document in corpus.documents:
        coder.number(ENGLISH, int(document.title_en == document.title))
    for document in corpus.documents:
        text = part_text(document)
        before = max(len(parts) - 1, 0)
        coder.number(PART, _signed(parts.setdefault(text, len(parts)) - before))
        coder.number(RELATED, len(document.related))
        for name in document.related:
            coder.number(CONCEPT, names[name])
    return list(parts)


def part_text(document: Document) -> str:
    """What the field "part" holds."""
    return " ".join((document.part, *document.part_abbreviations))


def _texts(coder: Encoder, corpus: Corpus, words: Sequence[str]) -> None:
    places = {word: place for place, word in enumerate(words)}
    known: list[list[int]] = []
    bodies: list[Counter[int]] = []
    for document in corpus.documents:
        tokens = field_tokens(document)
        bodies.append(Counter(places[token] for token in tokens["body"]))
        known.append(list(dict.fromkeys(places[token] for name in SHOWN_FIELDS for token in tokens[name])))
    asked = _queries(coder, corpus, places, known)
    known = [list(dict.fromkeys((*shown, *more))) for shown, more in zip(known, asked, strict=True)]
    _bodies(coder, len(words), known, bodies)


#: What the browser knows of a document without its text and the queries.
SHOWN_FIELDS = ("title", "names", "related", "english", "number", "part", "short")


def _bodies(coder: Encoder, words: int, known: Sequence[Sequence[int]], bodies: Sequence[Mapping[int, int]]) -> None:
    """Per word first whether it stands in the texts of those documents that show it, then in which others."""
    shown, others = _documents_of(words, known), _documents_of(words, bodies)
    for word in range(words):
        in_shown = set(shown[word])
        history, total = 0, len(shown[word])
        for document in shown[word]:
            found = word in bodies[document]
            coder.bit(IN_TEXT + 4 * min(total.bit_length(), 7) + history, int(found))
            history = (2 * history + found) & 3
        rest = [document for document in others[word] if document not in in_shown]
        coder.number(BODIES + min(total.bit_length(), 5), len(rest))
        _gaps(coder, rest, len(bodies))
        size = min(len(others[word]).bit_length(), 8)
        for document in others[word]:
            coder.number(TIMES + 2 * size + (document in in_shown), bodies[document][word] - 1)


def _documents_of(words: int, bags: Sequence[Iterable[int]]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(words)]
    for document, bag in enumerate(bags):
        for word in bag:
            found[word].append(document)
    return found


def _gaps(coder: Encoder, documents: Sequence[int], size: int) -> None:
    """Ascending documents as gaps, expected to be as wide as the room that is left allows, and like the one before."""
    before, last = -1, 0
    for left, document in zip(range(len(documents), 0, -1), documents, strict=True):
        gap = document - before
        expected = min(((size - 1 - before) // left).bit_length(), 11)
        coder.number(GAP + 9 * expected + last, gap - 1)
        before, last = document, min(gap.bit_length(), 8)


# -- queries ------------------------------------------------------------------------------------------------------------------


def _queries(coder: Encoder, corpus: Corpus, places: Mapping[str, int], known: Sequence[Sequence[int]]) -> list[list[int]]:
    """Per document the words of its queries comes back."""
    numbers = {**places, **{word: len(places) + at for at, word in enumerate(more_stop_words(places))}}
    ranking = Ranking(len(numbers))
    all_asked = []
    for position, document in enumerate(corpus.documents):
        near, asked = list(known[position]), list[int]()
        coder.number(QUERIES, len(document.queries))
        for query in document.queries:
            tokens = [token[:60] for token in search_words.key(query).split()]
            is_long = len(tokens) > MOST_KEY_WORDS
            if is_long:
                tokens = [token for token in tokens if not search_words.is_stop_word(token)]
            coder.bit(IS_LONG, int(is_long))
            coder.number(QUERY + is_long, len(tokens))
            words = [numbers[token] for token in tokens]
            _words_of_query(coder, words, near, ranking)
            asked += [word for word in words if word < len(places)]
        all_asked.append(asked)
    return all_asked


def more_stop_words(words: Iterable[str]) -> list[str]:
    """The stop words that are not among `words`; in queries they are numbered after these."""
    return sorted(search_words.STOP_WORDS - set(words))


def _words_of_query(coder: Encoder, words: Iterable[int], near: list[int], ranking: Ranking) -> None:
    """A word is one of the document's own, looked for from the latest on, or one of all, looked for from the most frequent on."""
    was_known = 1
    for word in words:
        is_known = word in near
        coder.bit(IS_KNOWN + was_known, int(is_known))
        if is_known:
            coder.number(KNOWN, near.index(word))
            near.remove(word)
        else:
            coder.number(NEW, ranking.place(word))
        near.insert(0, word)
        ranking.count(word)
        was_known = int(is_known)


class Ranking:
    """Words by how often they have come up so far."""

    def __init__(self, size: int) -> None:
        self._order, self._places, self._counts = list(range(size)), list(range(size)), [0] * size

    def place(self, word: int) -> int:
        """Where a word stands, the most frequent at 0."""
        return self._places[word]

    def count(self, word: int) -> None:
        """It has come up once more: it changes places with the first that came up as often as it did before."""
        self._counts[word] += 1
        place = self._places[word]
        first = bisect_left(self._order, 1 - self._counts[word], 0, place, key=lambda other: -self._counts[other])
        other = self._order[first]
        self._order[first], self._order[place] = word, other
        self._places[word], self._places[other] = first, place
