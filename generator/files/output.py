"""A folder of generated files; only changed ones are made and written."""

from __future__ import annotations

import json
import marshal
import os
import stat
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from .atomic import write_atomic
from .folders import beside, walk

#: A file's size and modification time (nanoseconds), which show whether it is still as written; a further link changes neither.
Stamp = list[int]

#: A text in UTF-8, bytes, or a finished file with them, to be linked if possible, otherwise copied.
Content = str | bytes | Path


class OutsideOutput(ValueError):
    """A path (`args[0]`) leads outside the output folder."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Files made together: a name of their own, a key that differs whenever any of them would, and what makes them.

    `files` yields (path below the folder, content).
    """

    name: str
    key: str
    files: Callable[[], Iterable[tuple[str, Content]]]


@dataclass(frozen=True, slots=True)
class Made:
    """The result of a run on a folder: files written, changed and new, batches kept, all batches, and the stamps of written files."""

    written: set[str]
    changed: set[str]
    new: set[str]
    kept: set[str]
    batches: _Batches
    stamps: dict[str, Stamp]


@dataclass(frozen=True, slots=True)
class _Batches:
    """The key of each batch, the names of its files unless its only one has its own name, and the stamps of all these files."""

    keys: dict[str, str] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    stamps: dict[str, Stamp] = field(default_factory=dict)

    def files_of(self, name: str) -> Sequence[str]:
        return self.names.get(name, (name,))

    def put(self, name: str, key: str, stamps: Mapping[str, Stamp]) -> None:
        self.keys[name] = key
        self.stamps.update(stamps)
        if [*stamps] != [name]:
            self.names[name] = [*stamps]

    def put_all(self, others: _Batches) -> None:
        for mine, theirs in ((self.keys, others.keys), (self.names, others.names), (self.stamps, others.stamps)):
            mine.update(theirs)  # type: ignore[arg-type]

    def without(self, names: Collection[str]) -> _Batches:
        rest = _Batches(dict(self.keys), dict(self.names), dict(self.stamps))
        for name in names & self.keys.keys():
            for file in self.files_of(name):
                rest.stamps.pop(file, None)  # another batch may have it, too
            del rest.keys[name]
            rest.names.pop(name, None)
        return rest


