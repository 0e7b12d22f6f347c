"""Where words stand in German text: its sentences, a verb's particle, the words of a name, a capital that tells a noun."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .tokens import Word, words
from .verb_forms import word_set

_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)|\n\s*\n|\n(?=[-*|#>])")
_CLAUSE_END = re.compile(r"\s*(?:$|[.,;:!?)“\"–|\n]|(?:und|oder|aber|sowie|bis|wenn|sobald|bevor|falls|als|statt|noch)\b)")
#: How many words a particle may stand behind its verb.
FAR = 14


def sentences(text: str) -> Iterator[list[Word]]:
    """The words of a text, sentence by sentence; a list item is one."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)] + [len(text) + 1]
    sentence: list[Word] = []
    at = 0
    for word in words(text):
        while word.start >= ends[at]:
            at += 1
            if sentence:
                yield sentence
            sentence = []
        sentence.append(word)
    if sentence:
        yield sentence


def particle_after(text: str, sentence: Sequence[Word], verb: int, particle: str) -> Word | None:
    """The particle of a verb later in the sentence; one that is a preposition too counts at the end of a clause only."""
    for word in sentence[verb + 1 : verb + 1 + FAR]:
        if word.key == particle and (particle not in word_set("prepositions") or _CLAUSE_END.match(text, word.end)):
            return word
        if "." in text[sentence[verb].end : word.start]:
            break
    return None


def runs(places: list[tuple[int, int]], length: int, near: int) -> Iterator[tuple[int, ...]]:
    """Words of a name close together, in its order: "vorderen (und hinteren) Glieder"."""
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
    """Whether a capital tells a noun: not at the start of a sentence, not in a word all of capitals."""
    written = text[word.start : word.end]
    return (
        written[0].isupper()
        and not written.isupper()
        and re.search(r"\w[ \n]$", text[max(0, word.start - 2) : word.start]) is not None
    )
