"""Every recogniser by the name that profiles use for it."""

from __future__ import annotations

from collections.abc import Mapping

from . import Recogniser
from .capitals import find as capitals
from .cards import find as cards
from .defined_terms import find as defined_terms
from .glossary import find as glossary
from .keyword_lists import find as keyword_lists
from .mentions import find as mentions
from .name_lists import find as name_lists
from .numbered import find as numbered
from .running_text import find as running_text
from .side_boxes import find as side_boxes
from .terrain_lists import find as terrain_lists

RECOGNISERS: Mapping[str, Recogniser] = {
    "capitals": capitals,
    "cards": cards,
    "defined_terms": defined_terms,
    "glossary": glossary,
    "keyword_lists": keyword_lists,
    "mentions": mentions,
    "name_lists": name_lists,
    "numbered": numbered,
    "running_text": running_text,
    "side_boxes": side_boxes,
    "terrain_lists": terrain_lists,
}
