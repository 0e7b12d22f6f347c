"""The vocabulary, and texts and queries as its words, as lists of whole numbers: most take one letter, and servers compress letters well.

words      the folded surfaces, sorted, front-coded: " " + one letter for the letters shared with the word before + the rest
stems      per word how many letters its stem lacks at the end; `ODD` where it is no beginning of the word
odd        these stems, one after the other
splits     per word of how many parts it is made; for each part how far behind the one before it starts, and its length, the last's left out
verbs      per word how far away the infinitive stands of which it is a form, 0 for none
also       words by the gaps between them, with how many terms mean the same, and these terms by their places among all
acronyms   per document the acronyms of its titles, between "|"
english    the documents whose English title is their title
parts      the different texts of the field "part"; `part` per document its place among them
carried    per document the names of concepts that it carries, by their places among all (`related_names`)
texts      per word in how many texts it stands; `gaps` which these are, of the most frequent word first; `times` how often it stands there
lengths    per document how many queries are written down for it; for each twice how many words, one more where it is long
queries    their words: the place among the document's own words and those of its earlier queries, or that many more and the place among
           all, the most frequent in texts first
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from nachschlag.generator.german import search_words

from ..core.analysis import ACRONYM_MARK, Analysed, field_tokens
from ..core.documents import CONCEPT_KIND, MOST_KEY_WORDS, Corpus, Document

#: What stands for a number in a text; JSON leaves all of them as they are.
LETTERS = "".join(map(chr, (*range(35, 92), *range(93, 127))))
#: So many letters end a number, the others go on.
ENDS = 68
GOES_ON = len(LETTERS) - ENDS
#: For stems that are no beginning of their word.
ODD = 40


def numbers(values: Iterable[int]) -> str:
    """Whole numbers from 0 as text.

    >>> numbers([3, 67, 68, 2000])
    '&gh#hx#'
    """
    return "".join(map(_number, values))


def _number(value: int) -> str:
    letters = ""
    while value >= ENDS:
        value, more = divmod(value - ENDS, GOES_ON)
        letters += LETTERS[ENDS + more]
    return letters + LETTERS[value]


def _signed(number: int) -> int:
    """Whole numbers as those from 0: 0, -1, 1, -2, 2, …"""
    return 2 * number if number >= 0 else -2 * number - 1


def front_coded(words: Iterable[str]) -> str:
    """Sorted words, each with how many letters it shares with the one before.

    >>> front_coded(["angriff", "angriffs", "angst"])
    ' #angriff *s &st'
    """
    coded, before = [], ""
    for word in words:
        shared = _shared(before, word)
        coded.append(f" {LETTERS[shared]}{word[shared:]}")
        before = word
    return "".join(coded)


def _shared(one: str, other: str) -> int:
    most = min(len(one), len(other), len(LETTERS) - 1)
    return next((at for at in range(most) if one[at] != other[at]), most)


def packed(corpus: Corpus, analysed: Analysed) -> dict[str, Any]:
    """All of them."""
    words = list(analysed.surfaces)
    parts = list(dict.fromkeys(map(part_text, corpus.documents)))
    carried = related_names(corpus)[0]
    return {
        "words": front_coded(words),
        "stems": numbers(_lacks(word, stem) for word, (stem, *_) in analysed.surfaces.items()),
        "odd": [stem for word, (stem, *_) in analysed.surfaces.items() if not word.startswith(stem)],
        "splits": numbers(number for word in words for number in _split(word, analysed.splits.get(word, ()))),
        "verbs": numbers(_verbs(words, analysed.infinitives)),
        "also": numbers(_also(words, analysed)),
        "acronyms": _acronyms(analysed),
        "english": [position for position, document in enumerate(corpus.documents) if document.title_en == document.title],
        "parts": parts,
        "part": [parts.index(part_text(document)) for document in corpus.documents],
        "carried": [[carried[name] for name in document.related] for document in corpus.documents],
        **_texts(corpus, words),
    }


# -- vocabulary ---------------------------------------------------------------------------------------------------------------


def _lacks(word: str, stem: str) -> int:
    return len(word) - len(stem) if word.startswith(stem) else ODD


def _split(word: str, parts: Sequence[str]) -> Iterator[int]:
    if len(word.encode("utf-16-le")) // 2 != len(word):  # JavaScript counts otherwise
        parts = ()
    yield len(parts)
    end = 0
    for part in parts:
        start = word.index(part, end)
        yield start - end
        end = start + len(part)
        if part is not parts[-1]:  # the last one goes to the end
            yield len(part)


def _verbs(words: Sequence[str], infinitives: Mapping[str, str]) -> Iterator[int]:
    for place, word in enumerate(words):
        verb = infinitives.get(word)
        yield _signed(bisect_left(words, verb) - place) if verb else 0


def _also(words: Sequence[str], analysed: Analysed) -> Iterator[int]:
    terms = {term: place for place, term in enumerate(analysed.postings)}
    for gap, found in zip(_gaps(bisect_left(words, word) for word in analysed.also), analysed.also.values(), strict=True):
        yield from (gap, len(found), *(terms[term] for term in found))


# -- documents ----------------------------------------------------------------------------------------------------------------


def _acronyms(analysed: Analysed) -> list[str]:
    found: list[list[str]] = [[] for _ in analysed.documents]
    for term, postings in analysed.postings.items():
        if term.startswith(ACRONYM_MARK):
            for posting in postings:
                found[posting.document].append(term.removeprefix(ACRONYM_MARK))
    return ["|".join(acronyms) for acronyms in found]


def related_names(corpus: Corpus) -> tuple[dict[str, int], list[str]]:
    """Name → number for all names of concepts: those that a concept's document bears, in their order, then the others, listed."""
    concepts = [document for document in corpus.documents if document.kind == CONCEPT_KIND]
    borne = dict.fromkeys(name for c in concepts for name in (c.title, c.title_en, *c.names) if name)
    others = list(dict.fromkeys(name for d in corpus.documents for name in d.related if name not in borne))
    return {name: number for number, name in enumerate((*borne, *others))}, others


