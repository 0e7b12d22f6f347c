"""Real git repositories for tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.projects import lay_over

#: Ignores the settings of the user who runs the tests.
_SETTINGS = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


def git(folder: Path, *arguments: str, day: str = "2026-01-01") -> None:
    """Run git, dating commits to this day."""
    dates = {"GIT_AUTHOR_DATE": f"{day}T12:00:00+0000", "GIT_COMMITTER_DATE": f"{day}T12:00:00+0000"}
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, env={**os.environ, **_SETTINGS, **dates})


def commit(folder: Path, day: str, files: Mapping[str, str | None] | None = None) -> None:
    """Write files (None: remove) and commit everything."""
    for path in [path for path, text in (files or {}).items() if text is None]:
        (folder / path).unlink()
    lay_over(folder, {path: text for path, text in (files or {}).items() if text is not None})
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", day, day=day)
