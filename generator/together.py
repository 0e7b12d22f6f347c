"""Several files changed together: all or none. Who is killed in between leaves a note, and the next one finishes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .command import Unusable
from .files import write_atomic

#: What is still to be written, below the project; there only while it is.
NOTE = Path("build") / "unfertig.json"


@dataclass(frozen=True, slots=True)
class Change:
    """A file (relative to the project) with its text before and after; None: not there."""

    path: str
    before: bytes | None
    after: bytes | None


def write_together(project: Path, changes: Sequence[Change]) -> None:
    """Write all changes, in their order. Where one cannot be written, those before it are undone, and Unusable says why."""
    note = {change.path: [_digest(change.before), _text(change.after)] for change in changes}
    done: list[Change] = []
    try:
        write_atomic(project / NOTE, json.dumps(note, ensure_ascii=False))
        for change in changes:
            if _read(project / change.path) != change.before:
                raise Unusable(f"„{change.path}“ wird gerade von jemand anderem geändert. Nichts wurde geändert.")
            done.append(change)
            _put(project / change.path, change.after)
    except (OSError, Unusable) as problem:
        _undo(project, done)
        (project / NOTE).unlink(missing_ok=True)
        if isinstance(problem, OSError):
            raise Unusable(f"Das lässt sich nicht schreiben: {problem.strerror}. Nichts wurde geändert.") from None
        raise
    (project / NOTE).unlink()


def is_unfinished(project: Path) -> bool:
    """Whether somebody was stopped while writing files together."""
    return (project / NOTE).is_file()


def finish(project: Path) -> list[str]:
    """Write what somebody who was stopped had still to write; returns the files that were changed since and stay as they are."""
    try:
        note = json.loads((project / NOTE).read_text("utf-8"))
    except (OSError, ValueError):
        note = {}
    left = []
    for path, (before, after) in note.items():
        now = _read(project / path)
        if _digest(now) == before:
            _put(project / path, None if after is None else str(after).encode("utf-8"))
        elif _text(now) != after:
            left.append(path)
    (project / NOTE).unlink(missing_ok=True)
    return left


def _undo(project: Path, done: Iterable[Change]) -> None:
    for change in reversed(list(done)):
        with suppress(OSError):
            _put(project / change.path, change.before)


def _put(path: Path, content: bytes | None) -> None:
    if content is None:
        path.unlink(missing_ok=True)
    else:
        write_atomic(path, content)


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _text(content: bytes | None) -> str | None:
    return None if content is None else content.decode("utf-8")


def _digest(content: bytes | None) -> str:
    return "" if content is None else hashlib.sha256(content).hexdigest()
