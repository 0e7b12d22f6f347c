"""Help pages generated from the program's own tables, so that they stay up to date: fields, findings, the API."""

from __future__ import annotations

from collections.abc import Iterator

from ..ingest.structure.profile_help import profile_page
from ..model.fields import CONCEPT, ENTRY, MOVE, QUERIES, SYSTEM, TERM
from ..model.findings import catalogue
from ..model.values import KINDS
from ..pages.field_table import cell, field_table
from ..proofing.checks.waivers import waivable
from ..records.openapi import FILES
from ..records.schema import SCHEMAS
from ..records.schema_parts import Schema

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


_API_HEAD = """# Felder der API

Was in den Dateien unter `/api/v1/` steht ([Für Entwickler](entwickler.md) zeigt den Gebrauch). `[]` steht für jeden Platz einer Liste,
`*` für jeden Namen einer Zuordnung; was mit „?“ endet, fehlt, wo es nichts zu sagen gibt. Felder kommen nur hinzu.
*Every field of every file with its JSON type; its meaning in German ([For developers](developers.md)).*
"""


def api_page() -> str:
    """A table of fields for each API file."""
    parts = [_API_HEAD]
    for file in FILES:
        if file.schema:
            rows = "".join(_api_rows(SCHEMAS[file.schema](), ""))
            parts.append(f"\n## {file.path}\n\n{cell(file.german)}\n\n| Feld | Typ | Bedeutung |\n| --- | --- | --- |\n{rows}")
    return "".join(parts)


def _api_rows(schema: Schema, path: str) -> Iterator[str]:
    for name, inner in schema.get("properties", {}).items():
        left_out = "" if name in schema["required"] else "?"
        yield f"| `{path}{name}{left_out}` | {_type(inner)} | {cell(inner.get('description', ''))} |\n"
        yield from _api_rows(inner, f"{path}{name}.")
        for word, mark in (("items", "[]"), ("additionalProperties", ".*")):
            yield from _api_rows(inner.get(word) or {}, f"{path}{name}{mark}.")


def _type(schema: Schema) -> str:
    """JSON type or types; for a list also those of its items.

    >>> _type({"type": "array", "items": {"type": ["string", "null"]}})
    'array: string, null'
    """
    choices = [repr(one).replace("'", '"') for one in schema.get("enum", [schema["const"]] if "const" in schema else [])]
    if choices:
        return ", ".join(f"`{one}`" for one in choices)
    types = schema.get("type", "array")  # a list row with several forms
    words = types if isinstance(types, str) else ", ".join(types)
    return f"{words}: {_type(schema['items'])}" if "type" in schema.get("items", {}) else words
