"""Replace one value in a YAML text, in its present style, leaving every other byte alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from .transaction import Change
from .yaml_source import Node, Yaml, plain_values

#: Start, end and replacement of a stretch of text.
Edit = tuple[int, int, str]

#: Width to which folded texts are wrapped.
WIDTH = 130

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\xa0": "\xa0"}
_ESCAPE = re.compile('[\\\\"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]')
_BREAK = re.compile(r"\r\n|\r|\n")
_BLOCK_HEADER = re.compile(r"([|>][+-]?)[ \t]*(#.*)?")
_RESOLVER: Any = yaml.resolver.Resolver()

#: Words that some YAML readers take for yes and no although PyYAML does not.
_ODD = {"y", "n"}


class CannotEdit(Exception):
    """A value that cannot be written back safely; `args[0]` is a German sentence."""


def edited_file(top: Path, path: str, edit: Callable[[str], str]) -> Change:
    """The change of a file's text. Raises CannotEdit, also if it is not readable."""
    try:
        before = (top / path).read_bytes()
        text = before.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        raise CannotEdit("Die Datei ist nicht mehr lesbar.") from None
    return Change(path, before, edit(text).encode("utf-8"))


def rewritten(text: str, edits: Callable[[str, Node], Iterable[Edit]], is_right: Callable[[Any, Any], bool]) -> str:
    """A YAML text with these edits, with or without a byte order mark. `is_right` compares its values before and after.

    Raises CannotEdit if it is unreadable, or would not hold what it should.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    before = after = text.removeprefix("\ufeff")
    root = _composed(before)
    for start, end, written in sorted(edits(before, root), key=lambda edit: edit[:2], reverse=True):
        after = after[:start] + written + after[end:]
    if not is_right(plain_values(root), plain_values(_composed(after))):
        raise CannotEdit("Beim Schreiben würden sich auch andere Felder ändern.")
    return mark + after


def _composed(text: str) -> Node:
    root = Yaml(text, "").root
    if root is None:
        raise CannotEdit("Das YAML der Datei ist nicht lesbar.")
    return root


def replaced(text: str, node: yaml.ScalarNode, value: str, *, flow: bool = False) -> Edit:
    """A scalar's start and end in its YAML text, and its replacement; `flow` if it is within brackets or braces.

    >>> replaced('title: "Wut"', node, "Zorn")
    (7, 12, '"Zorn"')
    """
    start, end = node.start_mark.index, node.end_mark.index
    old = text[start:end].rstrip()  # a block scalar ends where the next token begins: keep the blank lines before it
    margin = " " * (_indentation(text, start) + 2)
    written = _block(old, value, margin) if node.style in ("|", ">") else _inline(node.style or "", value, flow)
    gap = " " if start == end and text[start - 1 : start] == ":" else ""
    return start, start + len(old), gap + written


def scalar(value: str, *, flow: bool = False) -> str:
    """A value in YAML: plain if every reader takes it for that text, otherwise in double quotes.

    >>> scalar("Wirf einen W6."), scalar("Schritt 1: Würfeln"), scalar("no")
    ('Wirf einen W6.', '"Schritt 1: Würfeln"', '"no"')
    """
    return _inline("", value, flow)


def _inline(style: str, value: str, flow: bool) -> str:
    """The value on one line: in its present style if that can express it, otherwise in double quotes, which express anything."""
    candidates = {"'": "'" + value.replace("'", "''") + "'", "": value if _plain(value) else ""}
    candidate = candidates.get(style, "")
    return candidate if candidate and _means(candidate, value, flow) else _double(value)


def _plain(value: str) -> bool:
    tag = _RESOLVER.resolve(yaml.ScalarNode, value, (True, False))
    return bool(tag == "tag:yaml.org,2002:str") and value.lower() not in _ODD


def _double(value: str) -> str:
    def escape(match: re.Match[str]) -> str:
        code = ord(match[0])
        return _ESCAPES.get(match[0]) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")

    return f'"{_ESCAPE.sub(escape, value)}"'


def _means(written: str, value: str, flow: bool) -> bool:
    """Whether YAML reads the text as this value with more text behind it."""
    root = Yaml(f"{{k: {written}, z: z}}" if flow else f"k: {written}\nz: z\n", "").root
    if not isinstance(root, yaml.MappingNode) or len(root.value) != 2:
        return False
    found = root.value[0][1]
    return isinstance(found, yaml.ScalarNode) and str(found.value).strip() == value.strip()


def _block(old: str, value: str, margin: str) -> str:
    """A block scalar under its old header line and indentation; double quotes (and the header's comment) for what it cannot
    express."""
    first, *content = _BREAK.split(old)
    newline = found[0] if (found := _BREAK.search(old)) else "\n"
    header = _BLOCK_HEADER.fullmatch(first.rstrip())
    if header:
        lines = list(_wrapped(value)) if header[1][0] == ">" else value.split("\n")
        if _means("\n".join([header[1], *_indented(lines, "  ")]), value, flow=False):
            line = next((line for line in content if line.strip()), margin)
            return newline.join([first, *_indented(lines, line[: len(line) - len(line.lstrip(" "))])])
    comment = re.search(r"[ \t]#.*", first)
    return _double(value) + (comment[0] if comment else "")


def _indented(lines: list[str], margin: str) -> list[str]:
    return [margin + line if line else "" for line in lines]


def _wrapped(text: str) -> Iterator[str]:
    """Wrap to a bounded width, only at single spaces, because folding turns each break back into one."""
    line = ""
    for word in re.split(r"(?<!\s) (?!\s)", text):
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _indentation(text: str, at: int) -> int:
    """The indentation of the key on a line; "- " counts, because it indents what follows."""
    line = text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at]
    return len(line) - len(line.lstrip(" -"))
