"""Running `nachschlag` in this process, and killing it in one of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.projects import environment


@dataclass(frozen=True)
class Result:
    """How a command ended and what it said."""

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

#: `nachschlag`, killed before or after it puts the n-th finished file into its place: python -c … WHEN N arguments
_DYING = """
import os, signal, sys
when, left = sys.argv[1], int(sys.argv[2])
really = os.replace
def replace(*paths):
    global left
    left -= 1
    if when == "after":
        really(*paths)
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    if when == "before":
        really(*paths)
os.replace = replace
from nachschlag.generator.cli import main
sys.exit(main(sys.argv[3:]))
"""


def killed(when: str, count: int, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run `nachschlag` and kill it before or after its n-th file is in its place."""
    words = [sys.executable, "-c", _DYING, when, str(count), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, env=environment(), check=False)


def whole(found: dict[str, bytes]) -> dict[str, bytes]:
    """A tree without what a killed process leaves of its one temporary file, which nothing ever reads."""
    return {path: raw for path, raw in found.items() if not path.endswith(".part")}
