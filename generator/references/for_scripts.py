"""What browsers need to know to find references, whatever the system, as JSON holds it: a build makes it their module `shared.js`.

What depends on a system, and the patterns, are in its `finder_index`.

>>> TABLES["LONGEST_JOIN"]
14
"""

from __future__ import annotations

from collections.abc import Mapping

from ..german.before import NEAR
from ..german.context import CLOSING, OPENING
from ..german.tokens import SEAM
from . import finder_index as index
from . import names
from .citation_patterns import GOES_ON, LONGEST_JOIN, ZERO
from .finder_index import javascript
from .markup_html import CLOSED, EMPHASIS, INLINE

TABLES: Mapping[str, object] = {
    "ALPHANUMERIC": rf"{index.LATIN}\d{index.FIGURES}",
    "CLOSED": sorted(CLOSED - {"a"}),
    "CLOSING": CLOSING,
    "EMPHASIS": sorted(EMPHASIS),
    "FLAGS": [index.RANK, index.EVERYDAY, index.ABBREVIATION, index.ENGLISH, index.BRACKET, index.NOUNS],
    "GOES_ON": GOES_ON,
    "INLINE": sorted(INLINE),
    "LATIN": index.LATIN,
    "LONGEST_JOIN": LONGEST_JOIN,
    "NEAR": NEAR,
    "OPENING": OPENING,
    "RANKS": [names.WITH_ENDING, names.OTHER_FORM, names.SPELLING, names.ENGLISH, names.COMPOUND],
    "SEAM": javascript(SEAM),
    "SET_OFF": names.SET_OFF,
    "SHORTEST_FIRST": names.SHORTEST_FIRST,
    "WIDEST_GAP": names.WIDEST_GAP,
    "ZERO": javascript(ZERO),
}
