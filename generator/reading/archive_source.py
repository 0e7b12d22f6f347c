"""Read authored content from a bundle as if from a project's folder."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from .archive import read_archive
from .source import Source

#: The folder in a bundle with a project's `content` and `glossary`.
FOLDER = "source"


class ArchiveSource(Source):
    """A project within a bundle. Holds everything in memory; paths are mere keys and never reach the disk."""

    def __init__(self, path: Path) -> None:
        """Raise BadArchive for a file that is not an intact bundle."""
        super().__init__(path)
        inside = f"{FOLDER}/"
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
