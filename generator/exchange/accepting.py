"""Update `translated_from` in an entry's or glossary's file to the current English. Leaves every byte outside those lines
alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import yaml

from ..files.yaml_edit import CannotEdit, replaced
from ..files.yaml_source import Yaml, plain_values
from ..model.fields import ENTRY
from ..model.slug import slugify
from ..reading.parse_fields import clean
from .file_edit import HEAD, newline_of

FIELD = "translated_from"

#: The fields above ours in canonical form, nearest first.
_ABOVE = [field.name for field in ENTRY][: [field.name for field in ENTRY].index(FIELD)][::-1]


def accepted(text: str, mark: str) -> str:
    """The file's text with `translated_from: "<mark>"`, replacing the old value or on a new line.

    Raises CannotEdit, with a German sentence, if that cannot be done safely.

    >>> accepted('---\\ntitle: Wut\\nstatus: geprüft\\n---\\nText.', "1f0c9a7be2d4")
    '---\\ntitle: Wut\\nstatus: geprüft\\ntranslated_from: "1f0c9a7be2d4"\\n---\\nText.'
    """
    match = HEAD.match(text)
    if match is None:
        raise CannotEdit("Der Kopf der Datei ist nicht mehr lesbar.")
    head = match["head"]
    root = _map(head)
    old = next((value for key, value in root.value if key.value == FIELD), None)
    after = _added(head, root, mark, newline_of(text)) if old is None else _replaced(head, old, mark)
    wanted = {**_values(root), FIELD: mark}
    if _values(_map(after)) != wanted:
        raise CannotEdit("Beim Schreiben würden sich auch andere Felder ändern.")
    return text[: match.start("head")] + after + text[match.end("head") :]


def accepted_terms(text: str, marks: Mapping[str, str]) -> str:
    """A glossary's text with these marks (slug → mark) on its terms; a new mark becomes the term's last line.

    Raises CannotEdit, with a German sentence, if that cannot be done safely.

    >>> accepted_terms("- title: Wut\\n  status: geprüft\\n", {"wut": "1f0c9a7be2d4"})
    '- title: Wut\\n  status: geprüft\\n  translated_from: "1f0c9a7be2d4"\\n'
    """
    start, after = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
    records = _records(after)
    wanted = [_values(record) | _marked(record, marks) for record in records]
    edits = [_edit(after, records, slug, mark) for slug, mark in marks.items()]
    for begin, end, written in sorted(edits, reverse=True):
        after = after[:begin] + written + after[end:]
    if [_values(record) for record in _records(after)] != wanted:
        raise CannotEdit("Beim Schreiben würden sich auch andere Felder ändern.")
    return start + after


def _records(text: str) -> list[yaml.MappingNode]:
    root = Yaml(text, "").root
    if not isinstance(root, yaml.SequenceNode) or root.flow_style:
        raise CannotEdit("Das Glossar ist keine lesbare Liste.")
    return [node for node in root.value if isinstance(node, yaml.MappingNode)]


def _slug(record: yaml.MappingNode) -> str:
    return slugify(clean(str(_values(record).get("title", ""))))


def _marked(record: yaml.MappingNode, marks: Mapping[str, str]) -> dict[str, object]:
    slug = _slug(record)
    return {FIELD: marks[slug]} if slug in marks else {}


def _edit(text: str, records: Sequence[yaml.MappingNode], slug: str, mark: str) -> tuple[int, int, str]:
    """The stretch that a term's mark replaces, and its replacement."""
    at = next((at for at, record in enumerate(records) if _slug(record) == slug), None)
    if at is None:
        raise CannotEdit("Der Begriff ist in der Datei nicht mehr da.")
    record = records[at]
    old = next((value for key, value in record.value if key.value == FIELD), None)
    if old is not None:
        return _replacement(text, old, mark)
    if record.flow_style:
        raise CannotEdit(f"Der Begriff ist in geschweiften Klammern geschrieben; ergänze „{FIELD}“ von Hand.")
    after = records[at + 1].start_mark.index if at + 1 < len(records) else len(text)
    place = _behind_value(text, record.value[-1][1], text.rfind("\n", 0, after) + 1 if at + 1 < len(records) else after)
    newline = newline_of(text)
    line = f'{" " * record.start_mark.column}{FIELD}: "{mark}"'
    ended = text[:place].endswith(("\r", "\n"))
    return place, place, line + newline if ended else newline + line


def _map(head: str) -> yaml.MappingNode:
    root = Yaml(head, "").root
    if not isinstance(root, yaml.MappingNode):
        raise CannotEdit("Das YAML der Datei ist nicht lesbar.")
    return root


def _values(root: yaml.MappingNode) -> dict[str, object]:
    values = plain_values(root)
    return values if isinstance(values, dict) else {}


def _replaced(head: str, old: yaml.Node, mark: str) -> str:
    start, end, written = _replacement(head, old, mark)
    return head[:start] + written + head[end:]


def _replacement(head: str, old: yaml.Node, mark: str) -> tuple[int, int, str]:
    if not isinstance(old, yaml.ScalarNode) or "\n" in head[old.start_mark.index : old.end_mark.index].strip():
        raise CannotEdit(f"„{FIELD}“ steht nicht auf einer Zeile. Schreib den Wert dahinter.")
    start, end, written = replaced(head, old, mark)
    # Always quoted: other YAML readers take a mark of digits, or "12e4…", for a number.
    quoted = written if written.strip().startswith(("'", '"')) else written.replace(mark, f'"{mark}"')
    return start, end, quoted


def _added(head: str, root: yaml.MappingNode, mark: str, newline: str) -> str:
    """Add a line below the nearest preceding field in canonical order; there is one, because every entry has a title."""
    if root.flow_style:
        raise CannotEdit(f"Der Kopf ist in geschweiften Klammern geschrieben; ergänze „{FIELD}“ von Hand.")
    keys = [key.value for key, _ in root.value]
    above = next((name for name in _ABOVE if name in keys), keys[0])
    at = keys.index(above) + 1
    after = root.value[at][0].start_mark.index if at < len(keys) else len(head)
    place = _behind_value(head, root.value[at - 1][1], after)
    return f'{head[:place]}{FIELD}: "{mark}"{newline}{head[place:]}'


def _behind_value(head: str, value: yaml.Node, limit: int) -> int:
    """The start of the line after a value; a block value's end mark is unusable, because it lies at the next token."""
    at = value.start_mark.index
    lines = head[at:limit].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].startswith("#")):
        lines.pop()
    return at + sum(map(len, lines))
