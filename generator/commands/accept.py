"""`nachschlag accept`: marks entries as up to date with their English. All of the named ones or, where one cannot be, none."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from ..command import Command, Exit, Unusable
from ..english import english_fingerprint
from ..files import write_atomic
from ..findings import did_you_mean
from ..library import Library
from ..load import load
from ..model import Entry
from ..translation.accepting import accepted
from ..translation.kept import keep_english
from ..translation.yaml_edit import CannotEdit
from ._shared import load_library


@dataclass(frozen=True, slots=True)
class _Edit:
    """An entry, today's mark of its English, and its file with the bytes before and after."""

    entry: Entry
    mark: str
    path: Path
    before: bytes
    after: bytes


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="KENNUNG", help="diese Einträge, etwa t9a/angst (oder ihre Dateien)")
    parser.add_argument("--system", metavar="SPIEL", help="ein ganzes Spiel, etwa aos")
    parser.add_argument("--all", action="store_true", help="alle seine Einträge, die ein Englisch haben")
    parser.epilog = "Ändert nur die Zeile „translated_from“. Geht es bei einem der Einträge nicht, bleiben alle, wie sie sind."


def run(args: argparse.Namespace) -> int:
    if bool(args.ids) == args.all or (args.all and not args.system) or (args.ids and args.system):
        raise Unusable("Nenne Einträge, etwa „nachschlag accept t9a/angst“, oder ein ganzes Spiel: --system t9a --all.")
    library = load_library(args)
    entries = _whole_system(library, args.system) if args.all else _named(library, args)
    edits = _edits(args.project, entries)
    for edit in edits:
        _write(edit)
        print(edit.entry.id)
    now = {edit.entry.id: replace(edit.entry, translated_from=edit.mark) for edit in edits}
    keep_english(args.project, {**library.entries, **now}.values())
    same = len(entries) - len(edits)
    print(f"{len(edits)} bestätigt" + (f", {same} schon aktuell." if same else "."), file=sys.stderr)
    return Exit.FINE


def _whole_system(library: Library, system: str) -> list[Entry]:
    return [entry for entry in library.system_entries(system) if _is_made_from_something(entry)]


def _is_made_from_something(entry: Entry) -> bool:
    """Whether there is anything that a German text may agree with: its English, or the book that it was read from (see `ingest.again`)."""
    return bool(entry.title_en or entry.short_en or entry.text_en or entry.translated_from)


def _named(library: Library, args: argparse.Namespace) -> list[Entry]:
    by_path = {entry.location.path: entry for entry in library.entries.values()}
    found: dict[str, Entry] = {}
    trouble = []
    for name in args.ids:
        entry = library.entry(name) or by_path.get(_relative(name, args.project))
        if entry is None:
            trouble.append(_unknown(library, name, args.project))
        elif not _is_made_from_something(entry):
            trouble.append(f"„{name}“ hat kein Englisch (title_en, short_en), das sich bestätigen ließe.")
        else:
            found[entry.id] = entry
    if trouble:
        raise Unusable(" ".join([*trouble, "Nichts wurde geändert."]))
    return list(found.values())


def _relative(name: str, project: Path) -> str:
    path = Path(name).resolve()
    return path.relative_to(project.resolve()).as_posix() if path.is_relative_to(project.resolve()) else ""


def _unknown(library: Library, name: str, project: Path) -> str:
    """Why there is no such entry: renamed, in a file that cannot be read, or never there."""
    new = library.current_id(name)
    if new != name and library.entry(new):
        return f"„{name}“ heißt jetzt „{new}“."
    system, _, slug = name.partition("/")
    for path in sorted((project / "content").glob(f"{system}/*/{slug}.md")) if slug.replace("-", "").isalnum() else ():
        relative = path.relative_to(project).as_posix()
        finding = next((f for f in load(project, system)[1] if f.location.path == relative), None)
        return f"„{relative}“ lässt sich nicht laden: {finding.message if finding else 'siehe nachschlag check.'}"
    near = did_you_mean(name, [entry.id for entry in library.entries.values()])
    return f"Den Eintrag „{name}“ gibt es nicht. {near}".strip()


def _edits(project: Path, entries: list[Entry]) -> list[_Edit]:
    """The files as they should be, of entries that are not up to date already. Raises Unusable where one cannot be written."""
    edits, trouble = [], []
    for entry in entries:
        mark = english_fingerprint(entry.title_en, entry.short_en, entry.text_en)
        if entry.translated_from == mark:
            continue
        path = (project / entry.location.path).resolve()
        try:
            before = path.read_bytes()
            edits.append(_Edit(entry, mark, path, before, accepted(before.decode("utf-8"), mark).encode("utf-8")))
        except (CannotEdit, OSError, UnicodeDecodeError) as problem:
            why = problem.args[0] if isinstance(problem, CannotEdit) else "Die Datei ist nicht mehr lesbar."
            trouble.append(f"{entry.location.path}: {why}")
    if trouble:
        raise Unusable(" ".join([*trouble, "Nichts wurde geändert."]))
    return edits


def _write(edit: _Edit) -> None:
    if edit.path.read_bytes() != edit.before:
        raise Unusable(f"„{edit.entry.location.path}“ wird gerade von jemand anderem geändert und bleibt, wie sie ist.")
    write_atomic(edit.path, edit.after)


COMMAND = Command("accept", "bestätigt: Der deutsche Text passt zum Englischen", configure, run)
