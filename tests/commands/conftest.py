"""What the tests of commands share: a copy of the mini project, and running a command in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from nachschlag.generator.cli import main

from tests.projects import mini_project, nachschlag


@dataclass(frozen=True)
class Result:
    """How a command ended and what it said."""

    status: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line of an error. A traceback, or more than a line, fails the test."""
        assert "Traceback" not in self.err
        lines = self.err.strip().splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `nachschlag` with these arguments; what argparse ends with is a status too."""

    def run(*arguments: str | Path) -> Result:
        capsys.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return Result(status, said.out, said.err)

    return run


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
