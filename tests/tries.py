"""How many examples Hypothesis tries: the same few in every run, so that a run is quick and says the same twice.

NACHSCHLAG_FUZZ=5000 tries that many new ones; `make audit` tries some hundreds.
"""

from __future__ import annotations

import os

FUZZ = int(os.environ.get("NACHSCHLAG_FUZZ", "0"))


def tries(many: int) -> int:
    """The examples for a property that holds after so many: a third of them in a usual run, but at least 20 if there are that many."""
    return FUZZ or max(min(many, 20), many // 3)
