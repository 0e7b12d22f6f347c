"""The sections and steps above and below a place in a foreign text, such as a forum post.

"Wie oben beschrieben" without a name means the text's own section, or the one before if the section begins with it; "wie im vorigen
Schritt" means the item before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from ..german.directions import SECTION, STEP, TABLE, whole_sentence
from ..model.library import Library, name_key
from ..model.reference import Reference, Resolution
from .relative import AHEAD, above, sibling

_WORD = re.compile(r"[^\W\d_]{2}")
#: An item of a list, with the words that it begins with, set off or before a colon: "- **Drehen:** Zuerst".
_ITEM = re.compile(
    r"^(?P<indent>[ \t]*)(?:[-*+•–]|\d{1,2}[.)])[ \t]+(?:\*{1,2}|_{1,2})?(?P<title>[^\n:*_]{3,80}?)[:*_]", re.MULTILINE
)


class Heading(NamedTuple):
    """A heading in a text, and the id of the rule, or of the rule about a part, with its title; "" if there is none."""

    start: int
    end: int
    target: str


class Outline:
    """The headings of a text, in order."""

    def __init__(self, library: Library, text: str, headings: Sequence[Heading]) -> None:
        self.library, self.text, self.headings = library, text, headings
        self._known: dict[str, dict[str, list[str]]] = {}
        self.starts = [heading.start for heading in headings]

    @cached_property
    def _last_known(self) -> list[str]:
        """For each heading the last rule named by it or a heading before it."""
        known, last = [], ""
        for heading in self.headings:
            last = heading.target if self.library.entry(heading.target) else last
            known.append(last)
        return known

    def resolved(self, found: Resolution) -> Resolution:
        """The resolution of a relative reference without a target, from its place in the text."""
        one = found.reference
        at = bisect_right(self.starts, one.start) - 1
        if one.type != "relative" or found.target or found.candidates or at < 0:
            return found
        target = ""
        if one.doubt == "told":
            target = self._section(one, at)
        elif one.sort in (STEP, SECTION):
            target = (one.sort == STEP and self._item(one, at)) or self._sibling(one, at)
        elif one.sort == TABLE and one.name == AHEAD:
            target = self._table(at)
        return found._replace(target=target or None)

    def _end(self, at: int) -> int:
        return self.starts[at + 1] if at + 1 < len(self.starts) else len(self.text)

    def _section(self, one: Reference, at: int) -> str:
        """The section itself if it has text in that direction, else the next one that has any."""
        sentence, there = whole_sentence(self.text, one.start, one.end), at
        if one.name == AHEAD:
            there += not _WORD.search(self.text, sentence.stop, self._end(at))
        else:
            end = sentence.start
            while there >= 0 and not _WORD.search(self.text, self.headings[there].end, end):
                end = self.starts[there]
                there -= 1
        if there == at or not 0 <= there < len(self.headings):
            return self.headings[at].target if there == at else ""
        own, entry = self.library.entry(self._last_known[at]), self.library.entry(self.headings[there].target)
        if own is None or entry is None or entry.part != own.part:  # the heading only shares its words with an unrelated rule
            return ""
        if one.name == AHEAD:
            return entry.id
        beside = (id_ for id_ in above(self.library, entry) if self.library.entries[id_].parent == own.parent)
        return next(beside, entry.id)  # the whole section before, not only its last rule

    def _item(self, one: Reference, at: int) -> str:
        """The step of the section's rule with which the item before or behind begins."""
        starts, beside = self._items
        here = bisect_right(starts, one.start) - 1
        if here < 0 or starts[here] < self.headings[at].end:
            return ""
        steps = self._steps(self.headings[at].target).get(beside[here][one.name == AHEAD], [])
        return steps[0] if len(steps) == 1 else ""

    @cached_property
    def _items(self) -> tuple[list[int], list[list[str]]]:
        """The start of each list item, with the titles of the items before and behind it in its section and at its depth."""
        starts: list[int] = []
        beside: list[list[str]] = []
        last: dict[tuple[int, str], tuple[int, str]] = {}
        for item in _ITEM.finditer(self.text):
            row = (bisect_right(self.starts, item.start()), item["indent"])
            before, title = last.get(row, (-1, "")), name_key(item["title"])
            if before[0] >= 0:
                beside[before[0]][1] = title
            last[row] = (len(starts), title)
            starts.append(item.start())
            beside.append([before[1], ""])
        return starts, beside

    def _steps(self, target: str) -> dict[str, list[str]]:
        """The rules below a rule, by title without brackets."""
        if target not in self._known:
            steps = self._known[target] = {}
            own = self.library.entry(target)
            for entry in self.library.part_entries(own.system, own.part) if own else ():
                if target in above(self.library, entry) and entry is not own:
                    steps.setdefault(name_key(entry.title.partition(" (")[0]), []).append(entry.id)
        return self._known[target]

    def _sibling(self, one: Reference, at: int) -> str:
        own = self.library.entry(self.headings[at].target)
        return next(iter(sibling(self.library, own, ahead=one.name == AHEAD)), "") if own else ""

    def _table(self, at: int) -> str:
        """The table that the next heading names."""
        target = self.headings[at + 1].target if at + 1 < len(self.headings) else ""
        entry = self.library.entry(target)
        return target if entry and entry.kind == "table" else ""
