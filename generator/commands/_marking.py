"""Shared by the commands that mark texts (`accept`, `review`): find what is named, edit all of its files or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..files.transaction import Change, write_together
from ..files.yaml_edit import CannotEdit
from ..model.findings import did_you_mean
from ..model.library import Library
from ..model.unusable import Unusable
from ..model.values import Entry, Term
from ..reading.load import load
from ._paths import desk, library_path

UNCHANGED = "Nichts wurde geändert."


@dataclass(frozen=True, slots=True)
class InFile:
    """The ids to mark in a file, and what makes its new text."""

    ids: tuple[str, ...]
    mark: Callable[[str], str]


def write(project: Path, marks: Mapping[str, InFile]) -> list[str]:
    """Write the marks of all files (path → marks), or none; returns the ids. Raises Unusable if one cannot be written."""
    changes, trouble = [], []
    for name, wanted in marks.items():
        try:
            before = (project / name).read_bytes()
            changes.append(Change(name, before, wanted.mark(before.decode("utf-8")).encode("utf-8")))
        except (CannotEdit, OSError, UnicodeDecodeError) as problem:
            why = problem.args[0] if isinstance(problem, CannotEdit) else "Die Datei ist nicht mehr lesbar."
            trouble.append(f"{name}: {why}")
    refuse(trouble)
    if changes:
        write_together(project, desk(project), changes)
    return [id_ for wanted in marks.values() for id_ in wanted.ids]


def refuse(trouble: list[str]) -> None:
    """Raise Unusable if there is any trouble."""
    if trouble:
        raise Unusable(" ".join([*trouble, UNCHANGED]))


def find(library: Library, name: str, project: Path) -> Entry | Term | None:
    """The entry or term that an id or an entry's file names."""
    if found := library.entries.get(name) or library.terms.get(name):
        return found
    path = library_path(name, project)
    return next((entry for entry in library.entries.values() if entry.location.path == path), None)


def unknown(library: Library, name: str, project: Path) -> str:
    """Why there is no such entry: renamed, in an unreadable file, or unknown."""
    new = library.current_id(name)
    if new != name and library.target(new):
        return f"„{name}“ heißt jetzt „{new}“."
    system, _, slug = name.partition("/")
    for path in sorted((project / "content").glob(f"{system}/*/{slug}.md")) if slug.replace("-", "").isalnum() else ():
        relative = path.relative_to(project).as_posix()
        finding = next((f for f in load(project, system)[1] if f.location.path == relative), None)
        return f"„{relative}“ lässt sich nicht laden: {finding.message if finding else 'siehe nachschlag check.'}"
    near = did_you_mean(name, [*library.entries, *library.terms])
    return f"Den Eintrag „{name}“ gibt es nicht. {near}".strip()
