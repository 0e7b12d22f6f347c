"""A check in pieces: the values that each examines, and its findings. A piece with unchanged values is not checked again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial, wraps
from itertools import chain, islice
from typing import Any

from ...files.memo import Memo, digest
from ...model.findings import Finding, finding_of, row_of
from ...model.library import Library
from ...model.values import Concept, Entry, Move, PlayerQueries, System, Term

Thing = Entry | Term | Concept


@dataclass(frozen=True, slots=True)
class About:
    """The things to check, beside the whole library: all of it (`whole`), or a few entries."""

    entries: Collection[Entry] = ()
    terms: Collection[Term] = ()
    concepts: Collection[Concept] = ()
    moves: Collection[Move] = ()
    queries: Collection[PlayerQueries] = ()
    systems: Collection[System] = ()

    @property
    def texts(self) -> list[Entry | Term]:
        return [*self.entries, *self.terms]


def whole(library: Library) -> About:
    """Everything in a library, to be checked."""
    things = (library.entries.values(), library.terms.values(), library.concepts.values())
    return About(*things, library.moves, library.queries.values(), library.systems.values())


#: The number of entries checked at a time: the caches of texts have room for these and the rules around them.
_AT_A_TIME = 500


def portions(about: About, at_a_time: int = _AT_A_TIME) -> Iterator[About]:
    """The things in portions of so many entries with their terms, then the rest."""
    terms: dict[str, list[Term]] = defaultdict(list)
    for term in about.terms:
        terms[f"{term.system}/{term.entry}"].append(term)
    entries = iter(about.entries)
    while some := tuple(islice(entries, at_a_time)):
        yield About(some, tuple(term for entry in some for term in terms.pop(entry.id, ())))
    yield replace(about, entries=(), terms=tuple(chain.from_iterable(terms.values())))


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a check: the values (entries, terms, texts, None) that decide its findings, and the function that finds them."""

    of: tuple[Any, ...]
    find: Callable[[], Iterable[Finding]]


def each_entry(find: Callable[[Entry], Iterable[Finding]]) -> Callable[[Library, About], Iterator[Piece]]:
    """A check of the library from one that looks at each entry alone."""

    @wraps(find)
    def check(_: Library, about: About) -> Iterator[Piece]:
        yield from (Piece((entry,), partial(find, entry)) for entry in about.entries)

    return check


def each_thing(find: Callable[[Thing], Iterable[Finding]]) -> Callable[[Library, About], Iterator[Piece]]:
    """A check of the library from one that looks at each entry, term and concept alone."""

    @wraps(find)
    def check(_: Library, about: About) -> Iterator[Piece]:
        yield from (Piece((thing,), partial(find, thing)) for thing in (*about.texts, *about.concepts))

    return check


def families(library: Library, about: About) -> Iterator[tuple[Entry, ...]]:
    """Each of these entries and of their parents, with its children; an only child without children is in its parent's."""
    heads = dict.fromkeys(head for entry in about.entries for head in (entry.parent, entry.id))
    for head in (library.entries[one] for one in heads if one in library.entries):
        if library.children(head.id) or not head.parent:
            yield (head, *library.children(head.id))


def quoted(sentence: str, most: int) -> str:
    """A sentence on one line, cut between words if it has more characters."""
    written = " ".join(sentence.split())
    return written if len(written) <= most else written[:most].rsplit(" ", 1)[0] + " …"


def findings_of(checks: Mapping[str, Iterable[Finding | Piece]], memo: Memo | None = None) -> Iterator[Finding]:
    """The findings of checks, given by name; takes those of pieces from the memo if it knows them. Pieces with the same values
    share them.

    >>> list(findings_of({"check": [Piece((entry,), lambda: [])]}))
    []
    """
    same: dict[tuple[int | str, ...], list[tuple[str, Piece]]] = {}
    for name, found in checks.items():
        for one in found:
            if isinstance(one, Finding):
                yield one
            elif memo is None:
                yield from one.find()
            else:
                same.setdefault(tuple(of if isinstance(of, str) else id(of) for of in one.of), []).append((name, one))
    if memo is not None:
        for pieces in same.values():
            key = digest(*(name for name, _ in pieces), *(memo.mark_of(value) for value in pieces[0][1].of))
            yield from (finding_of(row) for row in memo.value(key, partial(_rows, pieces)))


def _rows(pieces: Iterable[tuple[str, Piece]]) -> list[list[Any]]:
    return [row_of(finding) for _, piece in pieces for finding in piece.find()]
