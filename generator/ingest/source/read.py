"""A rulebook's file as text with pages: plain text as it is but for drawn tables, other documents as displayed."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ...model.unusable import Unreadable, require
from ..drafts import Source
from . import asciidoc, latex
from .decode import Decoded, UnreadableBook, decode
from .file_format import format_of
from .html_text import html_text, linked_text, text_of
from .page_breaks import Pages, find_pages
from .page_links import taken_out
from .plain_marks import with_pipes
from .read_docx import read_docx
from .read_epub import read_epub
from .read_markdown import read_markdown
from .read_odt import read_odt
from .read_pdf import Progress, read_pdf
from .read_rtf import read_rtf
from .zipped import Package

#: Far beyond any rulebook's text; a scanned book of this size has no text anyway.
MOST_BYTES = 200_000_000

_EMPTY = "„{name}“ enthält keinen Text; sind es Bilder, lass sie erst durch eine Texterkennung (OCR) laufen."
_EMPTY_PAGE = "„{name}“ zeigt keinen Text, denn vielleicht entsteht er erst im Browser; speichere dort die fertige Seite."


def read_source(path: Path, *, progress: Progress | None = None, ocr: bool = False) -> Source:
    """Read a file as a source; with `ocr`, recognise the letters of a scanned PDF.

    Raises Unusable, with one German sentence, if it yields no text.
    """
    name = path.name.encode("utf-8", "replace").decode()
    raw = _bytes(path, name)
    sha256 = hashlib.sha256(raw).hexdigest()
    kind = format_of(name, raw)
    if kind == "pdf":
        return read_pdf(name, raw, sha256, progress, ocr=ocr)
    kind, read = _unzipped(name, raw) if kind == "zip" else (kind, _READERS[kind](name, raw))
    if not read.text.strip():
        raise UnreadableBook((_EMPTY_PAGE if kind == "html" else _EMPTY).format(name=name))
    pages = find_pages(read.text) if kind in ("text", "markdown") else Pages()
    return Source(
        name, kind, read.text, pages.marks, sha256, pages.lines, read.newline, read.notes, links=read.links, places=read.places
    )


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


def _plain(*steps: Callable[[str], str]) -> Callable[[str, bytes], Decoded]:
    """A reader that shows a file as it is, but for these steps."""

    def read(name: str, raw: bytes) -> Decoded:
        decoded = decode(name, raw)
        for step in steps:
            decoded = replace(decoded, text=step(decoded.text))
        return decoded

    return read


def _marked(with_marks: Callable[[str], Decoded]) -> Callable[[str, bytes], Decoded]:
    def read(name: str, raw: bytes) -> Decoded:
        decoded = decode(name, raw)
        shown = with_marks(decoded.text)
        return replace(shown, notes=(*decoded.notes, *shown.notes))

    return read


def _unzipped(name: str, raw: bytes) -> tuple[str, Decoded]:
    package = Package(name, raw)
    kind = package.kind()
    if kind == "epub":
        return kind, read_epub(package)
    text, links, places = taken_out(linked_text((read_docx if kind == "docx" else read_odt)(package)))
    return kind, Decoded(text, links=links, places=places)


def _rtf(name: str, raw: bytes) -> Decoded:
    require(f"„{name}“", "ingest", "lxml")
    return Decoded(text_of(read_rtf(raw)))


_READERS: dict[str, Callable[[str, bytes], Decoded]] = {
    "text": _plain(with_pipes),
    "markdown": read_markdown,
    "asciidoc": _marked(asciidoc.with_marks),
    "latex": _marked(latex.with_marks),
    "html": html_text,
    "rtf": _rtf,
}
