"""The work that every engine does on its postings: add up ready weights, apply filters, return the best documents.

An engine (`whoosh_adapter.py`, `postgresql.py`) only reads: postings of terms, documents that fit filters, stored fields.
"""

from __future__ import annotations

import heapq
import threading
from abc import ABC, abstractmethod
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

#: More plain terms than this make a query slower, not better.
MOST_TERMS = 160
#: The most postings kept in memory (16 bytes each).
MOST_KEPT = 1_000_000
#: The most combinations of filters kept in memory.
MOST_FILTERS = 500
#: The number of stored documents of a term that are read at once.
_AT_ONCE = 100

#: Field (system, kind, part, phases) → the accepted values, of which a document must have one; an empty collection accepts all.
Filters = Mapping[str, Collection[str]]
#: The positions of documents and the weights of a term there, in reading order.
Postings: TypeAlias = "tuple[array[int], array[float]]"
#: The stored fields of a document.
Stored = Mapping[str, Any]


class Reader(ABC):
    """An open index. A document's number is its position in reading order. Searches run one at a time.

    `most_stored` documents are kept in memory; with None, all that were read.
    """

    most_stored: int | None = None

    def __init__(self, size: int) -> None:
        self.size = size
        self._lock = threading.Lock()
        self._stored: dict[int, Stored] = {}
        self._filtered: dict[tuple[tuple[str, tuple[str, ...]], ...], set[int]] = {}
        self._postings: dict[str, Postings] = {}
        self._kept = 0
        self._names: list[tuple[int, str, tuple[str, ...]]] | None = None

    # -- what an engine reads, one call at a time -------------------------------------------------------------------------------

    @abstractmethod
    def read_postings(self, terms: Collection[str]) -> Mapping[str, Postings]:
        """The postings of each term, empty for an unknown one."""

    @abstractmethod
    def read_fitting(self, values: Mapping[str, Collection[str]]) -> set[int]:
        """The documents that have one of the values in each field."""

    @abstractmethod
    def read_stored(self, numbers: Collection[int]) -> Iterable[tuple[int, Stored]]:
        """The stored fields of documents, by number."""

    @abstractmethod
    def read_names(self) -> Iterable[tuple[int, str, tuple[str, ...]]]:
        """The number, system and normalised names of every document, in reading order."""

    @abstractmethod
    def close(self) -> None:
        """Close files or connections."""

    def release(self) -> None:  # noqa: B027 (files may be shared)
        """Close what a forked process must not share."""

    # -- what all engines do with it ---------------------------------------------------------------------------------------------

    def candidates(
        self, terms: Mapping[str, float], filters: Filters, limit: int, only: Collection[int] | None = None
    ) -> list[Stored]:
        """The stored documents with the highest sum of weighted terms; only those in `only`, if given."""
        sums: dict[int, float] = {}
        with self._lock:
            allowed = self._allowed(filters)
            if only is not None:
                allowed = set(only) if allowed is None else allowed.intersection(only)
            heaviest = sorted(terms, key=lambda term: (-terms[term], term))[:MOST_TERMS]
            postings = self._weights(heaviest)
            for term in heaviest:
                for number, weight in zip(*postings[term], strict=True):
                    sums[number] = sums.get(number, 0.0) + weight * terms[term]
            fitting = sums if allowed is None else {number: sums[number] for number in sums.keys() & allowed}
            return self._fields(_best(fitting, limit))

    def numbers(self, filters: Filters) -> Collection[int]:
        """The numbers of the documents that the filters let through, in reading order."""
        with self._lock:
            allowed = self._allowed(filters)
        return range(self.size) if allowed is None else sorted(allowed)

    def numbers_of(self, term: str) -> Collection[int]:
        """The numbers of a term's documents, in reading order."""
        with self._lock:
            return self._weights([term])[term][0]

    def stored(self, numbers: Collection[int]) -> list[Stored]:
        """The stored fields of documents, in this order."""
        with self._lock:
            return self._fields(numbers)

    def having(self, term: str) -> Iterator[Stored]:
        """The stored documents of a term, in reading order, read as they are asked for."""
        return (fields for _, fields in self.each(self.numbers_of(term)))

    def each(self, numbers: Iterable[int]) -> Iterator[tuple[int, Stored]]:
        """Documents with their numbers, read some at a time."""
        rest = iter(numbers)
        while some := list(islice(rest, _AT_ONCE)):
            yield from zip(some, self.stored(some), strict=True)

    def names(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """The number, system and normalised names of every document, in reading order."""
        with self._lock:
            if self._names is None:
                self._names = list(self.read_names())
            return self._names

    def _weights(self, terms: Collection[str]) -> Mapping[str, Postings]:
        """The postings of terms, cached: an engine takes longer to read them than we take to add them up."""
        found = {term: self._postings[term] for term in terms if term in self._postings}
        if missing := [term for term in terms if term not in found]:
            read = self.read_postings(missing)
            self._kept += sum(len(numbers) for numbers, _ in read.values())
            if self._kept > MOST_KEPT:
                self._postings, self._kept = {}, sum(len(numbers) for numbers, _ in read.values())
            self._postings.update(read)
            found.update(read)
        return found

    def _allowed(self, filters: Filters) -> set[int] | None:
        """The documents that the filters let through, cached: most searches use one of a few."""
        values = tuple((name, tuple(sorted(wanted))) for name, wanted in filters.items() if wanted)
        if not values:
            return None
        if values not in self._filtered:
            if len(self._filtered) == MOST_FILTERS:
                self._filtered = {}
            self._filtered[values] = self.read_fitting(dict(values))
        return self._filtered[values]

    def _fields(self, numbers: Collection[int]) -> list[Stored]:
        found = {number: self._stored[number] for number in numbers if number in self._stored}
        if missing := [number for number in numbers if number not in found]:
            read = {at: {**fields, "rank": {**fields["rank"], "position": at}} for at, fields in self.read_stored(missing)}
            if self.most_stored is not None and len(self._stored) + len(read) > self.most_stored:
                self._stored = {}
            self._stored.update(read)
            found.update(read)
        return [found[number] for number in numbers]


def _best(sums: Mapping[int, float], limit: int) -> list[int]:
    """The numbers with the highest sums, best first, ties in reading order."""
    least = min(heapq.nlargest(limit, sums.values()), default=0.0)
    return [number for _, number in sorted((-total, number) for number, total in sums.items() if total >= least)[:limit]]
