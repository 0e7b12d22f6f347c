"""`nachschlag resolve`: what a citation, name, alias or English name points to, and why."""

from __future__ import annotations

import argparse
import sys

from ..files.json_text import to_json
from ..model.command import Exit
from ..model.library import Library
from ..references.look_up import Found, found_record, label, look_up, suggestions
from ._shared import kept_answers, load_library, say_loaded


def run(args: argparse.Namespace) -> int:
    library = _library(args)
    found = look_up(library, args.text, args.system)
    near = [] if found else suggestions(library, args.text, args.system)
    if args.json:
        sys.stdout.write(to_json(found_record(library, args.text, found, near)))
    else:
        sys.stdout.write(_text(library, args.text, found, near))
    return Exit.FINE if len(found) == 1 else Exit.FINDINGS


def _library(args: argparse.Namespace) -> Library:
    kept = kept_answers(args)
    if kept is not None:
        return kept.library
    library = load_library(args)
    say_loaded()
    return library


def _text(library: Library, text: str, found: list[Found], near: list[Found]) -> str:
    if len(found) == 1:
        return f"{text} → {label(library, found[0].target)}\n    {found[0].target}, gefunden als {found[0].why}\n"
    head = f"„{text}“ ist mehrdeutig:" if found else f"„{text}“ ist unbekannt." + (" Am nächsten:" if near else "")
    return "\n".join([head, *(f"    {hit.target}: {label(library, hit.target)}; {hit.why}" for hit in found or near)]) + "\n"
