"""Reduce files to one figure that changes with any of them: names, sizes and times, as `make` and git's index compare files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path


def fingerprint(roots: Iterable[Path], *more: str) -> str:
    """The figure of all files below `roots` (files or folders, which may be missing) and of `more`.

    Includes the inode's change time, so that a file restored with its old time counts as changed.

    >>> fingerprint([Path("content"), Path("mkdocs.yml")])
    '4f53cda18c2baa0c…'
    """
    digest = hashlib.sha256(repr(more).encode("utf-8", "surrogatepass"))
    for root in roots:
        for path, about in _files(root):
            line = f"{path}\0{about.st_size}\0{about.st_mtime_ns}\0{about.st_ctime_ns}\n"
            digest.update(line.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _files(root: Path) -> Iterator[tuple[str, os.stat_result]]:
    if root.is_file():
        yield str(root), root.stat()
    else:
        yield from _below(str(root))


def _below(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """A folder's files, then those of its subfolders; nothing if it is missing or unreadable."""
    folders = []
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if not entry.is_dir(follow_symlinks=False):
            yield entry.path, entry.stat(follow_symlinks=False)
        elif entry.name != "__pycache__":
            folders.append(entry.path)
    for one in folders:
        yield from _below(one)
