"""Draw a card. Only this module and `mark` use Pillow: without browser or system fonts, the same card gives the same bytes on
every machine with the same Pillow.

Draws directly in palette indices, because the colours are few and known (paper, ink, the system's): that takes a third of the
bytes and no time for finding colours.
"""

from __future__ import annotations

import io
from functools import cache, lru_cache, partial
from pathlib import Path

from PIL import Image, ImageColor, ImageFont

from ...files.own_files import ASSETS
from .card import HEIGHT, WIDTH, Card, drawable, lines_of
from .mark import mark_shape

UPRIGHT = ASSETS / "site" / "assets" / "schriften" / "vollkorn-600.woff2"
ITALIC = ASSETS / "previews" / "vollkorn-400-kursiv.woff2"

_PAPER, _INK, _QUIET, _WHITE = "#fffefb", "#1c1a17", "#57514a", "#ffffff"
#: Steps from one colour to another: more are invisible, and 4 bits per pixel have no room for them.
_STEPS = 4
_EDGE, _BAND = 72, 132
_ROOM = WIDTH - 2 * _EDGE
#: Sizes of a title, largest first: the first that fits into two lines counts; the last one is cut.
_TITLE_SIZES = (92, 80, 68, 58)
_NOT_A_LETTER = "\uffff"

#: (background, colour) pairs in the order of the palette; "" is the system's accent.
_PAIRS = ((_PAPER, _INK), (_PAPER, _QUIET), (_PAPER, ""), ("", _WHITE))
_ON_PAPER, _QUIETLY, _IN_COLOUR, _ON_BAND = range(len(_PAIRS))


def draw(card: Card) -> bytes:
    """The picture as a PNG of 1200 × 630 pixels."""
    image = Image.new("P", (WIDTH, HEIGHT), _number(_ON_PAPER, 0))
    image.putpalette(_palette(card.accent))
    image.paste(_number(_ON_BAND, 0), (0, 0, WIDTH, _BAND))
    _draw_band(image, card)
    _draw_rule(image, card)
    out = io.BytesIO()
    image.save(out, "PNG", bits=4, compress_level=6)  # 9 takes eight times as long to save a fifteenth of the bytes
    return out.getvalue()


def _draw_band(image: Image.Image, card: Card) -> None:
    left = _EDGE
    shape = mark_shape(card.mark, 76)
    if shape is not None:
        _stamp(image, shape, (left, (_BAND - 76) // 2), _ON_BAND)
        left += 76 + 24
    elif card.short_name and card.short_name != card.head:
        left += _write(image, card.short_name, UPRIGHT, 52, (left, 30), _ON_BAND, 300) + 28
    right = WIDTH - _EDGE - int(width_of(card.site, UPRIGHT, 34))
    _write(image, card.site, UPRIGHT, 34, (right, 45), _ON_BAND, 400)
    _write(image, card.head, UPRIGHT, 42, (left, 39), _ON_BAND, max(right - left - 40, 100))


def _draw_rule(image: Image.Image, card: Card) -> None:
    top = _BAND + 34
    if card.place:
        _write(image, card.place, UPRIGHT, 34, (_EDGE, top), _IN_COLOUR, _ROOM)
        top += 50
    size, lines = _title(card)
    for line in lines:
        _write(image, line, UPRIGHT, size, (_EDGE, top), _ON_PAPER, _ROOM)
        top += round(size * 1.12)
    top += round(size * 0.14)  # below descenders
    if card.original:
        _write(image, card.original, ITALIC, 40, (_EDGE, top), _QUIETLY, _ROOM)
        top += 60
    top += 18
    image.paste(_number(_IN_COLOUR, _STEPS - 1), (_EDGE, top, _EDGE + 120, top + 6))
    top += 26
    fitting = max((HEIGHT - 30 - top) // 50, 1)
    for line in lines_of(_known(card.text, UPRIGHT), partial(width_of, font=UPRIGHT, size=38), _ROOM, fitting):
        _write(image, line, UPRIGHT, 38, (_EDGE, top), _ON_PAPER, _ROOM)
        top += 50


def _title(card: Card) -> tuple[int, list[str]]:
    """The title's size and lines. A title without any letter in the font has no lines."""
    name = _known(card.name, UPRIGHT)
    for size in _TITLE_SIZES:
        lines = lines_of(name, partial(width_of, font=UPRIGHT, size=size), _ROOM, 2)
        if " ".join(lines) == name:
            break
    return size, lines


def _write(image: Image.Image, text: str, font: Path, size: int, place: tuple[int, int], pair: int, room: int) -> int:
    """Write a line of text, cut to `room`; returns its width."""
    line = next(iter(lines_of(_known(text, font), partial(width_of, font=font, size=size), room, 1)), "")
    if not line:
        return 0
    shape = Image.new("L", (min(int(width_of(line, font, size)) + 8, WIDTH - place[0]), round(size * 1.5)))
    core, (x, y) = _font(font, size).getmask2(line, mode="L", anchor="ls")
    shape.paste(255, (x, round(size * 1.05) + y), Image.frombytes("L", core.size, bytes(core)))
    _stamp(image, shape, place, pair)
    return int(width_of(line, font, size))


def _stamp(image: Image.Image, shape: Image.Image, place: tuple[int, int], pair: int) -> None:
    """Paste a grey shape onto the picture in the steps of one pair of colours."""
    levels = shape.point([(value * (_STEPS - 1) + 127) // 255 for value in range(256)])
    numbers = levels.point([_number(pair, min(level, _STEPS - 1)) for level in range(256)])
    image.paste(numbers, place, levels.point([255 if level else 0 for level in range(256)]))


def _number(pair: int, step: int) -> int:
    """The palette index of a colour."""
    return pair * _STEPS + step


def _palette(accent: str) -> list[int]:
    colours = []
    for ground, colour in _PAIRS:
        a, b = (ImageColor.getrgb(one or accent) for one in (ground, colour))
        for step in range(_STEPS):
            colours += [round(x + (y - x) * step / (_STEPS - 1)) for x, y in zip(a[:3], b[:3], strict=True)]
    return colours


@cache
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    """One of our fonts. Uses the basic layout, which is the same on every machine; the other one needs optional libraries."""
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=100_000)
def width_of(text: str, font: Path, size: int) -> float:
    """The width of a line of text in pixels."""
    return _font(font, size).getlength(text)


def _known(text: str, font: Path) -> str:
    return drawable(text, lambda letter: has_letter(letter, font))


@cache
def has_letter(letter: str, font: Path) -> bool:
    """Whether one of our fonts has a glyph for this letter."""
    if letter == " ":
        return True
    return letter.isprintable() and bytes(_font(font, 40).getmask(letter)) != _box(font)


@cache
def _box(font: Path) -> bytes:
    """The glyph that a font draws for missing letters."""
    return bytes(_font(font, 40).getmask(_NOT_A_LETTER))
