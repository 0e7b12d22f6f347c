"""A file → the roster's tree as plain values: New Recruit's JSON, BattleScribe's XML (.ros), that in a zip (.rosz), and plain text.

Both list builders write the same tree: a roster has forces, a force selections, a selection rules, profiles, categories, costs
and selections again. This module turns XML into the shape of the JSON, so that later steps need not know the format.

Files are untrusted: sizes are bounded, a DOCTYPE is refused (no entity is ever expanded), and nothing in them is fetched.
"""

from __future__ import annotations

import codecs
import io
import json
import xml.parsers.expat as expat
import zipfile
import zlib
from pathlib import Path
from typing import Any

from ...files.encoding import declared, marked
from .bad_roster import MOST_BYTES, MOST_DEEP, BadRoster
from .text import tree_of_text

#: Python's internal codecs, which no file uses.
_NO_FILES = {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}
#: The folder of macOS for metadata, under the file's own name.
OF_MACOS = "__MACOSX/"

Tree = dict[str, Any]


def read_tree(path: Path) -> Tree:
    """The content of the element or object `roster`. Raises BadRoster, and OSError if the file cannot be read."""
    with path.open("rb") as file:
        return tree_of(file.read(MOST_BYTES + 1))


def tree_of(raw: bytes) -> Tree:
    """Parse a file's bytes in any of the formats. Raises BadRoster."""
    if len(raw) > MOST_BYTES:
        raise BadRoster("big")
    if raw.startswith(b"PK"):
        raw = _unpacked(raw)
    text = _text(raw).lstrip()
    if text.startswith("{"):
        return _json(text)
    if text.startswith("<"):
        return _Xml().read(text)
    if tree := tree_of_text(text):
        return tree
    raise BadRoster("unknown")


def _text(raw: bytes) -> str:
    r"""Decode by byte order mark, zero bytes or XML declaration, otherwise as UTF-8. Raises BadRoster if the bytes do not fit.

    >>> _text("<roster/>".encode("utf-16")), _text(b"<?xml version='1.0' encoding='windows-1252'?><a>\x80</a>")[-8:]
    ('<roster/>', '<a>€</a>')
    """
    head = raw[:1024].lstrip().partition(b">")[0]
    named = (declared(head) if head.startswith(b"<?xml") else "") or "utf-8"
    try:
        known = codecs.lookup(named).name
        if known in _NO_FILES:
            raise LookupError
    except LookupError:
        raise BadRoster("encoding", named) from None
    if known.startswith(("utf-16", "utf-32")):  # a readable declaration disproves it
        known = "utf-8"
    encoding = marked(raw) or known
    try:
        return raw.decode(encoding)
    except (UnicodeError, LookupError):
        raise BadRoster("letters", encoding.removesuffix("-sig").upper()) from None


def _unpacked(raw: bytes) -> bytes:
    """The only roster in a zip, reading at most MOST_BYTES, whatever size the zip claims."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = [info for info in archive.infolist() if not (info.is_dir() or info.filename.startswith(OF_MACOS))]
            rosters = [info for info in names if info.filename.lower().endswith(".ros")] or names
            if len(rosters) != 1:
                raise BadRoster("zipFiles", len(rosters))
            if rosters[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others are unpacked without a limit
                raise NotImplementedError(f"compression method {rosters[0].compress_type}")
            with archive.open(rosters[0]) as stream:
                content = stream.read(MOST_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError):
        raise BadRoster("zip") from None
    if len(content) > MOST_BYTES:
        raise BadRoster("bigInside")
    return content


def _json(text: str) -> Tree:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRoster("json") from None
    roster = value.get("roster")
    if not isinstance(roster, dict) or not isinstance(roster.get("forces"), list):
        raise BadRoster("otherJson")
    return roster


class _Xml:
    """Reads BattleScribe's XML, in which levels of lists and of their members alternate below the roster."""

    def __init__(self) -> None:
        self.root: Tree = {}
        self._open: list[tuple[str, Tree]] = []
        self._parser = expat.ParserCreate("utf-8")  # the file's declaration has already been applied
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._doctype

    def read(self, text: str) -> Tree:
        try:
            self._parser.Parse(text.encode("utf-8"), True)
        except (expat.ExpatError, ValueError, LookupError):
            raise BadRoster("xml", f" (Zeile {self._parser.CurrentLineNumber})") from None
        return self.root

    def _doctype(self, *_: object) -> None:
        raise BadRoster("doctype")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if not self._open and name != "roster":
            raise BadRoster("otherXml", name)
        if len(self._open) > MOST_DEEP:
            raise BadRoster("deep")
        node: Tree = {**attributes, "$text": ""}
        if self._open:
            if len(self._open) % 2 == 0:
                self._members(self._open[-1][0]).append(node)
        else:
            self.root = node
        self._open.append((name, node))

    def _members(self, name: str) -> list[Tree]:
        """The open list of this name; replaces an attribute of the same name."""
        around = self._open[-2][1]
        if not isinstance(around.get(name), list):
            around[name] = []
        found: list[Tree] = around[name]
        return found

    def _end(self, _: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        if self._open:
            self._open[-1][1]["$text"] += text
