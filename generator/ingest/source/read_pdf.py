"""A PDF as text: columns in reading order, headings by size, printed page numbers.

Uses PDFium (pypdfium2, BSD and Apache), which is Chromium's own, hardened against hostile files, and fast enough for a book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from ...model.unusable import require
from ..drafts import Source
from .decode import UnreadableBook
from .ocr import recognised
from .pdf_faces import with_faces
from .pdf_furniture import PagePieces, cleared, page_numbers
from .pdf_glyphs import page_content
from .pdf_lines import lines_of
from .pdf_pieces import pieces_of, underlined, with_dots
from .pdf_tables import with_tables
from .pdf_text import write_text

_LOCKED = "„{name}“ ist mit einem Kennwort verschlüsselt; öffne sie und drucke sie ohne Kennwort in eine neue PDF."
_BROKEN = "„{name}“ ist keine lesbare PDF, vielleicht nur halb geladen; lade sie neu herunter oder drucke sie neu in eine PDF."
_SCANNED = (
    "„{name}“ enthält nur Bilder, keinen Text; lies sie mit --ocr (braucht Tesseract) oder lass sie erst durch eine Texterkennung "
    "laufen, etwa mit OCRmyPDF."
)
_NAMELESS = (
    "Die Schrift in „{name}“ sagt nicht, welche Buchstaben sie zeigt; lies sie mit --ocr (braucht Tesseract) oder drucke das Buch aus "
    "einem anderen Programm in eine PDF."
)
_EMPTY = "In „{name}“ hat die Texterkennung keinen Text gefunden; prüfe, ob es die richtige Datei ist."
_RECOGNISED = "Der Text kommt aus einer Texterkennung; prüfe Zahlen und Namen am Buch."
_NO_PAGES = "„{name}“ hat keine Seiten; prüfe, ob es die richtige Datei ist."

#: With fewer letters per page on average, the pages are pictures with a stamp.
_FEWEST_LETTERS = 8
_PASSWORD, _SECURITY = 4, 5
#: The most bookmarks that are read, and their depth.
_DEEPEST_BOOKMARK, _MOST_BOOKMARKS = 8, 20_000


#: Called with the numbers of pages done and in total.
Progress = Callable[[int, int], None]


def read_pdf(name: str, raw: bytes, sha256: str, progress: Progress | None, *, ocr: bool | None = False) -> Source:
    """The book as a source, read page by page; with `ocr`, a program recognises the letters of a scanned one (None: has done so)."""
    notes: list[str] = []
    with _opened(name, raw) as document:
        pages = list(_pages(document, progress, notes))
        outline = tuple(_bookmarks(document))
        texts = [text for page in pages for text in (page.sideways, *(piece.text for piece in page.pieces))]
        letters, nameless = sum(map(len, texts)), sum(text.count("\ufffd") for text in texts)
        if letters < _FEWEST_LETTERS * len(pages) or nameless * 2 > letters:
            if not ocr:
                raise UnreadableBook((_EMPTY if ocr is None else _NAMELESS if nameless else _SCANNED).format(name=name))
            source = read_pdf(name, recognised(name, document, progress), sha256, None, ocr=None)
            return replace(source, notes=(_RECOGNISED, *source.notes))
    parted = cleared(pages)
    numbers = page_numbers(parted)
    lines = with_faces([lines_of(page.pieces) for page in parted])
    written = write_text(parted, lines, [page.sideways for page in pages], numbers)
    text = "".join(written.parts)
    empty = [number or at for at, (page, number) in enumerate(zip(pages, numbers, strict=True), 1) if not page.pieces]
    notes += [f"Seite {number} enthält keinen Text (ein Bild?)." for number in empty]
    return Source(name, "pdf", text, tuple(written.pages), sha256, tuple(written.furniture), notes=tuple(notes), outline=outline)


def _opened(name: str, raw: bytes) -> Any:
    require(f"„{name}“", "ingest", "pypdfium2")
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(raw)
        if not len(document):
            raise UnreadableBook(_NO_PAGES.format(name=name))
        return document
    except pypdfium2.PdfiumError as problem:
        locked = getattr(problem, "err_code", None) in (_PASSWORD, _SECURITY)
        raise UnreadableBook((_LOCKED if locked else _BROKEN).format(name=name)) from None


def _pages(document: Any, progress: Progress | None, notes: list[str]) -> Iterator[PagePieces]:
    import pypdfium2

    for index in range(len(document)):
        try:
            page = document[index]
            content = page_content(page)
            page.close()
        except pypdfium2.PdfiumError:
            notes.append(f"Die {index + 1}. Seite ist beschädigt und fehlt.")
            yield PagePieces(0.0, [])
        else:
            pieces = underlined(pieces_of(content.glyphs, content.rules), content.rules, content.links)
            pieces = with_dots(pieces, content.dots)
            pieces = with_tables(pieces, content.rules)
            yield PagePieces(content.height, pieces, content.sideways)
        if progress:
            progress(index + 1, len(document))


def _bookmarks(document: Any) -> Iterator[tuple[int, str]]:
    """The level and title of each bookmark; none if they are broken."""
    import pypdfium2

    try:
        for bookmark in islice(document.get_toc(max_depth=_DEEPEST_BOOKMARK), _MOST_BOOKMARKS):
            yield bookmark.level + 1, " ".join(bookmark.get_title().split())
    except pypdfium2.PdfiumError:
        return
