"""A system's mark (SVG) as a grey shape. Handles only filled outlines, of which marks consist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from PIL.Image import Image

Point = tuple[float, float]

_SHAPES = ("path", "circle", "ellipse", "rect", "polygon")
#: Markup that filling outlines cannot draw.
_OTHER = re.compile(
    r"<(?!/|\?|!|(?:svg|g|title|desc|path|circle|ellipse|rect|polygon)\b)|\b(?:stroke|transform|style|opacity|clip-path)\s*="
)
_STEPS = 24
#: Scale at which to draw before reducing, for smooth edges.
_FINER = 8


@lru_cache(maxsize=32)
def mark_shape(svg: str, size: int) -> Image | None:
    """The drawing's coverage of each pixel, `size` pixels square; None if it is "" or uses more than filled outlines."""
    from PIL import Image, ImageChops

    if not svg or _OTHER.search(svg):
        return None
    root = ElementTree.fromstring(svg)  # cleaned by `drawings`
    left, top, width, height = map(float, (root.get("viewBox") or "0 0 24 24").replace(",", " ").split())
    scale = size * _FINER / max(width, height, 1e-6)
    shape = Image.new("L", (size * _FINER, size * _FINER))
    for outlines, even_odd in _outlines(root):
        placed = [[((x - left) * scale, (y - top) * scale) for x, y in outline] for outline in outlines]
        shape = ImageChops.lighter(shape, _filled(placed, shape.size, even_odd))
    return shape.reduce(_FINER)


def _outlines(root: ElementTree.Element) -> Iterator[tuple[list[list[Point]], bool]]:
    """Each filled shape as its closed outlines, and whether it is filled by the even-odd rule."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.svgLib.path import PathBuilder, parse_path

    for element in root.iter():
        if element.tag.rpartition("}")[2] in _SHAPES and element.get("fill") != "none":
            builder = PathBuilder()
            builder.add_path_from_element(element)
            pen = DecomposingRecordingPen({})
            for path in builder.paths:
                parse_path(path, pen)
            yield list(_flat(pen.value)), element.get("fill-rule") == "evenodd"


def _flat(commands: list[tuple[str, tuple[Point, ...]]]) -> Iterator[list[Point]]:
    """Turn a pen's commands into outlines of straight lines."""
    outline: list[Point] = []
    for name, points in commands:
        if name in ("closePath", "endPath"):
            yield outline
        elif name == "moveTo":
            outline = [points[0]]
        elif name == "lineTo":
            outline.append(points[0])
        else:  # qCurveTo, curveTo
            outline.extend(_curve([outline[-1], *points]))


def _curve(points: list[Point]) -> Iterator[Point]:
    """Points of a Bézier curve, by de Casteljau's algorithm."""
    for step in range(1, _STEPS + 1):
        t, rest = step / _STEPS, points
        while len(rest) > 1:
            rest = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(rest)]
        yield rest[0]


def _filled(outlines: list[list[Point]], size: tuple[int, int], even_odd: bool) -> Image:
    """Fill outlines by the even-odd rule, or so that outlines in the opposite direction are holes."""
    from PIL import Image, ImageChops, ImageDraw

    turns = Image.new("L", size, 128)
    odd = Image.new("1", size)
    for outline in (outline for outline in outlines if len(outline) > 2):
        one = Image.new("1", size)
        ImageDraw.Draw(one).polygon(outline, fill=1)
        odd = ImageChops.logical_xor(odd, one)
        step = one.convert("L").point([0] + [1] * 255)
        turns = ImageChops.add(turns, step) if _clockwise(outline) else ImageChops.subtract(turns, step)
    return odd.convert("L") if even_odd else turns.point([255 if count != 128 else 0 for count in range(256)])


def _clockwise(outline: list[Point]) -> bool:
    pairs = zip(outline, [*outline[1:], outline[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) > 0
