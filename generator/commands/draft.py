"""`nachschlag draft`: corrects the outline of a system read from a book, as the page of `nachschlag serve` does by keys."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from ..ingest.report.corrections import Wish
from ..ingest.report.outline import Outline, Row
from ..ingest.storing import correct
from ..model.command import Exit
from ..model.unusable import NotThere, WrongOptions, WrongValue
from ..reading.overlay import FOLDER
from .ingest import refuse_name_of


def run(args: argparse.Namespace) -> int:
    out = Path(args.out) if args.out else args.project / FOLDER
    if not out.is_dir():
        raise NotThere(out, "Nenne mit --out den Ordner, in den du eingelesen hast.")
    given = {name for name in ("line", "title") if getattr(args, name) is not None}
    needed = {"rename": {"title"}, "split": {"line"}}.get(args.action, set())
    if not needed <= given <= needed | ({"title"} if args.action == "split" else set()):
        raise WrongOptions("rename braucht --title, split braucht --line und nimmt --title; sonst gibt es beide nicht.")
    system = args.id.partition("/")[0]
    refuse_name_of(system)
    if args.action == "list":
        sys.stdout.writelines(f"{line}\n" for line in _lines(Outline(out, system).rows))
        return Exit.FINE
    if args.action != "undo" and "/" not in args.id:
        raise WrongValue(f"Nenne den Entwurf mit seinem Spiel, etwa {system}/angriff. Alle zeigt: nachschlag draft list {system}")
    step, _ = correct(out, system, Wish(args.action, args.id, "", args.line or 0, args.title or ""))
    print(f"{step.said}.")
    return Exit.FINE


def _lines(rows: list[Row]) -> Iterator[str]:
    for row in rows:
        why = f"  {(row.found or {})['certainty']:.0%}: {row.why}".replace("%", " %") if row.looks_first else ""
        yield f"{'  ' * row.level}{' '.join(filter(None, (row.number, row.title)))}  {row.id}{why}"
