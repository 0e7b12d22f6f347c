"""A scanned PDF → the same pages with their letters, recognised by Tesseract, which keeps the place and size of each."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ...model.unusable import NotInstalled
from .decode import UnreadableBook

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
    with pypdfium2.PdfDocument.new() as joined, io.BytesIO() as file:
        for index in range(len(document)):
            try:
                with pypdfium2.PdfDocument(_recognised(program, _picture(document[index]))) as read:
                    joined.import_pages(read)
            except (pypdfium2.PdfiumError, OSError, subprocess.SubprocessError):
                raise UnreadableBook(_FAILED.format(name=name, page=index + 1)) from None
            if progress:
                progress(index + 1, 2 * len(document))
        joined.save(file)
        return file.getvalue()


def _tesseract(name: str) -> str:
    program = shutil.which("tesseract")
    if program is not None:
        with suppress(OSError, subprocess.SubprocessError):
            listed = subprocess.run([program, "--list-langs"], capture_output=True, check=False, timeout=_PAGE_LIMIT).stdout
            if LANGUAGE in listed.decode("utf-8", "replace").split():
                return program
    raise NotInstalled(_MISSING.format(name=name))


def _picture(page: Any) -> bytes:
    """A page in shades of grey, as PGM."""
    bitmap = page.render(scale=min(_DPI / 72, _MOST_PIXELS / max(1.0, *page.get_size())), grayscale=True)
    raw, wide, high, stride = bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride
    bitmap.close()
    page.close()
    return b"P5 %d %d 255\n" % (wide, high) + b"".join(raw[row * stride : row * stride + wide] for row in range(high))


def _recognised(program: str, picture: bytes) -> bytes:
    """A picture as a PDF of one page with text."""
    command = [program, "-", "-", "-l", LANGUAGE, "--dpi", str(_DPI), "pdf"]
    return subprocess.run(command, input=picture, check=True, capture_output=True, timeout=_PAGE_LIMIT).stdout