def part_text(document: Document) -> str:
    """What the field "part" holds."""
    return " ".join((document.part, *document.part_abbreviations))


#: What the browser knows of a document without its text and the queries.
SHOWN_FIELDS = ("title", "names", "related", "english", "number", "part", "short")


def _texts(corpus: Corpus, words: Sequence[str]) -> dict[str, str]:
    places = {word: place for place, word in enumerate((*words, *more_stop_words(words)))}
    found: list[dict[int, int]] = [{} for _ in places]
    shown: list[list[int]] = []
    for position, document in enumerate(corpus.documents):
        tokens = field_tokens(document)
        shown.append(list(dict.fromkeys(places[token] for name in SHOWN_FIELDS for token in tokens[name])))
        for token, times in Counter(tokens["body"]).items():
            found[places[token]][position] = times
    frequent = sorted(range(len(places)), key=lambda place: -len(found[place]))
    ranks = {place: rank for rank, place in enumerate(frequent)}
    queries = (n for d, own in zip(corpus.documents, shown, strict=True) for n in _queries(d, own, places, ranks))
    return {
        "texts": numbers(len(texts) for texts in found[: len(words)]),
        "gaps": numbers(gap for place in frequent for gap in _gaps(found[place])),
        "times": numbers(times - 1 for place in frequent for times in found[place].values()),
        "lengths": numbers(number for document in corpus.documents for number in _lengths(document)),
        "queries": numbers(queries),
    }


def more_stop_words(words: Iterable[str]) -> list[str]:
    """The stop words that are not among `words`; in queries they are numbered after these."""
    return sorted(search_words.STOP_WORDS - set(words))


def _gaps(ascending: Iterable[int]) -> Iterator[int]:
    before = -1
    for number in ascending:
        yield number - before - 1
        before = number


def _asked(document: Document) -> list[tuple[bool, list[str]]]:
    """Its queries: whether they are long, and their words."""
    keys = ([token[:60] for token in search_words.key(query).split()] for query in document.queries)
    return [(len(key) > MOST_KEY_WORDS, search_words.meaningful(key) if len(key) > MOST_KEY_WORDS else key) for key in keys]


def _lengths(document: Document) -> Iterator[int]:
    yield len(document.queries)
    for is_long, tokens in _asked(document):
        yield 2 * len(tokens) + is_long


def _queries(document: Document, own: list[int], places: Mapping[str, int], ranks: Mapping[int, int]) -> Iterator[int]:
    for token in (token for _, tokens in _asked(document) for token in tokens):
        place = places[token]
        if place in own:
            yield own.index(place)
        else:
            yield len(own) + ranks[place]
            own.append(place)
