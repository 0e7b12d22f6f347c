"""Every recogniser by the name that profiles use for it."""

from __future__ import annotations

from collections.abc import Mapping

from . import Recogniser
from .capitals import find as capitals
from .name_lists import find as name_lists
from .numbered import find as numbered

RECOGNISERS: Mapping[str, Recogniser] = {
    "capitals": capitals,
    "name_lists": name_lists,
    "numbered": numbered,
}
