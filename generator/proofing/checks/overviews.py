"""Overviews: an entry bears out what a table's row or a list's item says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...model.values import Entry
from ...prose.plain import FORCED
from ..bearing import Bearing, Source
from ..facts import facts
from ..short_match import widenings
from ..structure import CELL
from .pieces import About, Piece
from .short_rules import Rule, rule_of, ruling, shown

#: A row of a table with its first cell, or an item of a list with the words before its colon or dash.
_ROW = re.compile(
    rf"^[ \t]*\|(?P<cell>{CELL})\|(?P<cells>[^\n]*)\|[ \t]*$"
    r"|^[ \t]*[-*]\s+(?P<item>[^:–\n]{3,60}?)(?::|\s–)\s(?P<said>[^\n]+(?:\n {2,}\S[^\n]*)*)",
    re.MULTILINE,
)
_MARKS = re.compile(r"\[\[(?:[^\[\]|]+\|)?|\]\]|\*+")
#: A cell of page or rule numbers.
_NUMBERS_ONLY = re.compile(r"(?<=\|)[\s\d.,–-]+(?=\||$)")


def overviews_follow_their_rules(library: Library, about: About) -> Iterator[Piece]:
    """Z012: an entry bears out what a row or an item says of it."""
    for entry in about.entries:
        if "[[" in entry.text or library.children(entry.id):
            found = [(row, one) for row in _ROW.finditer(entry.text) if (one := _about(library, entry, row))]
            if found:
                rules = [(row, rule_of(library, one)) for row, one in found]
                values = (entry, *(value for _, one in rules for value in (one.entry, *one.below)))
                yield Piece(values, partial(_of_entry, entry, rules))


def _about(library: Library, entry: Entry, row: re.Match[str]) -> Entry | None:
    """The rule that a row is about: the one linked in its first cell, or the child named there."""
    head = row["cell"] or row["item"] or ""
    links = [link[1].strip() for link in FORCED.finditer(head)]
    if len(links) > 1:
        return None
    if links:
        found = library.entries.get(links[0] if "/" in links[0] else f"{entry.system}/{links[0]}")
        return found if found and found.id != entry.id else None
    first = next(iter(library.titled(entry.system, _MARKS.sub("", head).strip())), None)
    return first if first and first.parent == entry.id else None


def _of_entry(entry: Entry, rows: list[tuple[re.Match[str], Rule]]) -> Iterator[Finding]:
    return chain.from_iterable(_of_row(entry, row, about) for row, about in rows)


def _of_row(entry: Entry, row: re.Match[str], about: Rule) -> Iterator[Finding]:
    group = "cells" if row["cell"] else "said"
    said = _NUMBERS_ONLY.sub(lambda match: " " * len(match[0]), f"|{row[group]}")[1:]
    own = [Source(about.entry.short, about.entry.id, "short"), *ruling(about.entry)]
    near = [*shown(about.entry), *replace(about, above=None).nearby()]
    for one in widenings(said, Bearing(own, near), [*about.counts(), *facts(about.entry.title, "de")]):
        words = said[one.start : one.end]
        nearest = f"; am nächsten kommt dort: {' '.join(one.sentence.text.split())[:90].rstrip('.')}" if one.sentence else ""
        at = place(entry, "text", entry.text, row.start(group) + one.start)
        message = f"Zu „{about.entry.title}“ steht hier „{words}“, in {about.entry.id} nicht{nearest}."
        yield Finding("Z012", at, message, "Sieh nach, was gilt, und gleiche beide an.")


CHECKS = (overviews_follow_their_rules,)
