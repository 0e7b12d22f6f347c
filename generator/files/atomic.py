"""Write files atomically, and only those that changed."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_atomic(path: Path, content: str | bytes | Iterable[str]) -> None:
    """Write the whole file or nothing, by renaming a temporary file beside it. Keeps the permissions of an existing file.

    `content` may come in pieces, so that a big file never sits in memory as a whole.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    pieces = [content] if isinstance(content, str | bytes) else content
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            for piece in pieces:
                out.write(piece.encode("utf-8") if isinstance(piece, str) else piece)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class OutsideOutput(ValueError):
    """A path (`args[0]`) leads outside the output folder."""


class Output:
    """A folder of generated files. Unchanged files keep their time stamps; `finish` removes files that are no longer generated.

    >>> output = Output(Path("build/pages"))
    >>> output.write("conquest/spalten.md", text)
    >>> output.finish()
    """

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.normpath(root))
        self.written: set[Path] = set()
        self.changed: set[Path] = set()
        self.new: set[Path] = set()

    def write(self, relative: str, content: str | bytes) -> Path:
        """Write `root/relative` unless it already has this content. Raises OutsideOutput for a path or link that leaves the
        folder."""
        path = self._inside(relative)
        raw = content.encode("utf-8") if isinstance(content, str) else content
        self.written.add(path)
        is_new = not path.is_file()
        if is_new or path.read_bytes() != raw:
            write_atomic(path, raw)
            self.changed.add(path)
            if is_new:
                self.new.add(path)
        return path

    def keep(self, relative: str) -> None:
        """Let `root/relative` stay as an earlier build wrote it. Raises FileNotFoundError where it did not, OutsideOutput as `write`."""
        path = self._inside(relative)
        if not path.is_file():
            raise FileNotFoundError(path)
        self.written.add(path)

    def _inside(self, relative: str) -> Path:
        path = Path(os.path.normpath(self.root / relative))
        inside = path.is_relative_to(self.root) and path.parent.resolve().is_relative_to(self.root.resolve())
        if not inside or path == self.root:
            raise OutsideOutput(relative)
        return path

    def finish(self) -> None:
        """Remove every file in the folder that this run did not write, and the folders left empty."""
        for folder, _, names in os.walk(self.root, topdown=False):
            for name in names:
                path = Path(folder) / name
                if path not in self.written:
                    path.unlink()
                    self.changed.add(path)
            if Path(folder) != self.root and not os.listdir(folder):
                os.rmdir(folder)
