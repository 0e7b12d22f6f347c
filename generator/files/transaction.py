"""Change several files together, all or none. All are staged before the first is touched, so that a full disk changes nothing.

Each file then moves into place by a rename. A process killed in between leaves a folder with the plan; the next command calls
`recover`, which finishes it. If a file cannot be moved, the earlier ones are moved back in the same way, which needs no disk space.

All functions take the folder `top`, to which the paths are relative (a file elsewhere has its full path), and the staging folder
`desk`: `top` itself or a folder below it, preferably on the same disk. Writers hold the desk's lock (`lock.locked`).
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..model.unusable import ChangedMeanwhile, Unusable, Unwritable
from .atomic import write_atomic

#: Prefix of the folders in which files are staged.
STAGED = ".zusammen-"

#: The folder of files to move into place, and the folder of files to move back.
_FORWARD, _BACK = f"{STAGED}vor", f"{STAGED}zurueck"

#: In such a folder: the new files, the old files, and the digests of both.
_NEW, _OLD, _PLAN = "neu", "alt", "plan.json"


@dataclass(frozen=True, slots=True)
class Change:
    """A file (relative to `top`, or its full path) with its bytes before and after; None if it does not exist."""

    path: str
    before: bytes | None
    after: bytes | None


def write_together(top: Path, desk: Path, changes: Sequence[Change]) -> None:
    """Write all changes or none. Raises Unusable if a file cannot be written or has changed meanwhile."""
    try:
        _stage(top, desk, changes)
        if left := _carry(top, desk / _FORWARD, _NEW):
            raise _changed(left[0])
    except (OSError, Unusable) as problem:
        _take_back(top, desk)
        if isinstance(problem, OSError):
            raise Unwritable(top, problem) from None
        raise
    _drop(desk / _FORWARD)


def is_unfinished(desk: Path) -> bool:
    """Whether a change was interrupted."""
    return any((desk / name).is_dir() for name in (_FORWARD, _BACK))


def recover(top: Path, desk: Path, also: Iterable[Path] = ()) -> list[str]:
    """Finish an interrupted change and drop staged files. Returns the files left alone: changed since, or outside `top` and the folders
    `also`."""
    left = []
    within = (top, *also)
    for folder, side in ((desk / _FORWARD, _NEW), (desk / _BACK, _OLD)):
        if folder.is_dir():
            try:
                left += _carry(top, folder, side, within)
                _drop(folder)
            except OSError:
                _take_back(top, desk)
    for staged in desk.glob(f"{STAGED}*/"):
        shutil.rmtree(staged, ignore_errors=True)
    return left


def _stage(top: Path, desk: Path, changes: Sequence[Change]) -> None:
    """Stage all files on the desk; rename the folder to its final name only once it is complete."""
    staged = Path(tempfile.mkdtemp(prefix=STAGED, dir=desk))
    try:
        for side in (_NEW, _OLD):
            (staged / side).mkdir()
        for change in changes:
            place = top / change.path
            if (place.read_bytes() if place.is_file() else None) != change.before:
                raise _changed(change.path)
            if change.before is not None:
                copy = _staged(staged, _OLD, change.path)
                try:
                    os.link(place, copy)  # which costs no space
                except OSError:
                    shutil.copy(place, copy)
            if change.after is not None:
                copy = _staged(staged, _NEW, change.path)
                copy.write_bytes(change.after)  # whole before the folder gets its final name
                if change.before is not None:
                    shutil.copymode(place, copy)
        plan = {change.path: [_digest(change.before), _digest(change.after)] for change in changes}
        write_atomic(staged / _PLAN, json.dumps(plan, ensure_ascii=False))
        os.replace(staged, desk / _FORWARD)
    except (OSError, Unusable):
        shutil.rmtree(staged, ignore_errors=True)
        raise


def _staged(folder: Path, side: str, path: str) -> Path:
    """The staged file of one side of a change, whether its path is relative or full."""
    return folder / side / hashlib.sha256(path.encode()).hexdigest()[:32]


def _changed(path: str) -> Unusable:
    return ChangedMeanwhile(f"„{path}“ wird gerade von jemand anderem geändert. Nichts wurde geändert.")


def _carry(top: Path, folder: Path, side: str, within: Sequence[Path] = ()) -> list[str]:
    """Bring every file in the plan to one side of it. Returns those that are in neither the old nor the new state.

    Writes nothing that links lead out of `within`, because a plan found in a folder may come from elsewhere.
    """
    left = []
    for path, digests in _plan(folder).items():
        was, wanted = digests if side == _NEW else reversed(digests)
        place = top / path
        now = _digest(place.read_bytes() if place.is_file() else None)
        if now == wanted:
            continue
        if now != was or (within and not any(place.resolve().is_relative_to(around.resolve()) for around in within)):
            left.append(path)
        elif wanted:
            _into(_staged(folder, side, path), place)
        else:
            place.unlink()
            _without_empty(place.parent, top)
    return left


def _plan(folder: Path) -> Mapping[str, tuple[str, str]]:
    """Path → digests before and after ("" if the file does not exist). Empty for a foreign or half-deleted folder."""
    try:
        plan = json.loads((folder / _PLAN).read_text("utf-8"))
        return {path: (was, wanted) for path, (was, wanted) in plan.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _into(staged: Path, place: Path) -> None:
    if place.is_symlink():
        place = place.resolve()  # a link stays one
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.replace(staged, place)
    except OSError as problem:
        if problem.errno != errno.EXDEV:
            raise
        write_atomic(place, staged.read_bytes())  # a link leads to another disk


def _take_back(top: Path, desk: Path) -> None:
    """Move files already in place back. Raises Unusable if that fails; the next command tries again."""
    if not (desk / _FORWARD).is_dir():
        return
    try:
        os.replace(desk / _FORWARD, desk / _BACK)
        _carry(top, desk / _BACK, _OLD)
        _drop(desk / _BACK)
    except OSError as problem:
        raise Unwritable(top, problem, "Der nächste Aufruf räumt auf.") from None


def _drop(folder: Path) -> None:
    """Rename the folder, so that it stops counting at once, then delete it."""
    gone = folder.with_name(f"{STAGED}weg")
    shutil.rmtree(gone, ignore_errors=True)
    os.replace(folder, gone)
    shutil.rmtree(gone, ignore_errors=True)


def _without_empty(folder: Path, top: Path) -> None:
    while folder != top and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _digest(content: bytes | None) -> str:
    return "" if content is None else hashlib.sha256(content).hexdigest()
