"""A lock for one process at a time, released however that process ends, on every operating system.

SQLite locks a file in the operating system's own way and never stores anything in it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ..model.unusable import Unusable, Unwritable

try:
    import fcntl
except ImportError:  # Windows, which cannot lock folders: there none counts as in use, as on network drives without locks
    fcntl = None  # type: ignore[assignment]

#: The lock file of a folder. A killed process leaves it behind, unlocked and empty.
LOCK = ".sperre"


class Busy(Unusable):
    """Another process holds the lock."""


@contextmanager
def locked(folder: Path, busy: str) -> Iterator[None]:
    """Hold a folder exclusively, creating it if needed. Raises Busy with the sentence `busy`, or Unwritable."""
    path = folder / LOCK
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _taken(path, busy)
    except (OSError, sqlite3.DatabaseError) as problem:  # DatabaseError: a foreign file of that name
        raise Unwritable(folder, problem if isinstance(problem, OSError) else OSError(None, str(problem))) from None
    with closing(lock):
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps a file that is open elsewhere
                path.unlink()


def _taken(path: Path, busy: str) -> sqlite3.Connection:
    while True:
        path.touch()
        made = _inode(path)
        lock = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            lock.execute("PRAGMA journal_mode=OFF")  # otherwise SQLite writes a journal file, though it stores nothing
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as problem:
            lock.close()
            raise Busy(busy) if problem.sqlite_errorcode == sqlite3.SQLITE_BUSY else problem from None
        if made == _inode(path):
            return lock
        lock.close()  # the previous holder unlinked the file; retry


def _inode(path: Path) -> int:
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return -1


# -- folders in use: shared locks on the folders themselves, which leave no file and end with the last process that holds them -----


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Mark a folder as in use while this process runs. Permission to read suffices, and several processes may do so."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def is_in_use(folder: Path) -> bool:
    """Whether a process has marked a folder as in use."""
    if fcntl is None:
        return False
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(handle)
    return False
