"""A word → a short key that its forms and relatives share: „bewegt“ and „Bewegung“. Coarse and quick, for finding sentences alike.

>>> coarse_key("Würfe"), coarse_key("Wurf"), coarse_key("Würfel"), coarse_key("der")
('wurf', 'wurf', 'wurfe', '')
"""

from __future__ import annotations

import re
from functools import lru_cache

from .lists import word_list

_PLAIN = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})
_WORD = re.compile(r"[^\W\d_]{2,}")
_ENDING = re.compile(r"(?<=...)(?:e[nrsm]?|n|s)$")
#: The length of a key.
LENGTH = 5


@lru_cache(maxsize=65536)
def coarse_key(word: str) -> str:
    """The key of a word; "" for a small word."""
    small = word.casefold()
    return "" if small in word_list("small_in_headings") else _ENDING.sub("", small.translate(_PLAIN))[:LENGTH]


def coarse_keys(text: str) -> frozenset[str]:
    """The keys of a text's words."""
    return frozenset(filter(None, map(coarse_key, _WORD.findall(text))))
