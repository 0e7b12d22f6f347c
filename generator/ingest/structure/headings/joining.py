"""Headings set over several lines, blank ones among them: an open bracket, a verb alone, a number or label above its title.

>>> from ....german.casing import Casing
>>> source = Source("", "text", "WELLEN (HIGH\\n\\nWAVES)\\n")
>>> found = [Candidate(Span(0, 12), "WELLEN (HIGH", "capitals"), Candidate(Span(14, 20), "WAVES)", "capitals")]
>>> [candidate.words for candidate in run_on(source, found, Casing.of(""))]
['WELLEN (HIGH WAVES)']
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....german.casing import Casing
from ...drafts import Source, Span
from ..originals import named
from .candidates import LONGEST, MOST_LINES, ORNAMENTS, Candidate
from .titles import numbered
from .weighing import SENTENCE

#: What a scan makes of "§": "81 Torf", "$ 2 Moor". A run of paragraphs has this many of them, and leaves out fewer than these.
_MISREAD = re.compile(r"(?:8|[$&][ ]?)(?P<count>\d{1,3})(?P<letter>[a-z]?)(?![\d.])[ .:]*(?P<title>.*)")
_RUN, _LEFT_OUT = 4, 4
MARKS = " \t\r\n*_#-=+•"


def adjoin(source: Source, one: Candidate, other: Candidate) -> bool:
    """Whether there is no text between two lines."""
    return not source.text[one.span.end : other.span.start].strip(MARKS)


def with_signs(found: Sequence[Candidate]) -> None:
    """Give the paragraphs of a scanned law their sign back, where the numbers behind it go on: 81, § 2, $3, 84."""
    misread: list[tuple[Candidate, re.Match[str]]] = []
    at = 0
    for candidate in found:
        sign = _MISREAD.match(candidate.words)
        count = sign["count"] if sign else candidate.number.lstrip("§ ") if candidate.number.startswith("§") else ""
        if count.isdigit() and at < int(count) <= at + _LEFT_OUT:
            at = int(count)
            misread += [(candidate, sign)] if sign else []
    for candidate, sign in misread if len(misread) >= _RUN else ():
        candidate.number, candidate.title, candidate.form = f"§ {sign['count']}{sign['letter']}", sign["title"], "label"
        candidate.words = f"{candidate.number} {candidate.title}".strip()


def run_on(source: Source, found: Sequence[Candidate], casing: Casing) -> list[Candidate]:
    """Join lines in capitals that go on: after an open bracket, after a colon between ornaments, or with a verb alone."""
    kept: list[Candidate] = []
    for candidate in found:
        if kept and adjoin(source, kept[-1], candidate) and _goes_on(source, kept[-1], candidate, casing):
            _join(kept[-1], candidate)
        else:
            kept.append(candidate)
    return kept


def with_titles(source: Source, found: Sequence[Candidate]) -> list[Candidate]:
    """Join a number or label without words with the title right below it."""
    kept: list[Candidate] = []
    for candidate in found:
        before = kept[-1] if kept else None
        if before and _lacks_title(before) and not candidate.number and adjoin(source, before, candidate):
            title = candidate.title
            _join(before, candidate)
            before.title = title
        else:
            kept.append(candidate)
    return kept


def _goes_on(source: Source, before: Candidate, candidate: Candidate, casing: Casing) -> bool:
    if before.look != "capitals" or candidate.look != "capitals" or candidate.number or len(before.words) > LONGEST:
        return False
    if before.crowd > MOST_LINES or SENTENCE.search(before.words):
        return False
    adorned = source.text[before.span.start] in ORNAMENTS
    if before.words.count("(") > before.words.count(")") or (adorned and before.words.endswith(":")):
        return True
    german = named(candidate.words, casing).german
    return not _lacks_title(before) and german.isalpha() and casing.small(german)


def _lacks_title(candidate: Candidate) -> bool:
    return bool(candidate.number) and not candidate.title and candidate.form in ("part", "label", "dotted", "plain")


def _join(before: Candidate, candidate: Candidate) -> None:
    before.words = f"{before.words} {candidate.words}"
    before.number, before.title, before.form = numbered(before.words)
    before.span = Span(before.span.start, candidate.span.end)
    before.after = candidate.after
    before.alone = {"both": candidate.alone or "before", "before": candidate.alone}.get(before.alone, before.alone)
    before.marks, before.bookmark = before.marks or candidate.marks, before.bookmark or candidate.bookmark
