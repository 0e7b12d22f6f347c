"""The words that a system's documents have: all that a search in this system knows.

So the browser, which loads one system, needs no other system's words, and both searches mend or split a word alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from nachschlag.generator.files.memo import Memo, digest
from nachschlag.generator.german import search_words

from .documents import Corpus
from .vocabulary import Vocabulary
from .words import AllWords


def words_of_systems(corpus: Corpus, words: AllWords, vocabulary: Vocabulary, memo: Memo) -> dict[str, tuple[str, ...]]:
    """The words of each system, and ("") of the documents of all, sorted, with the parts of compounds and the infinitives of verbs."""
    return {system: tuple(_known(system, places, corpus, words, vocabulary, memo)) for system, places in corpus.places.items()}


def _known(system: str, places: Sequence[int], corpus: Corpus, words: AllWords, vocabulary: Vocabulary, memo: Memo) -> list[str]:
    """The words that a search in a system knows, which has the documents at these places."""
    key = digest(*(corpus.marks[at] for at in places))
    own = str(memo.grown(f"own-{system}", key, lambda _: " ".join(words.among(places).distinct())))
    known = memo.grown(f"known-{system}", digest(vocabulary.mark, own), lambda _: " ".join(_closed(own.split(), vocabulary)))
    return str(known).split()


def _closed(words: Iterable[str], vocabulary: Vocabulary) -> list[str]:
    """The words of a vocabulary among some, with all words of which they consist or are forms, and those that ask for labels."""
    found: set[str] = set()
    more = {word for word in (*words, *search_words.ASKS_FOR) if word in vocabulary.surfaces}
    while more:
        found |= more
        parts = chain.from_iterable(vocabulary.splits.get(word, ()) for word in more)
        more = {*parts, *(vocabulary.infinitives[word] for word in more if word in vocabulary.infinitives)} - found
    return sorted(found)
