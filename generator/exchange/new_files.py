"""Changed fields → complete new files, and what is kept of them for the next import."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..files.transaction import Change as FileChange
from ..files.yaml_edit import CannotEdit, edited_file
from ..model.findings import Finding
from .file_edit import edited
from .incoming import Change, Incoming
from .units import fingerprint, normal


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


#: The record of imports, by which another import from the same export tells its own changes from others.
FILE = Path("build") / "imported.json"

#: A unit's context → the fingerprint of its German at the export, and of what the import wrote.
Written = Mapping[str, tuple[str, str]]


def read_written(project: Path) -> Written:
    """The texts written by imports; {} if there is no readable record."""
    try:
        found = json.loads((project / FILE).read_text("utf-8"))
        return {str(context): (str(before), str(after)) for context, (before, after) in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def kept_written(project: Path, changes: Iterable[Change]) -> FileChange:
    """The change of that file for what an import is about to write; of each unit only the last is kept."""
    now = {change.unit.context: (change.stamp, fingerprint(normal(change.unit.leaf, change.new))) for change in changes}
    text = json.dumps(dict(sorted({**read_written(project), **now}.items())), ensure_ascii=False, indent=0)
    before = (project / FILE).read_bytes() if (project / FILE).is_file() else None
    return FileChange(FILE.as_posix(), before, f"{text}\n".encode())
