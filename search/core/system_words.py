"""The words that a system's documents have: all that a search in this system knows.

So the browser, which loads one system, needs no other system's words, and both searches mend or split a word alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from .documents import Corpus
from .vocabulary import Vocabulary
from .words import AllWords


def words_of_systems(corpus: Corpus, words: AllWords, vocabulary: Vocabulary, memo: Memo) -> dict[str, tuple[str, ...]]:
    """The words of each system, and ("") of the documents of all, sorted, with the parts of compounds and the infinitives of verbs."""
    places: dict[str, list[int]] = {"": [], **{system.id: [] for system in corpus.systems}}
    for at, document in enumerate(corpus.documents):
        places.get(document.system, places[""]).append(at)
    return {system: tuple(_closed(_own(system, own, corpus, words, memo), vocabulary)) for system, own in places.items()}


def _own(system: str, places: list[int], corpus: Corpus, words: AllWords, memo: Memo) -> list[str]:
    """The words of the documents at these places."""
    key = digest(*(corpus.marks[at] for at in places))
    text = memo.grown(f"own-{system}", key, lambda _: " ".join(words.among(places).distinct()))
    return str(text).split()


def _closed(words: Iterable[str], vocabulary: Vocabulary) -> list[str]:
    """The words of a vocabulary among some, with all words of which they consist or are forms, and those that ask for labels."""
    found: set[str] = set()
    more = {word for word in (*words, *search_words.ASKS_FOR) if word in vocabulary.surfaces}
    while more:
        found |= more
        parts = chain.from_iterable(vocabulary.splits.get(word, ()) for word in more)
        more = {*parts, *(vocabulary.infinitives[word] for word in more if word in vocabulary.infinitives)} - found
    return sorted(found)
