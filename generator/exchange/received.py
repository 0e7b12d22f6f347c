"""Units received from a translation file in any format."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..files.yaml_source import CONFLICT_HINT


@dataclass(slots=True)
class Received:
    """One unit of a file: `unfinished` if its translator marked it so (PO: fuzzy), `stamp` the German's fingerprint at export.

    `trouble` is a German sentence if the unit contains something that an entry cannot.
    """

    context: str
    source: str
    target: str
    unfinished: bool
    stamp: str
    line: int
    trouble: str = ""


class BadFile(Exception):
    """A file that does not have the expected format: `line`, a German sentence, and the file's name if known."""

    def __init__(self, line: int, message: str, name: str = "") -> None:
        super().__init__(message)
        self.line, self.name = line, name

    def within(self, name: str) -> BadFile:
        return BadFile(self.line, str(self), name)


def conflict_in(text: str) -> BadFile | None:
    """The error for a file with git's conflict marks; None if it has none."""
    mark = _CONFLICT.search(text)
    if mark is None:
        return None
    return BadFile(text.count("\n", 0, mark.start()) + 1, f"Hier steht die Konfliktmarke „{mark[0]}“ von Git. {CONFLICT_HINT}")


_CONFLICT = re.compile(r"^(?:<{7}|>{7})[ \t][^\r\n]{1,40}", re.MULTILINE)


def decoded(raw: bytes) -> str:
    """Decode UTF-8 and drop a byte order mark. Raises BadFile at the first invalid byte."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        raise BadFile(
            line, f"Die Datei ist nicht UTF-8: Byte 0x{raw[problem.start]:02x} passt nicht. Speichere sie als UTF-8."
        ) from None
