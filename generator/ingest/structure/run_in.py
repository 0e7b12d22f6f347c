"""Find the end of a name that ran into its sentence: "Wald Ein Wald ist Gelände." is named "Wald".

Relies on German: words that open sentences have no capital in mid-sentence; two nouns are never adjacent; an adjective before a
noun has an ending.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...german.lists import word_list
from ...german.word_shapes import BARE_ADJECTIVE
from ..drafts import Span
from .vocabulary import Vocabulary

#: The most words in a name; in one whose end only its last word shows; and in one whose last word is an adjective.
LONGEST, LONGEST_WEAK, LONGEST_ADJECTIVE = 7, 5, 3

_WORD = re.compile(r"\S+")
_PARAMETER = re.compile(r"\((?:[XYN]|\d+)\+?\)$")


def names_run_in(text: str, sentence: Span, vocabulary: Vocabulary, *, joints: bool = False) -> Iterator[Span]:
    """The names at the start of a sentence: none, one, or several in a row ("Feld Deckung Modelle im Feld …").

    joints  whether a name may contain small words ("Bruch der Barriere") although only two adjacent nouns show its end
    """
    found = [Span(m.start(), m.end()) for m in _WORD.finditer(text, sentence.start, sentence.end)]
    tokens = [text[word.start : word.end] for word in found]
    begin = 0
    while (end := _end_of_name(tokens[begin : begin + LONGEST + 2], vocabulary, joints)) and begin + end < len(tokens):
        if begin and end > 1:
            return
        yield Span(found[begin].start, found[begin + end - 1].end)
        begin += end


def _end_of_name(tokens: list[str], vocabulary: Vocabulary, joints: bool) -> int:
    """Number of words in the name, 0 without one."""
    if not tokens or not tokens[0][:1].isupper():
        return 0
    places = range(1, min(len(tokens), LONGEST + 1))
    opening = next((at for at in places if _opens(tokens, at)), 0)
    clashing = next((at for at in places if _clashes(tokens, at, vocabulary, joints)), 0)
    return opening if opening and _all_named(tokens[:opening]) else clashing or opening


def _all_named(tokens: list[str]) -> bool:
    return all(token[:1].isupper() or token in word_list("joints") for token in tokens)


def _opens(tokens: list[str], at: int) -> bool:
    """Whether the word at `at` opens a sentence in the middle of another."""
    before, word = tokens[at - 1], tokens[at]
    return (
        word[:1].isupper()
        and word.casefold() in word_list("openers")
        and (before[-1].isalpha() or before.endswith(")"))
        and before.casefold() not in word_list("joints") | word_list("openers")
        and not (at == 1 and before.casefold() in word_list("openers"))
    )


def _clashes(tokens: list[str], at: int, vocabulary: Vocabulary, joints: bool) -> bool:
    """Whether two words cannot be adjacent in a sentence; never after a word that opens one, nor for a recurring pair."""
    before, word = tokens[at - 1], tokens[at]
    opens = tokens[0].casefold() in word_list("openers") | word_list("address")
    if opens or at > LONGEST_WEAK or not word[:1].isupper() or (word.isupper() and len(word) > 1):
        return False
    small = word_list("joints") if joints else word_list("coordinators")
    if vocabulary.pairs[before, word.rstrip(",")] > 1 or any(t[:1].islower() and t not in small for t in tokens[: at - 1]):
        return False
    if _PARAMETER.search(before):
        return True
    if before[0].isupper():
        after_article = at > 1 and tokens[at - 2] in word_list("joints")
        return before[-1].isalpha() and (before == word or after_article or vocabulary.is_noun(before))
    return at <= LONGEST_ADJECTIVE and bool(BARE_ADJECTIVE.search(before))
