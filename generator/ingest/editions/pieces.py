"""Split a file into independent pieces: fields of a YAML map, items of a YAML list, head and body of an entry."""

from __future__ import annotations

import re

import yaml

from ...model.slug import slugify

#: The beginning of a field or item, at the left edge, where items of a field's list may also begin.
_FIELD = re.compile(r"([A-Za-z_][\w-]{0,80})[ \t]*:(?:\s|$)")
_ITEM = re.compile(r"-[ \n]()")
_TITLE = re.compile(r"^(?:- |  )(title|old|id):[ \t]*(.*)$", re.MULTILINE)

#: The name of an entry's body among its pieces.
BODY = "\n"

Pieces = dict[str, str]


def pieces_of(text: str) -> Pieces | None:
    """Name → text of each piece, in order; joined, they are the text. None if it does not split into pieces with unique names.

    Comments belong to what follows them; "" is the text before the first piece.

    >>> pieces_of("- title: Wald\\n  entry: wald\\n# Wasser\\n- title: Moor\\n")
    {'wald': '- title: Wald\\n  entry: wald\\n', 'moor': '# Wasser\\n- title: Moor\\n'}
    """
    if not text.startswith("---\n"):
        return _fields(text)
    head, mark, body = text[4:].partition("\n---\n")
    fields = _fields(f"{head}\n") if mark else None
    return None if fields is None else {"---": "---\n", **fields, BODY: f"---\n{body}"}


def item_pieces(piece: str) -> Pieces | None:
    """The same for the fields of one item of a list. None unless it is a map over several lines.

    >>> item_pieces("- title: Wald\\n  entry: wald\\n")
    {'title': '- title: Wald\\n', 'entry': '  entry: wald\\n'}
    """
    lines = piece.splitlines(keepends=True)
    if not piece.startswith("- ") or not all(line.startswith("  ") or not line.strip() for line in lines[1:]):
        return None
    found = _fields("".join([lines[0][2:], *(line[2:] if line.strip() else line for line in lines[1:])]))
    return None if found is None else {name: _indented(text, first=not at) for at, (name, text) in enumerate(found.items())}


def _indented(text: str, *, first: bool) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line if not line.strip() else ("- " if first and not at else "  ") + line for at, line in enumerate(lines))


def _fields(text: str) -> Pieces | None:
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    starts = _ITEM if first.startswith("-") else _FIELD
    found: list[tuple[str, str]] = []
    waiting = ""
    for line in text.splitlines(keepends=True):
        start = starts.match(line)
        if start:
            found.append((start[1], waiting + line))
            waiting = ""
        elif line.startswith("#") or not line.strip():
            waiting += line
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + waiting + line)
            waiting = ""
        else:
            return None
    named = [(name or _name_of(piece), piece) for name, piece in found] + [("\0", waiting)] * bool(waiting)
    return dict(named) if len(dict(named)) == len(named) else None


def _name_of(piece: str) -> str:
    """The name that identifies an item of a list."""
    found = dict(_TITLE.findall(piece))
    value = found.get("title") or found.get("id") or found.get("old") or ""
    try:
        return slugify(str(yaml.safe_load(value) or "")) or piece
    except yaml.YAMLError:
        return piece


def is_readable(pieces: Pieces) -> bool:
    """Whether joined pieces are still YAML, without duplicate names."""
    head = "".join(text for name, text in pieces.items() if name not in ("---", BODY))
    try:
        yaml.safe_load(head)
    except yaml.YAMLError:
        return False
    return pieces_of("".join(pieces.values())) is not None
