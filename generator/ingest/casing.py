"""Headings in capitals → the case of running text, as the book itself writes the words."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from .model import Source

_WORD = re.compile(r"[^\W\d_]+")


class Casing:
    """How a book writes its words.

    >>> Casing(Source("", "text", "Ein Regiment im Nahkampf kämpft.")).running("REGIMENT IM NAHKAMPF")
    'Regiment im Nahkampf'
    """

    def __init__(self, source: Source) -> None:
        self.source = source

    @cached_property
    def _written(self) -> dict[str, str]:
        counts: dict[str, Counter[str]] = {}
        for match in _WORD.finditer(self.source.text):
            if not match[0].isupper():
                counts.setdefault(match[0].casefold(), Counter())[match[0]] += 1
        return {word: forms.most_common(1)[0][0] for word, forms in counts.items()}

    def running(self, heading: str) -> str:
        """A heading in the case of running text; one that is not in capitals stays."""
        if not heading.isupper():
            return heading
        text = _WORD.sub(lambda m: self._written.get(m[0].casefold(), m[0].capitalize()), heading)
        return text[:1].upper() + text[1:]
