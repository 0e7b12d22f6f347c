"""Everything that touches Whoosh, and nothing else does.

Whoosh keeps the postings and finds the candidates; analysis and ranking are ours. Only API that whoosh 2.7.4, whoosh-reloaded
2.7.5 and whoosh3 have in common is used. Whoosh unpickles what it reads: never open an index that came from elsewhere.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whoosh import fields, index, query, scoring
from whoosh.analysis import DelimitedAttributeFilter, RegexTokenizer

#: More plain terms than this make one query no better, only slower.
MOST_TERMS = 160


@dataclass(frozen=True, slots=True)
class Row:
    """One document as Whoosh gets it: three filters, weighted terms, and what is handed back with a candidate."""

    system: str
    kind: str
    phases: tuple[str, ...]
    terms: Mapping[str, float]
    stored: Mapping[str, Any]


def _schema() -> fields.Schema:
    # One field for all terms: which field a word stood in is already in its weight ("term^weight" becomes the token's boost).
    weighted = RegexTokenizer(r"\S+") | DelimitedAttributeFilter()
    return fields.Schema(
        system=fields.ID(),
        kind=fields.ID(),
        phases=fields.KEYWORD(),
        terms=fields.TEXT(analyzer=weighted, phrase=False),
        stored=fields.STORED(),
    )


def write(folder: Path, rows: Iterable[Row]) -> None:
    """Write an index into an existing, empty folder."""
    made = index.create_in(str(folder), _schema())
    writer = made.writer()
    for row in rows:
        terms = " ".join(f"{term}^{weight}" for term, weight in row.terms.items())
        writer.add_document(system=row.system, kind=row.kind, phases=" ".join(row.phases), terms=terms, stored=dict(row.stored))
    writer.commit()
    made.close()


class Reader:
    """An open index. Whoosh's readers keep a position in their files, so one search at a time goes through."""

    def __init__(self, folder: Path) -> None:
        self._index = index.open_dir(str(folder), readonly=True)
        self._searcher = self._index.searcher(weighting=scoring.Frequency())
        self._lock = threading.Lock()
        self._stored: dict[int, Mapping[str, Any]] = {}

    def candidates(self, terms: Mapping[str, float], filters: Mapping[str, str | None], limit: int) -> list[Mapping[str, Any]]:
        """The documents with the highest sum of weighted terms, as they were stored. `filters` wants values of system, kind, phases."""
        wanted = list(_terms(terms))
        if not wanted:
            return []
        all_of = [query.Term(name, value) for name, value in filters.items() if value]
        with self._lock:
            found = self._searcher.search(query.Or(wanted), limit=limit, filter=query.And(all_of) if all_of else None)
            return [self._fields(hit.docnum) for hit in found]

    def everything(self) -> Iterator[Mapping[str, Any]]:
        """All documents, as they were stored, in reading order."""
        with self._lock:
            yield from (self._fields(number) for number in range(self._searcher.doc_count_all()))

    def _fields(self, number: int) -> Mapping[str, Any]:
        if number not in self._stored:
            self._stored[number] = self._searcher.stored_fields(number)["stored"]
        return self._stored[number]

    def close(self) -> None:
        """Let go of the files."""
        self._searcher.close()
        self._index.close()


def _terms(terms: Mapping[str, float]) -> Iterator[query.Term]:
    for term in sorted(terms, key=lambda term: (-terms[term], term))[:MOST_TERMS]:
        yield query.Term("terms", term, boost=terms[term])
