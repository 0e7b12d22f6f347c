"""Soft hyphens at the joints of long compounds, for browsers that have no German dictionary. Only pages show them.

>>> SoftHyphens(["Die Flanken ziehen.", "Manöver"])("Flankenmanöver (X)").replace(SOFT, "|")
'Flanken|manöver (X)'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from ..german.compounds import SHORTEST_PART, split_compound
from ..german.lists import listed
from ..model.library import Library
from ..model.values import Entry

SOFT = "\u00ad"
#: Shorter words fit on every line.
_LONGEST_WHOLE = 11
_LONG = re.compile(rf"[A-Za-zÄÖÜäöüß]{{{_LONGEST_WHOLE + 1},}}")
#: A part of HTML that is not German (tags, drawings, code), or a long word.
_IN_HTML = re.compile(rf"<(svg|code)\b[^<]*(?:<(?!/?\1\b)[^<]*)*</\1>|<[^<>]*>|{_LONG.pattern}", re.DOTALL)
_WORD = re.compile(rf"[^\W\d_]{{{SHORTEST_PART},}}")


class SoftHyphens:
    """Inserts soft hyphens into a text, and splits compounds into words of `texts`."""

    def __init__(self, texts: Iterable[str] = (), times: Mapping[str, int] | None = None) -> None:
        #: How often the texts have each word, which is all that is needed of them.
        self.times = Counter(_words((*texts, *listed("parts_of_compounds")))) if times is None else times
        self._joined = cache(self._joined_of)

    def after(self, gone: Iterable[str], come: Iterable[str]) -> SoftHyphens:
        """Those of the same texts, some of which went and others came."""
        times = Counter(self.times)
        times.subtract(_words(gone))
        times.update(_words(come))
        return SoftHyphens(times=+times)

    def split_otherwise(self, now: SoftHyphens, words: Iterable[str]) -> set[str]:
        """The words among these, in small letters, that `now` splits otherwise."""
        other = self.times.keys() ^ now.times.keys()
        if not other:
            return set()
        concerned = (word for word in words if len(word) > _LONGEST_WHOLE and any(one in word for one in other))
        return {word for word in concerned if self(word) != now(word)}

    def __call__(self, text: str) -> str:
        return _LONG.sub(lambda match: self._joined(match[0]), text)

    def in_html(self, html: str) -> str:
        """Insert soft hyphens into the words of HTML, outside drawings and code."""
        return _IN_HTML.sub(lambda match: match[0] if match[0][0] == "<" else self._joined(match[0]), html)

    def joints(self, texts: Iterable[str]) -> str:
        """The long words of these texts, split, which decide their soft hyphens."""
        return "".join(map(self._joined, _LONG.findall("\n".join(texts))))

    def _joined_of(self, word: str) -> str:
        if len(word) <= _LONGEST_WHOLE:
            return word
        folded = word.lower()
        parts, end = [], 0
        for part in split_compound(folded, self.times)[1:]:
            start = folded.index(part, end + SHORTEST_PART)  # after the part before it and its linking sound
            parts.append(word[end:start])
            end = start
        return SOFT.join((*map(self._joined, parts), self._joined(word[end:]))) if parts else word


def _words(texts: Iterable[str]) -> list[str]:
    return _WORD.findall("\n".join(texts).lower())


def long_words(texts: Iterable[str]) -> set[str]:
    """The words of texts, in small letters, that may be split."""
    return {word for word in _words(texts) if len(word) > _LONGEST_WHOLE}


def texts_with_words(entry: Entry) -> tuple[str, ...]:
    """The texts of an entry that hold words."""
    return entry.title, entry.short, entry.text


def soft_hyphens(library: Library) -> SoftHyphens:
    """The soft hyphens of a library, whose texts and forms of terms supply the words."""
    entries = (text for entry in library.entries.values() for text in texts_with_words(entry))
    terms = (text for term in library.terms.values() for text in (term.title, *term.forms))
    return SoftHyphens((*entries, *terms))