class Output:
    """A folder of generated files. Unchanged files keep their time stamps; `finish` removes files that are no longer generated.

    With a `record` (a file of its own), a batch with the key of the last run is not made again as long as its files are unchanged.
    Another `mark` (the program's) makes all of them again. With a `stage` (an empty folder on the same disk), changed files wait
    there until `finish` moves them all into place. `found` are the stamps of all files in the folder, if known.

    >>> output = Output(Path("build/pages"), record=Path("build/pages.kept"), mark="1.0")
    >>> output.write("conquest/spalten.md", text)
    >>> output.batch(Batch("t9a/angst", digest(entry), lambda: [("t9a/angst.md", page(entry))]))
    >>> output.finish()
    """

    def __init__(
        self,
        root: Path,
        *,
        record: Path | None = None,
        mark: str = "",
        stage: Path | None = None,
        found: Mapping[str, Stamp] | None = None,
    ) -> None:
        self.root, self._stage = Path(os.path.normpath(root)), stage
        self.written: set[str] = set()
        self.changed: set[str] = set()
        self.new: set[str] = set()
        #: The names of batches that were not made again.
        self.kept: set[str] = set()
        self._record, self._mark = record, mark
        self._last = _read(record, mark) if record else _Batches()
        self._batches = _Batches()
        #: The files in the folder.
        self.stamps: dict[str, Stamp] = {}
        self._others: set[str] = set()
        folders: set[str] = set()
        for name, about in _found_in(self.root, record and beside(record)) if found is None else ():
            if about is None:
                folders.add(name)
            elif about:
                self.stamps[name] = about
            else:
                self._others.add(name)
        if found:
            self.stamps = dict(found)
        #: The folders before this run; None for those of `found`.
        self._before = folders if found is None else None

    @cached_property
    def _folders(self) -> set[str]:
        """The folders that exist."""
        return _all_folders(self.stamps) if self._before is None else set(self._before)

    def write(self, relative: str, content: Content) -> Path:
        """Write `root/relative` unless it already has this content. Raises OutsideOutput for a path or link that leaves the
        folder."""
        name = self._inside(relative)
        self._write(name, content)
        return self.root / name

    def batch(self, batch: Batch) -> None:
        """Write the files of a batch, or keep those of the last run."""
        if self.is_as_last(batch.name) and self._last.keys[batch.name] == batch.key:
            files = self._last.files_of(batch.name)
            self._batches.put(batch.name, batch.key, {name: self._last.stamps[name] for name in files})
            self.written.update(files)
            self.kept.add(batch.name)
            return
        made: dict[str, Stamp] = {}
        for path, content in batch.files():
            name = self._inside(path)
            made[name] = self._write(name, content)
        self._batches.put(batch.name, batch.key, made)

    def keep_but(self, names: Set[str]) -> bool:
        """Keep all batches of the last run but these; returns whether that is possible, that is, whether all files are unchanged."""
        if not self._last.keys or not self._last.stamps.items() <= self.stamps.items():
            return False
        rest = self._last.without(names)
        self._batches.put_all(rest)
        self.written.update(rest.stamps)
        self.kept.update(rest.keys)
        return True

    def is_as_last(self, name: str) -> bool:
        """Whether the files of a batch are those that the last run left."""
        if name not in self._last.keys:
            return False
        last = self._last.stamps
        return all(file in last and self.stamps.get(file) == last[file] for file in self._last.files_of(name))

    @property
    def knows_batches(self) -> bool:
        """Whether the last run left batches that need not be made again."""
        return bool(self._last.keys)

    @property
    def made(self) -> Made:
        """The files of this run so far, for another run on the same folder to take over."""
        return Made(self.written, self.changed, self.new, self.kept, self._batches, self.kept_stamps)

    def take_over(self, made: Made) -> None:
        """Take over what a run beside this one made, of other files."""
        self.written |= made.written
        self.changed |= made.changed
        self.new |= made.new
        self.kept |= made.kept
        self._batches.put_all(made.batches)
        self.stamps |= made.stamps

    @property
    def kept_stamps(self) -> dict[str, Stamp]:
        """The stamps of all files in the folder once it is finished."""
        return {name: self.stamps[name] for name in self.written}

    @property
    def files(self) -> Mapping[str, Path]:
        """The files that this run wrote or kept, by their paths below the folder, and their present places."""
        return FilesByName(self.written, self._place)

    def finish(self) -> None:
        """Put staged files into place, remove every file in the folder that this run did not write, and the folders left empty."""
        if self._stage:
            moved = {name: self._put(name) for name in sorted(self.changed)}
            self._batches.stamps.update({name: moved[name] for name in self._batches.stamps.keys() & moved.keys()})
        gone = {*self.stamps, *self._others} - self.written
        before = self._before if self._before is not None else _all_folders(gone)
        for name in gone:
            (self.root / name).unlink(missing_ok=True)  # another run may have been first
            self.changed.add(name)
        for folder in sorted(before - _all_folders(self.written), reverse=True) if before else ():
            with suppress(OSError):  # it is not empty, or another run was first
                os.rmdir(self.root / folder)
        if self._record:
            with suppress(OSError):
                write_atomic(self._record, _lines(self._mark, self._batches))

    def _inside(self, relative: str) -> str:
        """A path below the folder, in its plain form. Raises OutsideOutput."""
        is_plain = not {"", ".", ".."}.intersection(relative.split("/"))
        if is_plain and self._others.isdisjoint(_folders_above(relative)):  # no link on the way
            return relative
        path = Path(os.path.normpath(self.root / relative))
        inside = path.is_relative_to(self.root) and path.parent.resolve().is_relative_to(self.root.resolve())
        if not inside or path == self.root:
            raise OutsideOutput(relative)
        return path.relative_to(self.root).as_posix()

    def _write(self, name: str, content: Content) -> Stamp:
        """Write one file; returns its stamp."""
        stamp = self.stamps.get(name)
        if stamp is None or not self._has(name, stamp, content):
            stamp = self.stamps[name] = self._replace(name, content)
            self.changed.add(name)
        self.written.add(name)
        return stamp

    def _has(self, name: str, stamp: Stamp, content: Content) -> bool:
        raw = _bytes(content)
        return stamp[0] == len(raw) and self._place(name).read_bytes() == raw

    def _place(self, name: str) -> Path:
        return self._stage / name if self._stage and name in self.changed else self.root / name

    def _put(self, name: str) -> Stamp:
        """Move a staged file into place; returns its stamp there."""
        assert self._stage is not None
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(self._stage / name, path)
        self.stamps[name] = stamp_of(path.stat())
        return self.stamps[name]

    def _replace(self, name: str, content: Content) -> Stamp:
        if name not in self.stamps and self._record and not self._stage:
            with suppress(FileExistsError):  # a link, or another run was first
                stamp = self._create(name, content)
                self.new.add(name)
                return stamp
        path, raw = self.root / name, _bytes(content)
        if name not in self.stamps and not os.path.lexists(path):
            self.new.add(name)
        if self._stage:
            write_atomic(self._stage / name, raw)
            return [len(raw), 0]
        write_atomic(path, raw)
        return stamp_of(path.stat())

    def _create(self, name: str, content: Content) -> Stamp:
        """Write a file where there is none; returns its stamp. Raises FileExistsError where there is anything."""
        path = f"{self.root}/{name}"
        folder = name.rpartition("/")[0]
        if folder not in self._folders:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            self._folders.update(_folders_above(name))
        if isinstance(content, Path):
            with suppress(OSError):  # another disk, or one without links
                os.link(content, path)
                return stamp_of(os.stat(path))
        with open(path, "xb") as file:  # a new file needs no copy: one that a killed run left short is in no record
            file.write(_bytes(content))
            file.flush()
            return stamp_of(os.fstat(file.fileno()))


