"""Changed fields → complete new files."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..files.transaction import Change as FileChange
from ..files.yaml_edit import CannotEdit, edited_file
from ..model.findings import Finding
from .file_edit import edited
from .incoming import Change, Incoming


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file's change, and the changed fields in it."""

    file: FileChange
    changes: tuple[Change, ...]


def new_files(project: Path, incoming: Incoming) -> list[NewFile]:
    """The new files, sorted by path. Omits a file that cannot be written safely, with a finding."""
    by_path: dict[str, list[Change]] = defaultdict(list)
    for change in incoming.changes:
        by_path[change.unit.owner.location.path].append(change)
    made: list[NewFile] = []
    for relative, changes in sorted(by_path.items()):
        try:
            file = edited_file(
                project, relative, partial(edited, changes={one.unit.context: (one.unit, one.new) for one in changes})
            )
            made.append(NewFile(file, tuple(changes)))
        except CannotEdit as problem:
            hint = "Trage den Text von Hand ein."
            incoming.findings += [
                Finding("U006", one.place, f"„{one.unit.context}“ bleibt, wie es ist: {problem}", hint) for one in changes
            ]
    return made
