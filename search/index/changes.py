"""The documents that changed since Whoosh's files were written, beside them: Whoosh needs longer to be loaded than these to be written.

`changes` is a pickle, as Whoosh's files are: never open an index that came from elsewhere.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .rows import Row

FILE = "changes"
#: The place of a document in Whoosh's files that is no longer valid.
GONE = -1


@dataclass(frozen=True, slots=True)
class Changes:
    """`places` are the positions in reading order of Whoosh's documents, `rows` the changed and new documents by position."""

    places: tuple[int, ...]
    rows: tuple[tuple[int, Row], ...]

    def postings(self, term: str) -> Iterator[tuple[int, float]]:
        """The positions of the changed documents with a term, and its weights there."""
        for position, row in self.rows:
            if term in row.terms:
                yield position, array("f", (row.terms[term],))[0]  # as exact as Whoosh keeps it

    def fitting(self, values: Mapping[str, Collection[str]]) -> Iterator[int]:
        """The positions of the changed documents that have one of the values in each field."""
        for position, row in self.rows:
            if all(not _values(row, name).isdisjoint(wanted) for name, wanted in values.items()):
                yield position


def _values(row: Row, name: str) -> frozenset[str]:
    value = getattr(row, name)
    return frozenset((value,) if isinstance(value, str) else value)


def write(folder: Path, changes: Changes) -> None:
    """Write the file beside Whoosh's."""
    plain = changes.places, [(position, *(getattr(row, name) for name in Row.__slots__)) for position, row in changes.rows]
    (folder / FILE).write_bytes(pickle.dumps(plain, protocol=4))


def read(folder: Path) -> Changes | None:
    """The changes; None if there are none. May raise any exception for a damaged file."""
    file = folder / FILE
    if not file.exists():
        return None
    places, rows = pickle.loads(file.read_bytes())
    return Changes(places, tuple((position, Row(*values)) for position, *values in rows))
