"""Mark a folder as in use, for as long as the process runs, even if it may only read there.

A shared lock on the folder itself: it leaves no file, several processes may hold it, and it ends with the last of them. Windows cannot
lock folders, and some network drives cannot lock anything: there a folder never counts as in use.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Mark a folder as in use."""
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
