"""Help pages made from the program's own tables, so that they are never out of date: fields, findings."""

from __future__ import annotations

from collections.abc import Iterator

from .checks.waivers import waivable
from .fields import CONCEPT, ENTRY, MOVE, QUERIES, SYSTEM, TERM, Field
from .findings import CATALOGUE
from .model import KINDS
from .page_file import markdown_escape

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
    "A": "Ausnahmen",
    "U": "Übersetzungen",
}
_TYPES = {
    "text": "Text",
    "integer": "ganze Zahl",
    "boolean": "true oder false",
    "date": "Datum (JJJJ-MM-TT)",
    "url": "Webadresse",
    "colour": "Farbe (#rrggbb)",
    "number": "Regelnummer",
    "list": "Liste",
    "lists": "Zuordnung von Listen",
    "texts": "Zuordnung von Texten",
    "map": "Zuordnung",
    "records": "Liste von Zuordnungen",
    "table": "Liste von Zeilen",
}


def help_pages() -> Iterator[tuple[str, str, str]]:
    """(path, file it is made from, Markdown) of every generated help page."""
    yield "hilfe/felder.md", "generator/fields.py", _fields_page()
    yield "hilfe/befunde.md", "generator/findings.py", _findings_page()


def _fields_page() -> str:
    files = (
        ("Eintrag: content/<spiel>/<teil>/<name>.md", ENTRY),
        ("Begriff: glossary/<spiel>.yaml", TERM),
        ("Konzept: glossary/concepts.yaml", CONCEPT),
        ("Suchanfragen: glossary/queries/<spiel>.yaml", QUERIES),
        ("Spiel: content/<spiel>/system.yaml", SYSTEM),
        ("Umzug: content/<spiel>/moved.yaml", MOVE),
    )
    kinds = ", ".join(f"`{kind}` ({names[0]})" for kind, names in KINDS.items())
    body = "".join(f"\n## {_cell(title)}\n\n{_field_table(fields)}" for title, fields in files)
    head = "# Felder\n\nAlle Felder der Dateien, die man schreibt. Pflichtfelder sind **fett**.\n"
    return f"{head}{body}\n## Arten von Einträgen\n\n{kinds}\n"


def _field_table(fields: tuple[Field, ...], prefix: str = "") -> str:
    rows = "".join(_rows(fields, prefix))
    return f"| Feld | Form | Bedeutung |\n| --- | --- | --- |\n{rows}"


def _rows(fields: tuple[Field, ...], prefix: str) -> Iterator[str]:
    for f in fields:
        name = f"`{prefix}{f.name}`"
        limit = f", höchstens {f.longest} Zeichen" if f.longest else ""
        about = f.about + (": " + ", ".join(f"`{c}`" for c in f.choices) if f.choices and len(f.choices) < 10 else "")
        yield f"| {f'**{name}**' if f.required else name} | {_TYPES[f.type]}{limit} | {_cell(about)} |\n"
        yield from _rows(f.fields, f"{prefix}{f.name}.")


def _findings_page() -> str:
    parts = ["# Befunde\n\nWas `nachschlag check` und `nachschlag import` melden, warum es zählt, und wie es richtig aussieht.\n"]
    may_stay = frozenset(waivable())
    for letter, family in _FAMILIES.items():
        parts.append(f"\n## {family}\n")
        for code, about in CATALOGUE.items():
            if code.startswith(letter):
                waived = " Lässt mit Grund eine Ausnahme zu (`waivers`)." if code in may_stay else ""
                parts.append(
                    f"\n### {code} {about.title} {{#{code.lower()}}}\n\n{about.severity.german}. {_cell(about.why)}{waived}\n\n"
                    f"- Falsch: {_cell(about.wrong)}\n- Richtig: {_cell(about.right)}\n"
                )
    return "".join(parts)


def _cell(text: str) -> str:
    """Text as a Markdown heading, table cell or list item shows it unchanged."""
    return markdown_escape(text).replace("|", "&#124;")
