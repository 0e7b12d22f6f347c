"""A bundle as a file: a zip whose manifest names every file with its SHA-256. Writing is reproducible, reading defensive.

>>> archive = read_archive(Path("t9a.zip"))
>>> archive.manifest["systems"][0]["id"]
't9a'
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from ..files.json_text import to_json
from .source import Source

MANIFEST = "manifest.json"
FORMAT = "nachschlag-bundle"
#: The folder in a bundle with a project's `content` and `glossary`.
SOURCE = "source"

#: The largest accepted bundle, far beyond what all our systems need: a small file that claims more is a zip bomb.
MOST_FILES = 50_000
MOST_BYTES = 200_000_000

_TOO_MUCH = "Die ZIP-Datei enthält mehr, als ein Bündel enthalten kann."

#: The earliest date in a zip; real times would change the bytes of the same content.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


class BadArchive(ValueError):
    """A file that is not an intact bundle; `args[0]` is a German sentence with the reason."""


@dataclass(frozen=True, slots=True)
class Archive:
    """A verified bundle: its manifest, and every other file by its path."""

    manifest: Mapping[str, Any]
    files: Mapping[str, bytes]


def write_archive(files: Mapping[str, bytes], about: Mapping[str, Any]) -> bytes:
    """Bundle these files (path → content); `about` adds to the manifest. The same files give the same bytes."""
    listed = [
        {"path": path, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for path, content in sorted(files.items())
    ]
    content = hashlib.sha256("".join(f"{file['path']} {file['sha256']}\n" for file in listed).encode()).hexdigest()[:16]
    manifest = to_json({"format": FORMAT, **about, "content": content, "files": listed})
    return zipped([(MANIFEST, manifest.encode()), *sorted(files.items())])


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Files (path, content) as the bytes of a zip. The same files give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, raw in files:
            info = zipfile.ZipInfo(path, _NO_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # name Unix as the creating system on every platform
            info.external_attr = 0o100644 << 16
            archive.writestr(info, raw)
    return out.getvalue()


def read_archive(path: Path) -> Archive:
    """Read and verify a bundle. Raises BadArchive if it is damaged, too big, or differs from its manifest."""
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise BadArchive(_TOO_MUCH)
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return _checked(_read(archive))
    except BadArchive:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError) as problem:
        raise BadArchive(f"„{path.name}“ ist keine lesbare ZIP-Datei ({problem}).") from None


def _read(archive: zipfile.ZipFile) -> dict[str, bytes]:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_BYTES:
        raise BadArchive(_TOO_MUCH)
    files: dict[str, bytes] = {}
    for info in infos:
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others are unpacked without a limit
            raise NotImplementedError(f"compression method {info.compress_type}")
        with archive.open(info) as stream:
            files[info.filename] = stream.read(info.file_size + 1)
        if len(files[info.filename]) != info.file_size:
            raise BadArchive(f"„{info.filename}“ in der ZIP-Datei ist größer, als sie angibt.")
    return files


def _checked(files: dict[str, bytes]) -> Archive:
    try:
        manifest = json.loads(files.pop(MANIFEST))
        listed = {file["path"]: file["sha256"] for file in manifest["files"]} if manifest["format"] == FORMAT else None
    except (KeyError, TypeError, ValueError, RecursionError):
        listed = None
    if listed is None:
        raise BadArchive(f"Die ZIP-Datei ist kein Bündel: {MANIFEST} fehlt oder ist ein anderes.")
    for path in sorted(listed.keys() | files.keys()):
        if path not in files or hashlib.sha256(files[path]).hexdigest() != listed.get(path):
            raise BadArchive(f"„{path}“ im Bündel fehlt, ist zu viel oder wurde verändert.")
    return Archive(manifest, files)


class ArchiveSource(Source):
    """A project within a bundle. Holds everything in memory; paths are mere keys and never reach the disk."""

    def __init__(self, path: Path) -> None:
        """Raise BadArchive for a file that is not an intact bundle."""
        super().__init__(path)
        inside = f"{SOURCE}/"
        self._texts = {
            name.removeprefix(inside): raw for name, raw in read_archive(path).files.items() if name.startswith(inside)
        }
        self._inside: dict[str, set[str]] = {}
        for name in self._texts:
            for parent in PurePosixPath(name).parents:
                child = PurePosixPath(name).relative_to(parent).parts[0]
                self._inside.setdefault(str(parent), set()).add(child)

    def _raw(self, relative: str) -> bytes | None:
        return self._texts.get(relative)

    def _list(self, relative: str) -> list[tuple[str, bool]]:
        return sorted((name, f"{relative}/{name}" in self._inside) for name in self._inside.get(relative, ()))

    def exists(self, relative: str) -> bool:
        return relative in self._texts
