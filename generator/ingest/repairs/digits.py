"""Digits that should be letters: "Spie1er", "0der". Numbers, dice expressions and measures never count.

>>> [(r.before, r.after) for r in digits("Der Spie1er wirft 1W10.", Spellings("Spieler Spieler"))]
[('Spie1er', 'Spieler')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from ...german.letters import caseless
from ..drafts import Repair, Span
from .book_words import Spellings, like

_MIXED = re.compile(r"(?<![\w.,/-])(?=[^\W\d_]*[01])(?=\w*[^\W\d_]{2})[^\W_]{4,30}(?![\w/])")
_MEANT = {"0": "o", "1": "li"}
_MOST = 3
_WHY = "Ziffer statt Buchstabe; „{}“ steht {}-mal im Buch"


def digits(text: str, book: Spellings) -> Iterator[Repair]:
    """Words with noughts and ones that become words of the book with letters in their place."""
    for match in _MIXED.finditer(text):
        if word := _word(match[0], book):
            after = like(match[0] if match[0][0].isalpha() else match[0].lower(), word)
            why = _WHY.format(word, book[word])
            yield Repair(Span(match.start(), match.end()), match[0], after, "digits", why)
    yield from _tall_letters(text, book)


def _word(written: str, book: Spellings) -> str:
    """The intended word of the book; "" if there is none."""
    found = [char for char in written if char.isdigit()]
    if not set(found) <= set(_MEANT) or len(found) > _MOST or len(written) - len(found) < 3:
        return ""
    meant = ("".join(letters) for letters in product(*(_MEANT.get(char, char) for char in written)))
    known = max(meant, key=lambda word: book[word])
    return book.written(caseless(known)) if book[known] > 1 else ""


#: A small l at the start of a word, a capital I within one: "lnfanterie", "AIle".
_TALL = re.compile(r"\bl(?=[b-df-hj-np-tv-xz][a-zäöüß]{3})[a-zäöüß]+|(?<![\w])[A-ZÄÖÜ]?[a-zäöüß]*I[a-zäöüß]+\b")


def _tall_letters(text: str, book: Spellings) -> Iterator[Repair]:
    for match in _TALL.finditer(text):
        written = match[0]
        meant = "I" + written[1:] if written[0] == "l" else written[0] + written[1:].replace("I", "l")
        if written != meant and book[meant] > 1 and book[written] <= book[meant]:
            why = f"l und I vertauscht; „{meant}“ steht {book[meant]}-mal im Buch"
            yield Repair(Span(match.start(), match.end()), written, meant, "digits", why)
