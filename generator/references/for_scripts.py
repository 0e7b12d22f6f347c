"""What browsers need to know to find references, whatever the system, as JSON holds it: a build makes it their module `shared.js`.

What depends on a system, and the patterns, are in its `finder_index`.

>>> TABLES["EMPHASIS"]
['b', 'em', 'i', 'mark', 'strong', 'u']
"""

from __future__ import annotations

from collections.abc import Mapping

from ..german.context import DENIAL
from . import finder_index as index
from . import name_fits as fits
from . import names
from .markup_html import CLOSED, EMPHASIS, INLINE

TABLES: Mapping[str, object] = {
    "ALPHANUMERIC": rf"{index.LATIN}\d{index.FIGURES}",
    "COUNTED": names.COUNTED,
    "DENIAL": DENIAL,
    "CLOSED": sorted(CLOSED - {"a"}),
    "EMPHASIS": sorted(EMPHASIS),
    "FLAGS": [index.RANK, index.EVERYDAY, index.ABBREVIATION, index.ENGLISH, index.BRACKET, index.NOUNS],
    "INLINE": sorted(INLINE),
    "LATIN": index.LATIN,
    "RANKS": [fits.WITH_ENDING, fits.OTHER_FORM, fits.SPELLING, fits.ENGLISH, fits.COMPOUND, fits.DOUBT],
    "SHORTEST_FIRST": fits.SHORTEST_FIRST,
}
