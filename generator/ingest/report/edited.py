"""Files of a system with other fields, texts or parts. Everything else keeps its bytes, with all that an editor added."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...exchange.accepting import marked, marked_records
from ...exchange.file_edit import head_of, newline_of
from ...files.yaml_edit import CannotEdit, scalar
from ..editions.pieces import pieces_of
from ..editions.written import as_written, plain, slug_of, terms_in, values_of

#: A place in the order, which is a number.
_ORDER = re.compile(r'^order: "(\d+)"', re.MULTILINE)


def with_fields(text: str, fields: Mapping[str, str | None], body: str | None = None) -> str:
    """An entry's file with other fields (None: without), and another body unless None. Raises CannotEdit.

    >>> with_fields("---\\ntitle: Moor\\nparent: wald\\n---\\nNass.\\n", {"title": "Sumpf", "parent": None})
    '---\\ntitle: Sumpf\\n---\\nNass.\\n'
    """
    text = _ORDER.sub(r"order: \1", marked(text, fields)) if fields else text
    if body is None:
        return text
    return text[: head_of(text).end()] + f"{body}\n".replace("\n", newline_of(text))


def with_parts(text: str, titles: Mapping[str, str | None], *, after: str = "", new: tuple[str, str] = ("", "")) -> str:
    """A system.yaml with other titles of parts (None: without the part), and a new part (id, title) after another.

    >>> with_parts("parts:\\n- id: moor\\n  title: Moor\\n", {}, after="moor", new=("wald", "Wald"))
    'parts:\\n- id: moor\\n  title: Moor\\n- id: wald\\n  title: Wald\\n'
    """
    fields = pieces_of(plain(text)) or {}
    head, _, below = fields.get("parts", "").partition("parts:\n")
    renamed = {id_: {"title": title} for id_, title in titles.items() if title is not None}
    items = pieces_of(marked_records(below, renamed) if renamed else below) if below else None
    if items is None:
        raise CannotEdit("Die Teile lassen sich dort nur von Hand ändern.")
    rows = []
    for item in items.values():
        id_ = values_of(item).get("id", "")
        rows += [item] if titles.get(id_, "") is not None else []
        rows += [f"- id: {new[0]}\n  title: {scalar(new[1])}\n"] if id_ == after else []
    fields["parts"] = f"{head}parts:\n{''.join(rows)}"
    return as_written("".join(fields.values()), text)


def without_entry(text: str, slug: str) -> str:
    """A term base whose terms no longer name this entry."""
    named = [id_ for id_, term in terms_in(text).items() if slug_of(term.get("entry", "")) == slug]
    return marked_records(text, {id_: {"entry": None} for id_ in named}) if named else text
