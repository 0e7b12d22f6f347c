"""The address and size of a page's picture; needs no drawing libraries."""

from __future__ import annotations

#: The ratio that messengers and social networks expect: 1.91 to 1.
WIDTH, HEIGHT = 1200, 630

FOLDER = "assets/og"
#: A folder of its own, so that it cannot clash with a system's name.
SITE = f"{FOLDER}/seite/seite.png"


def preview_path(system: str = "", entry: str = "") -> str:
    """Path below the site to the picture of a rule's page, of a system's other pages, or of any other page.

    >>> preview_path("t9a", "t9a/angst"), preview_path("t9a"), preview_path()
    ('assets/og/t9a/angst.png', 'assets/og/t9a.png', 'assets/og/seite/seite.png')
    """
    if entry:
        return f"{FOLDER}/{entry}.png"
    return f"{FOLDER}/{system}.png" if system else SITE
