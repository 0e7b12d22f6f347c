"""What browsers need to know of German, as JSON holds it: a build ships it, so that no script writes it out again.

>>> sorted(TABLES)
['adjectival', 'endings', 'inseparable', 'irregular', 'links', 'numerals', 'particles', 'plain', 'separable', 'shortest', 'stop', 'verbs']
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model.rule_number import NUMERALS
from . import compounds, stemming
from .letters import fold
from .lists import listed
from .search_words import STOP_WORDS

#: Name → what stands in the search's scripts as: ENDINGS, VERB_ENDINGS, SEPARABLE, INSEPARABLE, ADJECTIVAL, STRONG, LINKS, PLAIN …
TABLES: Mapping[str, object] = {
    "adjectival": list(stemming.ADJECTIVAL),
    "endings": list(stemming.ENDINGS),
    "inseparable": list(stemming.INSEPARABLE),
    "irregular": stemming.IRREGULAR,
    "links": list(compounds.LINKS),
    "numerals": [*map(fold, NUMERALS)],
    "particles": [*map(fold, listed("particles_at_the_end"))],
    "plain": {"ä": "a", "ö": "o", "ü": "u", "a": "a", "o": "o", "u": "u"},
    "separable": ["", *stemming.SEPARABLE],
    "shortest": compounds.SHORTEST_PART,
    "stop": sorted(STOP_WORDS),
    "verbs": list(stemming.VERB_ENDINGS),
}
