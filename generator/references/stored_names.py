"""Vocabularies stored as rows, because making a system's vocabulary takes longer than looking up the few words of a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..files.memo import digest
from ..files.rows import KEPT, Tables
from ..model.library import Library
from ..reading.state import program_mark
from ..reading.stored_library import StoredLibrary, library_form
from .known_names import KnownName
from .names import NameFinder, NameMatcher
from .references import Vocabulary, vocabulary_of

#: The form in which the values of these tables are kept.
FORM = library_form(KnownName)


def vocabularies_mark(library: Library) -> str:
    """A digest of everything that decides these tables."""
    return digest(*(part for pair in vocabulary_marks(library).items() for part in pair))


def vocabulary_marks(library: Library) -> dict[str, str]:
    """For each system a digest of everything that decides its tables."""
    return {system: digest(program_mark(), vocabulary_of(library, system).mark) for system in library.systems}


def vocabulary_tables(library: Library, kept: Mapping[str, str] | None = None) -> Tables:
    """The tables from which `stored_vocabulary` makes the vocabularies of `vocabulary_of`; those of systems with a mark that is `kept` in
    a file come from there."""
    marks = vocabulary_marks(library)
    tables: dict[str, list[tuple[Any, Any]]] = {"marks": [*marks.items()]}
    for system in library.systems:
        names_of = f"vocabulary {system}", f"forms {system}", f"names {system}"
        if kept and kept.get(system) == marks[system]:
            tables |= dict.fromkeys(names_of, KEPT)
            continue
        vocabulary = vocabulary_of(library, system)
        names = vocabulary.names
        assert isinstance(names, NameFinder)
        about = [("", (vocabulary.citing, names.systems, names.most))]
        rows = about, [*names.class_of.items()], [*names.patterns.items()]
        tables |= dict(zip(names_of, rows, strict=True))
    return tables


def stored_vocabulary(library: StoredLibrary, system: str) -> Vocabulary:
    """The vocabulary of a system from its tables, of which only the rows for a text's words are read. Raises KeyError for an
    unknown system.
    """
    rows = library.names_rows.in_form(FORM)
    citing, systems, most = rows.value(f"vocabulary {system}", "")
    names = NameMatcher(rows.table(f"forms {system}"), rows.table(f"names {system}"), systems, most)
    return Vocabulary(system, lambda: names, citing)
