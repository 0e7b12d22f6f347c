"""Write marks into content files: `translated_from`, `status`, reviews. Leaves every byte outside their lines alone.

A mark is a text, a map (on one line), a list of maps (one line each), or None to take it away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from ..files.yaml_edit import CannotEdit, Edit, replaced, rewritten, scalar
from ..files.yaml_source import Node, plain_values
from ..model.fields import ENTRY
from .file_edit import head_of, newline_of, record_id, records_of

FIELD = "translated_from"

Mark = str | Mapping[str, str] | Sequence[Mapping[str, str]] | None
Marks = Mapping[str, Mark]

_ORDER = [field.name for field in ENTRY]
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_FINGERPRINT = re.compile(r"[0-9a-f]{12}")


def accepted(text: str, mark: str) -> str:
    """An entry file's text with `translated_from: "<mark>"`, replacing the old value or on a new line.

    >>> accepted('---\\ntitle: Wut\\nstatus: geprüft\\n---\\nText.', "1f0c9a7be2d4")
    '---\\ntitle: Wut\\nstatus: geprüft\\ntranslated_from: "1f0c9a7be2d4"\\n---\\nText.'
    """
    return marked(text, {FIELD: mark})


def marked(text: str, marks: Marks) -> str:
    """An entry file's text with these marks in its head, new ones below the nearest preceding field in canonical order.

    Raises CannotEdit, with a German sentence, if that cannot be done safely.
    """
    match = head_of(text)
    newline = newline_of(text)

    def edits(head: str, root: Node) -> Iterator[Edit]:
        if not isinstance(root, yaml.MappingNode):
            raise CannotEdit("Das YAML der Datei ist nicht lesbar.")
        yield from _edits(head, root, marks, len(head), newline)
        yield from _new_in_head(head, root, marks, newline)

    head = rewritten(match["head"], edits, lambda was, now: now == _wanted(was, marks))
    return text[: match.start("head")] + head + text[match.end("head") :]


def accepted_terms(text: str, marks: Mapping[str, str]) -> str:
    """A glossary's text with these `translated_from` (slug → mark) on its terms.

    >>> accepted_terms("- title: Wut\\n  status: geprüft\\n", {"wut": "1f0c9a7be2d4"})
    '- title: Wut\\n  status: geprüft\\n  translated_from: "1f0c9a7be2d4"\\n'
    """
    return marked_records(text, {slug: {FIELD: mark} for slug, mark in marks.items()})


def marked_records(text: str, marks: Mapping[str, Marks]) -> str:
    """The text of a glossary, or of concepts.yaml, with these marks (slug or id → marks); new ones become a record's last lines.

    Raises CannotEdit, with a German sentence, if that cannot be done safely.
    """
    newline = newline_of(text)

    def edits(text: str, root: Node) -> Iterator[Edit]:
        if isinstance(root, yaml.SequenceNode) and root.flow_style:
            raise CannotEdit("Das Glossar ist keine lesbare Liste.")
        records = records_of(root)
        ids = [record_id(plain_values(record)) for record in records]
        if missing := next((id_ for id_ in marks if id_ not in ids), None):
            raise CannotEdit(f"„{missing}“ ist in der Datei nicht mehr da.")
        ends = [text.rfind("\n", 0, record.start_mark.index) + 1 for record in records[1:]]
        for record, id_, end in zip(records, ids, [*ends, len(text)], strict=True):
            if id_ in marks:
                yield from _edits(text, record, marks[id_], end, newline)
                yield from _new_below(text, record, marks[id_], end, newline)

    return rewritten(text, edits, lambda was, now: now == [_wanted(one, marks.get(record_id(one), {})) for one in was])


def _wanted(values: Any, marks: Marks) -> Any:
    """The values of a map with these marks."""
    plain = {name: value if isinstance(value, str) else _plain(value) for name, value in marks.items() if value is not None}
    return {name: value for name, value in values.items() if name not in marks} | plain if marks else values


def _plain(mark: Mapping[str, str] | Sequence[Mapping[str, str]]) -> Any:
    return dict(mark) if isinstance(mark, Mapping) else [dict(one) for one in mark]


def _edits(text: str, root: yaml.MappingNode, marks: Marks, limit: int, newline: str) -> Iterator[Edit]:
    """Replace or take away the marks that a map already has. `limit` is the map's end."""
    for at, (key, value) in enumerate(root.value):
        if key.value not in marks:
            continue
        mark = marks[key.value]
        end = _behind_value(text, value, root.value[at + 1][0].start_mark.index if at + 1 < len(root.value) else limit)
        start = text.rfind("\n", 0, key.start_mark.index) + 1
        if isinstance(mark, str):
            yield _replacement(text, key.value, value, mark, flow=bool(root.flow_style))
        elif root.flow_style and mark is not None:
            yield value.start_mark.index, value.end_mark.index, _in_braces(mark)
        elif text[start : key.start_mark.index].strip():
            raise CannotEdit(f"„{key.value}“ steht hinter einem Strich. Schreib es auf eine eigene Zeile.")
        elif mark is None:
            yield start, end, ""
        else:
            yield start, end, _lines(key.value, mark, key.start_mark.column, newline)


