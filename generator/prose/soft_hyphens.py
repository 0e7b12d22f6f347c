"""Soft hyphens at the joints of long compounds, for browsers that have no German dictionary. Only pages show them.

>>> SoftHyphens(["Die Flanken ziehen.", "Manöver"])("Flankenmanöver (X)").replace(SOFT, "|")
'Flanken|manöver (X)'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ..german.compounds import SHORTEST_PART, split_compound
from ..german.lists import listed
from ..model.library import Library

SOFT = "\u00ad"
#: Shorter words fit on every line.
_LONG = re.compile(r"[^\W\d_]{12,}")
_WORD = re.compile(rf"[^\W\d_]{{{SHORTEST_PART},}}")


class SoftHyphens:
    """Puts them into a text; compounds are split into words of `texts`."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words = frozenset(word for text in (*texts, *listed("parts_of_compounds")) for word in _WORD.findall(text.lower()))
        self._joined = cache(self._joined_of)

    def __call__(self, text: str) -> str:
        return _LONG.sub(lambda match: self._joined(match[0]), text)

    def _joined_of(self, word: str) -> str:
        folded = word.lower()
        parts, end = [], 0
        for part in split_compound(folded, self._words)[1:]:
            start = folded.index(part, end + SHORTEST_PART)  # after the part before it and its linking sound
            parts.append(word[end:start])
            end = start
        return SOFT.join((*parts, word[end:]))


def soft_hyphens(library: Library) -> SoftHyphens:
    """Of a library: its texts and the forms of its terms hold the words."""
    entries = (text for entry in library.entries.values() for text in (entry.title, entry.short, entry.text))
    terms = (text for term in library.terms.values() for text in (term.title, *term.forms))
    return SoftHyphens((*entries, *terms))
