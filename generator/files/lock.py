"""One at a time: a lock that ends with the process that has it, however that ends, on every system.

SQLite locks a file in the way of the system at hand; nothing is ever stored in it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ..model.unusable import Unusable, Unwritable

#: The file in a folder that is locked. A process that is killed leaves it behind, unlocked and empty.
LOCK = ".sperre"


class Busy(Unusable):
    """Another process has the lock."""


@contextmanager
def locked(folder: Path, busy: str) -> Iterator[None]:
    """The folder for oneself, made where there is none. Raises Busy with the sentence `busy`, or Unwritable."""
    path = folder / LOCK
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _taken(path, busy)
    except (OSError, sqlite3.DatabaseError) as problem:  # DatabaseError: somebody's own file of that name
        raise Unwritable(folder, problem if isinstance(problem, OSError) else OSError(None, str(problem))) from None
    with closing(lock):
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps a file that somebody has open
                path.unlink()


def _taken(path: Path, busy: str) -> sqlite3.Connection:
    while True:
        path.touch()
        made = _inode(path)
        lock = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            lock.execute("PRAGMA journal_mode=OFF")  # else a file of its own, though nothing is stored
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as problem:
            lock.close()
            raise Busy(busy) if problem.sqlite_errorcode == sqlite3.SQLITE_BUSY else problem from None
        if made == _inode(path):
            return lock
        lock.close()  # who had it before took the file away after it was opened here: this lock keeps out nobody


def _inode(path: Path) -> int:
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return -1
