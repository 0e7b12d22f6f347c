"""The marks that git leaves in a text where a merge found a conflict.

>>> conflict_mark("Wirf.\\n<<<<<<< HEAD\\nZwei.\\n=======\\nDrei.\\n")[0]
'<<<<<<< HEAD'
"""

from __future__ import annotations

import re

#: "=======" alone may underline a heading. YAML folds lines, so that a mark may stand within one.
_MARK = re.compile(r"(?<!\S)(?:<{7}|>{7}|\|{7})(?!\S)(?:[ \t]\S{1,40})?")

#: What to do about them.
CONFLICT_HINT = "Entscheide dich für eine der Fassungen und lösche die Zeilen mit <<<<<<<, |||||||, ======= und >>>>>>>."


def conflict_mark(text: str) -> re.Match[str] | None:
    """The first mark of a conflict in a text."""
    return _MARK.search(text)
