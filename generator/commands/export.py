"""`nachschlag export`: everything for other people's tools (JSON, a bundle, notes, cards), German and English for translators' tools."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from ..anki import anki_cards
from ..build import Loaded
from ..command import Command, Exit, Unusable
from ..export import export_library, ndjson, to_json
from ..files import write_atomic
from ..library import Library
from ..obsidian import vault, write_vault
from ..release import bundle_archive, bundle_name
from ..settings import read_settings
from ..translation import Unit, units
from ..translation.context import Context
from ..translation.po import write_po
from ..translation.previous import previous_english
from ..translation.table import DIALECTS as CSV_DIALECTS
from ..translation.table import write_csv
from ..translation.tbx import DIALECTS as TBX_DIALECTS
from ..translation.tbx import write_tbx
from ..translation.tmx import write_tmx
from ..translation.xliff import write_xliff
from ._shared import add_system, emit, load_for, load_library, stderr

#: Formats that come in several dialects; the first is meant where none is named.
DIALECTS = {"csv": CSV_DIALECTS, "tbx": TBX_DIALECTS}

Pieces = Iterator[str]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=[*_TEXTS, *_WRITERS, *_MAKERS], default="json", help="Form der Ausgabe (sonst: json)")
    add_system(parser)
    parser.add_argument(
        "--out",
        metavar="DATEI",
        help="in diese Datei schreiben (sonst: Standardausgabe); für obsidian ein Ordner, für bundle auch",
    )
    dialects = "; ".join(f"{name}: {' oder '.join(names)}" for name, names in DIALECTS.items())
    parser.add_argument("--dialect", metavar="ART", help=f"welche Art dieser Form ({dialects})")
    parser.add_argument("--private", action="store_true", help="auch private Spiele, nur in eine Datei außerhalb des Projekts")


def run(args: argparse.Namespace) -> int:
    _check_dialect(args)
    if args.format in _WRITERS:
        library = load_library(args)
        _guard_private(library, args)
        _check_content(library, args)
        emit(_WRITERS[args.format](library, args), args.out)
        return Exit.FINE
    if args.format in _MAKERS and args.out in (None, "", "-"):
        raise Unusable(f"{args.format} geht nicht auf den Bildschirm: Nenne mit --out, wohin.")
    loaded = load_for(args)
    _guard_private(loaded.library, args)
    if args.format in _MAKERS:
        _MAKERS[args.format](loaded, args)
    else:
        emit(_TEXTS[args.format](loaded, args), args.out)
    return Exit.FINE


def _check_dialect(args: argparse.Namespace) -> None:
    names = DIALECTS.get(args.format, ())
    if args.dialect and args.dialect not in names:
        raise Unusable(
            f"„{args.dialect}“ gibt es für {args.format} nicht"
            + (f" (möglich: {', '.join(names)})." if names else ": Diese Form hat nur eine Art. Lass --dialect weg.")
        )
    args.dialect = args.dialect or next(iter(names), "")


def _check_content(library: Library, args: argparse.Namespace) -> None:
    """The formats that have an English side cannot be empty. Raises Unusable."""
    if args.format != "csv" and next(units(library, args.system), None) is None:
        raise Unusable("Nichts davon hat ein englisches Gegenstück (title_en, short_en). Alles Deutsche gibt --format csv aus.")


def _units(library: Library, args: argparse.Namespace) -> Iterator[Unit]:
    entries = [entry for entry in library.entries.values() if args.system in (None, entry.system)]
    return units(library, args.system, previous_english(args.project, entries, library.moves))


def _context(library: Library, args: argparse.Namespace) -> Context:
    return Context(library, read_settings(args.project).site_url)


def _po(library: Library, args: argparse.Namespace) -> Pieces:
    return write_po(_units(library, args), _context(library, args), args.system or "alle Spiele")


def _xliff(library: Library, args: argparse.Namespace) -> Pieces:
    return write_xliff(_units(library, args), _context(library, args))


def _tmx(library: Library, args: argparse.Namespace) -> Pieces:
    return write_tmx(_units(library, args))


def _tbx(library: Library, args: argparse.Namespace) -> Pieces:
    return write_tbx(library, args.system, args.dialect)


def _csv(library: Library, args: argparse.Namespace) -> Pieces:
    return write_csv(library, args.system, args.dialect)


_WRITERS: dict[str, Callable[[Library, argparse.Namespace], Pieces]] = {
    "po": _po,
    "xliff": _xliff,
    "tmx": _tmx,
    "tbx": _tbx,
    "csv": _csv,
}


def _bundle(loaded: Loaded, args: argparse.Namespace) -> None:
    """Into a file; into a folder one bundle per game, and one of all where no game is named."""
    out = Path(args.out)
    if not (out.is_dir() or args.out.endswith("/")):
        write_atomic(out, bundle_archive(loaded, args.system))
        return
    for system in [args.system] if args.system else [*loaded.library.systems, None]:
        path = out / bundle_name(system)
        write_atomic(path, bundle_archive(loaded, system))
        stderr().print(str(path), markup=False)


def _obsidian(loaded: Loaded, args: argparse.Namespace) -> None:
    count = write_vault(Path(args.out), vault(loaded.library, loaded.graph, args.system))
    stderr().print(f"{count} Notizen in {args.out}.", markup=False)


#: Formats that are more than a text: they need a place of their own.
_MAKERS: dict[str, Callable[[Loaded, argparse.Namespace], None]] = {"bundle": _bundle, "obsidian": _obsidian}


def _json(loaded: Loaded, args: argparse.Namespace) -> Pieces:
    yield to_json(export_library(loaded.library, loaded.graph, args.system))


def _ndjson(loaded: Loaded, args: argparse.Namespace) -> Pieces:
    return ndjson(export_library(loaded.library, loaded.graph, args.system))


def _anki(loaded: Loaded, args: argparse.Namespace) -> Pieces:
    return anki_cards(loaded.library, loaded.graph, args.system)


#: Formats that need references resolved.
_TEXTS: dict[str, Callable[[Loaded, argparse.Namespace], Pieces]] = {"json": _json, "ndjson": _ndjson, "anki": _anki}


def _guard_private(library: Library, args: argparse.Namespace) -> None:
    """Private games never leave the machine by accident. Raises Unusable."""
    private = [s.name for s in library.systems.values() if s.licence.status == "private" and args.system in (None, s.id)]
    if not private:
        return
    if not args.private:
        raise Unusable(f"{', '.join(private)} ist privat. Für dich selbst: --private --out DATEI außerhalb des Projekts.")
    if args.out in (None, "", "-") or Path(args.out).resolve().is_relative_to(args.project.resolve()):
        raise Unusable("Private Inhalte gehen nur in eine Datei außerhalb des Projekts: --out DATEI.")


COMMAND = Command("export", "gibt alles aus: als JSON, als Bündel, für Übersetzungsprogramme, Obsidian und Anki", configure, run)
