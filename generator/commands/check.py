"""`nachschlag check`: findings on content and glossary."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..files.collecting import without_collecting
from ..files.transaction import is_unfinished
from ..model.command import Exit
from ..model.findings import Finding, fails, in_order
from ..model.places import german_path, is_english_path
from ..model.settings import read_settings
from ..model.unusable import UnknownName, WrongOptions
from ..proofing.kept_findings import kept_findings, of_overlays
from ..proofing.report import FORMATS, summary
from ..reading.overlay import path_prefix
from ..reading.state import state_of
from ._shared import check_path, desk

if TYPE_CHECKING:
    from ..proofing.project import Loaded

#: The folders and files that are checked.
CONTENT = ("content", "glossary")


def run(args: argparse.Namespace) -> int:
    if is_unfinished(desk(args.project)):
        print("Eine Änderung an mehreren Dateien wurde abgebrochen. Zu Ende bringt sie: nachschlag move", file=sys.stderr)
    read_settings(args.project)  # refuses an unreadable mkdocs.yml
    paths = _paths(args)
    findings = _spelled(args) if args.spelling else _findings(args, paths)
    private = of_overlays(findings, args.project, args.overlays)
    if paths is not None:
        findings = [
            f for f in findings if any(p == "." or f.location.path == p or f.location.path.startswith(f"{p}/") for p in paths)
        ]
    elif private:
        print(f"Davon in privaten Spielen: {summary(private)} Ohne sie: nachschlag check content glossary", file=sys.stderr)
    sys.stdout.write(FORMATS[args.format](findings))
    return Exit.FINDINGS if fails(findings, strict=args.strict) else Exit.FINE


def _paths(args: argparse.Namespace) -> list[str] | None:
    """The files and folders to look at, as findings name them; None for everything."""
    if sum(map(bool, (args.paths, args.system, args.changed))) > 1:
        raise WrongOptions("Nenne entweder Pfade, oder --system, oder --changed.")
    if args.changed:
        from ..history.revisions import changed_files

        found = changed_files(args.project, CONTENT)
        german = [german_path(path) for path in found if is_english_path(path)]
        return [*found, *german]
    if args.system:
        return _of_system(args)
    return [_as_in_findings(path, args.project, args.overlays) for path in args.paths] or None


def _of_system(args: argparse.Namespace) -> list[str]:
    """The places of a system's files, in the project or an overlay."""
    roots = {"": args.project} | {path_prefix(folder, args.project): folder for folder in args.overlays}
    systems = {path.name: prefix for prefix, root in roots.items() for path in (root / "content").glob("*/")}
    if args.system not in systems:
        raise UnknownName(f"Das Spiel „{args.system}“ gibt es nicht.", args.system, systems)
    start, name = systems[args.system], args.system
    return [f"{start}{path}" for path in (f"content/{name}", f"glossary/{name}.yaml", f"glossary/queries/{name}.yaml")]


def _findings(args: argparse.Namespace, paths: list[str] | None) -> list[Finding]:
    """All findings, or those in these files, if only a few files of entries changed."""
    state = state_of(args.project, args.overlays)
    if (kept := kept_findings(args.project, args.overlays, state)) is not None:
        return kept
    from ..proofing.kept_checks import keep  # here, because an unchanged project needs nothing of these
    from ..proofing.partial_check import findings_on

    with without_collecting():
        if paths and (found := findings_on(args.project, state, paths)) is not None:
            return found
        loaded = _loaded(args)
        findings = loaded.findings
        own = loaded.public or loaded
        if not own.overlays:
            keep(args.project, own.library, own.graph, own.read_findings, state)
        return findings


def _loaded(args: argparse.Namespace) -> Loaded:
    from ..proofing.project import load_project  # here, because an unchanged project needs nothing of it

    return load_project(args.project, overlays=args.overlays)


def _spelled(args: argparse.Namespace) -> list[Finding]:
    from ..proofing.spelling import dictionary, words_are_known

    loaded = _loaded(args)
    return in_order([*loaded.findings, *words_are_known(loaded.library, dictionary())])


def _as_in_findings(path: str, project: Path, overlays: tuple[Path, ...]) -> str:
    """A path in the form that findings use."""
    full = Path(path).resolve()
    within = next(
        (folder for folder in overlays if full.is_relative_to(folder.resolve())), project
    )  # an overlay may lie elsewhere
    check_path(Path(path), within)
    prefix = "" if within is project else path_prefix(within, project)
    return f"{prefix}{full.relative_to(within.resolve()).as_posix()}".removesuffix("/.")
