"""Where words stand in German text: in one clause, a verb's particle, the words of a name, a capital that tells a noun."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .lists import listed, word_list
from .sentences import sentences
from .tokens import Word, words

_CLAUSE_END = re.compile(rf"\s*(?:$|[.,;:!?)“\"–|\n]|(?:{'|'.join(listed('clause_openers'))})\b)")
#: How many words a particle may stand behind its verb.
FAR = 14


def clauses(text: str) -> Iterator[list[Word]]:
    """The words of a text, sentence by sentence, and apart where a semicolon stands."""
    found = list(words(text))
    at = 0
    for _, end in sentences(text, also=";"):
        begin = at
        while at < len(found) and found[at].start < end:
            at += 1
        if at > begin:
            yield found[begin:at]


def particle_after(text: str, sentence: Sequence[Word], verb: int, particle: str) -> Word | None:
    """The particle of a verb later in the sentence; one that is a preposition too counts at the end of a clause only."""
    for word in sentence[verb + 1 : verb + 1 + FAR]:
        if word.key == particle and (particle not in word_list("prepositions") or _CLAUSE_END.match(text, word.end)):
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
