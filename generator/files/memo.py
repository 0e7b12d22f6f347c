"""Results computed from texts, kept in a file, so that only changed texts are computed again.

A value's key is a digest of everything that decides it; a changed text has another key, so nothing needs invalidating. The file
consists of parts: a line about the part (the mark of the program that wrote it, its length and checksum), a line of keys (in an
appended part also of dropped keys), then a line for each value. Few changes are appended; reading stops at the first damaged part.

In memory, too, a value stays its line of the file and is parsed when asked for: parsed values take ten times the space.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from .atomic import write_atomic

#: Beyond this share of the file, appended parts cost more to read than a new file costs to write.
_MOST_APPENDED = 0.5
#: Values in each part of a new file.
_IN_A_PART = 5000


def digest(*parts: str) -> str:
    """A key for what these texts decide.

    >>> digest("a", "b") == digest("ab")
    False
    """
    whole = "".join([f"{len(part)}:{part}" for part in parts])
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class Memo:
    """Values by their keys. Without a path nothing is read or kept beyond this run.

    >>> memo = Memo(Path("build/memo"), mark="1.0")
    >>> memo.value(digest("Angst", "Wörter"), lambda: len("Angst"))
    5
    >>> memo.save()
    """

    def __init__(self, path: Path | None = None, mark: str = "") -> None:
        self._path, self._mark = path, mark
        self._known: dict[str, bytes] = {}
        #: The number of bytes that may be appended to the file.
        self._room = self._take_in(path) if path else 0
        self._used: dict[str, bytes] = {}
        self._marks: dict[int, tuple[Any, str]] = {}
        #: The names for which `grown` was asked.
        self._asked: set[str] = set()

    def value(self, key: str, make: Callable[[], Any], read: Callable[[bytes], Any] | None = None) -> Any:
        """The value of a key, made now unless it is known. Values are what JSON can hold; `read` reads the line of a known one."""
        line = self._used.get(key) or self._known.get(key)
        value = make() if line is None else (read or _read)(line)
        self._used[key] = line or _line(value)
        return value

    def keep(self, key: str) -> None:
        """Keep the value of a key, if it is known, without reading it."""
        if line := self._known.get(key):
            self._used.setdefault(key, line)

    def keep_rest(self) -> None:
        """Keep all values that are known, whether or not this run asks for them."""
        self._used = {**self._known, **self._used}

    def before(self, key: str) -> Any:
        """The value last kept under a key, or None. Asking does not keep it again."""
        line = self._known.get(key)
        return None if line is None else _read(line)

    def grown(self, name: str, key: str, make: Callable[[Any], Any]) -> Any:
        """The value of a key; an unknown one is made from the value last kept under `name` (None at first)."""
        self._asked.add(name)
        return self.value(f"{name} {key}", lambda: make(self.last(name)))

    def last(self, name: str) -> Any:
        """The value last kept under a name, or None. Asking does not keep it again."""
        return self.before(self._names.get(name, ""))

    def keep_named(self, name: str) -> None:
        """Keep the value last kept under this name, without reading it, unless this run asked for one."""
        if name not in self._asked:
            self.keep(self._names.get(name, ""))

    @cached_property
    def _names(self) -> dict[str, str]:
        """The keys of `grown` values in the file, by their names, which have no space."""
        return {key.partition(" ")[0]: key for key in self._known if " " in key}

    def knows(self, key: str) -> bool:
        """Whether the value of a key need not be made."""
        return key in self._used or key in self._known

    def mark_of(self, value: Any) -> str:
        """A digest of a value, computed once for each object."""
        known = self._marks.get(id(value))
        if known is None:
            known = self._marks[id(value)] = (value, digest(repr(value)))  # holds the value, so that its id is not reused
        return known[1]

    def save(self) -> None:
        """Keep the values that were asked for. Does nothing if the file cannot be written."""
        kept = self._used
        if self._path and kept.keys() != self._known.keys():
            with suppress(OSError):
                if not self._append(self._path, kept):
                    write_atomic(self._path, self._parts(kept))
                    self._room = int(_MOST_APPENDED * self._path.stat().st_size)
                self._known = dict(kept)
                self.__dict__.pop("_names", None)

    def forget(self) -> None:
        """Drop all values and keep no further ones; marks stay."""
        self._path, self._known, self._used = None, {}, {}
        self.__dict__.pop("_names", None)

    def _append(self, path: Path, kept: Mapping[str, bytes]) -> bool:
        """Append what changed, if that is little enough."""
        new = kept.keys() - self._known.keys()
        if not self._room or len(new) > _MOST_APPENDED * len(kept):
            return False
        part = self._part({key: kept[key] for key in new}, sorted(self._known.keys() - kept.keys()))
        if len(part) > self._room:
            return False
        with open(path, "ab", buffering=0) as file:  # in one write, which two processes cannot interleave
            file.write(part)
        self._room -= len(part)
        return True

    def _parts(self, kept: Mapping[str, bytes]) -> Iterator[bytes]:
        """A whole file, in parts, so that it never sits in memory as a whole."""
        keys = iter(kept)
        while some := [*islice(keys, _IN_A_PART)]:
            yield self._part({key: kept[key] for key in some}, None)

    def _part(self, lines: Mapping[str, bytes], gone: Sequence[str] | None) -> bytes:
        raw = b"\n".join([_line([[*lines], gone]), *lines.values()])
        return json.dumps([self._mark, len(raw), zlib.crc32(raw)]).encode() + b"\n" + raw

    def _take_in(self, path: Path) -> int:
        """Take in a file's values; returns how many bytes may be appended to it."""
        whole = appended = 0
        with suppress(OSError, ValueError, TypeError, AttributeError, RecursionError), path.open("rb") as file:
            while head := file.readline():
                mark, length, total = json.loads(head)
                raw = file.read(length)
                if mark != self._mark or len(raw) != length or zlib.crc32(raw) != total:
                    return 0
                about, *lines = raw.split(b"\n")
                keys, gone = _read(about)
                self._known.update(zip(keys, lines, strict=True))
                for key in gone or ():
                    self._known.pop(key, None)
                size = len(head) + length
                whole, appended = (whole + size, appended) if gone is None else (whole, appended + size)
            return max(0, int(_MOST_APPENDED * whole) - appended)
        return 0


_encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decoded = json.JSONDecoder().raw_decode


def _line(value: Any) -> bytes:
    """A value as JSON, which holds no line break."""
    return _encoded(value).encode("utf-8", "surrogatepass")


def _read(line: bytes) -> Any:
    return _decoded(line.decode("utf-8", "surrogatepass"))[0]
