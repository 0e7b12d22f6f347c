"""`nachschlag roster`: turns a list builder's army list into a roster sheet with the German rules of its units, or into a record."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..model.command import Exit
from ..model.unusable import Malformed, Unreadable, WhichSystem
from ..proofing.project import Loaded
from ..references.look_up import label
from ..takeaway.roster.army import Roster
from ..takeaway.roster.bad_roster import BadRoster
from ..takeaway.roster.match import named_system
from ..takeaway.roster.read import read_tree
from ..takeaway.roster.roster_record import roster_record
from ..takeaway.roster.roster_sheet import RosterSheet, roster_sheet
from ..takeaway.roster.walk import roster_of
from ._shared import emit, load_for, stderr


def run(args: argparse.Namespace) -> int:
    roster = _read(Path(args.file))
    loaded = load_for(args)
    system = args.system or named_system(loaded.library, roster)
    if system is None:
        known = ", ".join(loaded.library.systems)
        raise WhichSystem(
            f"Welches unserer Spiele „{roster.system or 'ohne Namen'}“ ist, ist nicht klar. Nenne es mit --system: {known}."
        )
    sheet = roster_sheet(loaded, roster, system)
    emit([_formed(args.format, loaded, roster, system, sheet)], args.out)
    _tell(loaded, sheet)
    return Exit.FINE if sheet.whole else Exit.FINDINGS


def _formed(form: str, loaded: Loaded, roster: Roster, system: str, sheet: RosterSheet) -> str:
    if form == "html":
        return sheet.html
    record = roster_record(loaded.library, loaded.settings.site_url.rstrip("/"), roster, system, sheet)
    return f"{json.dumps(record, ensure_ascii=False, indent=1)}\n"


def _read(path: Path) -> Roster:
    try:
        return roster_of(read_tree(path))
    except BadRoster as problem:
        raise Malformed(f"„{path}“: {problem}") from None
    except OSError as problem:
        raise Unreadable(path, problem) from None


def _tell(loaded: Loaded, sheet: RosterSheet) -> None:
    lines = [f"{len(sheet.rules)} Regeln gefunden" + (f", {len(sheet.missing)} Namen nicht:" if sheet.missing else ".")]
    for missing in sheet.missing:
        near = "; ".join(label(loaded.library, target) for target in missing.near)
        lines.append(f"    {missing.text}" + (f" ({'mehrdeutig' if missing.several else 'am nächsten'}: {near})" if near else ""))
    lines += [f"{title}: {' · '.join(names)}" for title, names in sheet.rest.items()]
    stderr().print("\n".join(lines), markup=False)
