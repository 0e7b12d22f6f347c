"""`nachschlag accept`: marks entries and terms as up to date with their source, all of the named ones or none."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace

from ..exchange.accepting import accepted, accepted_terms
from ..history.kept_english import keep_english
from ..model.command import Exit
from ..model.english import fingerprint_of
from ..model.library import Library
from ..model.unusable import WrongOptions
from ..model.values import Entry, Term
from ._marking import find, mark, refuse, unknown
from ._shared import alone, load_library


def run(args: argparse.Namespace) -> int:
    if bool(args.ids) == args.all or (args.all and not args.system) or (args.ids and args.system):
        raise WrongOptions("Nenne Einträge, etwa „nachschlag accept t9a/angst“, oder ein ganzes Spiel: --system t9a --all.")
    with alone(args):
        return _accept(args)


def _accept(args: argparse.Namespace) -> int:
    library = load_library(args)
    targets = _whole_system(library, args.system) if args.all else _named(library, args)
    done = [target for target in targets if target.translated_from != fingerprint_of(target)]
    mark(args.project, done, _edit)
    now = {it.id: replace(it, translated_from=fingerprint_of(it)) for it in done if isinstance(it, Entry)}
    keep_english(args.project, {**library.entries, **now}.values())
    same = len(targets) - len(done)
    print(f"{len(done)} bestätigt" + (f", {same} schon aktuell." if same else "."), file=sys.stderr)
    return Exit.FINE


def _whole_system(library: Library, system: str) -> list[Entry | Term]:
    every: list[Entry | Term] = [*library.system_entries(system), *library.system_terms(system)]
    return [one for one in every if _is_made_from_something(one)]


def _is_made_from_something(target: Entry | Term) -> bool:
    """Whether a German text has a source: its English, or the book from which it was read (see `ingest.editions`)."""
    english = target.title_en if isinstance(target, Term) else target.title_en or target.short_en or target.text_en
    return bool(english or target.translated_from)


def _named(library: Library, args: argparse.Namespace) -> list[Entry | Term]:
    found: dict[str, Entry | Term] = {}
    trouble = []
    for name in args.ids:
        target = find(library, name, args.project)
        if target is None:
            trouble.append(unknown(library, name, args.project))
        elif not _is_made_from_something(target):
            trouble.append(f"„{name}“ hat kein Englisch (title_en, short_en), das sich bestätigen ließe.")
        else:
            found[target.id] = target
    refuse(trouble)
    return list(found.values())


def _edit(targets: list[Entry | Term]) -> Callable[[str], str]:
    """The function that marks the text of a file with one entry, or with terms."""
    marks = {target.id: fingerprint_of(target) for target in targets}
    if all(isinstance(target, Entry) for target in targets):
        return lambda text: accepted(text, *marks.values())
    return lambda text: accepted_terms(text, {id_.rpartition("/")[2]: mark for id_, mark in marks.items()})
