"""Our own styles: small files by subject, shipped as one in the order of their names, and one generated from the systems'
data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from urllib.parse import quote

from markupsafe import Markup

from ..files.own_files import ASSETS
from ..model.values import System

FOLDER = ASSETS / "styles"

COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
#: The tokens' blocks with plain colours: both schemes share them unless the dark one overrides them.
_LIGHT = re.compile(r'^(?::root|\[data-md-color-scheme="default"\]) \{(.*?)^\}', re.DOTALL | re.MULTILINE)
_DARK = re.compile(r'^\[data-md-color-scheme="slate"\] \{(.*?)^\}', re.DOTALL | re.MULTILINE)
_COLOUR = re.compile(r"(--[\w-]+): (#[0-9a-f]+);")


def own_styles() -> str:
    """All of `assets/styles` as one style file, without comments (a fifth of the bytes)."""
    whole = "\n".join(path.read_text("utf-8").strip() for path in sorted(FOLDER.glob("*.css")))
    return COMMENT.sub("", whole) + "\n"


def colours(*, dark: bool = False) -> dict[str, str]:
    """The design's colours by name, for pages without the theme: those of the light scheme, or the dark one's overrides.

    >>> colours()["--n-text"], colours(dark=True)["--n-text"]
    ('#1c1a17', '#f0ebe2')
    """
    blocks = (_DARK if dark else _LIGHT).findall((FOLDER / "10-tokens.css").read_text("utf-8"))
    return dict(_COLOUR.findall("".join(blocks)))


@cache
def _own_accent() -> str:
    return colours()["--n-akzent"]


def accent_of(system: System | None = None) -> str:
    """The accent colour of a system's pages; the site's own without a system or without an accent."""
    return system.accent if system and system.accent else _own_accent()


def declared(values: Mapping[str, str]) -> str:
    """Custom properties as declarations.

    >>> declared({"--a": "#fff"})
    '--a: #fff;'
    """
    return " ".join(f"{name}: {value};" for name, value in values.items())


def system_styles(systems: Iterable[System]) -> str:
    """A style file with every system's accent colour and mark, for its pages and for elements with its class (`n-spiel-t9a`).

    Holds the mark once instead of in every page; `--n-kurzname` is 1 if a system shows its short name instead.
    """
    rules = ["/* Made from each system's `accent` and mark.svg. */"]
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
    """A drawing as a data URL that fits between double quotes in CSS.

    >>> drawing_address('<svg fill="#fff"/>')
    "data:image/svg+xml,%3Csvg fill='%23fff'/%3E"
    """
    return "data:image/svg+xml," + quote(" ".join(svg.replace('"', "'").split()), safe=" '/:=;,.-+()")


# -- pages in one file: inline styles, and a policy that allows only these ---------------------------------------------------------


def style_of(*files: str) -> Markup:
    """Inline styles for a page: the site's colours, light or dark as the device prefers, then the style files below `assets`
    without comments.

    >>> style_of("standalone.css")[:7]
    Markup(':root {')
    """
    light, dark = declared(colours()), declared(colours(dark=True))
    schemes = f":root {{ color-scheme: light dark; {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"
    texts = [(ASSETS / name).read_text("utf-8").strip() for name in files]
    return Markup(COMMENT.sub("", "\n".join([schemes, *texts])) + "\n")
