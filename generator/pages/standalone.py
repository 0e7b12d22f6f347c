"""Pages that are one file: their styles stand inside, and their policy allows these and nothing else."""

from __future__ import annotations

import base64
import hashlib

from markupsafe import Markup

from ..files.own_files import ASSETS
from .styles import COMMENT, colours, declared


def style_of(*files: str) -> Markup:
    """Style files below `assets`, one after the other without their comments, to stand in a page; before them the site's colours,
    light or dark as the device is.

    >>> style_of("standalone.css")[:7]
    Markup(':root {')
    """
    light, dark = declared(colours()), declared(colours(dark=True))
    schemes = f":root {{ color-scheme: light dark; {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"
    texts = [(ASSETS / name).read_text("utf-8").strip() for name in files]
    return Markup(COMMENT.sub("", "\n".join([schemes, *texts])) + "\n")


def style_hash(style: str) -> str:
    """What a policy's style-src calls a style: 'sha256-…'.

    >>> style_hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}"
