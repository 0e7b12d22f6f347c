"""The content of a PDF page: characters with their places, and straight lines. The only module that uses PDFium.

Coordinates are in points from the top left corner.
"""

from __future__ import annotations

import ctypes
import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

#: TeX's fonts say it in a letter: CMBX12, SFBX1200, ECSX1000.
_BOLD = re.compile(r"bold|black|heavy|demi|\b(?:cm|ec|sf)(?:ss)?(?:b|sx)[a-z]{0,3}\d", re.IGNORECASE)
_FORCE_BOLD, _ITALIC = 1 << 18, 1 << 6
#: The names of TeX's older fonts, of which only counts whether they have serifs.
_TEX = re.compile(r"(?:cm|ec|sf)(?:ss)?(?=[a-z]{0,4}\Z)")
_ITALICS = re.compile(r"italic|oblique|slant", re.IGNORECASE)

#: Treats all hyphens alike: PDFium's own character for one at a line end, the soft one, the typographic one.
_WRITTEN = {
    "\x02": "-",
    "\u00ad": "-",
    "\u2010": "-",
    "\t": " ",
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
}

#: Accents that TeX's older fonts print as signs of their own, over the middle of their letters; within so many points across and down.
_ACCENTS = {sign: unicodedata.normalize("NFKD", sign)[1] for sign in "¨´¯¸˘˙˚˜˝"}
_ACROSS, _DOWN = 1.5, 6.0

#: A page with more shapes than this is a drawing, not a table.
_MOST_SHAPES = 600
_MOST_LINKS = 2000
_THIN = 2.5
_LARGEST_DOT = 7.0
#: The cosine of the angle from which text is sideways or upside down.
_SLANTED = 0.7
_FARTHEST = 100_000.0


class Glyph(NamedTuple):
    """A character: left and right edge, base line, font size; whether a space precedes it, written or detected; its upright typeface."""

    char: str
    x0: float
    x1: float
    y: float
    size: float
    bold: bool
    spaced: bool = False
    face: str = ""


class Rule(NamedTuple):
    """A straight line, vertical or horizontal."""

    x0: float
    y0: float
    x1: float
    y1: float


class Dot(NamedTuple):
    """The centre of a small round or square shape: a drawn list marker."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PageContent:
    """A page's characters in file order, its sideways text, its lines and dots, the boxes of its links."""

    width: float
    height: float
    glyphs: list[Glyph]
    sideways: str
    rules: list[Rule]
    dots: list[Dot]
    links: list[Rule]


class _Style(NamedTuple):
    size: float
    bold: bool
    face: str


def page_content(page: Any) -> PageContent:
    """The content of a page of `pypdfium2.PdfDocument`."""
    import pypdfium2.raw as pdfium

    width, height = page.get_size()
    text = page.get_textpage()
    try:
        glyphs: list[Glyph] = []
        sideways: list[str] = []
        for glyph, upright in _glyphs(pdfium, text, height):
            if upright:
                glyphs.append(glyph)
            else:
                sideways.append(" " * glyph.spaced + glyph.char)
        shapes = _shapes(pdfium, page, height)
        return PageContent(
            width, height, accented(glyphs), "".join(sideways).strip(), *shapes, list(_links(pdfium, page, height))
        )
    finally:
        text.close()


def accented(glyphs: list[Glyph]) -> list[Glyph]:
    """The characters with each accent put on the letter below it, if there is one; no space around it is trusted.

    >>> [each.char for each in accented([Glyph("¨", 40.4, 45.4, 50, 10, False), Glyph("a", 40, 45, 50, 10, False)])]
    ['ä']
    """
    if not any(glyph.char in _ACCENTS for glyph in glyphs):
        return glyphs
    letters = {_spot(glyph): at for at, glyph in enumerate(glyphs) if glyph.char.isalpha()}
    kept: dict[int, Glyph] = dict(enumerate(glyphs))
    for at, glyph in enumerate(glyphs):
        if (accent := _ACCENTS.get(glyph.char)) and (below := _below(glyph, letters)) is not None:
            joined = unicodedata.normalize("NFC", kept[below].char + accent)
            if len(joined) == 1:
                kept[below] = kept[below]._replace(char=joined)
                del kept[at]
                if at + 1 in kept:
                    kept[at + 1] = kept[at + 1]._replace(spaced=False)
    return list(kept.values())


def _spot(glyph: Glyph) -> tuple[int, int]:
    return round((glyph.x0 + glyph.x1) / 2 / _ACROSS), round(glyph.y / _DOWN)


def _below(accent: Glyph, letters: dict[tuple[int, int], int]) -> int | None:
    """The letter nearest to an accent's middle."""
    x, y = _spot(accent)
    return next(
        (letters[x + right, y + down] for right in (0, -1, 1) for down in (0, 1, -1) if (x + right, y + down) in letters), None
    )


