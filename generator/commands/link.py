"""`nachschlag link`: finds and links every reference in any text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..files.json_text import to_json
from ..model.command import Exit
from ..model.settings import read_settings
from ..model.unusable import NotUtf8, Unreadable, WhichSystem, WrongOptions
from ..prose.address import page_urls
from ..records.export import linked_record
from ..references.link import MOST_LINES, link_until, read_for_links, system_of, with_links
from ..references.references import MOST_PLACES
from ._shared import load_library, stderr

_KIND_OF = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html", ".xhtml": "html"}


def run(args: argparse.Namespace) -> int:
    library = load_library(args)
    text = _read(args.file)
    kind = args.input or _KIND_OF.get(Path(args.file).suffix.lower(), "text")
    form = args.format or ("html" if kind == "html" else "md")
    if kind == "html" and form == "md":
        raise WrongOptions("HTML bleibt HTML: --format html oder --format json.")
    system = args.system or system_of(library, read_for_links(text, kind).bare.text)
    if system is None:
        raise WhichSystem(
            f"Welches Spiel gemeint ist, zeigt der Text nicht. Nenne es mit --system: {', '.join(library.systems)}."
        )
    found, until = link_until(library, text, system, kind=kind)
    if until < len(text):
        line = text.count("\n", 0, until) + 1
        most = f"Ein Text darf {MOST_PLACES} Stellen haben, die Verweise sein können, in Markdown {MOST_LINES} Zeilen."
        stderr().print(f"Nur bis Zeile {line} gelesen: {most} Teile ihn.")
    if form == "json":
        sys.stdout.write(to_json([linked_record(one) for one in found]))
        return Exit.FINE
    base = (args.base if args.base is not None else read_settings(args.project).site_url).rstrip("/")
    linked = with_links(
        library,
        text,
        system,
        href=page_urls(library, base),
        kind=kind,
        form=form,
        density=args.density,
        found=found,
    )
    sys.stdout.flush()
    sys.stdout.buffer.write(linked.encode("utf-8"))  # byte for byte, without changing line ends
    sys.stdout.buffer.flush()
    return Exit.FINE


def _read(name: str) -> str:
    """Read the input with its line ends. Raises Unusable if that fails."""
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise NotUtf8(f"„{name}“ ist nicht in UTF-8 (Byte {problem.start + 1}). Speichere den Text als UTF-8.") from None
    except OSError as problem:
        raise Unreadable(name, problem) from None
