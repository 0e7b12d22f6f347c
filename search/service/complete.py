"""Complete typed text: names of rules and terms that begin with it, or have a word that does."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from nachschlag.generator.model.library import Library, sort_key
from nachschlag.generator.prose.address import page_url

#: (the text to type, whether it is a later word, the rank of the name, the name, its target)
_Row = tuple[str, bool, int, str, str]

_RANKS = {"title": 0, "term": 1, "english": 2}
#: The most names in an answer.
MOST = 10
#: Sorts after every letter.
_LAST = "\U0010ffff"


def completed(library: Library, text: str, system: str | None) -> dict[str, Any]:
    """Names that continue a text, each target once: whole names before words in names, titles before English, short ones first."""
    rows, begun = _rows(library)[system], sort_key(text)[0]
    found = rows[bisect_left(rows, (begun,)) : bisect_left(rows, (begun + _LAST,))] if begun else []
    best: dict[str, str] = {}
    for _, _, _, name, target in sorted(found, key=lambda row: (row[1], row[2], len(row[3]), row[3], row[4])):
        best.setdefault(target, name)
        if len(best) == MOST:
            break
    return {"query": text, "completions": [_record(library, target, name) for target, name in best.items()]}


def _record(library: Library, target: str, name: str) -> dict[str, Any]:
    found = library.target(target)
    return {
        "text": name,
        "id": target,
        "system": target.partition("/")[0],
        "title": found.title if found else name,
        "url": page_url(library, target),
    }


@lru_cache(maxsize=2)  # a library and its successor
def _rows(library: Library) -> dict[str | None, list[_Row]]:
    """All rows in order, of each system and of all together."""
    rows: dict[str | None, list[_Row]] = defaultdict(list)
    for system in library.systems:
        rows[system] = sorted(row for name in library.names(system) for row in _begins(name.text, name.type, name.target))
    rows[None] = sorted(row for system in library.systems for row in rows[system])
    return rows


def _begins(name: str, kind: str, target: str) -> Iterator[_Row]:
    words = sort_key(name)[0].split()
    for at in range(len(words)):
        yield " ".join(words[at:]), at > 0, _RANKS.get(kind, 1), name, target
