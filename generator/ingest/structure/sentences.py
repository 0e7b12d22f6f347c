"""A line of running text → its sentences. Unlike ordinary German text, a book's line may contain a whole list; each bullet begins
a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ...german.sentences import sentences as sentences_in
from ..drafts import Span

#: Not in "3 - 4".
_BULLET = re.compile(r"\s(?=[-●•–]\s(?:[A-ZÄÖÜ]|(?<!\d\s[-–]\s)\d))")
_LEADING = re.compile(r"[\s●•–-]*")


def sentences(text: str, span: Span) -> Iterator[Span]:
    """The sentences within a span, without surrounding white space and bullets."""
    breaks = [span.start, *(match.start() for match in _BULLET.finditer(text, span.start, span.end)), span.end]
    for begin, stop in pairwise(breaks):
        for start, end in sentences_in(text, begin, stop):
            leading = _LEADING.match(text, start, end)
            start = leading.end() if leading else start
            if start < end:
                yield Span(start, end)
