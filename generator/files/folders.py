"""Walk a folder. A folder that has not changed since the last walk still has the same names, and need not be listed again."""

from __future__ import annotations

import json
import marshal
import os
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from .atomic import write_atomic

#: The inode and times (nanoseconds) of a folder, the names of the folders in it, and those of everything else.
_Listing = tuple[tuple[int, int, int], list[str], list[str]]

#: The age (nanoseconds) below which a folder may change again without a trace: some file systems count in steps of two seconds.
_UNSETTLED = 2_500_000_000
#: The share of folders listed anew from which the record is worth writing.
_MANY = 0.05


def walk(root: Path | str, record: Path | None = None) -> Iterator[tuple[str, os.stat_result | None]]:
    """Everything below a folder, by its path there; a folder comes without its state. Skips what is closed, and follows no links.

    With a `record` (a file beside), keeps the names in each folder for the next walk, which then lists only folders that changed:
    a folder's times tell which names came or went, though not whether a file changed, so that each file is asked for its own.
    """
    known = _read(record, str(root)) if record else {}
    listings: dict[str, _Listing] = {}
    anew, settled = 0, time.time_ns() - _UNSETTLED
    left = [""]
    while left:
        below = left.pop()
        folder = f"{root}/{below}"
        try:
            times = _times(os.stat(folder))
            listing = known.get(below)
            if listing is None or listing[0] != times:
                listing, anew = (times, *_names(folder)), anew + 1
        except OSError:
            continue
        if record and max(times[1:]) < settled:
            listings[below] = listing
        for name in listing[1]:
            yield below + name, None
            left.append(f"{below}{name}/")
        for name in listing[2]:
            with suppress(FileNotFoundError):  # gone since its folder was listed
                yield below + name, os.stat(folder + name, follow_symlinks=False)
    if record and anew > _MANY * len(listings) > 0:
        with suppress(OSError):
            write_atomic(record, _line(str(root), listings))


def beside(record: Path) -> Path:
    """The record of a walk beside the record of what is in that folder."""
    return record.with_name(f"{record.name}.folders")


def _times(about: os.stat_result) -> tuple[int, int, int]:
    return about.st_ino, about.st_mtime_ns, about.st_ctime_ns


def _names(folder: str) -> tuple[list[str], list[str]]:
    folders, others = list[str](), list[str]()
    with os.scandir(folder) as found:
        for one in found:
            (folders if one.is_dir(follow_symlinks=False) else others).append(one.name)
    return folders, others


def _line(root: str, listings: dict[str, _Listing]) -> tuple[bytes, bytes]:
    """A record: a line about it, and the names in marshal's form, which any Python reads."""
    raw = marshal.dumps(listings, 4)
    return json.dumps([root, len(raw), zlib.crc32(raw)]).encode() + b"\n", raw


def _read(record: Path, root: str) -> dict[str, _Listing]:
    """The names in an undamaged record of this folder."""
    with suppress(OSError, ValueError, TypeError, EOFError), record.open("rb") as file:
        of, size, total = json.loads(file.readline(10_000))
        raw = file.read()
        if of == root and len(raw) == size and zlib.crc32(raw) == total:
            known: dict[str, _Listing] = marshal.loads(raw)
            return known
    return {}
