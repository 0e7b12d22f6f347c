"""Tell a file's format by its beginning, and only then by its name."""

from __future__ import annotations

import re
from pathlib import Path

from .decode import UnreadableBook

_BY_SUFFIX = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".adoc": "asciidoc",
    ".asciidoc": "asciidoc",
    ".tex": "latex",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
}

_PACKED = ("docx", "odt", "epub")

_HTML_START = re.compile(rb"\s{0,500}(?:<\?xml[^>]{0,200}>\s{0,500})?(?:<!doctype\s+html|<html[\s>])", re.IGNORECASE)

_AS_TEXT = "speichere es dort als DOCX, PDF oder Text"
_IMAGE = "ein Bild", "lass es erst durch eine Texterkennung (OCR) laufen"

#: First bytes of readable binary files → their format; a zip needs a look inside.
_OWN = {b"PK\x03\x04": "zip", b"PK\x05\x06": "zip", b"{\\rtf": "rtf"}

#: First bytes of unreadable files → what they are, and the remedy.
_FOREIGN = {
    b"\xd0\xcf\x11\xe0": ("ein altes oder verschlüsseltes Word-Dokument", _AS_TEXT),
    b"%!PS": ("eine PostScript-Datei", "wandle sie in PDF um"),
    b"\x1f\x8b": ("mit gzip gepackt", "entpacke sie zuerst"),
    b"7z\xbc\xaf": ("mit 7-Zip gepackt", "entpacke sie zuerst"),
    b"Rar!": ("mit RAR gepackt", "entpacke sie zuerst"),
    b"\x89PNG": _IMAGE,
    b"\xff\xd8\xff": _IMAGE,
    b"GIF8": _IMAGE,
    b"II*\x00": _IMAGE,
    b"MM\x00*": _IMAGE,
}


def format_of(name: str, raw: bytes) -> str:
    """ "text", "markdown", "asciidoc", "latex", "html", "pdf", "rtf" or "zip" (DOCX, ODT, EPUB).

    Raises Unusable for any other known format.

    >>> format_of("regeln.txt", b"%PDF-1.7 ...")
    'pdf'
    """
    if b"%PDF-" in raw[:1024]:
        return "pdf"
    for start, own in _OWN.items():
        if raw.startswith(start):
            return own
    for start, (what, remedy) in _FOREIGN.items():
        if raw.startswith(start):
            raise UnreadableBook(f"„{name}“ ist {what}; {remedy}.")
    if _HTML_START.match(raw.removeprefix(b"\xef\xbb\xbf")[:2000]):
        return "html"
    return _by_suffix(name)


def _by_suffix(name: str) -> str:
    if (suffix := Path(name).suffix.lower().removeprefix(".")) in _PACKED:
        raise UnreadableBook(
            f"„{name}“ ist trotz seiner Endung kein {suffix.upper()}; lade es neu herunter oder ändere die Endung."
        )
    found = _BY_SUFFIX.get(Path(name).suffix.lower(), "text")
    if found == "pdf":
        raise UnreadableBook(
            f"„{name}“ ist keine PDF, denn sie beginnt nicht mit „%PDF-“; lade sie neu herunter oder prüfe die Endung."
        )
    return found
