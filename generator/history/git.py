"""Ask git about the project's history. Never touches the working tree."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def git(project: Path, *arguments: str, timeout: float | None = None) -> tuple[int | None, str, str]:
    """Git's status, output and error output; the status is None without git, or without an answer in time."""
    command = ["git", "--no-optional-locks", "-c", "core.quotePath=false", *arguments]
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(command, cwd=project, capture_output=True, check=False, env=environment, timeout=timeout)
    except (OSError, subprocess.TimeoutExpired):
        return None, "", ""
    return done.returncode, os.fsdecode(done.stdout), done.stderr.decode("utf-8", "replace")


@contextmanager
def blobs(project: Path) -> Iterator[Callable[[str], bytes | None]]:
    """A function that reads a file of a commit, by its hash or by commit and path; it returns None for a missing file, or without
    git.
    """
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    try:
        reader = subprocess.Popen(["git", "cat-file", "--batch"], cwd=project, stdin=pipe, stdout=pipe, stderr=nothing)
    except OSError:
        yield lambda _: None
        return
    assert reader.stdin is not None
    assert reader.stdout is not None
    asked, answered = reader.stdin, reader.stdout

    def read(name: str) -> bytes | None:
        try:
            asked.write(f"{name}\n".encode())
            asked.flush()
        except OSError:
            return None
        about = answered.readline().split()
        return answered.read(int(about[2]) + 1)[:-1] if len(about) == 3 and about[1] == b"blob" else None

    with reader:
        yield read
