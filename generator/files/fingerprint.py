"""Reduce files to one figure that changes with any of them: names, sizes and times, as `make` and git's index compare files."""

from __future__ import annotations

import hashlib
import marshal
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

#: A file's size, the time of its last change and that of its inode (nanoseconds).
Times = tuple[int, int, int]


def fingerprint(roots: Iterable[Path], *more: str) -> str:
    """The figure of all files below `roots` (files or folders, which may be missing) and of `more`.

    Includes the inode's change time, so that a file restored with its old time counts as changed.

    >>> fingerprint([Path("content"), Path("mkdocs.yml")])
    '4f53cda18c2baa0c…'
    """
    return figure_of(files_in(roots), *more)


def integrity(content: str | bytes) -> str:
    """The hash of a content as pages and their policies state it.

    >>> integrity("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    raw = content.encode() if isinstance(content, str) else content
    return f"sha256-{b64encode(hashlib.sha256(raw).digest()).decode()}"


def files_in(roots: Iterable[Path]) -> dict[str, Times]:
    """All files below `roots`, by their paths."""
    found: dict[str, Times] = {}
    for root in roots:
        found.update([(str(root), times_of(root.stat()))] if root.is_file() else _below(str(root)))
    return found


def times_of(about: os.stat_result) -> Times:
    """A file's size and times."""
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns


def figure_of(files: Mapping[str, Times], *more: str) -> str:
    """The figure of files that were found, and of `more`."""
    return hashlib.sha256(marshal.dumps([more, sorted(files.items())], 2)).hexdigest()


def _below(top: str) -> Iterator[tuple[str, Times]]:
    """The files in a folder and in those below; none of one that is missing or closed."""
    left = [top]
    while left:
        try:
            found = os.scandir(left.pop())
        except OSError:
            continue
        with found:
            for one in found:
                if not one.is_dir(follow_symlinks=False):
                    yield one.path, times_of(one.stat(follow_symlinks=False))
                elif one.name != "__pycache__":
                    left.append(one.path)
