"""`nachschlag move`: gives an entry another id or part, or a term another id. Updates every reference and redirects the old address,
all or nothing."""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path

from ..files.transaction import Change, is_unfinished
from ..model.command import Exit
from ..model.findings import did_you_mean
from ..model.library import Library
from ..model.unusable import Unusable, WrongOptions
from ..model.values import Entry
from ..references.graph import link_library
from ..references.moving import led_elsewhere, moving, moving_term, place_for, term_slug_for
from ._marking import find
from ._shared import alone, desk, load_library, write_all


def run(args: argparse.Namespace) -> int:
    if args.old is None and (args.dry_run or not is_unfinished(desk(args.project))):
        raise WrongOptions(
            'Nenne alte und neue Kennung, etwa: nachschlag move t9a/angst t9a/furcht --why "Die neue Auflage sagt Furcht."'
        )
    if args.dry_run:
        return _move(args)
    with alone(args):
        return Exit.FINE if args.old is None else _move(args)


def _move(args: argparse.Namespace) -> int:
    if args.new is None:
        raise WrongOptions(f"Wohin mit „{args.old}“? Nenne auch die neue Kennung.")
    library = load_library(args)
    why = " ".join(args.why.split())
    term = library.terms.get(args.old)
    if term:
        slug = term_slug_for(args.project, library, term, args.new)
        _check_why(why)
        _write(args, moving_term(args.project, library, term, slug, why, datetime.date.today()))
        return Exit.FINE
    entry = _entry(library, args.old, args.project)
    to = place_for(args.project, library, entry, args.new)
    if to.slug != entry.slug:
        _check_why(why)
    _write(args, moving(args.project, library, entry, to, why, datetime.date.today()))
    if to.part != entry.part and not args.dry_run:
        _say_led_elsewhere(library, load_library(args), entry.id, f"{entry.system}/{to.slug}")
    return Exit.FINE


def _check_why(why: str) -> None:
    if not why:
        raise WrongOptions('Eine neue Kennung braucht einen Grund für moved.yaml: --why "…"')


def _write(args: argparse.Namespace, changes: list[Change]) -> None:
    if not args.dry_run:
        write_all(args.project, changes)
    words = {(False, True): "neu", (True, False): "gelöscht", (True, True): "geändert"}
    for change in changes:
        print(f"{words[change.before is not None, change.after is not None]}: {change.path}")
    if args.dry_run:
        print("Nichts wurde geschrieben (--dry-run).", file=sys.stderr)


def _entry(library: Library, name: str, project: Path) -> Entry:
    entry = find(library, name, project)
    if not isinstance(entry, Entry):
        current = library.current_id(name)
        hint = f"Er heißt jetzt „{current}“." if current != name else did_you_mean(name, [*library.entries, *library.terms])
        raise Unusable(f"Den Eintrag „{name}“ gibt es nicht. {hint}".strip())
    return entry


def _say_led_elsewhere(before: Library, after: Library, old: str, new: str) -> None:
    """Print references whose target changed: names and numbers mean those of the same part first, so a human must check them."""
    for owner, words, was, now in led_elsewhere(link_library(before), link_library(after), {old: new}):
        leads = f"führt jetzt zu „{now}“, vorher zu „{was}“" if now else f"führt nirgends mehr hin, vorher zu „{was}“"
        print(f"Sieh nach: „{words}“ in {owner} {leads}.", file=sys.stderr)
