"""`nachschlag check`: findings on content and glossary."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..files.transaction import is_unfinished
from ..history.revisions import changed_files
from ..model.command import Exit
from ..model.findings import Finding, fails, in_order
from ..model.unusable import Unusable
from ..proofing.checks.spelling import words_are_known
from ..proofing.project import Loaded, load_project
from ..proofing.report import FORMATS, summary
from ..proofing.spelling import dictionary
from ..reading.overlay import path_prefix
from ..references.moving import desk
from ._shared import check_path, check_system

#: Where what is checked lies.
CONTENT = ("content", "glossary")


def system_paths(system: str) -> tuple[str, ...]:
    """Where a system's files lie."""
    return f"content/{system}", f"glossary/{system}.yaml", f"glossary/queries/{system}.yaml"


def run(args: argparse.Namespace) -> int:
    if is_unfinished(desk(args.project)):
        print("Ein Umzug wurde abgebrochen. Zu Ende bringt ihn: nachschlag move", file=sys.stderr)
    loaded = load_project(args.project, overlays=args.overlays)
    findings = in_order([*loaded.findings, *words_are_known(loaded.library, dictionary())]) if args.spelling else loaded.findings
    private = loaded.of_overlays(findings)
    if paths := _paths(args, loaded):
        findings = _below(findings, paths)
    elif private:
        print(f"Davon in privaten Spielen: {summary(private)} Ohne sie: nachschlag check content glossary", file=sys.stderr)
    sys.stdout.write(FORMATS[args.format](findings))
    return Exit.FINDINGS if fails(findings, strict=args.strict) else Exit.FINE


def _paths(args: argparse.Namespace, loaded: Loaded) -> list[str]:
    """The files and folders to look at, as findings name them; [] for everything."""
    if sum(map(bool, (args.paths, args.system, args.changed))) > 1:
        raise Unusable("Nenne entweder Pfade, oder --system, oder --changed.")
    if args.changed:
        found = changed_files(args.project, CONTENT)
        german = [f"{path.removesuffix('.en.md')}.md" for path in found if path.endswith(".en.md")]
        return [*found, *german] or ["(nichts geändert)"]
    if args.system:
        check_system(loaded, args.system)
        start = loaded.library.systems[args.system].overlay
        return [f"{start}{path}" for path in system_paths(args.system)]
    return [_told(path, args.project, args.overlays) for path in args.paths]


def _told(path: str, project: Path, overlays: tuple[Path, ...]) -> str:
    """A path in the form that findings use."""
    full = Path(path).resolve()
    within = next(
        (folder for folder in overlays if full.is_relative_to(folder.resolve())), project
    )  # an overlay may lie elsewhere
    check_path(Path(path), within)
    prefix = "" if within is project else path_prefix(within, project)
    return f"{prefix}{full.relative_to(within.resolve()).as_posix()}".removesuffix("/.")


def _below(findings: list[Finding], paths: list[str]) -> list[Finding]:
    return [f for f in findings if any(p == "." or f.location.path == p or f.location.path.startswith(f"{p}/") for p in paths)]
