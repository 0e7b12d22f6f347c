"""A scanned PDF → the same pages with their letters, recognised by Tesseract, which keeps the place and size of each."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...model.unusable import NotInstalled
from .unreadable_book import UnreadableBook

LANGUAGE = "deu"
_DPI = 300
#: The longest side of a page's picture; larger pages are posters, or made to fill memory.
_MOST_PIXELS = 5000
#: The most seconds for one page, some twenty times what a full page takes.
_PAGE_LIMIT = 120

_MISSING = (
    "Für --ocr fehlt Tesseract mit deutscher Sprache; installiere es (Debian, Ubuntu: apt install tesseract-ocr-deu) "
    "oder lass „{name}“ anderswo durch eine Texterkennung laufen."
)
_FAILED = "Die Texterkennung kam mit Seite {page} von „{name}“ nicht zurecht; lass die Datei durch OCRmyPDF laufen."


def recognised(name: str, document: Any, progress: Callable[[int, int], None] | None) -> bytes:
    """An opened PDF as one with text. Raises Unusable without Tesseract, or if it fails."""
    import pypdfium2

    program = _tesseract(name)
    joined = pypdfium2.PdfDocument.new()
    try:
        for index in range(len(document)):
            try:
                picture = _picture(document, index)
            except pypdfium2.PdfiumError:
                raise UnreadableBook(_FAILED.format(name=name, page=index + 1)) from None
            page = _page(name, program, picture, index + 1)
            with pypdfium2.PdfDocument(page) as read:
                joined.import_pages(read)
            if progress:
                progress(index + 1, 2 * len(document))
        with tempfile.TemporaryFile() as file:
            joined.save(file)
            file.seek(0)
            return file.read()
    finally:
        joined.close()


def _tesseract(name: str) -> str:
    program = shutil.which("tesseract")
    if program is not None:
        with suppress(OSError, subprocess.SubprocessError):
            listed = subprocess.run([program, "--list-langs"], capture_output=True, check=False, timeout=_PAGE_LIMIT).stdout
            if LANGUAGE in listed.decode("utf-8", "replace").split():
                return program
    raise NotInstalled(_MISSING.format(name=name))


def _picture(document: Any, index: int) -> bytes:
    """A page in shades of grey, as PGM."""
    page = document[index]
    try:
        scale = min(_DPI / 72, _MOST_PIXELS / max(1.0, *page.get_size()))
        bitmap = page.render(scale=scale, grayscale=True)
        try:
            raw, wide, high, stride = bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride
        finally:
            bitmap.close()
    finally:
        page.close()
    return b"P5 %d %d 255\n" % (wide, high) + b"".join(raw[row * stride : row * stride + wide] for row in range(high))


def _page(name: str, program: str, picture: bytes, page: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "seite"
        base.with_suffix(".pgm").write_bytes(picture)
        command = [program, str(base.with_suffix(".pgm")), str(base), "-l", LANGUAGE, "--dpi", str(_DPI), "pdf"]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_PAGE_LIMIT)
            return base.with_suffix(".pdf").read_bytes()
        except (OSError, subprocess.SubprocessError):
            raise UnreadableBook(_FAILED.format(name=name, page=page)) from None
