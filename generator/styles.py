"""Our own styles: small files by subject, shipped as one in the order of their names, and one made from what each game says of itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from .model import System

FOLDER = Path(__file__).parent / "assets" / "styles"

_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


def stylesheet() -> str:
    """All of `assets/styles` as one style sheet, without the comments (a fifth of its bytes)."""
    whole = "\n".join(path.read_text("utf-8").strip() for path in sorted(FOLDER.glob("*.css")))
    return _COMMENT.sub("", whole) + "\n"


def game_styles(systems: Iterable[System]) -> str:
    """A style sheet with every game's accent colour and mark, for its pages and for whatever bears its class (`n-spiel-t9a`).

    The mark stands here once instead of in every page; `--n-kurzname` is 1 where a game has none and shows its short name.
    """
    rules = ["/* Made from each game's `accent` and mark.svg. */"]
    for system in systems:
        accent = f"--n-akzent: {system.accent}; " if system.accent else ""
        mark = (
            f'--n-marke: url("{drawing_address(system.mark)}"); --n-kurzname: 0;'
            if system.mark
            else "--n-marke: none; --n-kurzname: 1;"
        )
        page = f':root:has(meta[name="nachschlag-system"][content="{system.id}"])'
        rules.append(f"{page}, .n-spiel-{system.id} {{ {accent}{mark} }}")
    return "\n".join(rules) + "\n"


def drawing_address(svg: str) -> str:
    """A drawing as a data address that may stand between double quotes in a style sheet.

    >>> drawing_address('<svg fill="#fff"/>')
    "data:image/svg+xml,%3Csvg fill='%23fff'/%3E"
    """
    return "data:image/svg+xml," + quote(" ".join(svg.replace('"', "'").split()), safe=" '/:=;,.-+()")
