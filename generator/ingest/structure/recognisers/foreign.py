"""Names that a German book leaves in English, recognised by letter sequences that German words lack.

>>> [left_in_english(name) for name in ("Arcane Ruins", "Garden of Morr", "Azyritische Ruinen", "Alter Turm", "Magma-Schmiede")]
[True, True, False, False, False]
"""

from __future__ import annotations

import re

_ENGLISH = re.compile(
    r"\b(?:of|the|and)\b|wr|gh|th(?=[a-z])|[^s]c[aei]|[^aeiou]ow|ea|oa|ee(?=[a-z])|ay|ai|sh|ed\b|ous\b|[bdfglmnprst]y\b|ny\b",
    re.IGNORECASE,
)
_GERMAN = re.compile(
    r"[äöüß]|-|\b(?:der|die|das|des|dem|den|und|im|in|von|vom|aus|am|mit)\b|(?:isch|ig|lich)e[rns]?\b|sch|(?:ung|heit|keit|schaft)\b",
    re.IGNORECASE,
)


def left_in_english(name: str) -> bool:
    """Whether a name looks English and no part of it German."""
    return bool(_ENGLISH.search(name)) and not _GERMAN.search(name)
