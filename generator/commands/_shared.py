"""Shared by commands: loading a project with a clear error, choosing one system, printing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ..files.atomic import write_atomic
from ..model.findings import Finding
from ..model.library import Library
from ..model.unusable import NothingLoaded
from ..proofing.project import Loaded, load_project
from ..reading.load import load
from ._answers import check_known


def stderr() -> Console:
    """Messages and progress go to standard error, results to standard output."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def progress_bar(console: Console) -> Progress:
    """A progress bar per step on a terminal, removed at the end; nothing elsewhere."""
    columns = (
        TextColumn("{task.description:<22}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def load_for(args: argparse.Namespace) -> Loaded:
    """Load the whole project. Raises Unusable if `--system` names no system, or if there is no content."""
    loaded = load_project(args.project, overlays=args.overlays)
    check_system(loaded, getattr(args, "system", None))
    return loaded


def load_library(args: argparse.Namespace) -> Library:
    """Load only the library, for look-ups: links and checks nothing. Raises Unusable like `load_for`."""
    library, findings = load(args.project, overlays=args.overlays)
    _check(library, findings, getattr(args, "system", None))
    return library


def check_system(loaded: Loaded, system: str | None) -> None:
    """Raise Unusable for an unknown system, and for a project without systems."""
    _check(loaded.library, loaded.read_findings, system)


def _check(library: Library, findings: list[Finding], system: str | None) -> None:
    if not library.systems:
        raise NothingLoaded(findings)
    check_known(library, system)


def tell_left_out(loaded: Loaded) -> None:
    """Print the private systems that a command skipped."""
    if loaded.left_out:
        stderr().print(f"Weggelassen, weil privat: {', '.join(sorted(loaded.left_out))}", markup=False)


def emit(pieces: Iterable[str], out: str | None) -> None:
    """Write to a file (whole or not at all) or to standard output."""
    if out in (None, "-"):
        sys.stdout.writelines(pieces)
    else:
        write_atomic(Path(str(out)), pieces)
