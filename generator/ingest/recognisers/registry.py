"""Every recogniser by the name that profiles use for it."""

from __future__ import annotations

from collections.abc import Mapping

from . import Recogniser
from .mentions import find as mentions
from .numbered import find as numbered
from .running_text import find as running_text

RECOGNISERS: Mapping[str, Recogniser] = {
    "mentions": mentions,
    "numbered": numbered,
    "running_text": running_text,
}
