"""`nachschlag` in a process of its own that has already imported everything.

Starting Python and importing our packages takes longer than most commands. On Linux a server therefore imports them once, builds the
mini project (`warm.py`), and forks for every command: a process with its own working directory, environment and output, which a test
may kill. Settings that Python reads at startup (such as PYTHONHASHSEED) still need a fresh Python.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from nachschlag.generator.commands import COMMANDS

_LOADED = [
    "nachschlag.generator.cli",
    *(f"nachschlag.generator.commands.{command.configure.__name__}" for command in COMMANDS),
    "nachschlag.search.terminal",
    "nachschlag.search.assistant.mcp_server",
    "nachschlag.search.live.serve",
    "nachschlag.search.build",
    "nachschlag.search.browser.browser_index",
    "mkdocs.commands.build",
    "tests.warm",
    __name__,
]

#: When to kill a process: "before" or "after" it moves its n-th finished file into place.
Death = tuple[str, int]


def can_fork(env: Mapping[str, str]) -> bool:
    """Whether a forked process behaves under this environment like a freshly started one."""
    read_at_start = {name: value for name, value in env.items() if name.startswith(("PYTHON", "LC_", "LANG"))}
    return sys.platform == "linux" and read_at_start.items() <= {**os.environ, "PYTHONIOENCODING": "utf-8"}.items()


def forked(
    arguments: list[str], env: Mapping[str, str], cwd: Path | None = None, stdin: bytes = b"", death: Death | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run `nachschlag` and wait for it. As with subprocess, a negative return code means that a signal ended it."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("in", "out", "err")]
        streams[0].write_bytes(stdin)
        process = context.Process(target=_child, args=(arguments, dict(env), cwd or Path.cwd(), streams, death))
        process.start()
        process.join(600)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(arguments, 600)
        return subprocess.CompletedProcess(arguments, process.exitcode, streams[1].read_bytes(), streams[2].read_bytes())


def _child(arguments: list[str], env: dict[str, str], cwd: Path, streams: list[Path], death: Death | None) -> None:
    for number, path in enumerate(streams):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND if number else os.O_RDONLY, 0o600), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 (multiprocessing closed it)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    if death:
        die(*death)
    from nachschlag.generator.cli import main

    sys.exit(main(arguments))


def die(when: str, left: int) -> None:
    """Have this process killed before or after it moves its n-th finished file into place."""
    really = os.replace

    def replace(*paths: str) -> None:
        nonlocal left
        left -= 1
        if when == "after":
            really(*paths)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        if when == "before":
            really(*paths)

    os.replace = replace  # type: ignore[assignment]
