"""What a check of everything records for one of a few files (build/checked), and a build for one of a few texts."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..files.rows import Tables, open_rows, write_rows
from ..model.findings import Finding, row_of
from ..model.library import Library
from ..reading.state import State
from ..reading.stored_library import StoredLibrary, Uncertain, library_form, library_tables
from ..references.graph import Graph, owners_in
from ..references.known_names import KnownName
from ..references.stored_names import vocabulary_tables
from .changed_entries import changed_entries
from .checks.terms import names_are_one_to_one
from .renderings import renderings
from .term_base import Rendering

FILE = Path("build") / "checked"
FORM = library_form(KnownName, Rendering)


def keep(project: Path, library: Library, graph: Graph, read: Iterable[Finding], state: State) -> None:
    """Record what `partial_check.findings_on` needs of a project read at this `state`, unless the existing record is still valid."""
    rows = open_rows(project / FILE, state.program, FORM)
    with suppress(Uncertain):
        if (
            rows
            and changed_entries(StoredLibrary(rows, rows), rows, state, lambda entry: library.entries.get(entry.id)) is not None
        ):
            return
    tables = {**library_tables(library), **vocabulary_tables(library), **kept_tables(library, graph, read, state)}
    with suppress(OSError):
        write_rows(project / FILE, state.program, tables, FORM)


def kept_tables(library: Library, graph: Graph, read: Iterable[Finding], state: State) -> Tables:
    """The tables that `partial_check.Few` needs besides those of the library and its vocabularies. `read` are the findings of reading."""
    return {
        "renderings": ((system, renderings(library, system)) for system in library.systems),
        "backlinks": graph.backlinks.items(),
        "mentions": graph.mentions.items(),
        "read": by_path(read),
        "telling": _telling(library).items(),
        "told": by_path(names_are_one_to_one(library)),
        "about": {"files": state.noted, "common": graph.common, "owners": dict(owners_in(graph.texts))}.items(),
    }


def _telling(library: Library) -> dict[str, list[str]]:
    """Entry → the terms with that entry in `mentioned`."""
    found: dict[str, list[str]] = {}
    for term in library.terms.values():
        for entry in term.mentioned:
            found.setdefault(entry, []).append(term.id)
    return found


def by_path(findings: Iterable[Finding]) -> Iterable[tuple[str, list[Any]]]:
    """The rows of findings by the path of their file."""
    found: dict[str, list[Any]] = {}
    for finding in findings:
        found.setdefault(finding.location.path, []).append(row_of(finding))
    return found.items()
