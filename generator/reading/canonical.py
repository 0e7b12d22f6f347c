"""The canonical form of an entry's head: fields in the agreed order, the schema named, no trailing blanks. The body keeps its
bytes.

The writer's values, comments and quoting stay too; only whole fields move.
"""

from __future__ import annotations

import re

from ..model.fields import ENTRY

#: Names the schema for editors, relative to content/<system>/<part>/.
SCHEMA_LINE = "# yaml-language-server: $schema=../../../generator/assets/schema/entry.schema.json"

_HEAD = re.compile(r"\A(\ufeff?---[ \t]*\r?\n)(.*?)(^---[ \t]*(?:\r?\n|\Z))", re.DOTALL | re.MULTILINE)
_KEY = re.compile(r"([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]|$)")
_SCHEMA = "# yaml-language-server:"


def canonical_entry(text: str) -> str:
    """Put an entry file into canonical form. Idempotent; returns a text without a head unchanged."""
    match = _HEAD.match(text)
    if not match:
        return text
    newline = "\r\n" if "\r\n" in match[1] else "\n"
    lines = [line.rstrip() for line in match[2].replace("\r\n", "\n").split("\n")]
    fields = _in_order(_fields([line for line in lines if not line.startswith(_SCHEMA)]))
    named = [line for line in lines if line.startswith(_SCHEMA)] or [SCHEMA_LINE]
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
