"""`nachschlag check`: findings on content and glossary."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..files.transaction import is_unfinished
from ..model.command import Exit
from ..model.findings import Finding, in_order
from ..proofing.checks.spelling import words_are_known
from ..proofing.project import load_project
from ..proofing.report import FORMATS, summary
from ..proofing.spelling import dictionary
from ..reading.overlay import path_prefix
from ..references.moving import desk
from ._shared import check_path


def run(args: argparse.Namespace) -> int:
    if is_unfinished(desk(args.project)):
        print("Ein Umzug wurde abgebrochen. Zu Ende bringt ihn: nachschlag move", file=sys.stderr)
    loaded = load_project(args.project, overlays=args.overlays)
    findings = in_order([*loaded.findings, *words_are_known(loaded.library, dictionary())]) if args.spelling else loaded.findings
    private = loaded.of_overlays(findings)
    if args.paths:
        findings = _below(findings, [_told(path, args.project, args.overlays) for path in args.paths])
    elif private:
        print(f"Davon in privaten Spielen: {summary(private)} Ohne sie: nachschlag check content glossary", file=sys.stderr)
    sys.stdout.write(FORMATS[args.format](findings))
    return Exit.FINDINGS if any(f.counts for f in findings) else Exit.FINE


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
