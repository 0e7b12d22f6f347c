"""One at a time: a lock that ends with the process that has it, however that ends, on every system.

SQLite locks a file in the way of the system at hand; nothing is ever stored in it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

#: The file in a folder that is locked. Who is killed leaves it behind, unlocked and empty.
LOCK = ".sperre"


class Busy(Exception):
    """Somebody else has the lock."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """The folder for oneself. Raises Busy, or OSError where no file can be made in it."""
    path = folder / LOCK
    while True:
        path.touch()
        made = _inode(path)
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as lock:
            _take(lock, path)
            if made != _inode(path):  # who had it before took the file away after it was opened here: this lock keeps out nobody
                continue
            try:
                yield
            finally:
                with suppress(OSError):  # Windows keeps a file that somebody has open
                    path.unlink()
            return


def _take(lock: sqlite3.Connection, path: Path) -> None:
    try:
        lock.execute("PRAGMA journal_mode=OFF")  # else a file of its own, though nothing is stored
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise Busy from None
        raise OSError(None, str(problem), str(path)) from None
    except sqlite3.DatabaseError as problem:  # somebody's own file of that name
        raise OSError(None, str(problem), str(path)) from None


def _inode(path: Path) -> int:
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return -1
