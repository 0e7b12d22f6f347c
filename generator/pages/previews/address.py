"""Where a page's picture lies, and how large it is; needs nothing that draws."""

from __future__ import annotations

#: What messengers and networks ask for: 1.91 to 1.
WIDTH, HEIGHT = 1200, 630

FOLDER = "assets/og"
#: Its own folder keeps it apart from a system's, whatever that is called.
SITE = f"{FOLDER}/seite/seite.png"


def preview_path(system: str = "", entry: str = "") -> str:
    """The picture of a rule's page, of any other page of a system, of any other page; as a path below the site.

    >>> preview_path("t9a", "t9a/angst"), preview_path("t9a"), preview_path()
    ('assets/og/t9a/angst.png', 'assets/og/t9a.png', 'assets/og/seite/seite.png')
    """
    if entry:
        return f"{FOLDER}/{entry}.png"
    return f"{FOLDER}/{system}.png" if system else SITE
