"""`nachschlag accept`: marks entries and terms as up to date with their source, all of the named ones or none."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..exchange.accepting import accepted, accepted_terms
from ..files.atomic import write_atomic
from ..files.yaml_edit import CannotEdit
from ..history.kept import keep_english
from ..model.command import Exit
from ..model.english import fingerprint_of
from ..model.findings import did_you_mean
from ..model.library import Library
from ..model.unusable import Unusable
from ..model.values import Entry, Term
from ..reading.load import load
from ._paths import told_path
from ._shared import load_library


@dataclass(frozen=True, slots=True)
class _Edit:
    """A file with its bytes before and after, and the entry or terms in it that get the current fingerprint of their English."""

    targets: Sequence[Entry | Term]
    path: Path
    before: bytes
    after: bytes


def run(args: argparse.Namespace) -> int:
    if bool(args.ids) == args.all or (args.all and not args.system) or (args.ids and args.system):
        raise Unusable("Nenne Einträge, etwa „nachschlag accept t9a/angst“, oder ein ganzes Spiel: --system t9a --all.")
    library = load_library(args)
    targets = _whole_system(library, args.system) if args.all else _named(library, args)
    done: list[Entry | Term] = []
    for edit in _edits(args.project, targets):
        _write(edit)
        done += edit.targets
        sys.stdout.writelines(f"{target.id}\n" for target in edit.targets)
    now = {one.id: replace(one, translated_from=fingerprint_of(one)) for one in done if isinstance(one, Entry)}
    keep_english(args.project, {**library.entries, **now}.values())
    same = len(targets) - len(done)
    print(f"{len(done)} bestätigt" + (f", {same} schon aktuell." if same else "."), file=sys.stderr)
    return Exit.FINE


def _whole_system(library: Library, system: str) -> list[Entry | Term]:
    every: list[Entry | Term] = [*library.system_entries(system), *library.system_terms(system)]
    return [one for one in every if _is_made_from_something(one)]


def _is_made_from_something(target: Entry | Term) -> bool:
    """Whether a German text has a source: its English, or the book from which it was read (see `ingest.again`). A term that no
    book has changed records nothing.
    """
    if isinstance(target, Term):
        return bool(target.translated_from)
    return bool(target.title_en or target.short_en or target.text_en or target.translated_from)


def _named(library: Library, args: argparse.Namespace) -> list[Entry | Term]:
    by_path = {entry.location.path: entry for entry in library.entries.values()}
    found: dict[str, Entry | Term] = {}
    trouble = []
    for name in args.ids:
        target = library.entry(name) or by_path.get(told_path(name, args.project)) or library.term(name)
        if target is None:
            trouble.append(_unknown(library, name, args.project))
        elif isinstance(target, Term) and not target.translated_from:
            trouble.append(f"„{name}“ ist ein Begriff, den keine Vorlage geändert hat: Da ist nichts zu bestätigen.")
        elif not _is_made_from_something(target):
            trouble.append(f"„{name}“ hat kein Englisch (title_en, short_en), das sich bestätigen ließe.")
        else:
            found[target.id] = target
    if trouble:
        raise Unusable(" ".join([*trouble, "Nichts wurde geändert."]))
    return list(found.values())


def _unknown(library: Library, name: str, project: Path) -> str:
    """Why there is no such entry: renamed, in an unreadable file, or unknown."""
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


def _edits(project: Path, targets: Sequence[Entry | Term]) -> list[_Edit]:
    """The new files for entries that are not up to date. Raises Unusable if one cannot be written."""
    by_file: dict[str, list[Entry | Term]] = {}
    for target in targets:
        if target.translated_from != fingerprint_of(target):
            by_file.setdefault(target.location.path, []).append(target)
    edits, trouble = [], []
    for name, within in by_file.items():
        path = (project / name).resolve()
        try:
            before = path.read_bytes()
            edits.append(_Edit(within, path, before, _accepted(before.decode("utf-8"), within).encode("utf-8")))
        except (CannotEdit, OSError, UnicodeDecodeError) as problem:
            why = problem.args[0] if isinstance(problem, CannotEdit) else "Die Datei ist nicht mehr lesbar."
            trouble.append(f"{name}: {why}")
    if trouble:
        raise Unusable(" ".join([*trouble, "Nichts wurde geändert."]))
    return edits


def _accepted(text: str, targets: Sequence[Entry | Term]) -> str:
    """The text of a file with one entry, or with terms."""
    if isinstance(targets[0], Entry):
        return accepted(text, fingerprint_of(targets[0]))
    return accepted_terms(text, {target.id.rpartition("/")[2]: fingerprint_of(target) for target in targets})


def _write(edit: _Edit) -> None:
    if edit.path.read_bytes() != edit.before:
        raise Unusable(f"„{edit.targets[0].location.path}“ wird gerade von jemand anderem geändert und bleibt, wie sie ist.")
    write_atomic(edit.path, edit.after)
