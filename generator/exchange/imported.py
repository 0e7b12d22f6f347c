"""Keep in the build folder what an import wrote, so that another import from the same export knows its own changes from others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..files.transaction import Change as FileChange
from .incoming import Change
from .units import fingerprint, normal

FILE = Path("build") / "imported.json"

#: A unit's context → the fingerprint of its German at the export, and of what the import wrote.
Written = Mapping[str, tuple[str, str]]


def read_written(project: Path) -> Written:
    """What imports wrote; {} if nothing readable was kept."""
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
