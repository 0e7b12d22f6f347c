"""Run `nachschlag` in this process, or kill it in a process of its own."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.forking import forked
from tests.projects import environment


@dataclass(frozen=True)
class Result:
    """The exit status and output of a command."""

    status: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line of an error. More than a line fails the test."""
        lines = self.err.strip().splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


Run = Callable[..., Result]


def killed(when: str, count: int, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run `nachschlag` and kill it before or after its n-th file is in place."""
    return forked([str(argument) for argument in arguments], environment(), death=(when, count))


def whole(found: dict[str, bytes]) -> dict[str, bytes]:
    """A tree without the one temporary file of a killed process, which nothing ever reads."""
    return {path: raw for path, raw in found.items() if not path.endswith(".part")}
