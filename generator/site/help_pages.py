"""Help pages generated from the program's own tables, so that they stay up to date: fields, findings, the API."""

from __future__ import annotations

from collections.abc import Iterator

from ..ingest.structure.profile_help import profile_page
from ..model.fields import CONCEPT, ENTRY, MOVE, QUERIES, SYSTEM, TERM
from ..model.findings import catalogue
from ..model.values import KINDS
from ..pages.field_table import cell, field_table
from ..proofing.checks.waivers import waivable
from .api_page import api_page

_FAMILIES = {
    "D": "Dateien",
    "F": "Felder",
    "K": "Kennungen und Nummern",
    "V": "Verweise",
    "T": "Text",
    "R": "Rechte",
    "B": "Begriffe im Deutschen und im Englischen",
    "Z": "Zahlen und andere Tatsachen im Deutschen und im Englischen",
    "S": "Sprache",
    "G": "Durchsicht und Stand",
    "A": "Ausnahmen",
    "U": "Übersetzungen",
}


def help_pages() -> Iterator[tuple[str, str, str]]:
    """(path, source file, Markdown) of every generated help page."""
    yield "hilfe/felder.md", "generator/model/fields.py", _fields_page()
    yield "hilfe/befunde.md", "generator/model/findings.yaml", _findings_page()
    yield "hilfe/profil.md", "generator/model/profile_fields.py", profile_page()
    yield "hilfe/api-felder.md", "generator/records/fields.py", api_page()


def _fields_page() -> str:
    files = (
        ("Eintrag", "content/<spiel>/<teil>/<name>.md", ENTRY),
        ("Begriff", "glossary/<spiel>.yaml", TERM),
        ("Konzept", "glossary/concepts.yaml", CONCEPT),
        ("Suchanfragen", "glossary/queries/<spiel>.yaml", QUERIES),
        ("Spiel", "content/<spiel>/system.yaml", SYSTEM),
        ("Umzug", "content/<spiel>/moved.yaml", MOVE),
    )
    kinds = ", ".join(f"`{kind}` ({names[0]})" for kind, names in KINDS.items())
    body = "".join(f"\n## {title}\n\n`{path}`\n\n{field_table(fields)}" for title, path, fields in files)
    head = "# Felder\n\nAlle Felder der Dateien, die man schreibt. Pflichtfelder sind **fett**.\n"
    return f"{head}{body}\n## Arten von Einträgen\n\n{kinds}\n"


def _findings_page() -> str:
    parts = ["# Befunde\n\nWas `nachschlag check` und `nachschlag import` melden, warum es zählt, und wie es richtig aussieht.\n"]
    may_stay = frozenset(waivable())
    for letter, family in _FAMILIES.items():
        parts.append(f"\n## {family}\n")
        for code, about in catalogue().items():
            if code.startswith(letter):
                waived = " Lässt mit Grund eine Ausnahme zu (`waivers`)." if code in may_stay else ""
                parts.append(
                    f"\n### {code} {about.title} {{#{code.lower()}}}\n\n{about.severity.german}. {cell(about.why)}{waived}\n\n"
                    f"- Falsch: {cell(about.wrong)}\n- Richtig: {cell(about.right)}\n"
                )
    return "".join(parts)
