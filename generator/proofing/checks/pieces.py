"""A check in pieces: what each looks at, and its findings. A piece whose values are as they were need not be made again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from ...files.memo import Memo, digest
from ...model.findings import Finding, finding_of, row_of
from ...model.library import Library
from ...model.values import Concept, Entry, Term

Thing = Entry | Term | Concept


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a check: the values (entries, terms, texts, None) that decide its findings, and what finds them."""

    of: tuple[Any, ...]
    find: Callable[[], Iterable[Finding]]


def each_entry(find: Callable[[Entry], Iterable[Finding]]) -> Callable[[Library], Iterator[Piece]]:
    """A check of the library from one that looks at each entry alone."""

    @wraps(find)
    def check(library: Library) -> Iterator[Piece]:
        yield from (Piece((entry,), partial(find, entry)) for entry in library.entries.values())

    return check


def each_thing(find: Callable[[Thing], Iterable[Finding]]) -> Callable[[Library], Iterator[Piece]]:
    """A check of the library from one that looks at each entry, term and concept alone."""

    @wraps(find)
    def check(library: Library) -> Iterator[Piece]:
        things: list[Thing] = [*library.entries.values(), *library.terms.values(), *library.concepts.values()]
        yield from (Piece((thing,), partial(find, thing)) for thing in things)

    return check


def findings_of(found: Iterable[Finding | Piece], memo: Memo | None = None, name: str = "") -> Iterator[Finding]:
    """The findings of a check called `name`; those of its pieces from the memo if that knows them.

    >>> list(findings_of([Piece((entry,), lambda: [])]))
    []
    """
    for one in found:
        if isinstance(one, Finding):
            yield one
        elif memo is None:
            yield from one.find()
        else:
            key = digest(name, *(memo.mark_of(value) for value in one.of))
            yield from (finding_of(row) for row in memo.value(key, partial(_rows, one)))


def _rows(piece: Piece) -> list[list[Any]]:
    return [row_of(finding) for finding in piece.find()]
