"""The command `nachschlag search`. `nachschlag` finds it through the entry point group "nachschlag.commands"."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from nachschlag.generator.model.command import Command, Exit
from nachschlag.generator.model.unusable import Unusable
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .assistant import mcp_server
from .core.documents import KIND_NAMES
from .core.results import Hit
from .index.index import MOST_HITS, Index, open_index
from .live import serve


def commands() -> list[Command]:
    """The commands that search adds to `nachschlag`."""
    return [
        Command("search", "sucht Regeln ohne Netz", _configure, _run),
        Command("mcp", "beantwortet Fragen von Assistenten (Model Context Protocol)", lambda parser: None, mcp_server.run),
        Command("serve", "baut, was veraltet ist, und zeigt die Seite mit Suche im Browser", serve.configure, serve.run),
    ]


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "query", metavar="SUCHTEXT", nargs="+", help="was du suchst, etwa: spalten · GR 17 · 'zauber -bannen art:sonderregel'"
    )
    parser.add_argument("--system", metavar="SPIEL", help="nur in diesem Spiel suchen (Kennung, z. B. aos)")
    parser.add_argument("--phase", metavar="PHASE", help="nur, was in dieser Phase gilt (Kennung, z. B. bewegungsphase)")
    parser.add_argument("--kind", metavar="ART", help="nur diese Art, z. B. special-rule")
    parser.add_argument(
        "--limit", metavar="ZAHL", type=int, default=10, help=f"so viele Treffer, höchstens {MOST_HITS} (Vorgabe: 10)"
    )
    parser.add_argument("--json", action="store_true", help="Treffer als JSON")


def _run(args: argparse.Namespace) -> int:
    with open_index(Path(args.project) / "build" / "index") as index:
        _check(args, index)
        query = " ".join(args.query).encode("utf-8", "replace").decode()  # a shell may pass bytes that are not valid UTF-8
        hits = index.search(query, args.system, args.kind, args.limit, args.phase)
        corrected = index.corrected(query, hits[0]) if hits else ""
        nearest = [] if hits else index.nearest(query, system=args.system)
        notices = index.notices(query, args.system, args.kind, args.phase)
        shorts = {system.id: system.short for system in index.lexicon.systems}
    if args.json:
        found = {"query": query, "corrected": corrected, "notices": notices, "hits": hits, "nearest": nearest}
        print(json.dumps(found, ensure_ascii=False, indent=2, default=Hit.to_json))
        return Exit.FINE if hits else Exit.FINDINGS
    for notice in notices:
        print(f"{notice}\n", file=sys.stderr)
    if corrected:
        print(f"Meintest du „{corrected}“?\n")
    if hits:
        show(hits, shorts, Console())
    else:
        near = ", ".join(f"{hit.title} ({shorts.get(hit.system) or KIND_NAMES[hit.kind]})" for hit in nearest)
        print(f"Nichts gefunden für „{query}“." + (f" Am nächsten: {near}." if near else ""), file=sys.stderr)
    return Exit.FINE if hits else Exit.FINDINGS


def _check(args: argparse.Namespace, index: Index) -> None:
    """Raise Unusable for an unknown system or kind, or an impossible number."""
    systems = [system.id for system in index.lexicon.systems]
    if args.system and args.system not in systems:
        raise Unusable(f"Kein Spiel mit der Kennung „{args.system}“. Es gibt: {', '.join(systems)}.")
    phases = dict.fromkeys(
        name for system in index.lexicon.systems if args.system in (None, system.id) for name, _ in system.phases
    )
    if args.phase and args.phase not in phases:
        raise Unusable(f"Keine Phase „{args.phase}“. Es gibt: {', '.join(phases)}.")
    if args.kind and args.kind not in KIND_NAMES:
        raise Unusable(f"Keine Art „{args.kind}“. Es gibt: {', '.join(KIND_NAMES)}.")
    if not 1 <= args.limit <= MOST_HITS:
        raise Unusable(f"--limit {args.limit}: erlaubt sind 1 bis {MOST_HITS}.")


def show(hits: Sequence[Hit], shorts: dict[str, str], console: Console) -> None:
    """Print hits as a table; in colour only on a terminal."""
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
