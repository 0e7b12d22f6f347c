"""Text without any markup, where names run into their first sentence: "Wald Ein Wald ist …", "… endet. Wurf um den Zug Beide werfen …".

`run_in.py` recognises names. A line without one is named after what its first sentence defines ("… werden Banden genannt").
`running_tables.py` reads tables that ran into the line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....german.lists import phrases
from ...drafts import Block, Source, Span
from ..run_in import names_run_in
from ..running_tables import amount_tables, result_tables
from ..sentences import sentences
from ..vocabulary import Vocabulary
from . import Start

#: Levels: a line's names, and those below a name without text of its own.
LINE, BELOW = 2, 3

_LINE = re.compile(r"\S[^\n]*")
_DEFINED = re.compile(phrases("naming_a_rule")[0])
_SUBJECT = re.compile(r"\s+([A-ZÄÖÜ]\S*(?:\s+[A-ZÄÖÜ]\S*)*)\s+[a-zäöü]")
_REASONS = ("Der Name läuft in seinen ersten Satz",)


def find(source: Source, blocks: list[Block], options: Mapping[str, Any]) -> Iterator[Start]:
    """Yield a start for each name and each table that ran into its text. Has no options."""
    vocabulary = Vocabulary(source.text)
    named: set[str] = set()
    for line in text_lines(source, blocks):
        for start in _in_line(source.text, line, vocabulary, named):
            if not (start.term and start.title in named):
                named.update((start.title, *start.aliases))
                yield start


def text_lines(source: Source, blocks: list[Block]) -> Iterator[Span]:
    """The lines of paragraphs and lists."""
    for block in blocks:
        if block.kind in ("paragraph", "list"):
            for line in _LINE.finditer(source.text, block.start, block.end):
                yield Span(*line.span())


def sentences_beside(text: str, line: Span, amounts: Sequence[Start]) -> Iterator[Span]:
    """The sentences of a line, without its tables of amounts."""
    for sentence in sentences(text, line):
        begin = max([sentence.start, *(amount.end or 0 for amount in beginning_in(sentence, amounts))])
        if begin < sentence.end:
            yield Span(sentence.end - len(text[begin : sentence.end].lstrip()), sentence.end)


def beginning_in(span: Span, starts: Sequence[Start]) -> Sequence[Start]:
    """The starts, given in ascending order, that begin within a span."""
    first = bisect_left(starts, span.start, key=lambda start: start.begins)
    return starts[first : bisect_left(starts, span.end, lo=first, key=lambda start: start.begins)]


def _in_line(text: str, line: Span, vocabulary: Vocabulary, named: set[str]) -> Iterator[Start]:
    amounts = sorted(amount_tables(text, line), key=lambda start: start.begins)
    results = list(result_tables(text, line, vocabulary))
    text_end = results[0].begins if results else line.end
    starts: list[Start] = []
    above = ""
    for sentence in sentences_beside(text, line, amounts):
        names = list(names_run_in(text, sentence, vocabulary)) if sentence.start < text_end else []
        if not names and sentence.start == line.start:
            starts += _defined(text, sentence)
        for name in names:
            starts.append(_start(text, name, above))
            above = starts[-1].title if name != names[-1] else above
    starts = _told_apart(text, starts, named)
    tables = [_under(table, starts) for table in (*amounts, *results)]
    yield from sorted([*starts, *tables], key=lambda start: (start.begins, start.level))


def _start(text: str, name: Span, above: str) -> Start:
    title = " ".join(text[name.start : name.end].split())
    if above:
        return Start(name, f"{above}: {title}", "running_text", BELOW, aliases=(title,), certainty=0.7, reasons=_REASONS)
    return Start(name, title, "running_text", LINE, certainty=0.7, reasons=_REASONS)


def _told_apart(text: str, starts: list[Start], named: set[str]) -> list[Start]:
    """The names of a line; adds the line's subject in brackets to names that an earlier line already has."""
    subject = _SUBJECT.match(text, starts[0].heading.end) if starts and starts[0].title in named else None
    if not subject:
        return starts
    return [replace(s, title=f"{s.title} ({subject[1]})", aliases=()) if s.title in named else s for s in starts]


def _under(table: Start, starts: list[Start]) -> Start:
    """Separate the name of the rule above at the start of a table's title: "Banden: Grenzen"."""
    above = next((s.title for s in reversed(starts) if s.begins <= table.begins and table.title.startswith(s.title + " ")), "")
    return replace(table, title=f"{above}: {table.title[len(above) + 1 :]}", aliases=(table.title,)) if above else table


def _defined(text: str, sentence: Span) -> list[Start]:
    """A rule without a name, named after what it defines."""
    match = _DEFINED.search(text, sentence.start, sentence.end)
    if not match:
        return []
    name = Span(*match.span(1 if match[1] else 2))
    reasons = ("heißt nach dem, was ihr erster Satz bestimmt",)
    title = text[name.start : name.end]
    return [Start(name, title, "running_text", LINE, sentence.start, in_sentence=True, certainty=0.6, reasons=reasons)]
