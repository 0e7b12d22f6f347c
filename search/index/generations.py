"""Generations of an index: written side by side, checked, and swapped in whole.

    build/index/current           the name of the current generation
    build/index/<generation>/     its files, and version.json with the schema, a digest of its sources, and a checksum of each file

A new generation takes effect when `current` is replaced, so a reader sees the old one or the new one, never half of either.
The previous generation stays for readers that still hold it.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nachschlag.generator.files.atomic import write_atomic
from nachschlag.generator.model.unusable import Unusable

from ..core.schema import SCHEMA_VERSION

POINTER = "current"
VERSION = "version.json"
LEXICON = "lexicon.json"
_UNFINISHED = ".building-"
_ABANDONED = 3600.0  # seconds after which an unfinished generation counts as abandoned
_REMEDY = "neu bauen: nachschlag build"


class IndexUnusable(Unusable):
    """The index is missing, of another program version, or damaged; `args[0]` is a German sentence with the remedy."""


def current(path: Path) -> Path | None:
    """The folder of the current generation; None if there is none, or if the pointer leads outside the index."""
    try:
        name = (path / POINTER).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    inside = name == os.path.basename(name) and not name.startswith(".") and name.isprintable()
    return path / name if name and inside else None


def edition(path: Path) -> str:
    """The digest of what the current generation was made of; "" if there is none, or a damaged one."""
    try:
        return check(path, current(path))
    except IndexUnusable:
        return ""


def publish(path: Path, digest: str, write: Callable[[Path], None]) -> Path:
    """Let `write` fill a fresh folder, then make it the current generation. `digest` identifies its sources."""
    path.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=path))
    try:
        write(folder)
        _seal(folder, digest)
        folder.chmod(0o755)  # mkdtemp admits only the builder, but a server may run as another user
        generation = folder.rename(path / f"{digest[:12]}-{folder.name.removeprefix(_UNFINISHED)}")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    before = current(path)
    write_atomic(path / POINTER, generation.name + "\n")
    _remove_old(path, keep={generation, before or generation})
    return generation


def _seal(folder: Path, digest: str) -> None:
    sums = {file.name: _sum(file) for file in sorted(folder.iterdir()) if not file.name.upper().endswith("LOCK")}
    version = {"schema": SCHEMA_VERSION, "documents": digest, "files": sums}
    (folder / VERSION).write_text(json.dumps(version, indent=1), encoding="utf-8")


def _sum(file: Path) -> list[int]:
    raw = file.read_bytes()
    return [len(raw), zlib.crc32(raw)]


def _remove_old(path: Path, keep: set[Path]) -> None:
    for folder in path.iterdir():
        if not folder.is_dir() or folder in keep:
            continue
        if not folder.name.startswith(_UNFINISHED) or time.time() - folder.stat().st_mtime > _ABANDONED:
            shutil.rmtree(folder, ignore_errors=True)


def check(path: Path, generation: Path | None) -> str:
    """Return the digest of a generation of the index at `path`. Raises IndexUnusable unless every file is as written."""
    if generation is None or not generation.is_dir():
        raise IndexUnusable(f"Unter „{path}“ liegt kein Suchindex; {_REMEDY}")
    version = _version(path, generation)
    if version["schema"] != SCHEMA_VERSION:
        raise IndexUnusable(f"Der Suchindex unter „{path}“ stammt von einer anderen Programmversion; {_REMEDY}")
    try:
        intact = all(_sum(generation / name) == found for name, found in version["files"].items())
    except (OSError, AttributeError, TypeError) as broken:
        raise damaged(path) from broken
    if not intact:
        raise damaged(path)
    return str(version["documents"])


def _version(path: Path, generation: Path) -> dict[str, Any]:
    try:
        version = dict(json.loads((generation / VERSION).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as broken:
        raise damaged(path) from broken
    if not {"schema", "documents", "files"} <= version.keys():
        raise damaged(path)
    return version


def damaged(path: Path) -> IndexUnusable:
    """Make the exception for an index whose files are not as written."""
    return IndexUnusable(f"Der Suchindex unter „{path}“ ist beschädigt; {_REMEDY}")
