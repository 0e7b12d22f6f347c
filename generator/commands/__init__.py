"""The generator's commands, one module each: arguments in, output and exit status out; the work is done elsewhere.

A command's module is imported when it runs; its name, help and arguments stand here and in `arguments`.

Decisions: 0007, 0160.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ..model.command import Command, run_of
from . import arguments


def _command(name: str, help_: str, configure: Callable[[argparse.ArgumentParser], None], *, starts: bool = False) -> Command:
    """A command whose module has the name of the function that adds its arguments."""
    return Command(name, help_, configure, run_of(f".{configure.__name__}", __name__), starts)


COMMANDS: tuple[Command, ...] = (
    _command("accept", "bestätigt: Der deutsche Text passt zu seiner Vorlage", arguments.accept),
    _command("begin", "beginnt ein neues Spiel, leer oder aus einem Buch", arguments.begin, starts=True),
    _command("build", "baut Seiten, Suchindex und JSON", arguments.build),
    _command("check", "prüft Inhalte und Glossar", arguments.check),
    _command("concordance", "zeigt jeden Satz mit einem Begriff, deutsch neben englisch", arguments.concordance),
    _command("diff", "zeigt, was sich zwischen zwei Ständen geändert hat", arguments.diff),
    _command("draft", "berichtigt, was aus einem Buch eingelesen wurde", arguments.draft),
    _command("export", "gibt alles aus: als JSON, als Bündel, für Übersetzungsprogramme, Obsidian und Anki", arguments.export),
    _command("fmt", "bringt die Köpfe der Einträge in die vereinbarte Form", arguments.fmt),
    _command("import", "schreibt Übersetzungen aus PO oder XLIFF zurück", arguments.import_),
    _command("ingest", "liest ein Regelbuch als Entwürfe ein, nur für dich", arguments.ingest),
    _command("link", "findet und verlinkt jeden Verweis in einem Text", arguments.link),
    _command("move", "gibt einem Eintrag eine andere Kennung oder einen anderen Teil", arguments.move),
    _command("new", "legt einen neuen Eintrag an", arguments.new),
    _command("resolve", "sagt, worauf ein Verweis zeigt, und warum", arguments.resolve),
    _command("review", "vermerkt, dass Texte mit ihrer Vorlage verglichen sind", arguments.review),
    _command("roster", "macht aus einer Armeeliste ein Blatt mit den deutschen Regeln", arguments.roster),
    _command("show", "zeigt einen Eintrag", arguments.show),
    _command("status", "zeigt, was fehlt, veraltet oder ungeprüft ist", arguments.status),
)
