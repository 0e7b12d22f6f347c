"""Our own drawings: SVG files beside the entries, cleaned for embedding in a page.

Only shapes, text and structure pass; scripts, links, foreign content, external addresses and embedded styles do not.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

_SVG = "http://www.w3.org/2000/svg"
_ELEMENTS = frozenset(
    {"svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"}
    | {"marker", "symbol", "use", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "stop"}
)
_ATTRIBUTES = re.compile(
    r"(?:id|class|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|fx|fy|width|height|viewBox|points|transform|fill|fill-[a-z]+|stroke|stroke-[a-z]+|"
    r"opacity|font-[a-z]+|text-[a-z]+|dominant-baseline|letter-spacing|marker-[a-z]+|marker[A-Z]\w+|refX|refY|orient|offset|stop-[a-z]+|"
    r"gradientUnits|gradientTransform|patternUnits|clip-path|mask|preserveAspectRatio|role|aria-[a-z]+|href)"
)


class UnusableDrawing(ValueError):
    """The file is no SVG that a page may embed; `args[0]` is the reason in German."""


def clean_drawing(text: str) -> str:
    """Reduce a drawing to permitted elements and attributes. Raises UnusableDrawing for anything but plain SVG."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise UnusableDrawing("sie enthält eine DOCTYPE-Angabe")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as problem:
        raise UnusableDrawing(f"sie ist kein gültiges XML ({problem})") from None
    if root.tag != f"{{{_SVG}}}svg":
        raise UnusableDrawing("ihr äußerstes Element ist nicht <svg>")
    ElementTree.register_namespace("", _SVG)
    try:
        _clean(root)
        return ElementTree.tostring(root, encoding="unicode")
    except RecursionError:
        raise UnusableDrawing("ihre Elemente sind zu tief geschachtelt") from None


def _clean(element: ElementTree.Element) -> None:
    for name in list(element.attrib):
        value = element.attrib[name]
        local = name.rpartition("}")[2]
        if not _ATTRIBUTES.fullmatch(local) or name.startswith("{") or not _harmless(local, value):
            del element.attrib[name]
    for child in list(element):
        tag = str(child.tag)
        if tag.startswith(f"{{{_SVG}}}") and tag.rpartition("}")[2] in _ELEMENTS:
            _clean(child)
        else:
            element.remove(child)


def _harmless(name: str, value: str) -> bool:
    """Whether an attribute is safe: references stay within the drawing; no backslash, which could spell "url" for CSS alone."""
    if name == "href":
        return value.startswith("#")
    return not re.search(r"url\s*\((?!\s*['\"]?#)|javascript:|expression|\\", value, re.IGNORECASE)
