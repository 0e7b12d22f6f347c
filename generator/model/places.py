"""Locate the texts of entries, terms and concepts in their files; the English of an entry is a file beside its own."""

from __future__ import annotations

from .values import Concept, Entry, Location, Term

_ENGLISH = ".en.md"


def english_path(path: str) -> str:
    """The path of the English text of an entry.

    >>> english_path("content/t9a/sonderregeln/angst.md")
    'content/t9a/sonderregeln/angst.en.md'
    """
    return path.removesuffix(".md") + _ENGLISH


def is_english_path(path: str) -> bool:
    """Whether a path is that of an English text."""
    return path.endswith(_ENGLISH)


def german_path(path: str) -> str:
    """The path of the entry beside which an English text stands; any other path unchanged."""
    return f"{path.removesuffix(_ENGLISH)}.md" if is_english_path(path) else path


def place(it: Entry | Term | Concept, field: str, text: str = "", offset: int = 0) -> Location:
    """The place of a character in a field ("short", "text", "card.effect", "data.rows[0][1]", "notes.aos"); in a table in the head,
    the row's start. Without such a field, the place where the entry, term or concept begins.
    """
    if isinstance(it, Entry) and field in ("text", "text_en"):
        line = text.count("\n", 0, offset)
        column = offset - text.rfind("\n", 0, offset)
        if field == "text":
            return Location(it.location.path, it.line_in_file(line), column)
        return Location(english_path(it.location.path), 1 + line, column)
    if field in it.lines:
        return it.lines[field].within(offset)
    names = (field.rpartition("[")[0], field.partition("[")[0], field.partition(".")[0])
    return next((it.lines[name] for name in names if name in it.lines), it.location)


def is_in(it: Entry | Term | Concept, at: Location) -> bool:
    """Whether a place is in the file of an entry, or in the lines of a term or concept, which share theirs with others."""
    if at.path != it.location.path or isinstance(it, Entry):
        return at.path == it.location.path
    lines = (line for one in it.lines.values() for line in (one.line, *(step[1] for step in one.steps)))
    return it.location.line <= at.line <= max(lines, default=it.location.line)
