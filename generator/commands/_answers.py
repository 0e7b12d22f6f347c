"""Shared by the commands that answer questions: use what the last build kept, and load the content only if that is stale."""

from __future__ import annotations

import argparse
import sys

from ..model.library import Library
from ..model.unusable import UnknownName
from ..references.answers import Answers, answers


def kept_answers(args: argparse.Namespace) -> Answers | None:
    """The answers kept by the last build; None if they are stale. Raises Unusable for an unknown system."""
    found = answers(args.project, args.overlays)
    if found is not None:
        check_known(found.library, args.system)
    return found


def say_loaded() -> None:
    """Explain why an answer took long."""
    print(
        "Der ganze Inhalt wurde geladen, weil er so nicht gebaut ist. Schneller geht es nach: nachschlag build", file=sys.stderr
    )


def check_known(library: Library, system: str | None) -> None:
    """Raise Unusable for an unknown system."""
    if system is not None and system not in library.systems:
        raise UnknownName(f"Das Spiel „{system}“ gibt es nicht.", system, library.systems)
