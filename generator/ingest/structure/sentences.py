"""A line of running text → its sentences.

>>> text = "Wald Ein Wald ist Gelände. Er brennt, z. B. im Sommer."
>>> [text[s.start : s.end] for s in sentences(text, Span(0, len(text)))]
['Wald Ein Wald ist Gelände.', 'Er brennt, z. B. im Sommer.']
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..drafts import Span
from .words import words

#: A full stop and the like before a capital letter or number; books read by machine lose the space behind it. A bullet begins anew.
_END = re.compile(
    r"(?<=[\w+%])[.!?][)“”\"»*_]*(?=\s+[\"„“»(*_-]*[A-ZÄÖÜ\d])|(?<=[a-zäöüß])[.!?](?=[A-ZÄÖÜ][a-zäöüß])|(?=\s[-●•–]\s[A-ZÄÖÜ\d])"
)
_LEADING = re.compile(r"[\s●•–-]*")


def sentences(text: str, span: Span) -> Iterator[Span]:
    """The sentences within a span, without white space and bullets around."""
    begin = span.start
    for match in _END.finditer(text, span.start, span.end):
        if not _abbreviated(text, begin, match.start()):
            yield from _trimmed(text, begin, match.end())
            begin = match.end()
    yield from _trimmed(text, begin, span.end)


def _abbreviated(text: str, begin: int, stop: int) -> bool:
    """Whether the full stop belongs to an abbreviation or numbers an item: "verteilt: 1. Wenn", but not "beträgt 3. Wenn"."""
    if text[stop : stop + 1] != ".":
        return False
    before, _, last = text[max(begin, stop - 40) : stop].rpartition(" ")
    return last.lower() in words("abbreviations") or (last.isdigit() and not before[-1:].islower())


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    leading = _LEADING.match(text, start, end)
    start = leading.end() if leading else start
    end = start + len(text[start:end].rstrip())
    if end > start:
        yield Span(start, end)
