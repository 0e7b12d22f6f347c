"""Markdown without its marks, and the texts within maps and lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

#: A forced reference: `[[id]]`, `[[id|Text]]`. In a table the bar may be written "\|", as everywhere else in its cells.
FORCED = re.compile(r"(?<!\\)\[\[([^\[\]|\n\\]{1,200})(?:\\?\|([^\[\]]{1,300}?))?\]\]")
_MARKS = re.compile(r"\[\[(?:[^\]|]{0,200}\|)?([^\]]{0,200})\]\]|\[([^\]]{0,200})\]\([^)]{0,200}\)|[*_`]+")


def plain(text: str) -> str:
    """A short Markdown text without its marks, for lists and descriptions."""
    return " ".join(_MARKS.sub(lambda m: m[1] or m[2] or "", text).split())


def link_differences(before: str, after: str) -> tuple[list[str], list[str]]:
    """The targets of forced references that a text lost and gained, repeated as often as their counts differ.

    >>> link_differences("Wie [[angst|vor Furcht]].", "Wie [[mut]].")
    (['angst'], ['mut'])
    """
    old, new = (Counter(" ".join(match[1].split()) for match in FORCED.finditer(text)) for text in (before, after))
    return list((old - new).elements()), list((new - old).elements())


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a card or in data; not the names of fields, which are ours and not the book's.

    >>> list(texts_in({"columns": ["Wurf"], "rows": [["1"]]}))
    ['Wurf', '1']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from texts_in(inner)
