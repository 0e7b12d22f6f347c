"""`nachschlag diff`: changes between two states of the project, by id, and citations that are no longer correct."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from ..files.json_text import to_json
from ..history.compare import compare
from ..history.difference_text import Comparison, markdown, record, text
from ..history.moved_citations import moved_citations
from ..history.revisions import state
from ..model.command import Exit
from ..model.findings import Severity
from ..model.library import Library
from ..model.unusable import Malformed, UnknownName
from ..reading.archive import BadArchive, read_archive
from ..reading.load import load
from ._shared import stderr


def run(args: argparse.Namespace) -> int:
    comparison = _comparison(args)
    if args.format == "json":
        sys.stdout.write(to_json(record(comparison)))
    elif args.format == "md":
        sys.stdout.writelines(markdown(comparison))
    else:
        console = Console(highlight=False, soft_wrap=True)
        for line in text(comparison):
            console.print(line)
    return Exit.FINE


def _comparison(args: argparse.Namespace) -> Comparison:
    with state(args.project, args.old) as before, state(args.project, args.new or str(args.project)) as after:
        try:
            known = _systems(before) | _systems(after)
            if args.system is not None and args.system not in known:
                raise UnknownName(f"Das Spiel „{args.system}“ gibt es in keinem der beiden Stände.", args.system, sorted(known))
            old, new = _library(before, args.old, args.system), _library(after, args.new or "jetzt", args.system)
        except BadArchive as problem:
            raise Malformed(str(problem)) from None
    differences = tuple(compare(old, new, args.system))
    citations = tuple(moved_citations(old, new, args.system))
    return Comparison(args.old, args.new or "jetzt", old, new, differences, citations)


def _systems(place: Path) -> set[str]:
    """The ids of the systems in a state."""
    if place.is_file():
        return {str(system["id"]) for system in read_archive(place).manifest["systems"]}
    return {path.parent.name for path in (place / "content").glob("*/system.yaml")}


def _library(folder: Path, name: str, system: str | None) -> Library:
    """A state's library; prints a note on unreadable parts, which would otherwise count as new or removed."""
    library, findings = load(folder, system)
    errors = [finding for finding in findings if finding.severity == Severity.ERROR and finding.code != "D005"]
    if errors:
        first = errors[0]
        stderr().print(
            f"Stand „{name}“: {len(errors)} Fehler, etwa {first.location} {first.code} {first.message} "
            "Was nicht zu lesen ist, fehlt im Vergleich.",
            markup=False,
        )
    return library
