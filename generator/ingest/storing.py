"""Store an outcome on disk: all or nothing, even if interrupted, and one reading at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ..files.lock import locked
from ..files.transaction import Change, recover, write_together
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
    """Write an outcome below `out`; returns the number of changed files. Raises Unusable, without changing anything, if that fails."""
    texts = outcome.texts
    if outcome.first:  # what is there without content can only be the remains of a game that was deleted
        remains = (path.relative_to(out).as_posix() for path in (out / "ingest" / system).rglob("*") if path.is_file())
        texts = {**dict.fromkeys([f"glossary/{system}.yaml", *remains]), **texts}
    written = _written(out, outcome.seen, texts)
    for room in ("content", "ingest", KEPT):
        _without_empty(out / room / system)
    return written


def correct(out: Path, system: str, wish: Wish) -> tuple[Step, Outline]:
    """Carry out a correction below `out`, all of its files or none; returns it with the outline after it. Raises Unusable."""
    with alone(out):
        outline = Outline(out, system)
        step = planned(outline, wish)
        return step, Outline(out, system) if _written(out, outline.now, step.texts) else outline


def _written(out: Path, seen: Mapping[str, str], texts: Mapping[str, str | None]) -> int:
    """Write what differs from the files, all or nothing; returns how many."""
    changes = [change for path, text in texts.items() if (change := _change(out, seen, path, text))]
    if changes:
        write_together(out, out, changes)
    return len(changes)


def _without_empty(folder: Path) -> None:
    """Remove empty folders, because one in a system would be an undeclared part."""
    for below in sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True):
        if not any(below.iterdir()):
            below.rmdir()


def _change(out: Path, seen: Mapping[str, str], path: str, text: str | None) -> Change | None:
    """The change of a file from the state that its new text was made of, so that a file saved meanwhile stops the writing."""
    if path in seen:
        before: bytes | None = seen[path].encode("utf-8")
    else:
        before = (out / path).read_bytes() if (out / path).is_file() else None
    after = None if text is None else text.encode("utf-8")
    return Change(path, before, after) if before != after else None
