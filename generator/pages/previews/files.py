"""Keep drawn pictures, and draw only those whose cards changed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from pathlib import Path

from ...files.atomic import write_atomic
from ...files.output import Output
from ...model.library import Library
from ...model.unusable import require
from .card import Card, cards

#: The folder below the build folder with every picture under the fingerprint of its content.
KEPT = "og"


def check_tools() -> None:
    """Raise Unusable if the extra `[og]` is not installed."""
    require("Vorschaubilder", "og", "PIL", "fontTools")


def write_previews(library: Library, site_name: str, output: Output, build: Path, *, is_whole: bool) -> int:
    """Write every picture of a site; returns the number of pictures drawn. For a whole library, deletes kept pictures that are no
    longer used.

    Raises Unusable if drawing is impossible.
    """
    check_tools()
    used, drawn = set(), 0
    for card in cards(library, site_name):
        kept = build / KEPT / f"{_fingerprint(card)}.png"
        if not kept.is_file():
            from .drawing import draw

            write_atomic(kept, draw(card))
            drawn += 1
        used.add(kept)
        output.write(card.path, kept.read_bytes())
    if is_whole:
        for old in set((build / KEPT).glob("*.png")) - used:
            old.unlink()
    return drawn


def _fingerprint(card: Card) -> str:
    shown = json.dumps(asdict(card), ensure_ascii=False)
    return hashlib.sha256(f"{_how()}\0{shown}".encode()).hexdigest()[:32]


@cache
def _how() -> str:
    """Fingerprint of everything that affects drawing: this room's files, our fonts, Pillow."""
    from .drawing import ITALIC, UPRIGHT

    digest = hashlib.sha256(version("pillow").encode())
    for path in (*sorted(Path(__file__).parent.glob("*.py")), ITALIC, UPRIGHT):
        digest.update(path.read_bytes())
    return digest.hexdigest()
