"""A rulebook's file as text with pages: plain text unchanged, Markdown with marks for underlined headings, other documents as displayed."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ...model.unusable import Unreadable, require
from ..drafts import Source
from . import asciidoc, latex, setext
from .decode import Decoded, decode
from .drawn_tables import with_pipes
from .file_format import format_of
from .html_text import text_of
from .page_breaks import find_pages
from .read_docx import read_docx
from .read_epub import read_epub
from .read_html import read_html
from .read_odt import read_odt
from .read_pdf import Scanned, read_pdf, read_scan
from .read_rtf import read_rtf
from .unreadable_book import UnreadableBook
from .zipped import Package

#: Far beyond any rulebook's text; a scanned book of this size has no text anyway.
MOST_BYTES = 200_000_000

#: Called with the numbers of pages done and in total.
Progress = Callable[[int, int], None]


def read_source(path: Path, *, progress: Progress | None = None, ocr: bool = False) -> Source:
    """Read a file as a source; with `ocr`, recognise the letters of a scanned PDF.

    Raises Unusable, with one German sentence, if it yields no text.
    """
    name = path.name.encode("utf-8", "replace").decode()
    raw = _bytes(path, name)
    sha256 = hashlib.sha256(raw).hexdigest()
    try:
        return _READERS[format_of(name, raw)](name, raw, sha256, progress)
    except Scanned:
        if not ocr:
            raise
    return read_scan(name, raw, sha256, progress)


def _bytes(path: Path, name: str) -> bytes:
    try:
        _refuse_odd(name, path.stat())
        return path.read_bytes()
    except OSError as problem:
        raise Unreadable(name, problem) from problem
    except ValueError as problem:  # a zero byte
        raise UnreadableBook(f"„{name}“ lässt sich nicht lesen: Der Pfad ist ungültig.") from problem


def _refuse_odd(name: str, status: os.stat_result) -> None:
    """Refuse what cannot be a book before opening it, because a pipe would block."""
    if stat.S_ISDIR(status.st_mode):
        raise UnreadableBook(f"„{name}“ ist ein Ordner; nenne die Datei darin, die du lesen willst.")
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableBook(f"„{name}“ ist keine gewöhnliche Datei; speichere den Inhalt in einer Datei und nenne diese.")
    if status.st_size > MOST_BYTES:
        raise UnreadableBook(
            f"„{name}“ ist größer als {MOST_BYTES // 1_000_000} MB; teile die Datei oder gib nur den Text heraus."
        )
    if status.st_size == 0:
        raise UnreadableBook(f"„{name}“ ist leer (0 Bytes); lade oder speichere die Datei neu.")


def _plain(kind: str) -> Callable[[str, bytes, str, Progress | None], Source]:
    def read(name: str, raw: bytes, sha256: str, progress: Progress | None) -> Source:
        decoded = decode(name, raw)
        return _paged(name, kind, replace(decoded, text=with_pipes(decoded.text)), sha256)

    return read


def _paged(name: str, kind: str, decoded: Decoded, sha256: str) -> Source:
    pages = find_pages(decoded.text)
    return Source(name, kind, decoded.text, pages.marks, sha256, pages.lines, decoded.newline, decoded.notes)


def _markdown(name: str, raw: bytes, sha256: str, progress: Progress | None) -> Source:
    decoded = decode(name, raw)
    return _paged(name, "markdown", replace(decoded, text=setext.with_marks(with_pipes(decoded.text))), sha256)


def _marked(kind: str, with_marks: Callable[[str], Decoded]) -> Callable[[str, bytes, str, Progress | None], Source]:
    def read(name: str, raw: bytes, sha256: str, progress: Progress | None) -> Source:
        decoded = decode(name, raw)
        shown = with_marks(decoded.text)
        return replace(_document(name, kind, shown.text, sha256), notes=(*decoded.notes, *shown.notes))

    return read


def _html(name: str, raw: bytes, sha256: str, progress: Progress | None) -> Source:
    return read_html(name, raw, sha256)


def _zipped(name: str, raw: bytes, sha256: str, progress: Progress | None) -> Source:
    require(f"„{name}“", "ingest", "lxml")
    package = Package(name, raw)
    kind = package.kind()
    if kind == "epub":
        book = read_epub(package)
        return replace(_document(name, kind, book.text, sha256), notes=book.notes)
    return _document(name, kind, text_of((read_docx if kind == "docx" else read_odt)(package)), sha256)


def _rtf(name: str, raw: bytes, sha256: str, progress: Progress | None) -> Source:
    require(f"„{name}“", "ingest", "lxml")
    return _document(name, "rtf", text_of(read_rtf(raw)), sha256)


def _document(name: str, kind: str, text: str, sha256: str) -> Source:
    if not text.strip():
        raise UnreadableBook(
            f"„{name}“ enthält keinen Text; sind es Bilder, lass sie erst durch eine Texterkennung (OCR) laufen."
        )
    return Source(name, kind, text, sha256=sha256)


_READERS = {
    "text": _plain("text"),
    "markdown": _markdown,
    "asciidoc": _marked("asciidoc", asciidoc.with_marks),
    "latex": _marked("latex", latex.with_marks),
    "html": _html,
    "pdf": read_pdf,
    "rtf": _rtf,
    "zip": _zipped,
}
