"""What the commands that answer questions share: they take what the last build left, and load the content only where that is not good."""

from __future__ import annotations

import argparse
import sys

from ..model.library import Library
from ..model.unusable import UnknownName
from ..references.answers import Answers, answers


def kept_answers(args: argparse.Namespace) -> Answers | None:
    """What the last build left; None where it does not fit the content. Raises Unusable for a system that is not there."""
    found = answers(args.project, args.overlays)
    if found is not None:
        check_known(found.library, args.system)
    return found


def say_loaded() -> None:
    """Why an answer took its time."""
    print(
        "Der ganze Inhalt wurde geladen, weil er so nicht gebaut ist. Schneller geht es nach: nachschlag build", file=sys.stderr
    )


def check_known(library: Library, system: str | None) -> None:
    """Raises Unusable for a system that is not there."""
    if system is not None and system not in library.systems:
        raise UnknownName(f"Das Spiel „{system}“ gibt es nicht.", system, library.systems)
