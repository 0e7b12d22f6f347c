"""Write new texts into a content file's text. Keeps every other byte: comments, order, quotes, line ends, byte order mark."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from ..files.yaml_edit import CannotEdit, Edit, replaced, rewritten, scalar
from ..files.yaml_source import Node, plain_values
from ..model.slug import slugify
from ..model.values import Concept, Entry, System, Term
from ..reading.parse_fields import clean, has_line_break
from .paragraphs import with_paragraphs
from .units import Owner, Unit, normal

HEAD = re.compile(r"\A\ufeff?---[ \t]*(?:\r\n|\r|\n)(?P<head>.*?)(?:(?<=\n)|(?<=\r))---[ \t]*(?P<end>\r\n|\r|\n|\Z)", re.DOTALL)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


#: A value's path in nested YAML: keys and list indices.
Path = tuple[str | int, ...]


def edited(text: str, changes: Mapping[str, tuple[Unit, str]]) -> str:
    """The file's text with new values: `changes` maps a unit's context to the unit and its new German. Raises CannotEdit.

    Re-reads the result before returning it: only the changed fields may differ from the original.
    """
    new = {context: value for context, (_, value) in changes.items()}
    units = [unit for unit, _ in changes.values()]
    return _edited_entry(text, units, new) if isinstance(units[0].owner, Entry) else _edited_yaml(text, units, new)


def head_of(text: str) -> re.Match[str]:
    """The head of an entry file. Raises CannotEdit if there is none."""
    match = HEAD.match(text)
    if match is None:
        raise CannotEdit("Der Kopf der Datei ist nicht mehr lesbar.")
    return match


def _edited_entry(text: str, units: Sequence[Unit], new: Mapping[str, str]) -> str:
    match = head_of(text)
    head, body = match["head"], text[match.end() :]
    in_head = [unit for unit in units if unit.leaf != "text"]
    start, end = text[: match.start("head")], text[match.end("head") : match.end()]
    head = _edited_yaml(head, in_head, new) if in_head else head
    if in_body := [unit for unit in units if unit.leaf == "text"]:
        newline = newline_of(body if has_line_break(body) else text)
        body = _edited_body(body, _new_body(body, in_body, new), newline)
        end = end if match["end"] else end + newline
    return f"{start}{head}{end}{body}"


def _new_body(body: str, units: Sequence[Unit], new: Mapping[str, str]) -> str:
    """The body's new text, given as a whole or by paragraphs."""
    parts = {unit.paragraph: new[unit.context] for unit in units if unit.paragraph is not None}
    if not parts:
        return new[units[0].context]
    before = normal("text", body)
    if len(parts) != len(units) or not isinstance(units[0].owner, Entry) or before != normal("text", units[0].owner.authored):
        raise CannotEdit("Der Text der Datei ist nicht mehr, was er war.")
    return with_paragraphs(before, parts)


def _edited_body(body: str, new: str, newline: str) -> str:
    """The body with a new text; unchanged lines keep their bytes, as do blank lines before and after."""
    lines = _LINE.findall(body)
    first = next((at for at, line in enumerate(lines) if line.strip("\r\n")), len(lines))
    last = next((at for at in range(len(lines), first, -1) if lines[at - 1].strip("\r\n")), first)
    middle = lines[first:last]
    wanted = new.split("\n")
    matcher = difflib.SequenceMatcher(None, [clean(line.rstrip("\r\n")) for line in middle], wanted, autojunk=False)
    made: list[str] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        made += middle[a:b] if tag == "equal" else [line + newline for line in wanted[c:d]]
    ended = not middle or middle[-1].endswith(("\r", "\n"))
    made = [line if line.endswith(("\r", "\n")) else line + newline for line in made]
    made[-1] = made[-1] if ended else made[-1].rstrip("\r\n")
    result = "".join([*lines[:first], *made, *lines[last:]])
    if normal("text", result) != new:
        raise CannotEdit("Der neue Text lässt sich nicht unverändert in die Datei schreiben.")
    return result


