"""A short Markdown text without its marks."""

from __future__ import annotations

import re

_MARKS = re.compile(r"\[\[(?:[^\]|]{0,200}\|)?([^\]]{0,200})\]\]|\[([^\]]{0,200})\]\([^)]{0,200}\)|[*_`]+")


def plain(text: str) -> str:
    """A short Markdown text without its marks, for lists and descriptions."""
    return " ".join(_MARKS.sub(lambda m: m[1] or m[2] or "", text).split())
