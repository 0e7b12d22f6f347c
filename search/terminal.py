"""`nachschlag search`: hits in the terminal, or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from nachschlag.generator.model.command import Exit
from nachschlag.generator.model.unusable import NotAmong, OutOfRange
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .core.documents import KIND_NAMES
from .core.limits import MOST_HITS
from .core.results import Hit
from .index.index import Index, open_index


def run(args: argparse.Namespace) -> int:
    """Search, and print what is found."""
    with open_index(Path(args.project) / "build" / "index") as index:
        _check(args, index)
        query = " ".join(args.query).encode("utf-8", "replace").decode()  # a shell may pass bytes that are no text
        found = index.answer(query, args.system, args.kind, args.limit, args.phase)
        shorts = {system.id: system.short for system in index.lexicon.systems}
        lacking = next((system.excerpt for system in index.lexicon.systems if system.id == args.system), "")
    if args.json:
        print(json.dumps(found.to_json(), ensure_ascii=False, indent=2))
        return Exit.FINE if found.hits else Exit.FINDINGS
    for notice in found.notices:
        print(f"{notice}\n", file=sys.stderr)
    if found.corrected:
        print(f"Meintest du „{found.corrected}“?\n")
    if found.hits:
        show(found.hits, shorts, Console())
    else:
        near = ", ".join(f"{hit.title} ({shorts.get(hit.system) or KIND_NAMES[hit.kind]})" for hit in found.nearest)
        print(
            f"Nichts gefunden für „{query}“." + (f" Am nächsten: {near}." if near else "") + (f" {lacking}." if lacking else ""),
            file=sys.stderr,
        )
    return Exit.FINE if found.hits else Exit.FINDINGS


def _check(args: argparse.Namespace, index: Index) -> None:
    """Raise Unusable for an unknown system or kind, or an invalid number."""
    systems = [system.id for system in index.lexicon.systems]
    if args.system and args.system not in systems:
        raise NotAmong(f"Kein Spiel mit der Kennung „{args.system}“.", systems)
    phases = dict.fromkeys(
        name for system in index.lexicon.systems if args.system in (None, system.id) for name, _ in system.phases
    )
    if args.phase and args.phase not in phases:
        raise NotAmong(f"Keine Phase „{args.phase}“.", phases)
    if args.kind and args.kind not in KIND_NAMES:
        raise NotAmong(f"Keine Art „{args.kind}“.", KIND_NAMES)
    if not 1 <= args.limit <= MOST_HITS:
        raise OutOfRange("--limit", args.limit, 1, MOST_HITS)


def show(hits: Sequence[Hit], shorts: dict[str, str], console: Console) -> None:
    """Print hits as a table. Without colours if the output is no terminal."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 1, 0))
    for heading in ("Spiel", "Nr.", "Regel", "Kurz"):
        table.add_column(heading, no_wrap=heading in ("Spiel", "Nr."), overflow="fold")
    for hit in hits:
        names = Text.assemble((hit.title, "bold"), f"\n{hit.title_en}" if hit.title_en else "", (f"\n{hit.id}", "dim"))
        system = Text(shorts.get(hit.system, hit.system) or KIND_NAMES[hit.kind])
        table.add_row(system.append("\nprivat", "dim") if hit.private else system, hit.number, names, _marked(hit))
    console.print(table)


def _marked(hit: Hit) -> Text:
    text = Text(hit.short)
    for start, end in hit.highlights:
        text.stylize("bold yellow", start, end)
    if hit.snippet:
        piece = Text(hit.snippet, style="dim")
        for start, end in hit.snippet_highlights:
            piece.stylize("bold yellow", start, end)
        text.append("\n").append_text(piece)
    return text
