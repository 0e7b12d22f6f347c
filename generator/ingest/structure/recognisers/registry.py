"""All recognisers by their names in profiles."""

from __future__ import annotations

from collections.abc import Mapping

from ..headings.detect import find as headings
from ..headings.leads import find as leads
from ..headings.rows import find as rows
from . import Recogniser
from .captions import find as captions
from .cards import find as cards
from .defined_terms import find as defined_terms
from .inline_terms import find as inline_terms
from .mentions import find as mentions
from .running_text import find as running_text
from .tables import find as tables
from .tables import names as table_names

RECOGNISERS: Mapping[str, Recogniser] = {
    "captions": captions,
    "cards": cards,
    "defined_terms": defined_terms,
    "headings": headings,
    "inline_terms": inline_terms,
    "leads": leads,
    "mentions": mentions,
    "rows": rows,
    "running_text": running_text,
    "table_names": table_names,
    "tables": tables,
}
