"""Locate words in German text: clauses, a verb's particle, the words of a name, nouns recognised by their capital."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from .lists import listed, word_list
from .sentences import sentences
from .tokens import Word, words

_CLAUSE_END = re.compile(rf"\s*(?:$|[.,;:!?)“\"–|\n]|(?:{'|'.join(listed('clause_openers'))})\b)")
#: The greatest distance, in words, of a particle from its verb.
FAR = 14


# A text is searched for several kinds of names, one after the other.


@lru_cache(maxsize=256)
def all_words(text: str) -> tuple[Word, ...]:
    """All words of a text, in order."""
    return tuple(words(text))


@lru_cache(maxsize=256)
def clauses(text: str) -> tuple[tuple[Word, ...], ...]:
    """Split a text's words into sentences, and these at semicolons."""
    return tuple(_clauses(text))


def _clauses(text: str) -> Iterator[tuple[Word, ...]]:
    found = all_words(text)
    at = 0
    for _, end in sentences(text, also=";"):
        begin = at
        while at < len(found) and found[at].start < end:
            at += 1
        if at > begin:
            yield found[begin:at]


def particle_after(text: str, sentence: Sequence[Word], verb: int, particle: str) -> Word | None:
    """Find a verb's particle later in the sentence; one that is also a preposition counts only at the end of a clause."""
    for word in sentence[verb + 1 : verb + 1 + FAR]:
        if word.key == particle and (particle not in word_list("prepositions") or _CLAUSE_END.match(text, word.end)):
            return word
        if "." in text[sentence[verb].end : word.start]:
            break
    return None


def runs(places: list[tuple[int, int]], length: int, near: int) -> Iterator[tuple[int, ...]]:
    """Find the words of a name close together and in order: "vorderen (und hinteren) Glieder"."""
    for start, at in places:
        run = [start]
        if at:
            continue
        for want in range(1, length):
            following = next((i for i, place in places if place == want and run[-1] < i <= run[-1] + near), None)
            if following is None:
                break
            run.append(following)
        else:
            yield tuple(run)


def is_noun(text: str, word: Word) -> bool:
    """Whether its capital shows a noun: not at the start of a sentence, nor in an all-capital word."""
    written = text[word.start : word.end]
    return (
        written[0].isupper()
        and not written.isupper()
        and re.search(r"\w[ \n]$", text[max(0, word.start - 2) : word.start]) is not None
    )
