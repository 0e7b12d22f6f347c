"""Replace an id in files' texts: in fields with ids, and in `[[id|Text]]`. Leaves every other byte alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import yaml

from ..exchange.file_edit import HEAD
from ..files.yaml_edit import Edit, replaced, rewritten
from ..files.yaml_source import Node
from .references import forced_ids

#: Keys and list indices that lead to a value.
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Renaming:
    """Replaces one entry's slug by another; `here` is the file's system ("" for a file of all systems)."""

    system: str
    old: str
    new: str
    here: str = ""

    def __call__(self, name: str) -> str:
        """The new id, written with or without its system as before; returns other ids unchanged.

        >>> rename = Renaming("t9a", "angst", "furcht", here="t9a")
        >>> rename("angst"), rename("t9a/angst"), rename("angst#beispiel"), rename("wut")
        ('furcht', 't9a/furcht', 'furcht#beispiel', 'wut')
        """
        base, mark, section = name.partition("#")
        full = f"{self.system}/{self.old}"
        if base == full:
            base = f"{self.system}/{self.new}"
        elif base == self.old and self.here == self.system:
            base = self.new
        return f"{base}{mark}{section}"


def renamed_entry(text: str, rename: Renaming) -> str:
    """An entry file's text with the new id in `parent`, `see` and all `[[…]]`. Raises CannotEdit if that is unsafe."""
    match = HEAD.match(text)
    if match is None:
        return _renamed_prose(text, rename)
    head = renamed_yaml(match["head"], rename, lambda path: path[0] in ("parent", "see"))
    return (
        text[: match.start("head")] + head + text[match.end("head") : match.end()] + _renamed_prose(text[match.end() :], rename)
    )


def renamed_yaml(text: str, rename: Renaming, holds_id: Callable[[Path], bool]) -> str:
    """A YAML text with the new id in values whose path `holds_id` accepts, and in `[[…]]`. Raises CannotEdit."""
    if rename.old not in text:
        return text

    def edits(text: str, root: Node) -> Iterator[Edit]:
        for path, node, flow in _scalars(root, (), False):
            start, end = node.start_mark.index, node.end_mark.index
            if not holds_id(path):
                yield start, end, _renamed_in_brackets(text[start:end], rename)
            elif (new := rename(node.value.strip())) != node.value.strip():
                yield replaced(text, node, new, flow=flow)

    return rewritten(text, edits, lambda was, now: now == _expected(was, rename, holds_id))


def _scalars(node: Node, path: Path, flow: bool) -> Iterator[tuple[Path, yaml.ScalarNode, bool]]:
    """All values (not keys) with their paths, and whether each is within brackets or braces."""
    if isinstance(node, yaml.ScalarNode):
        yield path, node, flow
        return
    below = ((key.value, value) for key, value in node.value) if isinstance(node, yaml.MappingNode) else enumerate(node.value)
    for step, value in below:
        yield from _scalars(value, (*path, step), flow or bool(node.flow_style))


def _expected(values: object, rename: Renaming, holds_id: Callable[[Path], bool], path: Path = ()) -> object:
    if isinstance(values, dict):
        return {key: _expected(value, rename, holds_id, (*path, key)) for key, value in values.items()}
    if isinstance(values, list):
        return [_expected(value, rename, holds_id, (*path, at)) for at, value in enumerate(values)]
    value = str(values)
    return rename(value) if holds_id(path) and rename(value) != value else _renamed_in_brackets(value, rename)


_BRACKETS = re.compile(r"(?<!\\)(\[\[\s*+)([^\[\]|\n\\]{1,200}?)(?=\s*(?:\\?\||\]\]))")


def _renamed_in_brackets(text: str, rename: Renaming) -> str:
    return _BRACKETS.sub(lambda match: match[1] + rename(match[2]), text)


def _renamed_prose(text: str, rename: Renaming) -> str:
    """Markdown with the new id, except in code and headings, which contain no references."""
    for start, end in reversed(list(forced_ids(text))):
        name = text[start:end]
        text = text[:start] + name.replace(name.strip(), rename(name.strip())) + text[end:]
    return text
