"""What a translation file brings back, whatever its format."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..files.conflicts import CONFLICT_HINT


@dataclass(frozen=True, slots=True)
class Received:
    """One unit of a file: `unfinished` where its translator marked it so (PO: fuzzy), `stamp` the German's fingerprint as exported.

    `trouble` is a German sentence where the unit holds something that an entry cannot.
    """

    context: str
    source: str
    target: str
    unfinished: bool
    stamp: str
    line: int
    trouble: str = ""


class BadFile(Exception):
    """A file that cannot be read as what it should be: `line` and a German sentence."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def conflict_in(text: str) -> BadFile | None:
    """What to say of a file that is broken because a merge left its marks in it; None where it did not."""
    mark = _CONFLICT.search(text)
    if mark is None:
        return None
    return BadFile(text.count("\n", 0, mark.start()) + 1, f"Hier steht die Konfliktmarke „{mark[0]}“ von Git. {CONFLICT_HINT}")


_CONFLICT = re.compile(r"^(?:<{7}|>{7})[ \t][^\r\n]{1,40}", re.MULTILINE)


def decoded(raw: bytes) -> str:
    """Bytes as UTF-8 text without a byte order mark. Raises BadFile at the first byte that does not fit."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        raise BadFile(line, f"Die Datei ist nicht UTF-8: Byte 0x{raw[problem.start]:02x} passt nicht.") from None
