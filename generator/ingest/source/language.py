"""Tell an English book from a German one by its small words.

>>> language_of("The dice are rolled, and the unit is destroyed."), language_of("Würfle, und das Modell ist zerstört (Fear).")
('en', 'de')
"""

from __future__ import annotations

import re

from ...german.lists import word_list
from ...german.name_forms import BRACKET

_WORD = re.compile(r"[^\W\d_]+")
_UMLAUT = re.compile(r"[äöüß]")
_ENGLISH = word_list("english_small_words")
_GERMAN = word_list("small_in_headings") - word_list("english_homographs")

#: The start of a long book is enough.
_SEEN = 400_000
#: Fewer small words than this, or than one in so many words, may come from English names.
_FEWEST, _SELDOM = 3, 20


def language_of(text: str) -> str:
    """ "en" if English small words outside brackets clearly outnumber German ones and words with umlauts, otherwise "de"."""
    words = _WORD.findall(BRACKET.sub("", text[:_SEEN]).lower())
    english = sum(word in _ENGLISH for word in words)
    german = sum(word in _GERMAN or bool(_UMLAUT.search(word)) for word in words)
    return "en" if english >= max(_FEWEST, len(words) / _SELDOM) and english > 2 * german else "de"
