"""The structure of a Markdown text: blocks, list items, emphasis, links, tables. A translation has the structure of its original.

>>> shape_differences("- eins\\n- zwei", "- one")
[('Listenpunkte', 2, 1)]
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from ..prose.body import body_lines

_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])\s+\S", re.MULTILINE)
_BOLD = re.compile(r"\*\*(?=\S).+?(?<=\S)\*\*", re.DOTALL)
#: The content of a table's cell: a bar within a link („[[id|Text]]“) or behind a backslash does not end it.
CELL = r"(?:\\[^\n]|\[\[[^\[\]\n]*\]\]|[^|\n])*+"
_CELL = re.compile(rf"(?:\A|\|)({CELL})")
_ROW = re.compile(r"^[ \t]*\|(.*)\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:-]+")

#: The pieces of structure to count, with the words a reader sees.
_COUNTED = {"Listenpunkte": _ITEM, "Hervorhebungen": _BOLD}


def shape_differences(german: str, english: str) -> list[tuple[str, int, int]]:
    """Differences in the numbers of list items, emphases, table rows and table cells."""
    counts = [(name, len(pattern.findall(german)), len(pattern.findall(english))) for name, pattern in _COUNTED.items()]
    ours, theirs = rows(german), rows(english)
    counts.append(("Tabellenzeilen", len(ours), len(theirs)))
    if len(ours) == len(theirs):
        counts.append(("Tabellenzellen", sum(map(len, ours)), sum(map(len, theirs))))
    return [count for count in counts if count[1] != count[2]]


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, each as its cells.

    >>> rows("| a | b |\\n| --- | --- |\\n| 1 | 2 |")
    [['a', 'b'], ['1', '2']]
    """
    lines = (match[1] for match in _ROW.finditer(text))
    return [[cell.strip() for cell in _CELL.findall(line)] for line in lines if not _RULE.fullmatch(line)]


def cells_in(line: str) -> int:
    """The number of cells in a line; 0 if it is no row of a table.

    >>> cells_in("| a | [[b|c]] |"), cells_in("a | b")
    (2, 0)
    """
    row = _ROW.match(line)
    return len(_CELL.findall(row[1])) if row else 0


_TABLE = re.compile(r"(?:^[ \t]*\|.*\|[ \t]*(?:\n|\Z))+", re.MULTILINE)


def columns(text: str) -> Iterator[list[tuple[int, str]]]:
    """The columns of all tables, each as its cells below the head, with their places.

    >>> list(columns("| a | b |\\n| --- | --- |\\n| 1 | 2 |"))
    [[(25, ' 1 ')], [(29, ' 2 ')]]
    """
    for table in _TABLE.finditer(text) if "|" in text else ():
        lines = [line for line in _ROW.finditer(text, *table.span()) if not _RULE.fullmatch(line[1])][1:]
        cells = [[(line.start(1) + cell.start(1), cell[1]) for cell in _CELL.finditer(line[1])] for line in lines]
        yield from ([row[at] for row in cells if at < len(row)] for at in range(max(map(len, cells), default=0)))


def pairs(german: str, english: str) -> Iterator[tuple[int, str, str]]:
    """(offset, German, English) for each block or table row if both texts have the same structure; otherwise for the whole texts.

    >>> list(pairs("Ein Satz.\\n\\nNoch einer.", "A sentence.\\n\\nOne more."))
    [(0, 'Ein Satz.', 'A sentence.'), (11, 'Noch einer.', 'One more.')]
    """
    ours, theirs = list(_blocks(german)), list(_blocks(english))
    if len(ours) != len(theirs):
        ours, theirs = [(0, german)], [(0, english)]
    yield from ((start, one, other) for (start, one), (_, other) in zip(ours, theirs, strict=True))


def beside(german: str, english: str, words: str) -> int:
    """The start of the German block whose English has these words; 0 if unknown."""
    return next((start for start, _, other in pairs(german, english) if words in other), 0)


#: Separators of blocks: blank lines, and line ends before a table row or list item.
_BETWEEN = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:\||[-*+]\s|\d+[.)]\s))")


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end, following in [*((match.start(), match.end()) for match in _BETWEEN.finditer(text)), (len(text), len(text))]:
        if text[start:end].strip():
            yield start, text[start:end]
        start = following


def divided(text: str, blocks: Container[str] = ("beispiel",)) -> tuple[str, str]:
    """A body without such blocks, and their content alone; each blanks out the other, so that places stay.

    >>> divided("Wirf.\\n::: beispiel\\nEine 4.\\n:::")[1].split()
    ['Eine', '4.']
    """
    if ":::" not in text:
        return text, ""
    rule, shown, inside = [], [], False
    for line in body_lines(text):
        blank = " " * len(line.text)
        if line.kind in ("open", "close"):
            inside = line.kind == "open" and line.value.split(" ")[0] in blocks
        rule.append(blank if inside or line.kind in ("open", "close") else line.text)
        shown.append(line.text if inside and line.kind != "open" else blank)
    return "\n".join(rule), "\n".join(shown)
