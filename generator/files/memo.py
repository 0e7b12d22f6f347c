"""What was worked out from texts before, kept in a file by what it depends on, so that only changed texts are worked on again.

A value is found under a digest of everything that decides it, so a change needs no notice: it has another digest. The file is one line
about the rest (the mark of the program that wrote it, a sum) and JSON; a file that is not as it was written counts as none.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .atomic import write_atomic


def digest(*parts: str) -> str:
    """A key for what these texts decide.

    >>> digest("a", "b") == digest("ab")
    False
    """
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        made.update(b"%d:" % len(raw))
        made.update(raw)
    return made.hexdigest()


class Memo:
    """Values by their keys. Without a path nothing is read or kept beyond this run.

    >>> memo = Memo(Path("build/memo"), mark="1.0")
    >>> memo.value(digest("Angst", "Wörter"), lambda: len("Angst"))
    5
    >>> memo.save()
    """

    def __init__(self, path: Path | None = None, mark: str = "") -> None:
        self._path, self._mark = path, mark
        self._known: dict[str, Any] = _read(path, mark) if path else {}
        self._used: dict[str, Any] = {}
        self._marks: dict[int, tuple[Any, str]] = {}

    def value(self, key: str, make: Callable[[], Any]) -> Any:
        """The value of a key, made now unless it is known. Values are what JSON can hold."""
        if key not in self._used:
            self._used[key] = self._known[key] if key in self._known else make()
        return self._used[key]

    def before(self, key: str) -> Any:
        """The value that was kept under a key, or None. It is not kept again for that."""
        return self._known.get(key)

    def grown(self, name: str, key: str, make: Callable[[Any], Any]) -> Any:
        """The value of a key; unless it is known, made now from what was kept under this name before (None at first)."""
        before = next((value for kept, value in self._known.items() if kept.startswith(f"{name} ")), None)
        return self.value(f"{name} {key}", lambda: make(before))

    def knows(self, key: str) -> bool:
        """Whether the value of a key need not be made."""
        return key in self._used or key in self._known

    def mark_of(self, value: Any) -> str:
        """A digest of what a value is; that of the same object is made once."""
        known = self._marks.get(id(value))
        if known is None:
            known = self._marks[id(value)] = (value, digest(repr(value)))  # with the value, so that its id stays its own
        return known[1]

    def save(self, *, is_whole: bool = True) -> None:
        """Keep all values, or (`is_whole`) only those that were asked for. Does nothing where the file cannot be written."""
        kept = self._used if is_whole else self._known | self._used
        if self._path and kept.keys() != self._known.keys():
            raw = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
            with suppress(OSError):
                write_atomic(self._path, json.dumps([self._mark, len(raw), zlib.crc32(raw)]).encode() + b"\n" + raw)
                self._known = dict(kept)


def _read(path: Path, mark: str) -> dict[str, Any]:
    try:
        head, _, raw = path.read_bytes().partition(b"\n")
        if json.loads(head) != [mark, len(raw), zlib.crc32(raw)]:
            return {}
        values = json.loads(raw.decode("utf-8", "surrogatepass"))
    except (OSError, ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}