def _replacement(text: str, name: str, old: yaml.Node, mark: str, *, flow: bool) -> Edit:
    if not isinstance(old, yaml.ScalarNode) or "\n" in text[old.start_mark.index : old.end_mark.index].strip():
        raise CannotEdit(f"„{name}“ steht nicht auf einer Zeile. Schreib den Wert dahinter.")
    start, end, written = replaced(text, old, mark, flow=flow)
    if name == FIELD and not written.strip().startswith(("'", '"')):
        written = written.replace(mark, f'"{mark}"')
    return start, end, written


def _new(root: yaml.MappingNode, marks: Marks) -> dict[str, Mark]:
    """The marks that a map does not have yet, in canonical order."""
    names = {key.value for key, _ in root.value}
    new = {name: mark for name, mark in marks.items() if mark is not None and name not in names}
    return dict(sorted(new.items(), key=lambda item: _ORDER.index(item[0]) if item[0] in _ORDER else len(_ORDER)))


def _new_in_braces(root: yaml.MappingNode, marks: Marks) -> Iterator[Edit]:
    """Add marks behind the last field of a map in braces."""
    if new := _new(root, marks):
        place = root.value[-1][1].end_mark.index
        yield place, place, "".join(f", {name}: {_in_braces(mark)}" for name, mark in new.items())


def _new_in_head(head: str, root: yaml.MappingNode, marks: Marks, newline: str) -> Iterator[Edit]:
    """Add lines below the nearest preceding field in canonical order; there always is one, because every entry has a title."""
    if root.flow_style:
        yield from _new_in_braces(root, marks)
        return
    keys = [key.value for key, _ in root.value]
    places: dict[int, list[str]] = {}
    for name, mark in _new(root, marks).items():
        above = next((one for one in _ORDER[: _ORDER.index(name)][::-1] if one in keys), keys[0])
        at = keys.index(above) + 1
        after = root.value[at][0].start_mark.index if at < len(keys) else len(head)
        places.setdefault(_behind_value(head, root.value[at - 1][1], after), []).append(_lines(name, mark, 0, newline))
    yield from ((place, place, "".join(lines)) for place, lines in places.items())


def _new_below(text: str, record: yaml.MappingNode, marks: Marks, end: int, newline: str) -> Iterator[Edit]:
    """Add lines at the end of a record in a list."""
    if record.flow_style:
        yield from _new_in_braces(record, marks)
    elif new := _new(record, marks):
        place = _behind_value(text, record.value[-1][1], end)
        written = "".join(_lines(name, mark, record.start_mark.column, newline) for name, mark in new.items())
        ended = text[:place].endswith(("\r", "\n"))
        yield place, place, written if ended else newline + written.removesuffix(newline)


def _lines(name: str, mark: Mark, column: int, newline: str) -> str:
    """A mark on lines of its own. Fingerprints are quoted: other YAML readers take one of digits, or "12e4…", for a number."""
    margin = " " * column
    if isinstance(mark, str | Mapping):
        return f"{margin}{name}: {_in_braces(mark)}{newline}"
    return f"{margin}{name}:{newline}" + "".join(f"{margin}  - {_flow(one)}{newline}" for one in mark or ())


def _in_braces(mark: Mark) -> str:
    """A mark on one line."""
    if isinstance(mark, str):
        return _scalar(mark)
    return _flow(mark) if isinstance(mark, Mapping) else f"[{', '.join(map(_flow, mark or ()))}]"


def _flow(mark: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{name}: {_scalar(value)}" for name, value in mark.items()) + "}"


def _scalar(value: str) -> str:
    if _FINGERPRINT.fullmatch(value):
        return f'"{value}"'
    return value if _DATE.fullmatch(value) else scalar(value, flow=True)


def _behind_value(text: str, value: yaml.Node, limit: int) -> int:
    """The start of the line after a value; a block value's end mark is unusable, because it lies at the next token."""
    at = value.start_mark.index
    lines = text[at:limit].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].startswith("#")):
        lines.pop()
    return at + sum(map(len, lines))
