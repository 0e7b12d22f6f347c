"""Store an outcome on disk: all or nothing, even if interrupted, and one reading at a time."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ..files.lock import locked
from ..files.transaction import STAGED, Change, recover, write_together
from ..model.unusable import Unwritable
from .editions.rereading import Outcome
from .editions.taking_away import KEPT
from .report.corrections import Step, Wish, planned
from .report.outline import Outline


@contextmanager
def alone(out: Path) -> Iterator[list[str]]:
    """Hold the overlay exclusively: create it if needed (and remove it again if it stays empty), and finish the writes of an
    interrupted reading. Yields the files left alone because they changed since. Raises Unusable.
    """
    made = [folder for folder in (out, *out.parents) if not folder.exists()]
    try:
        with locked(out, f"In „{out}“ wird gerade ein Buch eingelesen. Warte, bis es fertig ist."):
            yield recover(out, out)
    finally:
        for folder in made:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


def store(out: Path, system: str, outcome: Outcome) -> int:
    """Write an outcome below `out`; returns the number of changed files. Raises Unusable, without changing anything, if that
    fails."""
    if outcome.first:
        return _first(out, system, outcome)
    changes = [change for path, text in outcome.texts.items() if (change := _change(out, outcome.seen, path, text))]
    if changes:
        write_together(out, out, changes)
    _without_empty(out / "content" / system)
    _without_empty(out / "ingest" / system)
    _without_empty(out / KEPT / system)
    return len(changes)


def correct(out: Path, system: str, wish: Wish) -> tuple[Step, Outline]:
    """Carry out a correction below `out`, all of its files or none; returns it with the outline after it. Raises Unusable."""
    with alone(out):
        outline = Outline(out, system)
        step = planned(outline, wish)
        if changes := [change for path, text in step.texts.items() if (change := _change(out, outline.now, path, text))]:
            write_together(out, out, changes)
            return step, Outline(out, system)
    return step, outline


def _without_empty(folder: Path) -> None:
    """Remove empty folders, because one in a system would be an undeclared part."""
    for below in sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True):
        if not any(below.iterdir()):
            below.rmdir()


def _change(out: Path, seen: Mapping[str, str], path: str, text: str | None) -> Change | None:
    """The change of a file. `before` is the state from which the new text was made, so that a file saved meanwhile stops the
    writing."""
    if path in seen:
        before: bytes | None = seen[path].encode("utf-8")
    else:
        before = (out / path).read_bytes() if (out / path).is_file() else None
    after = None if text is None else text.encode("utf-8")
    return Change(path, before, after) if before != after else None


def _first(out: Path, system: str, outcome: Outcome) -> int:
    """Write a new system to a staging folder, then move it into place as a whole, its content last."""
    staged: Path | None = None
    try:
        staged = Path(tempfile.mkdtemp(prefix=STAGED, dir=out))
        texts = {path: text for path, text in outcome.texts.items() if text is not None}
        for folder in {path.rpartition("/")[0] for path in texts}:
            (staged / folder).mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            _write(f"{staged}/{path}", text)
        for path in (f"ingest/{system}", f"glossary/{system}.yaml", f"content/{system}"):
            _into_place(staged / path, out / path)
    except OSError as problem:
        raise Unwritable(out, problem) from None
    finally:
        if staged:
            shutil.rmtree(staged, ignore_errors=True)
    return len(texts)


def _write(path: str, text: str) -> None:
    """Write a file of the staging folder, which is read only after the move."""
    with open(path, "x", encoding="utf-8", newline="") as file:
        file.write(text)


def _into_place(staged: Path, place: Path) -> None:
    """Replace what is in place: without content, it can only be the remains of an interrupted reading."""
    if place.is_dir():
        shutil.rmtree(place)
    if staged.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(staged, place)
    else:
        place.unlink(missing_ok=True)
