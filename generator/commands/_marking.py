"""Shared by the commands that mark texts (`accept`, `review`): find the named texts, edit all of their files or none."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..files.yaml_edit import CannotEdit, edited_file
from ..model.findings import did_you_mean
from ..model.library import Library
from ..model.unusable import Unusable
from ..model.values import Entry, Term
from ..reading.load import load
from ._shared import library_path, write_all

UNCHANGED = "Nichts wurde geändert."


def mark(project: Path, things: Iterable[Any], edit: Callable[[list[Any]], Callable[[str], str]]) -> None:
    """Mark these things in all of their files or in none, and print their ids. `edit` takes those in one file and returns the
    function that changes its text. Raises Unusable if a file cannot be written.
    """
    by_file: dict[str, list[Any]] = defaultdict(list)
    for one in things:
        by_file[one.location.path].append(one)
    changes, trouble = [], []
    for name, within in by_file.items():
        try:
            changes.append(edited_file(project, name, edit(within)))
        except CannotEdit as problem:
            trouble.append(f"{name}: {problem}")
    refuse(trouble)
    if changes:
        write_all(project, changes)
    sys.stdout.writelines(f"{one.id}\n" for within in by_file.values() for one in within)


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
