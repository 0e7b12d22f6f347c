"""Changed fields → complete new files."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from ..files.transaction import Change as FileChange
from ..files.yaml_edit import CannotEdit
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
            before = (project / relative).read_bytes()
            text = edited(before.decode("utf-8"), {change.unit.context: (change.unit, change.new) for change in changes})
            made.append(NewFile(FileChange(relative, before, text.encode("utf-8")), tuple(changes)))
        except (CannotEdit, OSError, UnicodeDecodeError) as problem:
            why = problem.args[0] if isinstance(problem, CannotEdit) else "Die Datei ist nicht mehr lesbar."
            hint = "Trage den Text von Hand ein."
            incoming.findings += [
                Finding("U006", one.place, f"„{one.unit.context}“ bleibt, wie es ist: {why}", hint) for one in changes
            ]
    return made
