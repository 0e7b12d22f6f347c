"""Keep answers of a build for the commands that look one thing up: tables of the library and its vocabularies, and finished texts.

    build/answers/library    tables of the library, and what is looked for in texts
    build/answers/shown      every target as `show --format json` and `--format html` print it

Both are valid only while content, settings and this program are unchanged since the build began to read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from ..files.rows import Form, Rows, open_rows, write_rows
from ..model.english import outdated
from ..model.library import Library
from ..model.settings import Settings
from ..model.values import Entry
from ..reading.state import State, state_of
from ..reading.stored_library import StoredLibrary, library_form, library_tables

FOLDER = Path("build") / "answers"


class Answers:
    """The valid answers of the last build. Create them with `answers`."""

    def __init__(self, project: Path, rows: Rows, mark: str) -> None:
        self._project, self._mark, self._rows = project, mark, rows
        self.library: Library = StoredLibrary(rows)

    def outdated(self) -> list[Entry]:
        """The entries whose English changed since they were translated."""
        return [self.library.entries[one] for _, one in self._rows.rows("outdated")]

    def shown(self, settings: Settings, target: str, form: str) -> str | None:
        """A target as `show` prints it; None if it was not kept."""
        rows = open_rows(self._project / FOLDER / "shown", _mark(self._mark, settings), Form())
        return None if rows is None else rows.table("shown").get((form, target))


def answers(project: Path, overlays: Sequence[Path] = ()) -> Answers | None:
    """The answers of the last build; None if anything has changed since."""
    mark = state_of(project, overlays).mark
    rows = open_rows(project / FOLDER / "library", mark, library_form())
    return None if rows is None else Answers(project, rows, mark)


def keep_answers(
    project: Path,
    library: Library,
    settings: Settings,
    state: State,
    shown: Iterable[tuple[tuple[str, str], str]],
    overlays: Sequence[Path] = (),
) -> None:
    """Write answers from a library read at this `state` of the project. Writes none if they would not be valid or writable."""
    from .stored_names import FORM, vocabulary_tables  # here, because answers that were kept need few of them

    if not state.settled or state_of(project, overlays).mark != state.mark:
        return
    old = enumerate(entry.id for entry in library.entries.values() if outdated(entry))
    with suppress(OSError):
        write_rows(project / FOLDER / "shown", _mark(state.mark, settings), {"shown": shown}, Form())
        tables = {**library_tables(library), **vocabulary_tables(library), "outdated": old}
        write_rows(project / FOLDER / "library", state.mark, tables, FORM)


def _mark(mark: str, settings: Settings) -> str:
    return hashlib.blake2b(f"{mark} {settings!r}".encode(), digest_size=16).hexdigest()
