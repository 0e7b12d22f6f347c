"""An outcome onto the disk: all of it or nothing, whatever happens in between."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from ..command import Unusable
from ..files import write_atomic
from ..together import Change, finish, is_unfinished, write_together
from .again import Outcome


def finish_last(out: Path) -> list[str]:
    """Finish what a reading that was stopped had still to write; returns files that were changed since and stay."""
    return finish(out) if is_unfinished(out) else []


def store(out: Path, system: str, outcome: Outcome) -> int:
    """Write an outcome below `out`; returns how many files changed. Raises Unusable where that cannot be; then nothing has changed."""
    if outcome.first:
        return _first(out, system, outcome)
    changes = [change for path, text in outcome.texts.items() if (change := _change(out, path, text))]
    if changes:
        write_together(out, changes)
        _drop_empty_folders(out, changes)
        shutil.rmtree(out / "build") if not any((out / "build").iterdir()) else None
    return len(changes)


def _drop_empty_folders(out: Path, changes: list[Change]) -> None:
    """The folder of a part whose last entry vanished would be one that the game does not name."""
    for folder in {(out / change.path).parent for change in changes if change.after is None}:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _change(out: Path, path: str, text: str | None) -> Change | None:
    before = (out / path).read_bytes() if (out / path).is_file() else None
    after = None if text is None else text.encode("utf-8")
    return Change(path, before, after) if before != after else None


def _first(out: Path, system: str, outcome: Outcome) -> int:
    """A game that is not there yet is written beside and put in its place as a whole, its content last."""
    made = [folder for folder in (out, *out.parents) if not folder.exists()]
    staged: Path | None = None
    try:
        out.mkdir(parents=True, exist_ok=True)
        staged = Path(tempfile.mkdtemp(prefix=".ingest-", dir=out))
        for path, text in outcome.texts.items():
            if text is not None:
                write_atomic(staged / path, text)
        for path in (f"ingest/{system}", f"glossary/{system}.yaml", f"content/{system}"):
            _into_place(staged / path, out / path)
    except OSError as problem:
        raise Unusable(f"„{out}“ lässt sich nicht schreiben: {problem.strerror}. Nichts wurde geschrieben.") from None
    finally:
        if staged:
            shutil.rmtree(staged, ignore_errors=True)
        for folder in made:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
    return sum(text is not None for text in outcome.texts.values())


def _into_place(staged: Path, place: Path) -> None:
    """What lies there without content is the rest of a reading that was stopped: it goes."""
    if place.is_dir():
        shutil.rmtree(place)
    if staged.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(staged, place)