def _edited_yaml(text: str, units: Sequence[Unit], new: Mapping[str, str]) -> str:
    paths: dict[Path, Unit] = {}
    ids: dict[Path, str] = {}

    def edits(text: str, root: Node) -> Iterator[Edit]:
        for unit in units:
            path, node, flow = _find(root, unit)
            paths[path] = unit
            value = new[unit.context]
            yield _added(text, root, unit.field, value) if node is None else replaced(text, node, value, flow=flow)
            if kept := _kept_id(root, unit, value):
                record, slug = kept
                yield _new_id(text, record, slug)
                ids[*path[:-1], "id"] = slug

    return rewritten(text, edits, lambda was, now: _is_right(was, now, paths, new, ids))


def _added(text: str, root: Node, field: str, value: str) -> Edit:
    """Add a field missing from the head, on a line above its English and the comments on that."""
    key = next(key for key, _ in root.value if key.value == f"{field}_en")
    if getattr(root, "flow_style", False):
        raise CannotEdit(f"Der Kopf ist in geschweiften Klammern geschrieben; ergänze „{field}“ von Hand.")
    at = key.start_mark.index
    lines = _LINE.findall(text[:at])
    while lines and lines[-1].lstrip().startswith("#"):
        at -= len(lines.pop())
    return at, at, f"{field}: {scalar(value)}{newline_of(text)}"


def newline_of(text: str) -> str:
    """The most frequent line end."""
    windows = text.count("\r\n")
    return max(
        (("\n", text.count("\n") - windows), ("\r\n", windows), ("\r", text.count("\r") - windows)), key=lambda one: one[1]
    )[0]


def _find(root: Node, unit: Unit) -> tuple[Path, yaml.ScalarNode | None, bool]:
    """A unit's value: its path, its node (None if the field does not exist yet), and whether it is in flow style."""
    path, node, flow = _owner(root, unit)
    field = unit.leaf
    if not isinstance(node, yaml.MappingNode):
        raise CannotEdit("Die Stelle in der Datei ist nicht mehr, was sie war.")
    value = _get(node, field)
    if value is None and isinstance(unit.owner, Entry):
        return (*path, field), None, False
    if not isinstance(value, yaml.ScalarNode):
        raise CannotEdit(f"„{field}“ ist in der Datei kein einzelner Wert.")
    return (*path, field), value, flow or bool(node.flow_style)


def _owner(root: Node, unit: Unit) -> tuple[Path, Node, bool]:
    """The map with a unit's fields."""
    owner = unit.owner
    if isinstance(owner, Entry):
        return (), root, False
    if isinstance(owner, System):
        group, id_, _ = unit.field.split(".")
        records = _get(root, group) if isinstance(root, yaml.MappingNode) else None
        path: Path = (group,)
    else:
        records, path, id_ = root, (), ""
    for at, record in enumerate(records.value if isinstance(records, yaml.SequenceNode) else ()):
        if isinstance(record, yaml.MappingNode) and _is(owner, record, id_):
            return (*path, at), record, any(getattr(node, "flow_style", False) for node in (root, records))
    raise CannotEdit("Die Stelle ist in der Datei nicht mehr da.")


def _is(owner: Owner, record: yaml.MappingNode, id_: str) -> bool:
    if isinstance(owner, Term):
        title, own = _get(record, "title"), _get(record, "id")
        if isinstance(own, yaml.ScalarNode):
            return owner.id.endswith(f"/glossar/{own.value}")
        return isinstance(title, yaml.ScalarNode) and owner.id.endswith(f"/glossar/{slugify(clean(title.value).strip())}")
    named = _get(record, "id")
    wanted = owner.id if isinstance(owner, Concept) else id_
    return isinstance(named, yaml.ScalarNode) and clean(named.value).strip() == wanted