def _glyphs(pdfium: Any, text: Any, height: float) -> Iterator[tuple[Glyph, bool]]:
    styles: dict[tuple[int | None, float, int], _Style] = {}
    box = pdfium.FS_RECTF()
    x, y = ctypes.c_double(), ctypes.c_double()
    spaced, upright, at = False, True, (0.0, 0.0)
    for index in range(text.count_chars()):
        char = char_of(pdfium.FPDFText_GetUnicode(text, index))
        if not char or char.isspace():
            spaced = spaced or char == " "
            continue
        pdfium.FPDFText_GetLooseCharBox(text, index, box)
        # one font in one size has boxes of equal height; asking for its name each time would double the time
        font = ctypes.cast(pdfium.FPDFTextObj_GetFont(pdfium.FPDFText_GetTextObject(text, index)), ctypes.c_void_p).value
        key = font, pdfium.FPDFText_GetFontSize(text, index), int(100 * _sane(box.top - box.bottom))
        if key not in styles:
            styles[key] = _style(pdfium, text, index)
        style = styles[key]
        pdfium.FPDFText_GetCharOrigin(text, index, x, y)
        if x.value < at[0] or y.value != at[1]:  # upright text goes on to the right
            upright = math.cos(pdfium.FPDFText_GetCharAngle(text, index)) > _SLANTED
        at = x.value, y.value
        yield (
            Glyph(char, _sane(box.left), _sane(box.right), _sane(height - y.value), style.size, style.bold, spaced, style.face),
            upright,
        )
        spaced = False


def _sane(place: float) -> float:
    """Whether a character's box is usable: a damaged file puts some at infinity, or nowhere."""
    return place if -_FARTHEST < place < _FARTHEST else 0.0


def char_of(code: int) -> str:
    """The text for PDFium's character code; "" for anything but a character."""
    if 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF) or code > 0x10FFFF:
        return "\ufffd"
    if code & 0xFF == 0 and chr(code >> 8) in "fijlst":  # the letters of a ligature, their bytes swapped
        code >>= 8
    char = chr(code)
    if 0x1D400 <= code <= 0x1D7FF:  # letters of mathematics
        char = unicodedata.normalize("NFKC", char)
    return _WRITTEN.get(char) or ("" if code < 0x20 or code == 0x7F else char)


def _style(pdfium: Any, text: Any, index: int) -> _Style:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text, index, matrix)
    name, flags = ctypes.create_string_buffer(200), ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(text, index, name, 200, flags)
    font = name.value.decode("latin-1")
    bold = bool(_BOLD.search(font)) or bool(flags.value & _FORCE_BOLD)
    size = pdfium.FPDFText_GetFontSize(text, index) * (abs(matrix.d) or abs(matrix.b))
    face = "" if flags.value & _ITALIC or _ITALICS.search(font) else face_of(font)
    return _Style(min(max(_sane(size), 1.0), 500.0), bold, face)


def face_of(font: str) -> str:
    """The family of a font.

    >>> [face_of(font) for font in ("ABCDEF+LMSans10-Regular", "Arial,Bold", "ABCDEF+CMBX12", "CMSS10")]
    ['lmsans', 'arial', 'cm', 'cmss']
    """
    name = re.split("[-,]", font.rpartition("+")[2])[0].lower()
    family = name.rstrip("0123456789")
    tex = _TEX.match(family) if family != name else None
    return tex[0] if tex else family


def _links(pdfium: Any, page: Any, height: float) -> Iterator[Rule]:
    """The boxes of the page's links."""
    at, link, box = ctypes.c_int(0), pdfium.FPDF_LINK(), pdfium.FS_RECTF()
    for _ in range(_MOST_LINKS):
        if not pdfium.FPDFLink_Enumerate(page, at, link):
            return
        if pdfium.FPDFLink_GetAnnotRect(link, box):
            left, right, top, bottom = map(_sane, (box.left, box.right, box.top, box.bottom))
            yield Rule(left, height - top, right, height - bottom)


def _shapes(pdfium: Any, page: Any, height: float) -> tuple[list[Rule], list[Dot]]:
    """Lines (thin shapes, and the edges of stroked boxes) and dots; none for a page that is a drawing."""
    rules: list[Rule] = []
    dots: list[Dot] = []
    for index, path in enumerate(page.get_objects([pdfium.FPDF_PAGEOBJ_PATH], max_depth=1)):
        if index > _MOST_SHAPES:
            return [], []
        left, bottom, right, top = map(_sane, path.get_bounds())
        x0, y0, x1, y1 = left, height - top, right, height - bottom
        if y1 - y0 < _THIN < x1 - x0 or x1 - x0 < _THIN < y1 - y0:
            rules.append(Rule(x0, y0, x1, y1))
        elif abs((x1 - x0) - (y1 - y0)) < 1 and x1 - x0 < _LARGEST_DOT:
            dots.append(Dot((x0 + x1) / 2, (y0 + y1) / 2))
        elif _stroked(pdfium, path):
            rules += [Rule(x0, y0, x1, y0), Rule(x0, y1, x1, y1), Rule(x0, y0, x0, y1), Rule(x1, y0, x1, y1)]
    return rules, dots


def _stroked(pdfium: Any, path: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    return bool(stroke.value) and bool(pdfium.FPDFPath_CountSegments(path) <= 6)
