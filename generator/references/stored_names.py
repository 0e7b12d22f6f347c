"""Vocabularies stored as rows, because making a system's vocabulary takes longer than looking up the few words of a question."""

from __future__ import annotations

from ..files.memo import digest
from ..files.rows import Tables
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
    return digest(program_mark(), *(part for system in library.systems for part in (system, vocabulary_of(library, system).mark)))


def vocabulary_tables(library: Library) -> Tables:
    """The tables from which `stored_vocabulary` gives what `vocabulary_of` gives for this library."""
    tables: dict[str, list[tuple[object, object]]] = {"vocabularies": []}
    for system in library.systems:
        vocabulary = vocabulary_of(library, system)
        names = vocabulary.names
        assert isinstance(names, NameFinder)
        tables["vocabularies"].append((system, (vocabulary.citing, names.systems, names.most)))
        tables[f"forms {system}"] = list(names.class_of.items())
        tables[f"names {system}"] = list(names.patterns.items())
    return tables


def stored_vocabulary(library: StoredLibrary, system: str) -> Vocabulary:
    """The vocabulary of a system from its tables, of which only the rows for a text's words are read. Raises KeyError for an
    unknown system.
    """
    rows = library.names_rows.in_form(FORM)
    citing, systems, most = rows.value("vocabularies", system)
    names = NameMatcher(rows.table(f"forms {system}"), rows.table(f"names {system}"), systems, most)
    return Vocabulary(system, lambda: names, citing)
