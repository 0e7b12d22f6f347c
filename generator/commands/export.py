"""`nachschlag export`: everything as JSON, for other people's tools."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..build import Loaded
from ..command import Command, Exit, Unusable
from ..export import export_library, to_json
from ._shared import add_system, emit, load_for


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=["json"], default="json", help="Form der Ausgabe (sonst: json)")
    add_system(parser)
    parser.add_argument("--out", metavar="DATEI", help="in diese Datei schreiben (sonst: Standardausgabe)")
    parser.add_argument("--private", action="store_true", help="auch private Spiele, nur in eine Datei außerhalb des Projekts")


def run(args: argparse.Namespace) -> int:
    loaded = load_for(args)
    _guard_private(loaded, args)
    emit(to_json(export_library(loaded.library, loaded.graph, args.system)), args.out)
    return Exit.FINE


def _guard_private(loaded: Loaded, args: argparse.Namespace) -> None:
    """Private games never leave the machine by accident. Raises Unusable."""
    private = [s.name for s in loaded.library.systems.values() if s.licence.status == "private" and args.system in (None, s.id)]
    if not private:
        return
    if not args.private:
        raise Unusable(f"{', '.join(private)} ist privat. Für dich selbst: --private --out DATEI außerhalb des Projekts.")
    if args.out in (None, "", "-") or Path(args.out).resolve().is_relative_to(args.project.resolve()):
        raise Unusable("Private Inhalte gehen nur in eine Datei außerhalb des Projekts: --out DATEI.")


COMMAND = Command("export", "gibt alles als JSON aus", configure, run)
