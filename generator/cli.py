"""The `nachschlag` command: finds the project and the command, turns trouble into one German line, and ends with the right status."""

from __future__ import annotations

import argparse
import atexit
import gc
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .commands import COMMANDS
from .commands.german_argparse import GermanParser
from .model.choices import PRIVATE_FOLDER
from .model.command import Command, Exit, find_project
from .model.unusable import NoProject, Unusable, reason

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

COMMANDS_GROUP = "nachschlag.commands"


def all_commands() -> list[Command]:
    """Our commands and those of other packages (search), by name."""
    from importlib.metadata import entry_points

    return sorted([*COMMANDS, *_added(entry_points(group=COMMANDS_GROUP))], key=lambda command: command.name)


def _called(argv: Sequence[str]) -> list[Command]:
    """The command that a call names, if it is ours, without loading those of other packages; otherwise all commands."""
    first = argv[0] if argv else ""
    if found := [command for command in COMMANDS if command.name == first]:
        return found
    from importlib.metadata import PackageNotFoundError, distribution

    with suppress(PackageNotFoundError):
        ours = distribution("nachschlag").entry_points.select(group=COMMANDS_GROUP)
        if found := [command for command in _added(ours) if command.name == first]:
            return found
    return all_commands()


def _added(points: Iterable[EntryPoint]) -> Iterator[Command]:
    for point in points:
        yield from point.load()()


def make_parser(commands: Sequence[Command]) -> argparse.ArgumentParser:
    """The parser for all commands."""
    parser = GermanParser(prog="nachschlag", description="Regeln nachschlagen: bauen, prüfen, suchen.")
    _add_common(parser, None)
    parser.add_argument(
        "--version", action=_Version, nargs=0, dest=argparse.SUPPRESS, default=argparse.SUPPRESS, help="die Version zeigen"
    )
    below = parser.add_subparsers(dest="command", metavar="BEFEHL", title="Befehle", required=True, parser_class=GermanParser)
    for command in commands:
        sub = below.add_parser(command.name, help=command.help, description=command.help[:1].upper() + command.help[1:] + ".")
        command.configure(sub)
        # behind the command too, where people write it; SUPPRESS keeps those before the command
        _add_common(sub, argparse.SUPPRESS)
        sub.set_defaults(run=command.run, starts=command.starts)
    return parser


class _Version(argparse.Action):
    """Prints the version, which it looks up only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print(f"nachschlag {version('nachschlag')}")
        parser.exit()


def _add_common(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Add the arguments that every command takes."""
    help_project = "das Projekt (sonst: der Ordner mit mkdocs.yml von hier aufwärts)"
    parser.add_argument("--project", metavar="ORDNER", default=default, help=help_project)
    help_overlay = f"auch die privaten Spiele dieses Ordners (mehrfach möglich; immer dabei: {PRIVATE_FOLDER} im Projekt)"
    parser.add_argument("--overlay", metavar="ORDNER", action="append", default=default, help=help_overlay)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. No traceback reaches a user unless NACHSCHLAG_DEBUG is set."""
    gc.set_threshold(50_000)  # most objects of a short command live until it ends; collecting took a tenth of its time
    _speak_unicode()
    argv = sys.argv[1:] if argv is None else argv
    args = make_parser(_called(argv)).parse_args(argv)
    try:
        args.project = _project(args.project, starts=args.starts)
        args.overlays = _overlays(args.project, args.overlay or [])
        status = int(args.run(args))
        sys.stdout.flush()
        return status
    except Unusable as problem:
        return _complain(str(problem))
    except KeyboardInterrupt:
        return _complain("Abgebrochen.", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FINE
    except OSError as problem:
        _debug()
        return _complain(f"„{problem.filename or 'Datei'}“: {reason(problem)}. Nichts wurde halb geschrieben.")
    except Exception as problem:  # noqa: BLE001 (the last resort: a bug of ours must not end in a traceback)
        _debug()
        return _complain(
            f"Unerwarteter Fehler ({type(problem).__name__}: {problem}). Mit NACHSCHLAG_DEBUG=1 zeigt er seine Herkunft; bitte melden."
        )


def _speak_unicode() -> None:
    """Write UTF-8 to files and pipes; print a question mark for characters that the terminal cannot show, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def _project(named: str | None, *, starts: bool) -> Path:
    """The project's folder; for a command that starts a project, the current folder if there is none."""
    if named is None:
        try:
            return find_project(Path.cwd())
        except Unusable:
            if starts:
                return Path.cwd()
            raise
    project = Path(named).resolve()
    if not (project / "mkdocs.yml").is_file():
        raise NoProject(f"„{named}“ ist kein Projekt: Dort liegt keine mkdocs.yml.")
    return project


def _overlays(project: Path, named: list[str]) -> tuple[Path, ...]:
    """The folders with private systems: the project's own, those in mkdocs.yml, those that the call names."""
    from .files.transaction import is_unfinished
    from .model.settings import Settings, read_settings
    from .reading.overlay import overlay_folders

    for name in named:
        if not (Path(name) / "content").is_dir():
            raise NoProject(f"„{name}“ ist kein Ordner mit privaten Spielen: Darin fehlt „content“.")
    settings = read_settings(project) if (project / "mkdocs.yml").is_file() else Settings()
    folders = overlay_folders(project, [*settings.overlays, *map(Path, named)])
    for folder in filter(is_unfinished, folders):
        _finish(folder)
    return folders


def _finish(overlay: Path) -> None:
    """Finish an interrupted reading of a book, unless another process is reading one or the overlay is not writable."""
    from .ingest.storing import alone

    with suppress(Unusable, OSError), alone(overlay) as left:
        for path in left:
            print(f"„{path}“ wurde inzwischen geändert und bleibt, wie es ist.", file=sys.stderr)


def _debug() -> None:
    if os.environ.get("NACHSCHLAG_DEBUG"):
        raise  # called from an except block


def _complain(message: str, status: int = Exit.UNUSABLE) -> int:
    print(f"nachschlag: {message}", file=sys.stderr)
    return int(status)


def run() -> int:
    """Run one command as a process of its own; returns its exit status."""
    finished: list[int] = []
    atexit.register(_leave, finished)  # the first to be registered is the last to run
    finished.append(main())
    return finished[0]


def _leave(finished: list[int]) -> None:
    """End this process with the status of a finished command, without freeing its memory: a twentieth of a build's time."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    if finished:
        os._exit(finished[0])


if __name__ == "__main__":
    sys.exit(run())
