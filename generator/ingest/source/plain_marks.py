"""Tables that plain text and Markdown draw with dashes, as Pandoc reads them → tables with pipes; stretches between fences.

>>> text = "-----\\nA   B\\n--- ---\\n1   2\\n-----\\n"
>>> [text[start:end] for start, end in drawn_tables(text)]
['-----\\nA   B\\n--- ---\\n1   2\\n-----']
>>> print(with_pipes(text), end="")
| A | B |
| --- | --- |
| 1 | 2 |
<BLANKLINE>
<BLANKLINE>
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

_DASHES = re.compile(r"^[ ]{0,3}-{3,}(?:[ ]+-{2,})*[ \t]*$", re.MULTILINE)
_FULL = re.compile(r"[ ]*-+[ ]*")
#: The longest drawn table, and the most lines of its head.
_LONGEST, _HEAD_LINES = 20_000, 6
#: What cannot stand in a table with pipes, or has no column of its own.
_FOREIGN = re.compile(r"[|\t\f]")
_FENCED = re.compile(
    r"^[ ]{0,3}(`{3,20}+(?=[^`\n]*$)|(?<![^\n]\n)~{3,20}+)[^\n]*\n(?:(?![ ]{0,3}\1)[^\n]*\n)*[^\n]*$", re.MULTILINE
)


def fences(text: str, *, closed: bool = False) -> list[tuple[int, int]]:
    """Start and end of each stretch between fences, which are Markdown's for code; one without an end goes on to the end of the text.
    With `closed`, only those that backticks open and close.

    >>> fences("Wald\\n```\\n# nie\\n```\\nMoor\\n"), fences("```\\nWald\\n", closed=True)
    ([(5, 18)], [])
    """
    found = _FENCED.finditer(text)
    return [one.span() for one in found if not closed or (one[1][0] == "`" and one[0].rpartition("\n")[2].strip() == one[1])]


def within(spans: Sequence[tuple[int, int]]) -> Callable[[int], bool]:
    """Whether an offset is in one of the spans, which ascend."""
    starts = [start for start, _ in spans]
    return lambda offset: (at := bisect_right(starts, offset)) > 0 and offset < spans[at - 1][1]


def replaced(
    text: str, spans: Iterable[tuple[int, int]], inside: Callable[[str], str] = str, outside: Callable[[str], str] = str
) -> str:
    """The text with what is in the spans, which ascend, and what is between them each made something else.

    >>> replaced("Ein Wald.", [(4, 8)], str.upper, str.lower)
    'ein WALD.'
    """
    parts, done = [], 0
    for start, end in spans:
        parts += [outside(text[done:start]), inside(text[start:end])]
        done = end
    return "".join([*parts, outside(text[done:])])


def drawn_tables(text: str, is_taken: Callable[[int], bool] = lambda _: False) -> Iterator[tuple[int, int]]:
    """Start and end of each: a head above dashes with gaps, rows below, up to a full line of dashes or else a blank line.

    `is_taken` says, of ascending offsets, which lines of dashes belong to something else.
    """
    rules = [rule for rule in _DASHES.finditer(text) if not is_taken(rule.start())]
    lines = [at for at, rule in enumerate(rules) if " " not in rule[0].strip()]
    done = 0
    for at, rule in enumerate(rules):
        if rule.start() < done or " " not in rule[0].strip():
            continue
        full = at > 0 and rules[at - 1].start() >= done and " " not in rules[at - 1][0].strip()
        if full and text.count("\n", rules[at - 1].end(), rule.start()) <= _HEAD_LINES:
            below = bisect_right(lines, at)
            last = rules[lines[below]] if below < len(lines) else rule
            if last.end() - rule.start() <= _LONGEST:
                done = last.end()
                yield rules[at - 1].start(), done
                continue
        blank = text.find("\n\n", rule.end())
        done = blank if blank >= 0 else len(text)
        yield text.rfind("\n", 0, max(0, rule.start() - 1)) + 1, done


def with_pipes(text: str) -> str:
    """The text with its drawn tables turned into tables with pipes of as many lines; one whose words cross its columns stays as it is."""
    return replaced(text, drawn_tables(text), _with_pipes)


def _with_pipes(table: str) -> str:
    """A drawn table with pipes, in as many lines; as it is if its words cross its columns."""
    piped = _piped(table.split("\n"))
    return piped + "\n" * (table.count("\n") - piped.count("\n")) if piped else table


def _piped(lines: Sequence[str]) -> str:
    """A table with pipes; "" if the lines do not keep to the columns."""
    at = next(at for at, line in enumerate(lines) if " -" in line.strip() and not line.strip(" -\t"))
    columns = [found.start() for found in re.finditer("-+", lines[at])]
    head = [line for line in lines[:at] if not _FULL.fullmatch(line)]
    body = lines[at + 1 :]
    while body and not body[-1].strip(" -\t"):
        body = body[:-1]
    if not body or len(columns) * len(body) > sum(map(len, body)):  # more cells than characters
        return ""
    if any(_crosses(line, columns) for line in (*head, *body) if line.strip()):
        return ""
    rows = [_row(head, columns), ["---"] * len(columns), *(_row(row, columns) for row in _rows(body, columns))]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _crosses(line: str, columns: Sequence[int]) -> bool:
    """Whether a line has words before or across the start of a column, or signs that a table with pipes cannot hold."""
    gaps = (line[start - 1 : start] for start in columns[1:])
    return bool(_FOREIGN.search(line) or line[: columns[0]].strip() or any(gap.strip() for gap in gaps))


def _rows(body: Sequence[str], columns: Sequence[int]) -> Iterator[list[str]]:
    """The lines of each row: where blank lines part rows, those between; otherwise from one first cell to the next."""
    is_parted = any(not line.strip() for line in body)
    row: list[str] = []
    for line in body:
        if row and (not line.strip() if is_parted else line[columns[0] : columns[1]].strip()):
            yield row
            row = []
        if line.strip():
            row.append(line)
    if row:
        yield row


def _row(lines: Sequence[str], columns: Sequence[int]) -> list[str]:
    """The cells of a row, each joined from its lines."""
    cells = ((line[start:stop].strip() for line in lines) for start, stop in zip_longest(columns, columns[1:]))
    return [" ".join(filter(None, cell)) for cell in cells]
