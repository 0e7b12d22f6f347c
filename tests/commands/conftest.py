"""Fixtures of the tests of commands: a copy of the mini project, and running a command in this process."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.projects import mini_project


@pytest.fixture
def mini(tmp_path: Path) -> Path:
    """A project of its own for each test that changes something."""
    return mini_project(tmp_path / "projekt")


@pytest.fixture
def built(mini_site: Path) -> Path:
    """The mini project, built. Read only."""
    return mini_site.parent


@pytest.fixture
def mini_built(built: Path, tmp_path: Path) -> Path:
    """A built project of its own for each test that changes something."""
    return shutil.copytree(built, tmp_path / "projekt")
