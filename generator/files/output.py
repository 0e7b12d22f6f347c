"""A folder of generated files, of which only those are made and written that changed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .atomic import write_atomic

#: The size of a file, and its times of change (nanoseconds): what tells whether it is still as it was written.
Stamp = list[int]


class OutsideOutput(ValueError):
    """A path (`args[0]`) leads outside the output folder."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Files made together: a name of their own, a key that differs whenever any of them would, and what makes them.

    `files` yields (path below the folder, content).
    """

    name: str
    key: str
    files: Callable[[], Iterable[tuple[str, str | bytes]]]


class Output:
    """A folder of generated files. Unchanged files keep their time stamps; `finish` removes files that are no longer generated.

    With a `record` (a file that it keeps), a batch whose key is that of the last run is not made again, as long as its files are
    still as they were written. Another `mark` (the program's) makes all of them again.

    >>> output = Output(Path("build/pages"), record=Path("build/pages.json"), mark="1.0")
    >>> output.write("conquest/spalten.md", text)
    >>> output.batch(Batch("t9a/angst", digest(entry), lambda: [("t9a/angst.md", page(entry))]))
    >>> output.finish()
    """

    def __init__(self, root: Path, *, record: Path | None = None, mark: str = "") -> None:
        self.root = Path(os.path.normpath(root))
        self.written: set[str] = set()
        self.changed: set[str] = set()
        self.new: set[str] = set()
        #: The names of batches that were not made again.
        self.kept: set[str] = set()
        self._record, self._mark = record, mark
        self._last: dict[str, tuple[str, dict[str, Stamp]]] = _read(record, mark) if record else {}
        self._batches: dict[str, tuple[str, dict[str, Stamp]]] = {}
        self._there: dict[str, Stamp] = {}
        self._others: set[str] = set()
        self._folders: set[str] = set()
        self._safe: set[str] = set()
        self._scan("")
        self._before = set(self._folders)

    def write(self, relative: str, content: str | bytes) -> Path:
        """Write `root/relative` unless it already has this content. Raises OutsideOutput for a path or link that leaves the
        folder."""
        name = self._inside(relative)
        self._write(name, content)
        return self.root / name

    def batch(self, batch: Batch) -> None:
        """Write the files of a batch, or keep those of the last run."""
        if self.is_as_last(batch.name) and (last := self._last[batch.name])[0] == batch.key:
            self.written.update(last[1])
            self._batches[batch.name] = last
            self.kept.add(batch.name)
            return
        made: dict[str, Stamp] = {}
        for path, content in batch.files():
            name = self._inside(path)
            made[name] = self._write(name, content)
        self._batches[batch.name] = (batch.key, made)

    def is_as_last(self, name: str) -> bool:
        """Whether the files of a batch are those that the last run left."""
        return name in self._last and all(self._there.get(path) == stamp for path, stamp in self._last[name][1].items())

    def finish(self) -> None:
        """Remove every file in the folder that this run did not write, and the folders left empty."""
        for name in {*self._there, *self._others} - self.written:
            (self.root / name).unlink()
            self.changed.add(name)
        needed = {above for name in self.written for above in _folders_above(name)}
        for folder in sorted(self._before - needed, reverse=True):
            if not os.listdir(self.root / folder):
                os.rmdir(self.root / folder)
        if self._record:
            kept = json.dumps([self._mark, self._batches], ensure_ascii=False, separators=(",", ":"))
            with suppress(OSError):
                write_atomic(self._record, kept)

    def _scan(self, below: str) -> None:
        """Look at everything in the folder once."""
        try:
            found = os.scandir(self.root / below)
        except OSError:
            return
        with found:
            for one in found:
                name = f"{below}{one.name}"
                if one.is_dir(follow_symlinks=False):
                    self._folders.add(name)
                    self._scan(f"{name}/")
                elif one.is_file(follow_symlinks=False):
                    self._there[name] = _stamp(one.stat(follow_symlinks=False))
                else:
                    self._others.add(name)

    def _inside(self, relative: str) -> str:
        """A path below the folder, in its plain form. Raises OutsideOutput."""
        steps = relative.split("/")
        folder = relative.rpartition("/")[0]
        if folder in self._safe and not {"", ".", ".."}.intersection(steps):
            return relative
        path = Path(os.path.normpath(self.root / relative))
        inside = path.is_relative_to(self.root) and path.parent.resolve().is_relative_to(self.root.resolve())
        if not inside or path == self.root:
            raise OutsideOutput(relative)
        name = path.relative_to(self.root).as_posix()
        self._safe.add(name.rpartition("/")[0])
        return name

    def _write(self, name: str, content: str | bytes) -> Stamp:
        """Write one file; returns its stamp."""
        path = f"{self.root}/{name}"
        raw = content.encode("utf-8") if isinstance(content, str) else content
        stamp = self._there.get(name)
        if stamp is None or stamp[0] != len(raw) or _bytes(path) != raw:
            stamp = self._there[name] = self._replace(path, name, raw)
            self.changed.add(name)
        self.written.add(name)
        return stamp

    def _replace(self, path: str, name: str, raw: bytes) -> Stamp:
        if name in self._there or os.path.lexists(path):
            write_atomic(Path(path), raw)
            return _stamp(os.stat(path))
        self.new.add(name)
        folder = name.rpartition("/")[0]
        if folder not in self._folders:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            self._folders.update(_folders_above(name))
        with open(path, "xb") as file:  # a new file needs no copy: one that a killed run left short is in no record
            file.write(raw)
            file.flush()
            return _stamp(os.fstat(file.fileno()))


def _folders_above(name: str) -> Iterator[str]:
    while "/" in name:
        name = name.rpartition("/")[0]
        yield name


def _stamp(about: os.stat_result) -> Stamp:
    return [about.st_size, about.st_mtime_ns, about.st_ctime_ns]


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _read(record: Path, mark: str) -> dict[str, tuple[str, dict[str, Stamp]]]:
    try:
        of, batches = json.loads(record.read_text("utf-8"))
        return {str(name): (str(key), dict(files)) for name, (key, files) in batches.items()} if of == mark else {}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}
