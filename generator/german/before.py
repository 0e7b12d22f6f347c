"""Patterns for what ends at a place in a text, each with the distance that it looks back.

>>> Before(r"(\\w+) \\Z").find("in der Mitte", 7)[1]
'der'
"""

from __future__ import annotations

import re

#: The default number of characters to look back.
NEAR = 90


class Before:
    """A pattern that ends with "\\Z", and the distance that it looks back."""

    def __init__(self, pattern: str, reach: int = NEAR, flags: int = 0) -> None:
        self.pattern, self.reach = re.compile(pattern, flags), reach

    def find(self, text: str, place: int) -> re.Match[str] | None:
        """The match that ends at a place."""
        return self.pattern.search(text, max(0, place - self.reach), place)
