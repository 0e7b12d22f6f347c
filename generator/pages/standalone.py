"""Pages in one file: with inline styles, and a policy that allows only these."""

from __future__ import annotations

import base64
import hashlib

from markupsafe import Markup

from ..files.own_files import ASSETS
from .styles import COMMENT, colours, declared


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


def style_hash(style: str) -> str:
    """A style's hash for a policy's style-src: 'sha256-…'.

    >>> style_hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}"
