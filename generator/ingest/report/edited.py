"""Files of a system with other fields, texts or parts. Everything else keeps its bytes, with all that an editor added."""

from __future__ import annotations

from collections.abc import Mapping

from ...files.yaml_edit import CannotEdit, scalar
from ..editions.pieces import BODY, Pieces, is_readable, item_pieces, pieces_of
from ..editions.written import as_written, plain, values_of


def with_fields(text: str, fields: Mapping[str, str | None], body: str | None = None) -> str:
    """An entry's file with other fields (None: without), and another body unless None. Raises CannotEdit.

    >>> with_fields("---\\ntitle: Moor\\nparent: wald\\n---\\nNass.\\n", {"title": "Sumpf", "parent": None})
    '---\\ntitle: Sumpf\\n---\\nNass.\\n'
    """
    pieces = pieces_of(plain(text))
    if pieces is None or BODY not in pieces:
        raise CannotEdit("Der Kopf der Datei lässt sich nur von Hand ändern.")
    last = pieces.pop(BODY)
    _set(pieces, fields)
    pieces[BODY] = last if body is None else f"---\n{body}\n"
    if not is_readable(pieces):
        raise CannotEdit("Der Kopf der Datei lässt sich nur von Hand ändern.")
    return as_written("".join(pieces.values()), text)


def _set(pieces: Pieces, fields: Mapping[str, str | None], before: str = "") -> None:
    """Write fields in their places, below the comments there, and new ones last; `before` indents them."""
    for name, value in fields.items():
        if value is None:
            pieces.pop(name, None)
            continue
        above = [line for line in pieces.get(name, "").splitlines(keepends=True) if line.startswith("#")]
        start = "- " if pieces.get(name, "").startswith("- ") else before
        pieces[name] = f"{''.join(above)}{start}{name}: {value if name == 'order' else scalar(value)}\n"


def with_parts(text: str, titles: Mapping[str, str | None], *, after: str = "", new: tuple[str, str] = ("", "")) -> str:
    """A system.yaml with other titles of parts (None: without the part), and a new part (id, title) after another.

    >>> with_parts("parts:\\n- id: moor\\n  title: Moor\\n", {}, after="moor", new=("wald", "Wald"))
    'parts:\\n- id: moor\\n  title: Moor\\n- id: wald\\n  title: Wald\\n'
    """
    fields = pieces_of(plain(text)) or {}
    head, _, below = fields.get("parts", "").partition("parts:\n")
    items = pieces_of(below) if below else None
    if items is None:
        raise CannotEdit("Die Teile lassen sich dort nur von Hand ändern.")
    rows = []
    for item in items.values():
        id_, parts = values_of(item).get("id", ""), item_pieces(item)
        if id_ in titles and titles[id_] is not None and parts:
            _set(parts, {"title": titles[id_]}, "  ")
            item = "".join(parts.values())
        rows += [item] if titles.get(id_, "") is not None else []
        rows += [f"- id: {new[0]}\n  title: {scalar(new[1])}\n"] if id_ == after else []
    fields["parts"] = f"{head}parts:\n{''.join(rows)}"
    return as_written("".join(fields.values()), text)


def without_entry(text: str, slug: str) -> str:
    """A term base whose terms no longer name this entry."""
    items = pieces_of(plain(text)) or {}
    for name, item in items.items():
        parts = item_pieces(item)
        if parts and values_of(item).get("entry", "").rpartition("/")[2] == slug and not parts["entry"].startswith("- "):
            items[name] = "".join(piece for field, piece in parts.items() if field != "entry")
    return as_written("".join(items.values()), text) if items else text
