"""Locate the texts of entries, terms and concepts in their files."""

from __future__ import annotations

from .values import Concept, Entry, Location, Term


def place(it: Entry | Term | Concept, field: str, text: str = "", offset: int = 0) -> Location:
    """The place of a character in an entry's field ("short", "text", "card.effect", "data.rows[0][1]"); in a list in the head, the list's
    or the row's start. For a term or concept, where that begins."""
    return _in_entry(it, field, text, offset) if isinstance(it, Entry) else it.location


def _in_entry(entry: Entry, field: str, text: str, offset: int) -> Location:
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