class FilesByName(Mapping[str, Path]):
    """Files by name, whose places are looked up on demand."""

    def __init__(self, names: Set[str], place: Callable[[str], Path]) -> None:
        self._names, self._place = names, place

    def __getitem__(self, name: str) -> Path:
        if name in self._names:
            return self._place(name)
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _bytes(content: Content) -> bytes:
    if isinstance(content, Path):
        return content.read_bytes()
    return content.encode("utf-8") if isinstance(content, str) else content


def stamps_of(root: Path) -> dict[str, Stamp]:
    """The stamps of all regular files in a folder, by their paths below it."""
    return {name: about for name, about in _found_in(root) if about}


def _found_in(root: Path, record: Path | None = None) -> Iterator[tuple[str, Stamp | None]]:
    """Everything in a folder, as (path below it, stamp): None for a folder, [] for what is no file. See `walk` for the record."""
    for name, about in walk(root, record):
        yield name, None if about is None else stamp_of(about) if stat.S_ISREG(about.st_mode) else []


def _all_folders(names: Iterable[str]) -> set[str]:
    """The folders of files, and those above."""
    folders = {name.rpartition("/")[0] for name in names}
    return {above for folder in folders for above in (folder, *_folders_above(folder))}


def _folders_above(name: str) -> Iterator[str]:
    while "/" in name:
        name = name.rpartition("/")[0]
        yield name


def stamp_of(about: os.stat_result) -> Stamp:
    """The values that show whether a file has changed."""
    return [about.st_size, about.st_mtime_ns]


def _lines(mark: str, batches: _Batches) -> tuple[bytes, bytes]:
    """A record: a line about it, and values in the form of this Python, whose version is part of the program's mark."""
    raw = marshal.dumps((batches.keys, batches.names, batches.stamps))
    return json.dumps([mark, len(raw), zlib.crc32(raw)]).encode() + b"\n", raw


def _read(record: Path, mark: str) -> _Batches:
    """The batches in an undamaged record with this mark."""
    with suppress(OSError, ValueError, TypeError, RecursionError), record.open("rb") as file:
        of, size, total = json.loads(file.readline(1000))
        raw = file.read() if of == mark else b""
        if len(raw) == size and zlib.crc32(raw) == total:
            return _Batches(*marshal.loads(raw))
    return _Batches()
