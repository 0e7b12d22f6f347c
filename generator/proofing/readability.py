"""Readability of German text: sentence length, LIX, Flesch in Amstad's German version. Information, never a judgement.

>>> readability(["Wirf zwei Würfel. Zähle sie zusammen."]).words_per_sentence
3.0
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..german.sentences import ITEM_MARK
from ..german.sentences import sentences as sentences_in
from ..model.values import Entry
from ..prose.body import body_lines
from .typography import HIDDEN_LINE, readable


@dataclass(frozen=True, slots=True)
class Readability:
    """Figures of a text.

    sentences  number of sentences
    words      number of words
    longest    number of words in the longest sentence
    lix        words per sentence plus the share of words with more than six letters: below 40 easy, above 50 hard
    flesch     180 – words per sentence – 58.5 × syllables per word: above 60 easy, below 40 hard
    """

    sentences: int
    words: int
    longest: int
    lix: float
    flesch: float

    @property
    def words_per_sentence(self) -> float:
        return round(self.words / self.sentences, 1) if self.sentences else 0.0

    @property
    def german(self) -> str:
        """The figures in German.

        >>> Readability(2, 13, 8, 38.5, 61.2).german
        '6,5 Wörter je Satz (der längste 8), LIX 38,5, Flesch 61,2'
        """
        figures = (
            f"{figure:.1f}".replace(".", ",").replace("-", "–") for figure in (self.words_per_sentence, self.lix, self.flesch)
        )
        mean, lix, flesch = figures
        return f"{mean} Wörter je Satz (der längste {self.longest}), LIX {lix}, Flesch {flesch}"


def rule_readability(entries: Iterable[Entry]) -> Readability:
    """The figures for the short and full rules of some entries."""
    return readability(text for entry in entries for text in (entry.short, entry.text))


def readability(texts: Iterable[str]) -> Readability:
    """The figures for some Markdown texts together. Tables, headings and code are no sentences and do not count."""
    lengths, words = [], []
    for text in texts:
        for sentence in sentences(text):
            found = _WORD.findall(sentence)
            lengths.append(len(found))
            words += found
    if not words:
        return Readability(0, 0, 0, 0.0, 0.0)
    mean = len(words) / len(lengths)
    long = sum(len(word) > 6 for word in words) / len(words)
    syllables = sum(map(_syllables, words)) / len(words)
    return Readability(
        len(lengths), len(words), max(lengths), round(mean + 100 * long, 1), round(180 - mean - 58.5 * syllables, 1)
    )


_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")

#: Markdown left in the readable text; keeps hidden lines, because they end a block.
_MARKS = re.compile(r"\*\*|[_\[\]\ufffc]|(?<=\S)\*|\*(?=\w)")


def sentences(text: str) -> list[str]:
    """The sentences of a Markdown text, without markup.

    >>> sentences("- Eins, **zwei**.\\n- Drei! Vier.")
    ['Eins, zwei.', 'Drei!', 'Vier.']
    """
    blocks: list[list[str]] = [[]]
    for line in body_lines(_MARKS.sub("", readable(text))):
        prose = line.kind == "text" and not line.text.lstrip().startswith(("|", HIDDEN_LINE))
        if not prose or not line.text.strip() or ITEM_MARK.match(line.text):
            blocks.append([])
        if prose:
            item = ITEM_MARK.match(line.text)
            blocks[-1].append(line.text[item.end() :] if item else line.text)
    lines = (" ".join(" ".join(block).split()) for block in blocks)
    found = (line[start:end] for line in lines for start, end in sentences_in(line))
    return [sentence for sentence in found if _WORD.search(sentence)]


_VOWELS = re.compile(r"[aeiouyäöü]+", re.IGNORECASE)
_TWO_SOUNDS = re.compile(r"(?:ie|ei|ai|au|äu|eu|oi|ui|aa|ee|oo|ey|ay|y)|[aeiouäöü]", re.IGNORECASE)


def _syllables(word: str) -> int:
    """Number of vowel sounds in a word, at least one: "Einheit" 2, "Theater" 3."""
    return sum(len(_TWO_SOUNDS.findall(group)) for group in _VOWELS.findall(word)) or 1
