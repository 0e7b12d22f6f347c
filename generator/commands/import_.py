"""`nachschlag import`: brings translations from PO or XLIFF into the content. Writes only changes, each file atomically."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from ..exchange.imported import keep_written, read_written
from ..exchange.incoming import Incoming, compare
from ..exchange.new_files import NewFile, new_files, save
from ..exchange.po import read_po
from ..exchange.received import BadFile, Received
from ..exchange.weblate import GERMAN
from ..exchange.xliff import read_xliff
from ..model.command import Exit
from ..model.findings import Finding, in_order
from ..model.unusable import Unreadable, Unusable
from ..model.values import Location
from ..proofing.project import load_project
from ..proofing.report import as_text
from ._shared import load_library

_READERS = {"po": read_po, "xliff": read_xliff}
_ENDINGS = {".po": "po", ".pot": "po", ".xlf": "xliff", ".xliff": "xliff"}


def run(args: argparse.Namespace) -> int:
    received = list(_received(args))
    library = load_library(args)
    try:
        incoming = compare(library, received, fuzzy=args.fuzzy, written=read_written(args.project))
    except BadFile as problem:
        raise Unusable(f"{Location(problem.name, problem.line)}: {problem}") from None
    files = new_files(args.project, incoming)
    if not args.dry_run:  # first, so that an import killed in between can be repeated
        keep_written(args.project, (change for file in files for change in file.changes))
    written = []
    for file in files:
        if args.dry_run or _write(file, incoming):
            written.append(file)
            _show(file, whole=args.dry_run)
    if incoming.findings:
        sys.stdout.write(as_text(in_order(incoming.findings)))
    print(_summary(incoming, written, args.dry_run), file=sys.stderr)
    if written and not args.dry_run:
        _tell_findings(args, {file.relative for file in written})
    return Exit.FINDINGS if any(finding.counts for finding in incoming.findings) else Exit.FINE


def _tell_findings(args: argparse.Namespace, paths: set[str]) -> None:
    """Tell what `check` finds in the files that were written."""
    found = [finding for finding in load_project(args.project, overlays=args.overlays).findings if finding.location.path in paths]
    if found:
        print(f"Befunde in den geänderten Dateien:\n{as_text(found)}", end="", file=sys.stderr)


def _received(args: argparse.Namespace) -> Iterator[tuple[str, Iterator[Received]]]:
    """The units of a file, or of all German files of a tree as `export --layout weblate` writes it."""
    folder = Path(args.file)
    if not folder.is_dir():
        yield args.file, _READERS[args.format or _by_name(args.file)](_read(args.file))
        return
    names = sorted(str(path) for path in folder.rglob(GERMAN))
    if not names:
        raise Unusable(f"Im Ordner „{args.file}“ und darunter liegt keine {GERMAN}. Ist es der richtige?")
    yield from ((name, read_po(_read(name))) for name in names)


def _by_name(name: str) -> str:
    form = _ENDINGS.get(Path(name).suffix.lower())
    if form is None:
        raise Unusable(f"Welche Form „{name}“ hat, zeigt der Name nicht. Nenne sie: --format po oder --format xliff.")
    return form


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as problem:
        raise Unreadable(name, problem) from None


def _write(file: NewFile, incoming: Incoming) -> bool:
    if save(file):
        return True
    message = f"„{file.relative}“ wird gerade von jemand anderem geändert und bleibt, wie sie ist."
    incoming.findings.append(Finding("U003", file.changes[0].place, message, "Führe den Import noch einmal aus."))
    return False


def _show(file: NewFile, *, whole: bool) -> None:
    if not whole:
        print(f"{file.relative}: {', '.join(change.unit.field for change in file.changes)}")
        return
    for change in file.changes:
        print(f"{change.unit.location}: {change.unit.field}\n  - {_cut(change.unit.target)}\n  + {_cut(change.new)}")


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else f"{line[:199]}…"


def _summary(incoming: Incoming, files: list[NewFile], dry: bool) -> str:
    fields = sum(len(file.changes) for file in files)
    said = [
        f"{fields} {'Feld' if fields == 1 else 'Felder'} in {len(files)} {'Datei' if len(files) == 1 else 'Dateien'}"
        f" {'zu ändern' if dry else 'geändert'}, {incoming.same} gleich"
    ]
    if incoming.empty:
        said.append(f"{incoming.empty} ohne Übersetzung übergangen")
    if incoming.unfinished:
        said.append(f"{incoming.unfinished} unfertige übergangen (--fuzzy nimmt sie)")
    return ", ".join(said) + "."
