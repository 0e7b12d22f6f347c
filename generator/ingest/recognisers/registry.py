"""Every recogniser by the name that profiles use for it."""

from __future__ import annotations

from collections.abc import Mapping

from . import Recogniser
from .numbered import find as numbered

RECOGNISERS: Mapping[str, Recogniser] = {
    "numbered": numbered,
}
