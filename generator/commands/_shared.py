"""Shared by commands: loading with a clear error, what the last build kept, paths, several files at once, printing.

Modules that take long to import are imported where they are used, because some commands need none of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..files.atomic import write_atomic
from ..model.unusable import ChangedMeanwhile, NothingLoaded, NotThere, UnknownName, Unusable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from ..files.transaction import Change
    from ..model.findings import Finding
    from ..model.library import Library
    from ..proofing.project import Loaded
    from ..references.answers import Answers


def stderr() -> Console:
    """Messages and progress go to standard error, results to standard output."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def progress_bar(console: Console) -> Progress:
    """A progress bar per step on a terminal, removed at the end; nothing elsewhere."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description:<22}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


# -- loading ------------------------------------------------------------------------------------------------------------------


def load_for(args: argparse.Namespace) -> Loaded:
    """Load the whole project. Raises Unusable if `--system` names no system, or if there is no content."""
    from ..proofing.project import load_project

    loaded = load_project(args.project, overlays=args.overlays)
    check_system(loaded, getattr(args, "system", None))
    return loaded


def load_library(args: argparse.Namespace) -> Library:
    """Load only the library, for look-ups: links and checks nothing. Raises Unusable like `load_for`."""
    from ..reading.load import load

    library, findings = load(args.project, overlays=args.overlays)
    _check(library, findings, getattr(args, "system", None))
    return library


def check_system(loaded: Loaded, system: str | None) -> None:
    """Raise Unusable for an unknown system, and for a project without systems."""
    _check(loaded.library, loaded.read_findings, system)


def _check(library: Library, findings: list[Finding], system: str | None) -> None:
    if not library.systems:
        raise NothingLoaded(findings)
    _check_known(library, system)


def _check_known(library: Library, system: str | None) -> None:
    if system is not None and system not in library.systems:
        raise UnknownName(f"Das Spiel „{system}“ gibt es nicht.", system, library.systems)


def kept_answers(args: argparse.Namespace) -> Answers | None:
    """The answers kept by the last build; None if they are stale. Raises Unusable for an unknown system."""
    from ..references.answers import answers

    found = answers(args.project, args.overlays)
    if found is not None:
        _check_known(found.library, args.system)
    return found


def say_loaded() -> None:
    """Explain why an answer took long."""
    print(
        "Der ganze Inhalt wurde geladen, weil er so nicht gebaut ist. Schneller geht es nach: nachschlag build", file=sys.stderr
    )


# -- files --------------------------------------------------------------------------------------------------------------------


def check_path(path: Path, project: Path) -> None:
    """Raise Unusable if a path does not exist or is outside the project."""
    if not path.exists():
        raise NotThere(path)
    if not path.resolve().is_relative_to(project.resolve()):
        raise Unusable(f"„{path}“ liegt nicht im Projekt „{project}“.")


def library_path(name: str, project: Path) -> str:
    """A path from the command line in the form that the library uses; "" if it is outside the project."""
    path = Path(name).resolve()
    return path.relative_to(project.resolve()).as_posix() if path.is_relative_to(project.resolve()) else ""


def desk(project: Path) -> Path:
    """The staging folder of a change of several files (see `files.transaction`)."""
    return project / "build"


@contextmanager
def alone(args: argparse.Namespace) -> Iterator[None]:
    """Hold the project exclusively, after finishing what was interrupted. Raises Unusable for files changed since."""
    from ..files.lock import locked
    from ..files.transaction import is_unfinished, recover

    with locked(desk(args.project), "Hier ändert gerade schon ein anderer Aufruf mehrere Dateien. Warte, bis er fertig ist."):
        was_stopped = is_unfinished(desk(args.project))
        left = recover(args.project, desk(args.project), args.overlays)
        if was_stopped:
            print("Eine abgebrochene Änderung ist jetzt zu Ende gebracht.", file=sys.stderr)
        if left:
            paths = ", ".join(left)
            raise ChangedMeanwhile(
                f"Seither geändert und deshalb nicht angefasst: {paths}. Was dort fehlt, sagt: nachschlag check"
            )
        yield


def write_all(project: Path, changes: Sequence[Change]) -> None:
    """Write all of these files or none; the caller is `alone`."""
    from ..files.transaction import write_together

    write_together(project, desk(project), changes)


# -- output -------------------------------------------------------------------------------------------------------------------


def tell_left_out(loaded: Loaded) -> None:
    """Print the private systems that a command skipped."""
    if loaded.left_out:
        stderr().print(f"Weggelassen, weil privat: {', '.join(sorted(loaded.left_out))}", markup=False)


def emit(pieces: Iterable[str], out: str | None) -> None:
    """Write to a file, as a whole, or to standard output."""
    if out in (None, "-"):
        sys.stdout.writelines(pieces)
    else:
        write_atomic(Path(str(out)), pieces)
