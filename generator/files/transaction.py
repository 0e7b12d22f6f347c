"""Several files changed together, all or none: all of them lie ready before the first is touched, so that a full disk changes nothing.

Then each takes its place by a rename. Who is killed in between leaves a folder that says what was still to be done; `recover` does it, in
whichever command comes next. Where a file cannot take its place, those before it go back in the same way, which needs no room on the disk.

Every function is told the folder `top` that the files lie below, and the folder `desk` in which they lie ready: below `top` or `top`
itself, best on the same disk. Whoever writes has the desk's lock (`lock.locked`).
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..model.unusable import Unusable, Unwritable
from .atomic import write_atomic

#: What folders are called in which something is written before it gets its place.
STAGED = ".zusammen-"

#: The folder whose files are to take their places, and the one whose files are to go back to them.
_FORWARD, _BACK = f"{STAGED}vor", f"{STAGED}zurueck"

#: In such a folder: the files as they are to be and as they were, and the digests of both.
_NEW, _OLD, _PLAN = "neu", "alt", "plan.json"


@dataclass(frozen=True, slots=True)
class Change:
    """A file (relative to `top`) with its bytes before and after; None: not there."""

    path: str
    before: bytes | None
    after: bytes | None


def write_together(top: Path, desk: Path, changes: Sequence[Change]) -> None:
    """Write all changes, or none. Raises Unusable where one cannot be written, or has been changed by somebody else meanwhile."""
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
    """Whether somebody was stopped while files took their places."""
    return any((desk / name).is_dir() for name in (_FORWARD, _BACK))


def recover(top: Path, desk: Path) -> list[str]:
    """Do what somebody who was stopped had still to do, and throw away what was only made ready; returns the files that were changed
    since, or lie elsewhere by a link, and stay as they are.
    """
    left = []
    for folder, side in ((desk / _FORWARD, _NEW), (desk / _BACK, _OLD)):
        if folder.is_dir():
            try:
                left += _carry(top, folder, side, within=top)
                _drop(folder)
            except OSError:
                _take_back(top, desk)
    for staged in desk.glob(f"{STAGED}*/"):
        shutil.rmtree(staged, ignore_errors=True)
    return left


def _stage(top: Path, desk: Path, changes: Sequence[Change]) -> None:
    """All files ready on the desk, under the name that says so only when they are."""
    staged = Path(tempfile.mkdtemp(prefix=STAGED, dir=desk))
    try:
        for change in changes:
            place = top / change.path
            if (place.read_bytes() if place.is_file() else None) != change.before:
                raise _changed(change.path)
            if change.before is not None:
                _copy(place, staged / _OLD / change.path)
            if change.after is not None:
                write_atomic(staged / _NEW / change.path, change.after)
                if change.before is not None:
                    shutil.copymode(place, staged / _NEW / change.path)
        plan = {change.path: [_digest(change.before), _digest(change.after)] for change in changes}
        write_atomic(staged / _PLAN, json.dumps(plan, ensure_ascii=False))
        os.replace(staged, desk / _FORWARD)
    except (OSError, Unusable):
        shutil.rmtree(staged, ignore_errors=True)
        raise


def _changed(path: str) -> Unusable:
    return Unusable(f"„{path}“ wird gerade von jemand anderem geändert. Nichts wurde geändert.")


def _copy(place: Path, copy: Path) -> None:
    """A file kept as it is: a second name for it costs no room, but not every disk has such."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(place, copy)
    except OSError:
        shutil.copy(place, copy)


def _carry(top: Path, folder: Path, side: str, within: Path | None = None) -> list[str]:
    """Every file of the plan to what one side of it says; returns those that are neither as they were nor as they are to be.

    `within`: nothing is written that links lead out of this folder. A plan that lies there may be somebody else's.
    """
    left = []
    for path, digests in _plan(folder).items():
        was, wanted = digests if side == _NEW else reversed(digests)
        place = top / path
        now = _digest(place.read_bytes() if place.is_file() else None)
        if now == wanted:
            continue
        if now != was or (within and not place.resolve().is_relative_to(within.resolve())):
            left.append(path)
        elif wanted:
            _into(folder / side / path, place)
        else:
            place.unlink()
            _without_empty(place.parent, top)
    return left


def _plan(folder: Path) -> Mapping[str, tuple[str, str]]:
    """Path → digests before and after ("": not there). Nothing where the folder is none of ours, or was on its way out."""
    try:
        plan = json.loads((folder / _PLAN).read_text("utf-8"))
        return {path: (was, wanted) for path, (was, wanted) in plan.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _into(staged: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.replace(staged, place)
    except OSError as problem:
        if problem.errno != errno.EXDEV:
            raise
        write_atomic(place, staged.read_bytes())  # a link leads to another disk


def _take_back(top: Path, desk: Path) -> None:
    """What has taken its place goes back. Raises Unusable where even that cannot be; the next command tries again."""
    if not (desk / _FORWARD).is_dir():
        return
    try:
        os.replace(desk / _FORWARD, desk / _BACK)
        _carry(top, desk / _BACK, _OLD)
        _drop(desk / _BACK)
    except OSError as problem:
        raise Unwritable(top, problem, "Der nächste Aufruf räumt auf.") from None


def _drop(folder: Path) -> None:
    """The folder counts no more from one moment to the next, then goes."""
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
