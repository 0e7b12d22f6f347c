"""The page on which a person corrects the outline with single keys, and the records that its script asks for. `nachschlag serve`
shows it.
"""

from __future__ import annotations

from typing import Any

from ...files.fingerprint import integrity
from ...pages.page_file import environment
from ...pages.styles import style_of
from ..editions.written import values_of
from .corrections import named_line
from .outline import Outline, Row, lines_of

#: Key, action, label; an action with a dialogue asks first.
KEYS = (
    ("a", "accept", "Stimmt"),
    ("r", "rename", "Umbenennen"),
    ("s", "split", "Teilen"),
    ("j", "join", "Zum davor"),
    ("d", "demote", "Tiefer"),
    ("p", "promote", "Höher"),
    ("x", "remove", "Keine Regel"),
    ("u", "undo", "Zurück"),
    ("n", "next", "Nächster"),
    ("v", "previous", "Voriger"),
    ("g", "whole", "Ganzes Buch"),
    ("?", "keys", "Tasten"),
)


def outline_html(outline: Outline, token: str) -> tuple[str, str]:
    """The page, and the policy to send with it; `token` goes back with every change."""
    style = style_of("standalone.css", "ingest/outline.css")
    system = outline.now.get(outline.last.system_file, "")
    name = str(values_of(system).get("name") or outline.system)
    page = environment().get_template("outline.html.j2").render(name=name, token=token, style=style, keys=KEYS)
    allowed = "script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return page, f"default-src 'none'; style-src '{integrity(style)}'; {allowed}"


def outline_record(outline: Outline) -> dict[str, Any]:
    """All rows in reading order, and the step that can be undone."""
    said, mark = outline.undoable
    return {"rows": [_row(row) for row in outline.rows], "undo": {"said": said, "mark": mark}}


def _row(row: Row) -> dict[str, Any]:
    found = row.found or {}
    same = {name: getattr(row, name) for name in ("id", "title", "number", "level", "mark", "why", "accepted")}
    return {**same, "certainty": found.get("certainty"), "first": row.looks_first}


def draft_record(outline: Outline, id_: str) -> dict[str, Any]:
    """A draft's lines, each with the title it would get; the draft's possible titles; its place in the book. Raises Unusable."""
    row = outline.find(id_)
    found = row.found if row.found and row.level else {}
    place = f"Zeile {found['line']}{f', S. {page}' if (page := found['page']) is not None else ''}" if found else ""
    lines = (
        [{"line": line, "text": text, "title": named_line(text)[1]} for line, text in lines_of(outline, row)] if row.level else []
    )
    return {
        "suggested": named_line(row.title)[1],
        "lines": lines,
        "place": place,
        **{name: found.get(name, "") for name in ("left", "name", "right")},
    }
