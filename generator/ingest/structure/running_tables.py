"""Tables that ran into a line of text.

A table of dice results has rows with consecutive numbers: "2-4 Bruch Der Wall … 5-6 Feuer Alle … 7 Regen Jeder …". A table of
amounts repeats one small word before its numbers: "Kern max. 2 Elite max. 3 Selten max. 1".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ...german.lists import alternatives
from ..drafts import Span
from .recognisers import Start
from .run_in import names_run_in
from .sentences import sentences
from .vocabulary import Vocabulary

#: The fewest rows of a table of results, and of a table of amounts.
FEWEST_RESULTS, FEWEST_AMOUNTS = 4, 3
TABLE, ROW = 3, 4

_RESULT = re.compile(r"(?<![\w,.+:-])(\d{1,2})(?:\s?[-–]\s?(\d{1,2}))?\s+(?=[A-ZÄÖÜ])")
_AMOUNT = re.compile(rf"\s({alternatives('before_amounts')})\s(\d+)(?=\s|$)")
_LABEL = re.compile(r"(?:[A-ZÄÖÜ]|\d[-–])[\w-]*(?:\s(?:[a-zäöü]+\s)?[A-ZÄÖÜ][\w-]*)*")
_LAST_LABEL = re.compile(r"[A-ZÄÖÜ][\w-]{0,80}\s*$")
_LAST_VALUE = re.compile(r"(?:\s[a-zäöü]\S*)*(?:\s\([^()]*\))?")

_ROW_REASONS = ("Zeile einer Tabelle im Fließtext",)

Row = tuple[int, int, re.Match[str]]


def result_tables(text: str, line: Span, vocabulary: Vocabulary) -> Iterator[Start]:
    """The table of dice results in a line, if any, and its rows; it extends to the line's end."""
    rows = _chain([(int(m[1]), int(m[2] or m[1]), m) for m in _RESULT.finditer(text, line.start, line.end)])
    if len(rows) < FEWEST_RESULTS:
        return
    if name := _before(text, line, rows[0][2].start()):
        yield _table(text, name, line.end)
    ends = [*(row[2].start() for row in rows[1:]), line.end]
    for row, end in zip(rows, ends, strict=True):
        yield from _result(text, row, end, vocabulary)


def _result(text: str, row: Row, end: int, vocabulary: Vocabulary) -> Iterator[Start]:
    low, high, match = row
    found = next(names_run_in(text, Span(match.end(), end), vocabulary, joints=True), None)
    if found:
        name = " ".join(text[found.start : found.end].split())
        title = f"{name} ({low}–{high})" if low < high else f"{name} ({low})"
        yield Start(found, title, "running_text", ROW, match.start(), end, aliases=(name,), certainty=0.8, reasons=_ROW_REASONS)


def _chain(rows: list[Row]) -> list[Row]:
    """The longest run of rows with consecutive numbers."""
    best: list[Row] = []
    ends: dict[int, list[Row]] = {}
    for row in rows:
        if row[0] > row[1]:
            continue
        chain = [*ends.get(row[0] - 1, []), row]
        if len(chain) > len(ends.get(row[1], [])):
            ends[row[1]] = chain
        best = max(best, chain, key=len)
    return best


def _before(text: str, line: Span, stop: int) -> Span | None:
    """The words between the end of the preceding sentence and a table's first row."""
    last = list(sentences(text, Span(line.start, stop)))[-1:]
    short = last and len(text[last[0].start : last[0].end].split()) <= 6 and text[last[0].end - 1].isalnum()
    return last[0] if short else None


def _table(text: str, name: Span, end: int) -> Start:
    title = " ".join(text[name.start : name.end].split())
    return Start(name, title, "running_text", TABLE, end=end, kind="table", reasons=("Tabelle im Fließtext",))


def amount_tables(text: str, line: Span) -> Iterator[Start]:
    """The tables of amounts in a line, and terms for the subjects of their rows, which quote them."""
    for sentence in sentences(text, line):
        rows = list(_AMOUNT.finditer(text, sentence.start, sentence.end))
        word, count = Counter(row[1] for row in rows).most_common(1)[0] if rows else ("", 0)
        if count >= FEWEST_AMOUNTS:
            yield from _amount_table(text, sentence, [row for row in rows if row[1] == word])


def _amount_table(text: str, sentence: Span, rows: list[re.Match[str]]) -> Iterator[Start]:
    """The table, and terms for the subjects of its rows; the first label is the last word before the first amount."""
    first = _LAST_LABEL.search(text, sentence.start, rows[0].start())
    begins = [first.start() if first else sentence.start, *(row.end() + 1 for row in rows)]
    labels = [label for begin in begins if (label := _LABEL.match(text, begin, sentence.end))]
    ends = [row.end() for row in rows]
    if len(labels) > len(rows):
        ends.append(_LAST_VALUE.match(text, labels[-1].end(), sentence.end).end())  # type: ignore[union-attr]
    if first and first.start() > sentence.start:
        yield _table(text, Span(sentence.start, sentence.start + len(text[sentence.start : first.start()].rstrip())), ends[-1])
    for label, end in zip(labels, ends, strict=False):
        row = Span(label.start(), end)
        yield Start(
            Span(*label.span()), label[0], "running_text", ROW, term=True, quotes=(row,), reasons=("Zeile einer Tabelle",)
        )
