"""Write files atomically."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path


def write_atomic(path: Path, content: str | bytes | Iterable[str | bytes]) -> None:
    """Write the whole file or nothing, by renaming a temporary file beside it. Keeps the permissions of an existing file.

    `content` may come in pieces, so that a big file never sits in memory as a whole.
    """
    pieces = [content] if isinstance(content, str | bytes) else content
    with replacing(path) as temporary, open(temporary, "wb") as out:
        for piece in pieces:
            out.write(piece.encode("utf-8") if isinstance(piece, str) else piece)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[str]:
    """The path of a new, empty file beside `path`, which replaces it after the body, and goes if the body raises. Keeps permissions."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
    os.close(handle)
    try:
        yield temporary
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
