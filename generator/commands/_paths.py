"""Paths from the command line."""

from __future__ import annotations

from pathlib import Path

from ..model.unusable import Unusable


def check_path(path: Path, project: Path) -> None:
    """Raise Unusable if a path does not exist or is outside the project."""
    if not path.exists():
        raise Unusable(f"„{path}“ gibt es nicht.")
    if not path.resolve().is_relative_to(project.resolve()):
        raise Unusable(f"„{path}“ liegt nicht im Projekt „{project}“.")


def library_path(name: str, project: Path) -> str:
    """A path from the command line in the form that the library uses; "" if it is outside the project."""
    path = Path(name).resolve()
    return path.relative_to(project.resolve()).as_posix() if path.is_relative_to(project.resolve()) else ""


def desk(project: Path) -> Path:
    """The staging folder of a move (see `files.transaction`)."""
    return project / "build"
