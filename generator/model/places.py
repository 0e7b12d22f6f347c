"""Locate an entry's texts in its file."""

from __future__ import annotations

from .values import Entry, Location


def place(entry: Entry, field: str, text: str = "", offset: int = 0) -> Location:
    """The place of a character in a field ("short", "text", "card.effect", "data.rows[0][1]"); in a list in the head, the list's or
    the row's start."""
    if field == "text":
        line = text.count("\n", 0, offset)
        return Location(entry.location.path, entry.line_in_file(line), offset - text.rfind("\n", 0, offset))
    if field == "text_en":
        line = text.count("\n", 0, offset)
        return Location(f"{entry.location.path.removesuffix('.md')}.en.md", 1 + line, offset - text.rfind("\n", 0, offset))
    if field in entry.lines:
        return entry.lines[field].within(offset)
    names = (field.rpartition("[")[0], field.partition("[")[0], field.partition(".")[0])
    return next((entry.lines[name] for name in names if name in entry.lines), entry.location)
