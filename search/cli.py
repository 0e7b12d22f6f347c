"""The commands that search adds to `nachschlag`, which finds them through the entry point group "nachschlag.commands".

Name, help and arguments only: what a command runs is imported when it runs.
"""

from __future__ import annotations

import argparse

from nachschlag.generator.model.command import Command, run_of

from .core.limits import MOST_HITS


def commands() -> list[Command]:
    """The commands that search adds to `nachschlag`."""
    return [
        Command("search", "sucht Regeln ohne Netz", _search, run_of(".terminal", __package__)),
        Command(
            "mcp",
            "beantwortet Fragen von Assistenten (Model Context Protocol)",
            lambda parser: None,
            run_of(".assistant.mcp_server", __package__),
        ),
        Command(
            "serve",
            "baut, was veraltet ist, und zeigt die Seite mit Suche im Browser",
            _serve,
            run_of(".live.serve", __package__),
        ),
        Command(
            "index",
            "gibt den Suchindex weiter, an Dienste auf anderen Rechnern",
            _index,
            run_of(".index.handing_on", __package__),
        ),
    ]


def _search(parser: argparse.ArgumentParser) -> None:
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


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADRESSE", help="wo gelauscht wird; 0.0.0.0 für Handys im selben Netz"
    )
    parser.add_argument("--port", type=int, default=8000, metavar="ZAHL", help="Port (sonst: 8000)")
    parser.add_argument(
        "--production", action="store_true", help="der Dienst für alle: nimmt die fertige Seite, baut und beobachtet nichts"
    )
    parser.add_argument("--site", metavar="ORDNER", help="mit --production: die gebaute Seite (sonst: site)")
    parser.add_argument("--private", action="store_true", help="mit --production: auch private Spiele zeigen")
    parser.add_argument(
        "--workers",
        type=int,
        metavar="ZAHL",
        help="mit --production: so viele Prozesse rechnen (sonst: einer je Kern, zwei bis acht)",
    )
    parser.add_argument(
        "--index-from", metavar="DATEI", help="mit --production: den Suchindex von hier nehmen, auch https://…, und jeden neuen"
    )
    parser.add_argument(
        "--index-key",
        metavar="DATEI",
        help="mit --index-from: nur nehmen, was dieser öffentliche Schlüssel als echt ausweist",
    )
    parser.add_argument(
        "--engine",
        metavar="ADRESSE",
        help="mit --production: den Suchindex fragen, der hier liegt: postgresql://HOST,HOST/DATENBANK",
    )
    parser.add_argument("--mcp", action="store_true", help="mit --production: unter /mcp auch Assistenten antworten (MCP)")


def _index(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--pack", metavar="DATEI", help="in diese eine Datei schreiben")
    where.add_argument("--to", metavar="ADRESSE", help="in diese Datenbank schreiben: postgresql://HOST/DATENBANK")
    parser.add_argument("--sign", metavar="DATEI", help="mit --pack: mit diesem geheimen Schlüssel unterschreiben (Ed25519, PEM)")
    parser.add_argument("--private", action="store_true", help="auch private Spiele, nur in eine Datei außerhalb des Projekts")
