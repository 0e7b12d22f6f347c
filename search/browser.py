"""The analysed corpus → a compact, static index for the browser, which does without a stemmer and without a server.

>>> encoded = browser_index(corpus, analysed)

It comes in two files, names.json (what names need, a quarter of the bytes) and index.json (the rest).

Layout (`assets/suche-kern.js` reads it; every sequence of whole numbers is a string, see `numbers`):

    games     id, name, short, folded names, parts, series words
    kinds     [[kind, German name], …]
    docs      columns, one value per document: id, title, en, names and phases (separated by "|"), short, game, part, kind
    numbered  [[document, number as printed, normal form, folded series word], …]
    other     per document what it is called elsewhere, as compared (separated by "|")
    impacts   what the 32 levels stand for
    stop      the stop words
    words     the folded surfaces, sorted, front-coded: " " + one digit for the letters shared with the word before + the rest
    cuts      per word one digit: how many letters its stem lacks at the end, or "/" where that does not give the stem
    odd       the stems of the words with "/", in their order, separated by " "
    marked    numbers and acronyms, sorted, front-coded in the same way; terms are the different stems and these, sorted together
    parts     per word: how many parts, then their terms
    phrases   per document: how many queries are written down for it, and for each how many terms and these
    also      per word that has other terms of the same meaning: its distance from the word before, how many, then the terms
    verbs     per word that is a verb's form: its distance from the word before, then the term of its infinitive
    strong    forms of strong verbs and their infinitives
    forms     series words as they are shortened and in English
    counts    per term: in how many documents it stands
    where     per term: these documents, as differences
    levels    per posting one digit: 2·level + in_name
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import german
from .analysis import ACRONYM_MARK, NUMBER_MARK, Analysed, phrases
from .documents import KIND_NAMES, Corpus, Document, Game, other_keys
from .query import SERIES_FORMS
from .schema import IMPACTS, SCHEMA_VERSION

#: 64 digits that JSON leaves as they are. Five bits of a number each, the sixth says that it goes on (as in source maps).
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def browser_index(corpus: Corpus, analysed: Analysed) -> dict[str, Any]:
    """The whole index as plain values; the same corpus gives the same values."""
    return names_index(corpus) | terms_index(corpus, analysed)


def names_index(corpus: Corpus) -> dict[str, Any]:
    """What is shown of hits, and names: enough to find names while the rest is on its way."""
    games = {"games": [_game(game) for game in corpus.games]}
    return {
        "version": SCHEMA_VERSION,
        **games,
        "stop": sorted(german.STOP_WORDS),
        "forms": SERIES_FORMS,
        "strong": german.STRONG,
        **_documents(corpus),
    }


def terms_index(corpus: Corpus, analysed: Analysed) -> dict[str, Any]:
    """Everything else: vocabulary, postings, queries written down."""
    return {
        "impacts": list(IMPACTS),
        "other": ["|".join(other_keys(document)) for document in corpus.documents],
        **_vocabulary(analysed),
        **_postings(analysed),
        "phrases": numbers(_phrases(corpus, analysed)),
    }


def texts(corpus: Corpus, system: str) -> dict[str, str]:
    """id → text of one game's documents, for the pieces of text that the search page shows; concepts have the game ""."""
    return {document.id: document.body for document in corpus.documents if document.system == system and document.body}


