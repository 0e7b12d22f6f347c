"""`nachschlag export`: everything for other tools (JSON, a bundle, notes, cards), German and English for translators' tools."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ..exchange.context import Context
from ..exchange.po import write_po
from ..exchange.table import write_csv
from ..exchange.tbx import write_tbx
from ..exchange.tmx import write_tmx
from ..exchange.units import Unit, units
from ..exchange.weblate import vanished, weblate_files
from ..exchange.xliff import write_xliff
from ..files.atomic import write_atomic
from ..files.json_text import to_json
from ..history.previous import previous_english
from ..model.choices import DIALECTS
from ..model.command import Exit
from ..model.library import Library
from ..model.settings import read_settings
from ..model.unusable import NothingToDo, WouldPublish, WrongOptions
from ..pages.rendered import Rendering
from ..proofing.project import Loaded
from ..prose.wording import counted
from ..reading.overlay import private_names, refuse_inside
from ..records.export import export_library, ndjson
from ..records.release import bundle_archive, bundle_name
from ..takeaway.anki import anki_cards
from ..takeaway.obsidian import vault, write_vault
from ._shared import emit, load_for, stderr, tell_left_out

Pieces = Iterator[str]


def run(args: argparse.Namespace) -> int:
    _check_dialect(args)
    if args.layout and args.format != "po":
        raise WrongOptions("--layout gibt es nur für --format po.")
    if (args.format in _MAKERS or args.layout) and args.out in (None, "", "-"):
        raise WrongOptions(f"{args.layout or args.format} geht nicht auf den Bildschirm: Nenne mit --out, wohin.")
    loaded = _for_whom(load_for(args), args)
    if args.layout:
        _check_content(loaded.library, args)
        _weblate(loaded.library, args)
    elif args.format in _WRITERS:
        _check_content(loaded.library, args)
        emit(_WRITERS[args.format](loaded.library, args), args.out)
    elif args.format in _MAKERS:
        _MAKERS[args.format](loaded, args)
    else:
        emit(_TEXTS[args.format](loaded, args), args.out)
    return Exit.FINE


def _check_dialect(args: argparse.Namespace) -> None:
    names = DIALECTS.get(args.format, ())
    if args.dialect and args.dialect not in names:
        raise WrongOptions(
            f"„{args.dialect}“ gibt es für {args.format} nicht"
            + (f" (möglich: {', '.join(names)})." if names else ": Diese Form hat nur eine Art. Lass --dialect weg.")
        )
    args.dialect = args.dialect or next(iter(names), "")


def _check_content(library: Library, args: argparse.Namespace) -> None:
    """The formats that have an English side cannot be empty. Raises Unusable."""
    if args.format != "csv" and next(_units(library, args), None) is None:
        raise NothingToDo(
            "Nichts davon hat ein englisches Gegenstück (title_en, short_en). Alles Deutsche gibt --format csv aus."
        )


def _units(library: Library, args: argparse.Namespace) -> Iterator[Unit]:
    entries = [entry for entry in library.entries.values() if args.system in (None, entry.system)]
    return units(library, args.system, previous_english(args.project, entries, library.moves), bodies=args.format == "po")


def _context(library: Library, args: argparse.Namespace) -> Context:
    return Context(library, read_settings(args.project).site_url)


def _weblate(library: Library, args: argparse.Namespace) -> None:
    out = Path(args.out)
    files = dict(weblate_files(_units(library, args), _context(library, args), out))
    for path, pieces in files.items():
        write_atomic(out / path, pieces)
    stderr().print(f"{len(files)} Dateien in {args.out}.", markup=False)
    gone = vanished(out, files, [args.system] if args.system else ["alle", *library.systems])
    for old in gone:
        old.unlink()
        if not any(old.parent.iterdir()):
            old.parent.rmdir()
    if gone:
        stderr().print(f"Gelöscht, weil nicht mehr gebraucht: {counted(len(gone), 'Datei', 'Dateien')}.", markup=False)


def _bilingual(write: Callable[[Iterator[Unit], Context], Pieces]) -> Callable[[Library, argparse.Namespace], Pieces]:
    return lambda library, args: write(_units(library, args), _context(library, args))


_WRITERS: dict[str, Callable[[Library, argparse.Namespace], Pieces]] = {
    "po": lambda library, args: write_po(_units(library, args), _context(library, args), args.system or "alle Spiele"),
    "xliff": _bilingual(write_xliff),
    "tmx": _bilingual(write_tmx),
    "tbx": lambda library, args: write_tbx(library, args.system, args.dialect),
    "csv": lambda library, args: write_csv(library, args.system, args.dialect),
}


def _bundle(loaded: Loaded, args: argparse.Namespace) -> None:
    """Write a bundle into a file; into a folder one bundle per system, plus one of all if no system is named."""
    out, rendering = Path(args.out), Rendering(loaded.library, loaded.graph)
    if not (out.is_dir() or args.out.endswith("/")):
        write_atomic(out, bundle_archive(loaded, rendering, args.system))
        return
    for system in [args.system] if args.system else [*loaded.library.systems, None]:
        path = out / bundle_name(system)
        write_atomic(path, bundle_archive(loaded, rendering, system))
        stderr().print(str(path), markup=False)


def _obsidian(loaded: Loaded, args: argparse.Namespace) -> None:
    count = write_vault(Path(args.out), vault(loaded.library, loaded.graph, args.system))
    stderr().print(f"{count} Notizen in {args.out}.", markup=False)


#: Formats of several files or of bytes, which need a place of their own.
_MAKERS: dict[str, Callable[[Loaded, argparse.Namespace], None]] = {"bundle": _bundle, "obsidian": _obsidian}


#: Formats that need references resolved.
_TEXTS: dict[str, Callable[[Loaded, argparse.Namespace], Iterable[str]]] = {
    "json": lambda loaded, args: [to_json(export_library(loaded.library, loaded.graph, args.system))],
    "ndjson": lambda loaded, args: ndjson(export_library(loaded.library, loaded.graph, args.system)),
    "anki": lambda loaded, args: anki_cards(Rendering(loaded.library, loaded.graph), args.system),
}


def _for_whom(loaded: Loaded, args: argparse.Namespace) -> Loaded:
    """The project to export: private systems go only to a place outside the project, and only on request. Raises Unusable."""
    if args.private:
        if private_names(loaded.library, args.system):
            refuse_inside(args.out, args.project)
        return loaded
    public = loaded.for_others()
    private = private_names(loaded.library if args.system in public.left_out else public.library, args.system)
    if private or not public.library.systems:
        what = f"{private} ist privat" if private else "Es gibt nur private Spiele"
        raise WouldPublish(f"{what}. Für dich selbst: --private --out DATEI außerhalb des Projekts.")
    if args.system is None:
        tell_left_out(public)
    return public
