"""Write files atomically."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_atomic(path: Path, content: str | bytes | Iterable[str | bytes]) -> None:
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
