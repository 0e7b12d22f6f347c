"""Conflict marks that a git merge leaves in a text.

>>> conflict_mark("Wirf.\\n<<<<<<< HEAD\\nZwei.\\n=======\\nDrei.\\n")[0]
'<<<<<<< HEAD'
"""

from __future__ import annotations

import re

#: Omits "=======", which may underline a heading. Matches within a line too, because YAML folds lines.
_MARK = re.compile(r"(?<!\S)(?:<{7}|>{7}|\|{7})(?!\S)(?:[ \t]\S{1,40})?")

#: The remedy.
CONFLICT_HINT = "Entscheide dich für eine der Fassungen und lösche die Zeilen mit <<<<<<<, |||||||, ======= und >>>>>>>."


def conflict_mark(text: str) -> re.Match[str] | None:
    """The first conflict mark in a text."""
    return _MARK.search(text)