def _get(node: yaml.MappingNode, name: str) -> Node | None:
    return next((value for key, value in node.value if isinstance(key, yaml.ScalarNode) and key.value == name), None)


def _kept_id(root: Node, unit: Unit, title: str) -> tuple[yaml.MappingNode, str] | None:
    """The record of a term that a new title would give another id, and its present id; None if it keeps that anyway."""
    if not isinstance(unit.owner, Term) or unit.field != "title":
        return None
    slug = unit.owner.id.rpartition("/")[2]
    record = _owner(root, unit)[1]
    if not isinstance(record, yaml.MappingNode) or _get(record, "id") is not None or slugify(title) == slug:
        return None
    return record, slug


def with_term_id(text: str, old: str, new: str) -> str:
    """A glossary's text with the id `new` for the term `old`, written only if it does not follow from the title. Raises CannotEdit."""

    def edits(text: str, root: Node) -> Iterator[Edit]:
        record = next((one for one in records_of(root) if record_id(plain_values(one)) == old), None)
        if record is None:
            raise CannotEdit(f"„{old}“ ist in der Datei nicht mehr da.")
        keys = [key.value for key, _ in record.value]
        at = keys.index("id") if "id" in keys else -1
        if at < 0:
            yield _new_id(text, record, new)
        elif not _follows(plain_values(record), new):
            yield replaced(text, record.value[at][1], new, flow=bool(record.flow_style))
        elif at + 1 < len(keys):
            yield record.value[at][0].start_mark.index, record.value[at + 1][0].start_mark.index, ""
        else:
            yield record.value[at - 1][1].end_mark.index, record.value[at][1].end_mark.index, ""

    def renamed(values: Any) -> Any:
        without = {name: value for name, value in values.items() if name != "id"}
        return without if _follows(values, new) else {**without, "id": new}

    return rewritten(text, edits, lambda was, now: now == [renamed(one) if record_id(one) == old else one for one in was])


def records_of(root: Node) -> list[yaml.MappingNode]:
    """The maps in a list. Raises CannotEdit if it is none."""
    if not isinstance(root, yaml.SequenceNode):
        raise CannotEdit("Das Glossar ist keine lesbare Liste.")
    return [node for node in root.value if isinstance(node, yaml.MappingNode)]


def record_id(values: Any) -> str:
    """A concept's id, or the last part of a term's: as written, or as its title gives it; "" for what is no map."""
    return str(values.get("id") or slugify(clean(str(values.get("title", ""))))) if isinstance(values, dict) else ""


def _follows(values: Any, slug: str) -> bool:
    """Whether a term's title gives it this id."""
    return slugify(clean(str(values.get("title", "")))) == slug


def _new_id(text: str, record: yaml.MappingNode, slug: str) -> Edit:
    """Write a term's id before its first field."""
    at, column = record.start_mark.index + bool(record.flow_style), record.start_mark.column
    return at, at, f"id: {slug}, " if record.flow_style else f"id: {slug}{newline_of(text)}{' ' * column}"


def _is_right(was: Any, now: Any, paths: Mapping[Path, Unit], new: Mapping[str, str], ids: Mapping[Path, str]) -> bool:
    """Whether nothing but these values changed. Raises CannotEdit if one of them is not as intended."""
    for path, unit in paths.items():
        if normal(path[-1] if isinstance(path[-1], str) else "", str(_take(now, path))) != normal(unit.leaf, new[unit.context]):
            raise CannotEdit("Der neue Wert käme anders wieder heraus.")
        _take(was, path)
    if any(_take(now, path) != slug for path, slug in ids.items()):
        raise CannotEdit("Die Kennung des Begriffs käme anders wieder heraus.")
    return bool(was == now)


def _take(values: Any, path: Path) -> Any:
    """Remove and return the value at a path."""
    for step in path[:-1]:
        values = values[step]
    return values.pop(path[-1], "") if isinstance(values, dict) else ""
