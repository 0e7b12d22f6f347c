"""The constants that the command and the site's page share to read army lists: `assets/roster/` imports it from `shared.js`, which
the build writes.
"""

from __future__ import annotations

from ...files.javascript import constants
from ...files.own_files import ASSETS
from ...model import library
from ...references import list_names
from . import army, bad_roster, match, read, text, walk

#: The page's scripts, with the module they share with Python at its place.
FOLDER = ASSETS / "roster"
_SHARED = {
    library: "PARAMETER",
    list_names: "PLURALS",
    bad_roster: "MOST_BYTES MOST_DEEP WHY",
    army: "MOST_WORDS KINDS",
    read: "OF_MACOS",
    text: "MOST_LINES LONGEST RULED TITLE MADE_WITH ABOUT OPTION ATTACHED CHOSEN SIGNS COST PRICE COST_FIRST SUM STANDS NUMBER ROLE LETTER "
    "BETWEEN",
    walk: "ABILITIES NAMES PROSE VALUE NOTHING KNOWN MARKS SEPARATOR FIGURE MOST_COST",
    match: "LONGEST VALUE SIGNS OPEN NUMBER_OF",
}


def shared_script() -> str:
    """The text of the module."""
    return constants(_SHARED)
