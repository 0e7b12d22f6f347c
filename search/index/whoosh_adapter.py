"""The only module that touches Whoosh.

Whoosh keeps the postings, but for documents that changed since (`changes.py`); analysis and ranking are ours. It uses
only the API that whoosh 2.7.4, whoosh-reloaded 2.7.5 and whoosh3 share. Whoosh unpickles what it reads: never open an index that came from
elsewhere.
"""

from __future__ import annotations

import heapq
import threading
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from whoosh import fields, formats, index, query
from whoosh.codec import default_codec
from whoosh.reading import TermNotFound

from . import changes
from .rows import Row

#: More plain terms than this make a query slower, not better.
MOST_TERMS = 160
#: The most postings kept in memory (16 bytes each).
MOST_KEPT = 1_000_000
#: The most combinations of filters kept in memory.
MOST_FILTERS = 500

#: Field (system, kind, part, phases) → the accepted values, of which a document must have one; an empty collection accepts all.
Filters = Mapping[str, Collection[str]]


class Weighted(fields.FieldType):  # type: ignore[misc]
    """One field for all terms, with ready weights: a word's weight already reflects its field, and there is nothing to analyse."""

    def __init__(self) -> None:
        self.format = formats.Existence()
        self.scorable = self.stored = self.unique = False

    def index(self, value: Mapping[str, float], **_: object) -> Iterator[tuple[bytes, int, float, bytes]]:
        """A document's terms as Whoosh takes them: in bytes, with how often it occurs, its weight, and nothing more."""
        return ((term.encode("utf-8", "surrogatepass"), 1, weight, b"") for term, weight in value.items())


def _schema() -> fields.Schema:
    return fields.Schema(
        system=fields.ID(),
        kind=fields.ID(),
        part=fields.ID(),
        phases=fields.KEYWORD(),
        terms=Weighted(),
        stored=fields.STORED(),
    )


def write(folder: Path, rows: Iterable[Row]) -> None:
    """Write an index into an existing, empty folder."""
    made = index.create_in(str(folder), _schema())
    codec = default_codec(compression=0)  # a fifth of the time for a sixth of the bytes
    codec.length_stats = False  # no field has lengths, and Whoosh would look for a file of them at every posting
    writer = made.writer(codec=codec)
    for row in rows:
        filters = {"system": row.system, "kind": row.kind, "part": row.part, "phases": " ".join(row.phases)}
        writer.add_document(**filters, terms=row.terms, stored=dict(row.stored))
    writer.commit()
    made.close()


class Reader:
    """An open index. A document's number is its position in reading order.

    Whoosh's readers keep a position in their files, so searches run one at a time.
    """

    def __init__(self, folder: Path) -> None:
        self._index = index.open_dir(str(folder), readonly=True)
        self._searcher = self._index.searcher()
        self._changes = changes.read(folder) or changes.Changes(tuple(range(self._searcher.doc_count_all())), ())
        unchanged = {place: number for number, place in enumerate(self._changes.places) if place != changes.GONE}
        #: Position in reading order → Whoosh's number of a document, or the changed document.
        self._sources: dict[int, int | Row] = {**unchanged, **dict(self._changes.rows)}
        self._lock = threading.Lock()
        self._stored: dict[int, Mapping[str, Any]] = {}
        self._filtered: dict[tuple[tuple[str, tuple[str, ...]], ...], set[int]] = {}
        self._postings: dict[str, tuple[array[int], array[float]]] = {}
        self._kept = 0

    def candidates(
        self, terms: Mapping[str, float], filters: Filters, limit: int, only: Collection[int] | None = None
    ) -> list[Mapping[str, Any]]:
        """The stored documents with the highest sum of weighted terms; only those in `only`, where given."""
        sums: dict[int, float] = {}
        with self._lock:
            allowed = self._allowed(filters)
            if only is not None:
                allowed = set(only) if allowed is None else allowed.intersection(only)
            for term in sorted(terms, key=lambda term: (-terms[term], term))[:MOST_TERMS]:
                for number, weight in zip(*self._weights(term), strict=True):
                    sums[number] = sums.get(number, 0.0) + weight * terms[term]
            fitting = sums if allowed is None else sums.keys() & allowed
            best = heapq.nsmallest(limit, fitting, key=lambda number: (-sums[number], number))
            return [self._fields(number) for number in best]

    def numbers(self, filters: Filters) -> Collection[int]:
        """The numbers of the documents that the filters let through, in reading order."""
        with self._lock:
            allowed = self._allowed(filters)
        return range(len(self._sources)) if allowed is None else sorted(allowed)

    def numbers_of(self, term: str) -> Collection[int]:
        """The numbers of a term's documents, in reading order."""
        with self._lock:
            return self._weights(term)[0]

    def stored(self, number: int) -> Mapping[str, Any]:
        """The stored fields of a document."""
        with self._lock:
            return self._fields(number)

    def having(self, term: str) -> list[Mapping[str, Any]]:
        """The stored documents of a term, in reading order."""
        with self._lock:
            return [self._fields(number) for number in self._weights(term)[0]]

    def _weights(self, term: str) -> tuple[array[int], array[float]]:
        """The documents of a term and its weights there, cached: Whoosh takes longer to read them than we take to add them up."""
        if term not in self._postings:
            postings = sorted(chain(self._unchanged(term), self._changes.postings(term)))
            found = array("L", (place for place, _ in postings)), array("d", (weight for _, weight in postings))
            self._kept += len(found[0])
            if self._kept > MOST_KEPT:
                self._postings, self._kept = {}, len(found[0])
            self._postings[term] = found
        return self._postings[term]

    def _unchanged(self, term: str) -> Iterator[tuple[int, float]]:
        try:
            matcher = self._searcher.postings("terms", term)
        except TermNotFound:
            return
        while matcher.is_active():
            if (place := self._changes.places[matcher.id()]) != changes.GONE:
                yield place, matcher.weight()
            matcher.next()

    def _allowed(self, filters: Filters) -> set[int] | None:
        """The documents that the filters let through, cached: most searches use one of a few, and Whoosh would look them up every time."""
        values = tuple((name, tuple(sorted(wanted))) for name, wanted in filters.items() if wanted)
        if not values:
            return None
        if values not in self._filtered:
            if len(self._filtered) == MOST_FILTERS:
                self._filtered = {}
            every = query.And([query.Or([query.Term(name, value) for value in wanted]) for name, wanted in values])
            unchanged = {self._changes.places[number] for number in self._searcher.docs_for_query(every)} - {changes.GONE}
            self._filtered[values] = unchanged.union(self._changes.fitting(dict(values)))
        return self._filtered[values]

    def everything(self) -> Iterator[Mapping[str, Any]]:
        """All stored documents, in reading order."""
        with self._lock:
            yield from (self._fields(number) for number in range(len(self._sources)))

    def _fields(self, number: int) -> Mapping[str, Any]:
        if number not in self._stored:
            source = self._sources[number]
            stored = source.stored if isinstance(source, Row) else self._searcher.stored_fields(source)["stored"]
            self._stored[number] = {**stored, "rank": {**stored["rank"], "position": number}}
        return self._stored[number]

    def close(self) -> None:
        """Close the files."""
        self._searcher.close()
        self._index.close()
