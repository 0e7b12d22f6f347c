"""The canonical form of an entry's head: fields in the agreed order, the schema named, no trailing blanks. The body keeps its
bytes.

The writer's values, comments and quoting stay too; only whole fields move.
"""

from __future__ import annotations

import re

from ..model.fields import ENTRY
from .editor_schemas import SCHEMA_MARK

_HEAD = re.compile(r"\A(\ufeff?---[ \t]*\r?\n)(.*?)(^---[ \t]*(?:\r?\n|\Z))", re.DOTALL | re.MULTILINE)
#: How the line ends that names our schema, wherever that lies.
_OURS = "/entry.schema.json"

_KEY = re.compile(r"([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]|$)")


def canonical_entry(text: str, schema: str) -> str:
    """Put an entry file into canonical form, naming its schema in the line `schema` (see `schema_line`) unless it names another.
    Idempotent; returns a text without a head unchanged.
    """
    match = _HEAD.match(text)
    if not match:
        return text
    newline = "\r\n" if "\r\n" in match[1] else "\n"
    lines = [line.rstrip() for line in match[2].replace("\r\n", "\n").split("\n")]
    named = [line for line in lines if line.startswith(SCHEMA_MARK)]
    fields = _in_order(_fields([line for line in lines if line not in named]))
    named = [line for line in named if not line.endswith(_OURS)] or schema.splitlines() or named
    head = [line for line in (*named[:1], *(line for field in fields for line in field)) if line is not None]
    return f"---{newline}{newline.join(head)}{newline}---{match[3].lstrip('-').lstrip(' ').lstrip(chr(9))}{text[match.end() :]}"


def _fields(lines: list[str]) -> list[list[str]]:
    """The head's lines by field: comments above a field and all lines indented below it belong to it; drops blank lines between
    fields."""
    fields: list[list[str]] = []
    above: list[str] = []
    for line in lines:
        if _KEY.match(line):
            fields.append([*above, line])
            above = []
        elif line.startswith("#"):
            above.append(line)
        elif fields and not above:
            fields[-1].append(line)
        elif line:
            above.append(line)
    fields = [_without_blank_end(field) for field in fields]
    return [*fields, above] if above else fields


def _without_blank_end(field: list[str]) -> list[str]:
    while field and not field[-1]:
        field = field[:-1]
    return field


def _in_order(fields: list[list[str]]) -> list[list[str]]:
    order = {f.name: i for i, f in enumerate(ENTRY)}

    def rank(field: list[str]) -> int:
        match = next((m for line in field if (m := _KEY.match(line))), None)
        return order.get(match[1], len(order)) if match else len(order) + 1

    return sorted(fields, key=rank)
