"""After any edits a build leaves what a first build of the same content makes, and makes only what an edit concerns."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.edits import edit
from tests.projects import tree
from tests.running import Run


def built(run: Run, project: Path) -> dict[str, dict[str, bytes]]:
    """Build; the page files and the site."""
    assert run("--project", project, "build").status == 0
    return {name: tree(project / name) for name in ("build/pages", "site")}


def built_cold(run: Run, project: Path, copy: Path) -> dict[str, dict[str, bytes]]:
    """As a first build makes it."""
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns("build", "site"))
    made = built(run, copy)
    shutil.rmtree(copy)
    return made


def edited(project: Path, choose: random.Random) -> None:
    files = sorted(path for folder in ("content", "glossary") for path in (project / folder).rglob("*.*") if path.is_file())
    for path in choose.sample(files, choose.randrange(1, 3)):
        edit(path, choose)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.audit) for seed in range(1, 13))])
def test_after_any_edits(run: Run, mini: Path, tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)
    built(run, mini)
    for _ in range(8):
        edited(mini, choose)
        assert built(run, mini) == built_cold(run, mini, tmp_path / "erst")
