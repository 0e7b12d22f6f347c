"""The scripts and styles for other sites' pages, small enough to be no burden there.

For pages with integrity checks, each script also has a copy with its hash in the name, which refers to the copies of the others.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ..files.fingerprint import integrity
from ..files.json_text import compact_json
from ..files.own_files import ASSETS
from ..model.library import Library
from ..model.values import System
from ..pages.embed_page import FRAME_SCRIPT, STYLE
from ..pages.styles import colours, declared
from ..references.finder_index import TABLES, finder_index
from .scripts import classic_script, module_script

FOLDER = ASSETS / "embed"
#: The version is in the name, so that an address keeps doing what it did.
SCRIPT = "einbetten-1.js"
FINDER = "einbetten-1-verweise.js"
PAGES = "einbetten-1-seite.js"
#: The same script as an ES module with its types, and the list of the copies with a hash in their names.
MODULE, TYPES, COPIES = "nachschlag.mjs", "nachschlag.d.mts", "einbetten-1/dateien.json"
#: The path of each system's index for the finder; its format belongs to the script of that version, not to the API.
INDEX = "einbetten-1"

#: The style's names for the design's colours.
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
    shared = {FOLDER / "shared.js": f"export const shared = {compact_json(TABLES)};\n"}

    def styled(script: str) -> str:
        return script.replace("%STYLE%", style.replace("\\", "\\\\").replace("'", "\\'"))

    yield SCRIPT, styled(_script("main"))
    parts = {"verweise": _script("finder_script", shared), "seite": _script("pages_script", shared)}
    yield FINDER, parts["verweise"]
    yield PAGES, parts["seite"]
    yield from _copies(parts, lambda made: styled(_script("main", made)))
    instead = {FOLDER / f"{name}.js": (FOLDER / f"{name}_module.js").read_text("utf-8") for name in ("own", "load")}
    yield MODULE, styled(module_script(FOLDER / "module.js", {**shared, **instead}))
    yield TYPES, (FOLDER / TYPES).read_text("utf-8")
    yield FRAME_SCRIPT, _script("frame")
    yield STYLE, _HOST.sub(lambda match: f":root{match[1] or ''}", style) + ":root,body{margin:0}"


def finder_file(library: Library, system: System) -> Iterator[tuple[str, str]]:
    """A system's index for the finder, as (path below the site, JSON text)."""
    yield f"{INDEX}/{system.id}.json", compact_json(finder_index(library, system)) + "\n"


def _script(name: str, made: Mapping[Path, str] | None = None) -> str:
    return classic_script(FOLDER / f"{name}.js", made, flat=True)


def _copies(parts: Mapping[str, str], main: Callable[[Mapping[Path, str]], str]) -> Iterator[tuple[str, str]]:
    """The scripts under names with their hashes, and a list of these names. `main` makes the first script, which names the others."""
    files = {}
    for name, script in parts.items():
        files[name] = [_hashed(f"einbetten-1-{name}.js", script), integrity(script)]
        yield files[name][0], script
    script = main({FOLDER / "files.js": f"export const files = {compact_json(files)};\n"})
    yield _hashed(SCRIPT, script), script
    yield COPIES, compact_json({SCRIPT: {"file": _hashed(SCRIPT, script), "integrity": integrity(script)}}) + "\n"


def _hashed(path: str, script: str) -> str:
    """A name like those of the theme's files, which servers are set to cache for ever."""
    return path.replace(".js", f".{hashlib.sha256(script.encode()).hexdigest()[:8]}.min.js")


def _with_colours(style: str) -> str:
    for mark, given in (("%HELL%", colours()), ("%DUNKEL%", colours(dark=True))):
        style = style.replace(mark, declared({name: given[token] for name, token in _COLOURS.items()}))
    return style


def compact_style(source: str) -> str:
    """Styles on one line, without comments."""
    return _CSS_SPACE.sub(r"\1", _CSS_COMMENT.sub("", source)).strip().replace("\n", "")
