"""The only module that touches Whoosh.

Whoosh keeps the postings, except those of documents changed since (`changes.py`); analysis and ranking are ours. It uses only the
API that whoosh 2.7.4, whoosh-reloaded 2.7.5 and whoosh3 share. Whoosh unpickles what it reads: never open an index that came from
elsewhere.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from whoosh import fields, formats, index, query
from whoosh.codec import default_codec
from whoosh.reading import TermNotFound

from . import changes
from .postings import Postings, Reader, Stored
from .rows import Row


class Weighted(fields.FieldType):  # type: ignore[misc]
    """One field for all terms, whose postings come ready: a word's weight already reflects its field, and there is nothing to analyse."""

    def __init__(self) -> None:
        self.format = formats.Existence()
        self.scorable = self.stored = self.unique = False


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
    codec.length_stats = False  # fields have no lengths, and Whoosh would look for their file at every posting
    writer = made.writer(codec=codec)
    postings: dict[str, tuple[list[int], list[float]]] = {}
    for number, row in enumerate(rows):
        filters = {"system": row.system, "kind": row.kind, "part": row.part, "phases": " ".join(row.phases)}
        writer.add_document(**filters, stored=dict(row.stored))
        for term, weight in row.terms.items():
            numbers, weights = postings.setdefault(term, ([], []))
            numbers.append(number)
            weights.append(weight)
    writer.fieldwriter.add_postings = partial(_add_postings, writer.fieldwriter, writer.fieldwriter.add_postings, postings)
    writer.commit()
    made.close()


def _add_postings(
    writer: Any,
    add_filters: Callable[..., None],
    postings: Mapping[str, tuple[Sequence[int], Sequence[float]]],
    schema: fields.Schema,
    *rest: Any,
) -> None:
    """Write Whoosh's postings of the filters, then ours, which need no sorting one by one; their field's name comes last."""
    add_filters(schema, *rest)
    writer.start_field("terms", schema["terms"])
    for written, term in sorted((term.encode("utf-8", "surrogatepass"), term) for term in postings):
        writer.start_term(written)
        for number, weight in zip(*postings[term], strict=True):
            writer.add(number, weight, b"", 0)
        writer.finish_term()
    writer.finish_field()


class WhooshReader(Reader):
    """An open index of Whoosh, whose readers keep a position in their files."""

    def __init__(self, folder: Path) -> None:
        self._index = index.open_dir(str(folder), readonly=True)
        self._searcher = self._index.searcher()
        self._changes = changes.read(folder) or changes.Changes(tuple(range(self._searcher.doc_count_all())), ())
        unchanged = {place: number for number, place in enumerate(self._changes.places) if place != changes.GONE}
        #: Position in reading order → Whoosh's number of a document, or the changed document.
        self._sources: dict[int, int | Row] = {**unchanged, **dict(self._changes.rows)}
        self._is_in_order = self._changes.places == tuple(range(len(self._changes.places)))
        super().__init__(len(self._sources))

    def read_postings(self, terms: Collection[str]) -> Mapping[str, Postings]:
        """The postings of each term."""
        return {term: self._of_term(term) for term in terms}

    def _of_term(self, term: str) -> Postings:
        numbers, weights = self._of_whoosh(term)
        if not self._changes.rows and self._is_in_order:
            return array("L", numbers), array("d", weights)
        places = map(self._changes.places.__getitem__, numbers)
        unchanged = (pair for pair in zip(places, weights, strict=True) if pair[0] != changes.GONE)
        postings = sorted(chain(unchanged, self._changes.postings(term)))
        return array("L", (place for place, _ in postings)), array("d", (weight for _, weight in postings))

    def _of_whoosh(self, term: str) -> tuple[list[int], list[float]]:
        numbers: list[int] = []
        weights: list[float] = []
        try:
            matcher = self._searcher.postings("terms", term)
        except TermNotFound:
            return numbers, weights
        number, weight, following, is_active = matcher.id, matcher.weight, matcher.next, matcher.is_active
        while is_active():
            numbers.append(number())
            weights.append(weight())
            following()
        return numbers, weights

    def read_fitting(self, values: Mapping[str, Collection[str]]) -> set[int]:
        """The documents that have one of the values in each field."""
        every = query.And([query.Or([query.Term(name, value) for value in wanted]) for name, wanted in values.items()])
        unchanged = {self._changes.places[number] for number in self._searcher.docs_for_query(every)} - {changes.GONE}
        return unchanged.union(self._changes.fitting(values))

    def read_stored(self, numbers: Collection[int]) -> Iterator[tuple[int, Stored]]:
        """The stored fields of documents."""
        for number in numbers:
            source = self._sources[number]
            yield number, source.stored if isinstance(source, Row) else self._searcher.stored_fields(source)["stored"]

    def read_names(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """The names of every document."""
        for number, stored in enumerate(self._fields(range(self.size))):
            yield number, stored["system"], stored["rank"]["keys"]

    def close(self) -> None:
        """Close the files."""
        self._searcher.close()
        self._index.close()
