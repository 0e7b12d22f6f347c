"""Shared by the commands that change several files of a project at once: one at a time, all files or none."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..files.lock import locked
from ..files.transaction import is_unfinished, recover
from ..model.unusable import Unusable
from ._paths import desk


@contextmanager
def alone(args: argparse.Namespace) -> Iterator[None]:
    """Hold the project exclusively, after finishing what was interrupted. Raises Unusable for files changed since."""
    with locked(desk(args.project), "Hier ändert gerade schon ein anderer Aufruf mehrere Dateien. Warte, bis er fertig ist."):
        was_stopped = is_unfinished(desk(args.project))
        left = recover(args.project, desk(args.project), args.overlays)
        if was_stopped:
            print("Eine abgebrochene Änderung ist jetzt zu Ende gebracht.", file=sys.stderr)
        if left:
            paths = ", ".join(left)
            raise Unusable(f"Seither geändert und deshalb nicht angefasst: {paths}. Was dort fehlt, sagt: nachschlag check")
        yield
