"""Units of measures as patterns, German and English, by their short names.

>>> unit_of(" Zoll"), unit_of("%"), unit_of("Reiter")
('in', '%', '')
"""

from __future__ import annotations

import re
from functools import lru_cache

from .lists import alternatives

LENGTHS = {name: alternatives("measure_units", name) for name in ("in", "cm", "mm")}
LENGTH = "|".join(LENGTHS.values())
PERCENT, DEGREES = alternatives("percent"), alternatives("degrees")
ANY = f"{LENGTH}|{PERCENT}|{DEGREES}"
_EACH = {name: re.compile(rf"[ \u00a0\u202f-]?(?:{words})") for name, words in (*LENGTHS.items(), ("%", PERCENT), ("°", DEGREES))}


@lru_cache(maxsize=8192)
def unit_of(written: str) -> str:
    """The short name of a written unit; "" for other words."""
    return next((name for name, pattern in _EACH.items() if pattern.match(written)), "")
