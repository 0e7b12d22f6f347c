"""The scripts and styles for other sites' pages, small enough to be no burden there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..files.json_text import compact_json
from ..files.own_files import ASSETS
from ..model.library import Library
from ..pages.embed_page import FRAME_SCRIPT, STYLE
from ..pages.styles import colours, declared
from ..references.finder_index import finder_index
from ..references.for_scripts import TABLES
from .scripts import classic_script

FOLDER = ASSETS / "embed"
#: The version is in the name: what an address once did it goes on doing.
SCRIPT = "einbetten-1.js"
FINDER = "einbetten-1-verweise.js"
#: Where each system's index for the finder lies; its form belongs to the script of that version, not to the API.
INDEX = "einbetten-1"

#: What the style calls the design's colours.
_COLOURS = {
    "--grund": "--md-default-bg-color",
    "--flaeche": "--n-flaeche",
    "--linie": "--n-linie",
    "--text": "--n-text",
    "--leise": "--n-leise",
    "--verweis": "--n-verweis",
}

_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CSS_SPACE = re.compile(r"\s*([{};,]|:(?= ))\s*")
_HOST = re.compile(r":host(?:\(((?:[^()]|\([^()]*\))*)\))?")


def embed_scripts() -> Iterator[tuple[str, str]]:
    """Every script and style for other people's pages, as (path below the site, text).

    >>> [path for path, _ in embed_scripts()][0]
    'einbetten-1.js'
    """
    style = compact_style(_with_colours((FOLDER / "einbetten.css").read_text("utf-8")))
    yield SCRIPT, _script("main.js").replace("%STYLE%", style.replace("\\", "\\\\").replace("'", "\\'"))
    yield FINDER, _script("link.js", {FOLDER / "shared.js": f"export const shared = {compact_json(TABLES)};\n"})
    yield FRAME_SCRIPT, _script("rahmen.js")
    yield STYLE, _HOST.sub(lambda match: f":root{match[1] or ''}", style) + ":root,body{margin:0}"


def finder_files(library: Library) -> Iterator[tuple[str, str]]:
    """Every system's index for the finder, as (path below the site, JSON text)."""
    for system in library.systems.values():
        yield f"{INDEX}/{system.id}.json", compact_json(finder_index(library, system)) + "\n"


def _script(name: str, made: Mapping[Path, str] | None = None) -> str:
    return classic_script(FOLDER / name, made)


def _with_colours(style: str) -> str:
    for mark, given in (("%HELL%", colours()), ("%DUNKEL%", colours(dark=True))):
        style = style.replace(mark, declared({name: given[token] for name, token in _COLOURS.items()}))
    return style


def compact_style(source: str) -> str:
    """Styles on one line, without comments."""
    return _CSS_SPACE.sub(r"\1", _CSS_COMMENT.sub("", source)).strip().replace("\n", "")
