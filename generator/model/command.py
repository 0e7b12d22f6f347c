"""A command of `nachschlag`: its shape and exit status. Other packages add theirs through the entry point group
"nachschlag.commands"."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from pathlib import Path

from .unusable import NoProject


class Exit(IntEnum):
    """Exit status: everything fine, findings (or nothing found), unusable call."""

    FINE = 0
    FINDINGS = 1
    UNUSABLE = 2


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `configure` adds its arguments, `run` does the work and returns the exit status. One that `starts` runs even
    without a project.

    `run` gets the parsed arguments; `args.project` is the project's folder (see `find_project`). Help makes every command, so what
    `run` needs is imported by it (see `run_of`).
    """

    name: str
    help: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    starts: bool = False


def run_of(module: str, package: str) -> Callable[[argparse.Namespace], int]:
    """The function `run` of a module that is imported only when the command runs; its name as for `import_module`."""

    def run(args: argparse.Namespace) -> int:
        return int(import_module(module, package).run(args))

    return run


def find_project(start: Path) -> Path:
    """Find the folder with mkdocs.yml, from `start` upwards. Raises Unusable if there is none."""
    for folder in (start, *start.parents):
        if (folder / "mkdocs.yml").is_file():
            return folder
    raise NoProject(
        f"Kein Projekt gefunden: weder in „{start}“ noch darüber liegt eine mkdocs.yml. Wechsle in das Projekt oder nenne es mit --project."
    )
