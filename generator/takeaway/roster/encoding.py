"""Bytes of a roster → text: by its byte order mark, by how its first character lies, by what its XML declares, else UTF-8."""

from __future__ import annotations

import codecs
import re

from .army import BadRoster

#: Byte order marks, and first characters of two bytes where there is none; the longer first.
_BEGINNINGS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    codecs.BOM_UTF8: "utf-8-sig",
    b"<\0": "utf-16-le",
    b"{\0": "utf-16-le",
    b"\0<": "utf-16-be",
    b"\0{": "utf-16-be",
}
_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]{1,40})[\"']")
#: Python's own ways to write text as bytes, which no file is in.
_NO_FILES = {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}
_REMEDY = "Speichere sie in einem Texteditor als UTF-8 oder gib die Liste neu aus."


def text_of(raw: bytes) -> str:
    r"""The text. Raises BadRoster where the bytes are not in the encoding that they claim.

    >>> text_of("<roster/>".encode("utf-16")), text_of(b"<?xml version='1.0' encoding='windows-1252'?><a>\x80</a>")[-8:]
    ('<roster/>', '<a>€</a>')
    """
    encoding = _encoding(raw)
    try:
        return raw.decode(encoding)
    except (UnicodeError, LookupError):
        name = encoding.removesuffix("-sig").upper()
        raise BadRoster(f"Die Datei ist nicht durchgehend in {name}. {_REMEDY}") from None


def _encoding(raw: bytes) -> str:
    """What the bytes say of themselves; who reads a declaration in plain letters knows that it is not UTF-16, whatever it declares."""
    for beginning, encoding in _BEGINNINGS.items():
        if raw.startswith(beginning):
            return encoding
    declared = _DECLARED.match(raw)
    name = declared[1].decode("ascii") if declared else "utf-8"
    try:
        known = codecs.lookup(name).name
    except LookupError:
        known = ""
    if not known or known in _NO_FILES:
        raise BadRoster(f"Die Kodierung „{name}“ der Datei kennen wir nicht. {_REMEDY}")
    return "utf-8" if known.startswith(("utf-16", "utf-32")) else known
