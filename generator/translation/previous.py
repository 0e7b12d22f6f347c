"""The English that an outdated entry was translated from, out of the git history; nothing where there is none."""

from __future__ import annotations

import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..english import english_fingerprint, outdated
from ..model import Entry
from ..parse import parse_entry
from ..source import SourceFile
from .units import English


def previous_english(project: Path, entries: Iterable[Entry]) -> dict[str, English]:
    """Id → (title_en, short_en, text_en) as `translated_from` recorded them, for every outdated entry whose history shows it."""
    stale = [entry for entry in entries if outdated(entry)]
    if not stale:
        return {}
    commits = _commits(project)
    found: dict[str, English] = {}
    if not commits:
        return found
    with _blobs(project) as blobs:
        for entry in stale:
            if blobs and (english := _english(entry, commits, blobs)):
                found[entry.id] = english
    return found


def _english(entry: Entry, commits: dict[str, list[str]], blobs: subprocess.Popen[bytes]) -> English | None:
    path = entry.location.path
    path_en = path.removesuffix(".md") + ".en.md"
    for commit in dict.fromkeys([*commits[path], *commits[path_en]]):
        head, text_en = _blob(blobs, f"{commit}:./{path}"), _blob(blobs, f"{commit}:./{path_en}")
        then = parse_entry(SourceFile(path, head), entry.system, entry.part, entry.slug, text_en)[0]
        if then and english_fingerprint(then.title_en, then.short_en, then.text_en) == entry.translated_from:
            return then.title_en, then.short_en, then.text_en
    return None


def _commits(project: Path) -> dict[str, list[str]]:
    """File → commits that touched it, newest first."""
    commits: dict[str, list[str]] = defaultdict(list)
    log = ["log", "--format=%x00%H", "--name-only", "--no-renames", "--relative", "--", "content"]
    try:
        done = subprocess.run(["git", "-c", "core.quotePath=false", *log], cwd=project, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return commits
    for block in done.stdout.decode("utf-8", "replace").split("\0")[1:]:
        commit, *paths = block.split()
        for path in paths:
            commits[path].append(commit)
    return commits


@contextmanager
def _blobs(project: Path) -> Iterator[subprocess.Popen[bytes] | None]:
    """A git that hands out files of commits, one after the other; None where there is no git."""
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    try:
        git = subprocess.Popen(["git", "cat-file", "--batch"], cwd=project, stdin=pipe, stdout=pipe, stderr=nothing)
    except OSError:
        yield None
        return
    with git:
        yield git


def _blob(git: subprocess.Popen[bytes], name: str) -> str:
    """A file's text in a commit; "" where it was not there."""
    assert git.stdin is not None
    assert git.stdout is not None
    git.stdin.write(f"{name}\n".encode())
    git.stdin.flush()
    answer = git.stdout.readline().split()
    if len(answer) != 3 or answer[1] != b"blob":
        return ""
    raw = git.stdout.read(int(answer[2]) + 1)[:-1]
    return raw.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
