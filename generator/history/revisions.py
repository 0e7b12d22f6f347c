"""Provide a state of the project as a folder to load: a revision from git's objects, or a folder as it is. Never touches the
working tree."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..model.findings import did_you_mean
from ..model.unusable import Unusable

#: Files of a state to read; drawings and everything else do not affect rules.
_FOLDERS, _SUFFIXES = ("content", "glossary"), (".md", ".yaml")


@contextmanager
def state(project: Path, name: str) -> Iterator[Path]:
    """The folder with `content` and `glossary` at `name`: a folder, or a commit, tag or branch of the project's repository.

    Raises Unusable if the state does not exist or is no project.
    """
    if (Path(name) / "content").is_dir():
        yield Path(name)
        return
    commit = _commit(project, name)
    with tempfile.TemporaryDirectory(prefix="nachschlag-") as folder:
        _write(project, name, commit, Path(folder))
        yield Path(folder)


def changed_files(project: Path, folders: Iterable[str]) -> list[str]:
    """The files below these folders that differ from the last commit or are new, relative to the project. Raises Unusable."""
    status, said, trouble = _git(project, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", *folders)
    if status is None:
        raise Unusable("Was sich geändert hat, weiß git, und das fehlt hier. Nenne Dateien: nachschlag check content/t9a")
    if status:
        reason = trouble.strip().partition("\n")[0]
        raise Unusable(f"Was sich geändert hat, weiß git, und es findet hier keine Historie ({reason}). Nenne Dateien.")
    below = _git(project, "rev-parse", "--show-prefix")[1].strip()
    return [line[3:].removeprefix(below) for line in said.split("\0") if line]


def _commit(project: Path, name: str) -> str:
    """The full hash of the commit that `name` means."""
    _check_repository(project, name)
    found = "" if name.startswith("-") else _git(project, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")[1].strip()
    if found:
        return found
    if Path(name).is_dir():
        raise Unusable(f"Der Ordner „{name}“ ist kein Projekt: Dort liegt kein Ordner content.")
    known = _git(project, "for-each-ref", "--format=%(refname:short)", "refs/tags", "refs/heads")[1].split()
    shallow = _git(project, "rev-parse", "--is-shallow-repository")[1].strip() == "true"
    hint = "Der Klon ist flach; hole die ganze Historie: git fetch --unshallow --tags." if shallow else did_you_mean(name, known)
    raise Unusable(f"Den Stand „{name}“ gibt es nicht, weder als Marke, Zweig oder Commit noch als Ordner. {hint}".strip())


def _check_repository(project: Path, name: str) -> None:
    status, said, trouble = _git(project, "rev-parse", "--is-inside-work-tree")
    if status is None:
        raise Unusable(
            f"„{name}“ ist kein Ordner eines Projekts, und für einen Stand aus der Historie fehlt git. Nenne zwei Ordner."
        )
    if status or said.strip() != "true":
        reason = trouble.strip().partition("\n")[0]
        raise Unusable(
            f"„{name}“ ist kein Ordner eines Projekts, und git findet hier keine Historie ({reason}). Nenne zwei Ordner."
        )


def _write(project: Path, name: str, commit: str, folder: Path) -> None:
    """Write the state's files below `folder`: plain files first, links last, so that nothing is written through a link."""
    files: list[tuple[str, str]] = []
    links: list[tuple[str, str]] = []
    listed = _git(project, "ls-tree", "-r", "-z", commit, "--", *_FOLDERS)[1]
    for line in listed.split("\0")[:-1]:
        about, _, path = line.partition("\t")
        mode, kind, blob = about.split()
        if kind == "blob" and path.endswith(_SUFFIXES):
            (links if mode == "120000" else files).append((path, blob))
    if not any(path.startswith("content/") for path, _ in files):
        raise Unusable(f"„{name}“ ist kein Stand eines Projekts: Er hat keinen Ordner content mit Einträgen.")
    texts = _blobs(project, [blob for _, blob in [*files, *links]])
    for path, blob in files:
        _parent(folder / path).write_bytes(texts[blob])
    for path, blob in links:
        os.symlink(os.fsdecode(texts[blob]), _parent(folder / path))


def _parent(path: Path) -> Path:
    """Create the path's folder and return the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _git(project: Path, *arguments: str) -> tuple[int | None, str, str]:
    """Git's status, output and error output; the status is None without git."""
    done = _run(project, None, *arguments)
    return (None, "", "") if done is None else (done.returncode, os.fsdecode(done.stdout), done.stderr.decode("utf-8", "replace"))


def _run(project: Path, sent: bytes | None, *arguments: str) -> subprocess.CompletedProcess[bytes] | None:
    command = ["git", "--no-optional-locks", "-c", "core.quotePath=false", *arguments]
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        return subprocess.run(command, cwd=project, input=sent, capture_output=True, check=False, env=environment)
    except FileNotFoundError:
        return None


def _blobs(project: Path, names: list[str]) -> dict[str, bytes]:
    """Files' contents by their hashes, in one call."""
    done = _run(project, "".join(f"{name}\n" for name in dict.fromkeys(names)).encode(), "cat-file", "--batch")
    raw = done.stdout if done else b""
    found, at = {}, 0
    while at < len(raw):
        end = raw.index(b"\n", at)
        about = raw[at:end].split()
        if len(about) != 3:
            raise Unusable(
                "Die Historie ist beschädigt oder unvollständig: git findet Dateien des Standes nicht (git fsck sagt mehr)."
            )
        size = int(about[2])
        found[about[0].decode()] = raw[end + 1 : end + 1 + size]
        at = end + size + 2
    return found
