"""What the tests of commands share: a copy of the mini project, and running a command in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.projects import mini_project, nachschlag


@pytest.fixture
def mini(tmp_path: Path) -> Path:
    """A project of its own for each test that changes something."""
    return mini_project(tmp_path / "projekt")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mini project, built once. Read only."""
    root = mini_project(tmp_path_factory.mktemp("gebaut") / "projekt")
    done = nachschlag("--project", root, "build")
    assert done.returncode == 0, done.stderr
    return root
