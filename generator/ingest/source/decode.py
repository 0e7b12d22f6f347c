"""Bytes → text: detect the encoding, and refuse what is not text."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...files.encoding import ONE_BYTE, by_letters, marked
from ...model.unusable import Unusable
from ..drafts import Link

_REMEDY = "speichere sie in einem Texteditor als UTF-8"
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")

#: One control character in a hundred: a text may contain a stray one, a binary file has many more.
_MOST_CONTROLS = 0.01

#: With this many valid UTF-8 characters per broken byte, a file is damaged UTF-8, not another encoding.
_WHOLE_TO_BROKEN = 10


class UnreadableBook(Unusable):
    """The file is no book that can be read; `str()` names the file, the reason and the remedy."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, with "\\n" line ends if the file has only one kind (`newline`), remarks (German), and its links and places."""

    text: str
    newline: str = "\n"
    notes: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)


def named(paths: Iterable[str], most: int = 5) -> str:
    """Paths for a remark: the first ones, and how many more.

    >>> named(["a.md", "b.md", "a.md"]), named("abcd", most=2)
    ('„a.md“, „b.md“', '„a“, „b“ und 2 weitere')
    """
    once = list(dict.fromkeys(paths))
    shown = ", ".join(f"„{path}“" for path in once[:most])
    return f"{shown} und {len(once) - most} weitere" if len(once) > most else shown


def decode(name: str, raw: bytes) -> Decoded:
    """Decode bytes: by their byte order mark, else as UTF-8, else by their letters. Raises Unusable for anything but text.

    >>> decode("a.txt", b"W\\xfcrfel\\r\\n").text
    'Würfel\\n'
    """
    text, notes = _text(name, raw)
    _refuse_binary(name, text)
    return _with_line_ends(text, notes)


def _text(name: str, raw: bytes) -> tuple[str, tuple[str, ...]]:
    encoding = marked(raw) or "utf-8"
    try:
        return raw.decode(encoding), ()
    except UnicodeDecodeError as problem:
        if encoding.startswith("utf-8"):
            return _not_utf8(name, raw, problem)
        shown = encoding.upper()[:6]
        raise UnreadableBook(f"„{name}“ gibt sich als {shown} aus, ist es aber nicht durchgehend; {_REMEDY}.") from None


def _not_utf8(name: str, raw: bytes, problem: UnicodeDecodeError) -> tuple[str, tuple[str, ...]]:
    line = raw.count(b"\n", 0, problem.start) + 1
    replaced = raw.decode("utf-8-sig", "replace")
    broken = replaced.count("\ufffd")
    whole = sum(char > "\x7f" for char in replaced) - broken
    if raw.startswith(codecs.BOM_UTF8) or whole >= _WHOLE_TO_BROKEN * broken:
        return replaced, (
            f"{broken} Zeichen sind kein gültiges UTF-8 (das erste in Zeile {line}) und stehen als „\ufffd“ im Text.",
        )
    if encoding := by_letters(raw):
        said = f"Die Datei ist nicht in UTF-8; sie wurde als {ONE_BYTE[encoding]} gelesen. Prüfe die Umlaute."
        return raw.decode(encoding), (said,)
    raise UnreadableBook(f"„{name}“ ist weder UTF-8 noch Windows-1252 (Zeile {line}); {_REMEDY}.")


def _refuse_binary(name: str, text: str) -> None:
    if "\x00" in text or len(_CONTROLS.findall(text)) > max(1, _MOST_CONTROLS * len(text)):
        raise UnreadableBook(f"„{name}“ ist kein Text, denn sie enthält Steuerzeichen; ist es doch einer, {_REMEDY}.")
    if not text.strip():
        raise UnreadableBook(f"„{name}“ enthält keinen Text; prüfe, ob es die richtige Datei ist.")


def _with_line_ends(text: str, notes: tuple[str, ...]) -> Decoded:
    if "\r" not in text:
        return Decoded(text, "\n", notes)
    both = text.count("\r\n")
    if both == text.count("\n") == text.count("\r"):
        return Decoded(text.replace("\r\n", "\n"), "\r\n", notes)
    if "\n" not in text:
        return Decoded(text.replace("\r", "\n"), "\r", notes)
    return Decoded(text, "\n", (*notes, "Die Zeilen enden mal mit CR LF, mal anders; der Text bleibt, wie er ist."))
