"""Provide a state of the project to load: a revision from git's objects as a folder, or a folder or bundle as it is. Never touches
the working tree."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..model.findings import did_you_mean
from ..model.unusable import NoProject, Unusable
from .git import blobs, git

#: Files of a state to read; drawings and everything else do not affect rules.
_FOLDERS, _SUFFIXES = ("content", "glossary"), (".md", ".yaml")


class NoHistory(Unusable):
    """A state that the project's history does not have, or no history, or no git to read it."""


@contextmanager
def state(project: Path, name: str) -> Iterator[Path]:
    """The folder with `content` and `glossary` at `name`, or the bundle: a path, or a commit, tag or branch of the project's
    repository.

    Raises Unusable if the state does not exist or is no project.
    """
    if (Path(name) / "content").is_dir() or (name.endswith(".zip") and Path(name).is_file()):
        yield Path(name)
        return
    commit = _commit(project, name)
    with tempfile.TemporaryDirectory(prefix="nachschlag-") as folder:
        _write(project, name, commit, Path(folder))
        yield Path(folder)


def changed_files(project: Path, folders: Iterable[str]) -> list[str]:
    """The files below these folders that differ from the last commit or are new, relative to the project. Raises Unusable."""
    status, said, trouble = git(project, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", *folders)
    if status is None:
        raise NoHistory("Was sich geändert hat, weiß git, und das fehlt hier. Nenne Dateien: nachschlag check content/t9a")
    if status:
        reason = trouble.strip().partition("\n")[0]
        raise NoHistory(f"Was sich geändert hat, weiß git, und es findet hier keine Historie ({reason}). Nenne Dateien.")
    below = git(project, "rev-parse", "--show-prefix")[1].strip()
    return [line[3:].removeprefix(below) for line in said.split("\0") if line]


def _commit(project: Path, name: str) -> str:
    """The full hash of the commit that `name` means."""
    _check_repository(project, name)
    found = "" if name.startswith("-") else git(project, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")[1].strip()
    if found:
        return found
    if Path(name).is_dir():
        raise NoProject(f"Der Ordner „{name}“ ist kein Projekt: Dort liegt kein Ordner content.")
    known = git(project, "for-each-ref", "--format=%(refname:short)", "refs/tags", "refs/heads")[1].split()
    shallow = git(project, "rev-parse", "--is-shallow-repository")[1].strip() == "true"
    hint = "Der Klon ist flach; hole die ganze Historie: git fetch --unshallow --tags." if shallow else did_you_mean(name, known)
    raise Unusable(
        f"Den Stand „{name}“ gibt es nicht, weder als Marke, Zweig oder Commit noch als Ordner oder Bündel. {hint}".strip()
    )


def _check_repository(project: Path, name: str) -> None:
    status, said, trouble = git(project, "rev-parse", "--is-inside-work-tree")
    if status is None:
        raise NoHistory(
            f"„{name}“ ist kein Ordner eines Projekts, und für einen Stand aus der Historie fehlt git. Nenne zwei Ordner."
        )
    if status or said.strip() != "true":
        reason = trouble.strip().partition("\n")[0]
        raise NoHistory(
            f"„{name}“ ist kein Ordner eines Projekts, und git findet hier keine Historie ({reason}). Nenne zwei Ordner."
        )


def _write(project: Path, name: str, commit: str, folder: Path) -> None:
    """Write the state's files below `folder`: plain files first, links last, so that nothing is written through a link."""
    files: list[tuple[bool, str, str]] = []
    listed = git(project, "ls-tree", "-r", "-z", commit, "--", *_FOLDERS)[1]
    for line in listed.split("\0")[:-1]:
        about, _, path = line.partition("\t")
        mode, kind, blob = about.split()
        if kind == "blob" and path.endswith(_SUFFIXES):
            files.append((mode == "120000", path, blob))
    if not any(path.startswith("content/") and not is_link for is_link, path, _ in files):
        raise NoHistory(f"„{name}“ ist kein Stand eines Projekts: Er hat keinen Ordner content mit Einträgen.")
    with blobs(project) as read:
        for is_link, path, blob in sorted(files):
            raw = read(blob)
            if raw is None:
                raise NoHistory(
                    "Die Historie ist beschädigt oder unvollständig: git findet Dateien des Standes nicht (git fsck sagt mehr)."
                )
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            if is_link:
                os.symlink(os.fsdecode(raw), place)
            else:
                place.write_bytes(raw)
