"""Changed fields → complete new files, written atomically."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from ..files.atomic import write_atomic
from ..files.yaml_edit import CannotEdit
from ..model.findings import Finding
from .file_edit import edited
from .incoming import Change, Incoming


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file with its bytes before and after, and its changes."""

    path: Path
    relative: str
    before: bytes
    after: bytes
    changes: tuple[Change, ...]


def new_files(project: Path, incoming: Incoming) -> list[NewFile]:
    """The new files, sorted by path. Omits a file that cannot be written safely, with a finding."""
    by_path: dict[str, list[Change]] = defaultdict(list)
    for change in incoming.changes:
        by_path[change.unit.owner.location.path].append(change)
    made: list[NewFile] = []
    for relative, changes in sorted(by_path.items()):
        path = (project / relative).resolve()
        try:
            before = path.read_bytes()
            text = edited(before.decode("utf-8"), {change.unit.context: (change.unit, change.new) for change in changes})
            made.append(NewFile(path, relative, before, text.encode("utf-8"), tuple(changes)))
        except (CannotEdit, OSError, UnicodeDecodeError) as problem:
            why = problem.args[0] if isinstance(problem, CannotEdit) else "Die Datei ist nicht mehr lesbar."
            hint = "Trage den Text von Hand ein."
            incoming.findings += [
                Finding("U006", one.place, f"„{one.unit.context}“ bleibt, wie es ist: {why}", hint) for one in changes
            ]
    return made


def save(file: NewFile) -> bool:
    """Write a file unless it has changed since it was read; returns whether it was written."""
    if not file.path.is_file() or file.path.read_bytes() != file.before:
        return False
    write_atomic(file.path, file.after)
    return True
