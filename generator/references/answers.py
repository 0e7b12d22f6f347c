"""Keep answers of a build for the commands that look one thing up.

    build/answers/library    tables of the library, and where each entry's record is
    build/answers/names      the names and numbers to look for in texts

The library's tables also have what a build after a few changed texts needs (`partial_build.py`).

They are valid only while content, settings and this program are unchanged since the build began to read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..files.memo import Memo, digest
from ..files.output import Stamp, stamp_of
from ..files.rows import Form, Rows, Tables, open_rows, write_rows
from ..model.english import outdated
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Concept, Entry, PlayerQueries, Term
from ..reading.state import State, keeps, state_of
from ..reading.stored_library import StoredLibrary, library_form, library_tables

FOLDER = Path("build") / "answers"


class Answers:
    """The valid answers of the last build. Create them with `answers`."""

    def __init__(self, project: Path, rows: Rows, names: Rows) -> None:
        self._project, self._rows = project, rows
        self.library: Library = StoredLibrary(rows, names)

    def outdated(self) -> list[Entry]:
        """The entries whose English changed since they were translated."""
        return [self.library.entries[one] for _, one in self._rows.rows("outdated")]

    def record(self, settings: Settings, entry_id: str) -> dict[str, Any] | None:
        """An entry's record as the build wrote it with these settings; None if its file has changed since."""
        try:
            if self._rows.value("settings", "") != digest(repr(settings)):
                return None
            path, stamp = self._rows.value("records", entry_id)
            file = self._project / path
            if stamp != stamp_of(file.stat()):
                return None
            record: dict[str, Any] = json.loads(file.read_text("utf-8"))
            return record
        except (OSError, ValueError, KeyError):
            return None


def answers(project: Path, overlays: Sequence[Path] = ()) -> Answers | None:
    """The answers of the last build; None if anything has changed since."""
    mark = state_of(project, overlays).mark
    rows = open_rows(project / FOLDER / "library", mark, library_form())
    names = rows and open_rows(project / FOLDER / "names", rows.value("names", ""), library_form())
    return None if rows is None or names is None else Answers(project, rows, names)


def keep_answers(
    project: Path,
    library: Library,
    settings: Settings,
    state: State,
    records: Mapping[str, tuple[str, Stamp]],
    overlays: Sequence[Path] = (),
    memo: Memo | None = None,
    more: Tables | None = None,
    form: Form | None = None,
) -> None:
    """Write answers from a library read at this `state` of the project. Writes none if they would not be valid or writable.

    `records` gives the file of an entry's record, as its path below the project and its stamp. A `memo` may have marks of the library's
    values already. `more` are other tables, whose values have this `form`.
    """
    from .stored_names import FORM, vocabularies_mark, vocabulary_tables  # here, because answers that are read need few of them

    if not keeps(state, project, overlays):
        return
    old = enumerate(entry.id for entry in library.entries.values() if outdated(entry))
    names = vocabularies_mark(library)
    with suppress(OSError):
        if open_rows(project / FOLDER / "names", names, FORM) is None:
            last = open_rows(project / FOLDER / "names", None, FORM)
            kept = dict(last.rows("marks")) if last else {}
            tables = vocabulary_tables(library, kept)
            write_rows(project / FOLDER / "names", names, tables, FORM)
        marks = {"names": [("", names)], "settings": [("", digest(repr(settings)))]}
        tables = {**library_tables(library), "outdated": old, "records": records.items(), **marks, **(more or {})}
        mark_of = (memo or Memo()).mark_of

        by_name = {system: digest(state.program, *_names_in(library, system)) for system in library.systems}
        of_terms = digest(*by_name.values(), *map(mark_of, library.terms.values()))

        def mark(table: str, value: Any) -> str:
            if table == "renderings":
                return of_terms
            if isinstance(value, Entry | Term | Concept | PlayerQueries):
                return digest(state.program, mark_of(value))
            return by_name[value[0].target.partition("/")[0]] if table == "by_name" else ""

        write_rows(project / FOLDER / "library", state.mark, tables, form or FORM, mark)


def _names_in(library: Library, system: str) -> Iterator[str]:
    return (f"{name.text}\n{name.target}\n{name.type}" for name in library.names(system))


def kept_rows(project: Path, mark: str, form: Form) -> tuple[Rows, Rows] | None:
    """The kept answers of the state with this mark, and their names; None if there are none."""
    rows = open_rows(project / FOLDER / "library", mark, form)
    names = rows and open_rows(project / FOLDER / "names", rows.value("names", ""), form)
    return None if rows is None or names is None else (rows, names)


def keep_changed(project: Path, rows: Rows, mark: str, changed: Mapping[str, Mapping[Any, Any]]) -> None:
    """Keep rows as answers for a project at a state with this mark, with `changed` values of their tables."""
    with suppress(OSError):
        rows.write(project / FOLDER / "library", mark, changed)
