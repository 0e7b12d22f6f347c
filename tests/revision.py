"""Measure the code of another revision, with today's cases and today's content."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.projects import REPOSITORY


def outcomes_of(revision: str, module: str, arguments: list[str]) -> dict[str, Any] | None:
    """The output of `python -m module --json FILE …` with the packages of `revision`; None, and a line with the reason, where that fails.

    The revision is checked out beside the build and removed afterwards.
    """
    there = REPOSITORY / "build" / f"{module.rpartition('.')[2]}-against"
    subprocess.run(["git", "worktree", "remove", "--force", str(there)], cwd=REPOSITORY, capture_output=True, check=False)
    subprocess.run(["git", "worktree", "add", "--detach", "--quiet", str(there), revision], cwd=REPOSITORY, check=True)
    try:
        return _outcomes(there, revision, [sys.executable, "-m", module, "--json", str(there / "outcomes.json"), *arguments])
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(there)], cwd=REPOSITORY, check=False)


def _outcomes(there: Path, revision: str, command: list[str]) -> dict[str, Any] | None:
    package = there / "build" / "path" / "nachschlag"
    package.mkdir(parents=True)
    for name in ("generator", "search"):
        (package / name).symlink_to(there / name)
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(f"\nagainst {revision}: that revision cannot be measured: {done.stderr.strip().splitlines()[-1:]}")
        return None
    outcomes: dict[str, Any] = json.loads((there / "outcomes.json").read_text(encoding="utf-8"))
    return outcomes
