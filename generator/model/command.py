"""A command of `nachschlag`: its shape and exit status. Other packages add theirs through the entry point group
"nachschlag.commands"."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from .unusable import Unusable


class Exit(IntEnum):
    """Exit status: everything fine, findings (or nothing found), unusable call."""

    FINE = 0
    FINDINGS = 1
    UNUSABLE = 2


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `configure` adds its arguments, `run` does the work and returns the exit status.

    `run` gets the parsed arguments; `args.project` is the project's folder (see `find_project`).
    """

    name: str
    help: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def find_project(start: Path) -> Path:
    """Find the folder with mkdocs.yml, from `start` upwards. Raises Unusable if there is none."""
    for folder in (start, *start.parents):
        if (folder / "mkdocs.yml").is_file():
            return folder
    raise Unusable(
        f"Kein Projekt gefunden: weder in „{start}“ noch darüber liegt eine mkdocs.yml. Wechsle in das Projekt oder nenne es mit --project."
    )
