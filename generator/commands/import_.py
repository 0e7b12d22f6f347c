"""`nachschlag import`: brings translations from PO or XLIFF into the content. Writes only changes, all of them or none."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..exchange.incoming import Change, Incoming, compare
from ..exchange.new_files import NewFile, kept_written, new_files, read_written
from ..exchange.po import read_po
from ..exchange.received import BadFile, Received
from ..exchange.units import fingerprint
from ..exchange.weblate import GERMAN
from ..exchange.xliff import read_xliff
from ..model.command import Exit
from ..model.findings import Finding, Severity, in_order
from ..model.unusable import Malformed, NothingToDo, Unreadable, WrongOptions
from ..model.values import Location
from ..proofing.project import load_project
from ..proofing.report import as_text
from ._shared import alone, load_library, write_all

_READERS = {"po": read_po, "xliff": read_xliff}
_ENDINGS = {".po": "po", ".pot": "po", ".xlf": "xliff", ".xliff": "xliff"}
#: Of exports that are only for reading.
_ONE_WAY = (".csv", ".tbx", ".tmx", ".json", ".ndjson")


def run(args: argparse.Namespace) -> int:
    received = list(_received(args))
    if args.dry_run:
        return _import(args, received)
    with alone(args):
        return _import(args, received)


def _import(args: argparse.Namespace, received: list[tuple[str, Iterator[Received]]]) -> int:
    try:
        incoming = compare(load_library(args), received, fuzzy=args.fuzzy, written=read_written(args.project))
    except BadFile as problem:
        raise Malformed(f"{Location(problem.name, problem.line)}: {problem}") from None
    files = new_files(args.project, incoming)
    paths = set() if args.dry_run else {one.file.path for one in files}
    known = _errors(_findings_in(args, paths))
    if paths:
        kept = kept_written(args.project, (change for file in files for change in file.changes))
        write_all(args.project, [kept, *(one.file for one in files)])
    for one in files:
        _show(one, whole=args.dry_run)
    if incoming.findings:
        sys.stdout.write(as_text(in_order(incoming.findings)))
    print(_summary(incoming, files, args.dry_run), file=sys.stderr)
    written = _findings_in(args, paths)
    if written:
        print(f"Befunde in den geänderten Dateien:\n{as_text(written)}", end="", file=sys.stderr)
    wrong = any(finding.counts for finding in incoming.findings) or _errors(written) - known
    return Exit.FINDINGS if wrong else Exit.FINE


def _errors(findings: Iterable[Finding]) -> set[tuple[str, str]]:
    """What errors say, wherever they stand."""
    return {(one.code, one.message) for one in findings if one.severity is Severity.ERROR}


def _findings_in(args: argparse.Namespace, paths: set[str]) -> list[Finding]:
    """What `check` finds in these files."""
    if not paths:
        return []
    return [one for one in load_project(args.project, overlays=args.overlays).findings if one.location.path in paths]


def _received(args: argparse.Namespace) -> Iterator[tuple[str, Iterator[Received]]]:
    """The units of a file, or of all German files of a tree as `export --layout weblate` writes it."""
    folder = Path(args.file)
    if not folder.is_dir():
        yield args.file, _READERS[args.format or _by_name(args.file)](_read(args.file))
        return
    names = sorted(str(path) for path in folder.rglob(GERMAN))
    if not names:
        raise NothingToDo(f"Im Ordner „{args.file}“ und darunter liegt keine {GERMAN}. Ist es der richtige?")
    yield from ((name, read_po(_read(name))) for name in names)


def _by_name(name: str) -> str:
    ending = Path(name).suffix.lower()
    form = _ENDINGS.get(ending)
    if form is None and ending in _ONE_WAY:
        raise WrongOptions(f"Aus „{name}“ kommt nichts zurück: Importieren lassen sich nur PO und XLIFF.")
    if form is None:
        raise WrongOptions(f"Welche Form „{name}“ hat, zeigt der Name nicht. Nenne sie: --format po oder --format xliff.")
    return form


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as problem:
        raise Unreadable(name, problem) from None


def _show(file: NewFile, *, whole: bool) -> None:
    if not whole:
        print(f"{file.file.path}: {', '.join(change.unit.field for change in file.changes)}")
        for change in filter(_is_over_another, file.changes):
            print(f"  {change.unit.field} ersetzt, was ein früherer Import schrieb: {_cut(change.unit.target)}")
        return
    for change in file.changes:
        print(f"{change.unit.location}: {change.unit.field}\n  - {_cut(change.unit.target)}\n  + {_cut(change.new)}")


def _is_over_another(change: Change) -> bool:
    """Whether a change replaces what came in since its export: another translator's work, if there are two."""
    return change.stamp not in ("", fingerprint(change.unit.target))


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
