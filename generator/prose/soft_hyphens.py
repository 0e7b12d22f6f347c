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
_LONGEST_WHOLE = 11
_LONG = re.compile(rf"[A-Za-zÄÖÜäöüß]{{{_LONGEST_WHOLE + 1},}}")
#: What in HTML is not German (tags, drawings, code), or a long word.
_IN_HTML = re.compile(rf"<(svg|code)\b[^<]*(?:<(?!/?\1\b)[^<]*)*</\1>|<[^<>]*>|{_LONG.pattern}", re.DOTALL)
_WORD = re.compile(rf"[^\W\d_]{{{SHORTEST_PART},}}")


class SoftHyphens:
    """Inserts soft hyphens into a text, and splits compounds into words of `texts`."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words = frozenset(_WORD.findall("\n".join((*texts, *listed("parts_of_compounds"))).lower()))
        self._joined = cache(self._joined_of)

    def __call__(self, text: str) -> str:
        return _LONG.sub(lambda match: self._joined(match[0]), text)

    def in_html(self, html: str) -> str:
        """Insert soft hyphens into the words of HTML, outside drawings and code."""
        return _IN_HTML.sub(lambda match: match[0] if match[0][0] == "<" else self._joined(match[0]), html)

    def joints(self, texts: Iterable[str]) -> str:
        """What decides the soft hyphens in these texts: their long words, split."""
        return "".join(map(self._joined, _LONG.findall("\n".join(texts))))

    def _joined_of(self, word: str) -> str:
        if len(word) <= _LONGEST_WHOLE:
            return word
        folded = word.lower()
        parts, end = [], 0
        for part in split_compound(folded, self._words)[1:]:
            start = folded.index(part, end + SHORTEST_PART)  # after the part before it and its linking sound
            parts.append(word[end:start])
            end = start
        return SOFT.join((*map(self._joined, parts), self._joined(word[end:]))) if parts else word


def soft_hyphens(library: Library) -> SoftHyphens:
    """The soft hyphens of a library, whose texts and forms of terms supply the words."""
    entries = (text for entry in library.entries.values() for text in (entry.title, entry.short, entry.text))
    terms = (text for term in library.terms.values() for text in (term.title, *term.forms))
    return SoftHyphens((*entries, *terms))
