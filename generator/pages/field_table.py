"""Tables of fields as Markdown, for help pages."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.fields import Field
from .page_file import markdown_escape

_TYPES = {
    "text": "Text",
    "integer": "ganze Zahl",
    "boolean": "true oder false",
    "date": "Datum (JJJJ-MM-TT)",
    "url": "Webadresse",
    "colour": "Farbe (#rrggbb)",
    "number": "Regelnummer",
    "pattern": "Muster (regulärer Ausdruck)",
    "list": "Liste",
    "lists": "Zuordnung von Listen",
    "texts": "Zuordnung von Texten",
    "map": "Zuordnung",
    "records": "Liste von Zuordnungen",
    "table": "Liste von Zeilen",
}


def field_table(fields: tuple[Field, ...]) -> str:
    """A Markdown table of fields, those within maps below them as `map.field`.

    >>> print(field_table((Field("title", "text", "Titel", required=True),)))
    | Feld | Form | Bedeutung |
    | --- | --- | --- |
    | **`title`** | Text | Titel |
    <BLANKLINE>
    """
    return f"| Feld | Form | Bedeutung |\n| --- | --- | --- |\n{''.join(_rows(fields))}"


def _rows(fields: tuple[Field, ...], prefix: str = "") -> Iterator[str]:
    for f in fields:
        name = f"`{prefix}{f.name}`"
        limit = f", höchstens {f.longest} Zeichen" if f.longest else ""
        choices = ": " + ", ".join(f"`{c}`" for c in f.choices) if f.choices and len(f.choices) < 10 else ""
        yield f"| {f'**{name}**' if f.required else name} | {_TYPES[f.type]}{limit} | {cell(f.about)}{choices} |\n"
        yield from _rows(f.fields, f"{prefix}{f.name}.")


def cell(text: str) -> str:
    """Escape text so that a Markdown heading, table cell or list item shows it literally."""
    return markdown_escape(text).replace("|", "&#124;")