def to_bytes(encoded: dict[str, Any]) -> bytes:
    """Compact UTF-8 JSON with sorted keys: the same content gives the same bytes."""
    text = json.dumps(encoded, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return (text + "\n").encode("utf-8", "replace")


def _game(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "short": game.short,
        "names": [" ".join(german.words(name)) for name in game.names],
        "series": [german.fold(word) for word in game.series],
        "phases": [list(phase) for phase in game.phases],
        "parts": [
            {
                "id": part.id,
                "title": part.title,
                "main": part.main,
                "names": [" ".join(german.words(name)) for name in part.names],
            }
            for part in game.parts
        ],
    }


def _documents(corpus: Corpus) -> dict[str, Any]:
    documents = corpus.documents
    kinds = sorted({document.kind for document in documents})
    games = {game.id: position for position, game in enumerate(corpus.games)}
    parts = {(game.id, part.id): position for game in corpus.games for position, part in enumerate(game.parts)}
    return {
        "kinds": [[kind, KIND_NAMES.get(kind, kind)] for kind in kinds],
        "docs": {
            "id": [document.id for document in documents],
            "title": [document.title for document in documents],
            "en": [document.title_en if document.title_en != document.title else "" for document in documents],
            "names": ["|".join(name.replace("|", " ") for name in document.names) for document in documents],
            "phases": ["|".join(document.phases) for document in documents],
            "short": [document.short for document in documents],
            "game": [games.get(document.system, -1) for document in documents],
            "part": [parts.get((document.system, document.part_id), -1) for document in documents],
            "kind": [kinds.index(document.kind) for document in documents],
        },
        "numbered": [_number(position, document) for position, document in enumerate(documents) if document.number],
    }


def _number(position: int, document: Document) -> list[int | str]:
    return [position, document.number, document.number_key, german.fold(document.series)]


def _vocabulary(analysed: Analysed) -> dict[str, str]:
    terms = {term: position for position, term in enumerate(analysed.postings)}
    stems = [(word, found[0]) for word, found in analysed.surfaces.items()]
    parts = [[terms[part] for part in found[1:]] for found in analysed.surfaces.values()]
    return {
        "words": front_coded(analysed.surfaces),
        "cuts": "".join(_cut(word, stem) for word, stem in stems),
        "odd": " ".join(stem for word, stem in stems if _cut(word, stem) == _ODD),
        "marked": front_coded(sorted(term for term in terms if term.startswith((NUMBER_MARK, ACRONYM_MARK)))),
        "parts": numbers(number for found in parts for number in (len(found), *found)),
        "also": numbers(_also(analysed, terms)),
        "verbs": numbers(_verbs(analysed, terms)),
    }


def _also(analysed: Analysed, terms: Mapping[str, int]) -> Iterator[int]:
    places = {word: place for place, word in enumerate(analysed.surfaces)}
    before = 0
    for word, found in analysed.also.items():
        yield from (places[word] - before, len(found), *(terms[term] for term in found))
        before = places[word]


def _verbs(analysed: Analysed, terms: Mapping[str, int]) -> Iterator[int]:
    places = {word: place for place, word in enumerate(analysed.surfaces)}
    before = 0
    for word, term in analysed.verbs.items():
        yield from (places[word] - before, terms[term])
        before = places[word]


_ODD = DIGITS[-1]


def _cut(word: str, stem: str) -> str:
    return DIGITS[len(word) - len(stem)] if word.startswith(stem) else _ODD


def _phrases(corpus: Corpus, analysed: Analysed) -> Iterator[int]:
    """Only those of queries and related names: the browser has the names, and makes theirs itself."""
    terms = {term: position for position, term in enumerate(analysed.postings)}
    for document in corpus.documents:
        found = phrases((*document.related, *document.queries), analysed.surfaces)
        yield len(found)
        for phrase in found:
            yield from (len(phrase), *(terms[term] for term in phrase))


def _postings(analysed: Analysed) -> dict[str, str]:
    postings = analysed.postings.values()
    where = [[posting.document for posting in found] for found in postings]
    return {
        "counts": numbers(len(found) for found in postings),
        "where": numbers(now - before for found in where for before, now in zip([0, *found], found, strict=False)),
        "levels": "".join(DIGITS[2 * posting.level + posting.in_name] for found in postings for posting in found),
    }


# -- codings ------------------------------------------------------------------------------------------------------------------


def numbers(values: Iterable[int]) -> str:
    """Whole numbers from 0 as digits, five bits each, the lowest first.

    >>> numbers([0, 31, 32])
    'AfgB'
    """
    digits = []
    for value in values:
        while value > 31:
            digits.append(DIGITS[32 | value & 31])
            value >>= 5
        digits.append(DIGITS[value])
    return "".join(digits)


def front_coded(words: Iterable[str]) -> str:
    """Sorted words, each with how many letters it shares with the one before.

    >>> front_coded(["angriff", "angriffs", "angst"])
    ' Aangriff Hs Dst'
    """
    coded, before = [], ""
    for word in words:
        shared = _shared(before, word)
        coded.append(f" {DIGITS[shared]}{word[shared:]}")
        before = word
    return "".join(coded)


def _shared(one: str, other: str) -> int:
    most = min(len(one), len(other), len(DIGITS) - 1)
    return next((at for at in range(most) if one[at] != other[at]), most)
