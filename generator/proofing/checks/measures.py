"""Units: no measure lacks its unit in a column of measures, and none is in centimetres among inches, or the reverse."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial

from ...german.lists import alternatives
from ...german.units import ANY, LENGTHS, unit_of
from ...model.findings import Finding
from ...model.library import Library
from ...model.places import place
from ...model.values import Entry
from ..structure import columns
from .pieces import About, Piece, each_entry, families
from .short_rules import full

_MEASURE = re.compile(rf"\s*[+–]?\d+(?:,\d+)?\s?({ANY})\s*")
_LENGTH = re.compile(rf"(?<![\w.,])\d+(?:,\d+)?\s?({LENGTHS['in']}|{LENGTHS['cm']})")
_BARE = re.compile(r"\s*[+–]?\d+(?:,\d+)?\s*")
_ROUGHLY = re.compile(rf"\b(?:{alternatives('roughly')})\s[^.;]{{0,20}}\Z|\(\s*\Z")
#: The number of lengths in another unit that makes a single one a slip.
_MANY = 3
_HINT = "Ergänze oder berichtige die Einheit."


def columns_have_units(entry: Entry) -> Iterator[Finding]:
    """Z014: if all other numbers of a column have the same unit, each has it."""
    if "|" not in entry.text:
        return
    for column in columns(entry.text):
        measured = {match[1] for cell in column if (match := _MEASURE.fullmatch(cell[1]))}
        bare = [cell for cell in column if _BARE.fullmatch(cell[1])]
        if len(measured) == 1 and len(bare) == 1 and len(column) - len(bare) > 1:
            (at, cell), (unit,) = bare[0], measured
            lead = len(cell) - len(cell.lstrip())
            message = f"„{cell.strip()}“ steht ohne Einheit in einer Spalte mit „{unit}“."
            yield Finding("Z014", place(entry, "text", entry.text, at + lead), message, _HINT)


def lengths_have_one_unit(library: Library, about: About) -> Iterator[Piece]:
    """Z014: among an entry, its parent and their children, no single length is in a unit of its own."""
    yield from (Piece(family, partial(_in_family, family)) for family in families(library, about))


def _in_family(family: tuple[Entry, ...]) -> Iterator[Finding]:
    lengths = [one for entry in family for one in _lengths(entry)]
    units = Counter(unit_of(match[1]) for _, _, _, match in lengths)
    odd = [unit for unit, count in units.items() if count == 1 and units.total() > _MANY]
    for entry, field, text, match in lengths:
        elsewhere = entry is family[0] and entry.parent  # reported among its siblings
        if unit_of(match[1]) in odd and not elsewhere and not _ROUGHLY.search(text[max(0, match.start() - 30) : match.start()]):
            message = f"„{match[0]}“ ist in einer anderen Einheit als alle Längen ringsum."
            yield Finding("Z014", place(entry, field, text, match.start()), message, _HINT)


def _lengths(entry: Entry) -> Iterator[tuple[Entry, str, str, re.Match[str]]]:
    for field, text in (("short", entry.short), *full(entry)):
        yield from ((entry, field, text, match) for match in _LENGTH.finditer(text))


CHECKS = (each_entry(columns_have_units), lengths_have_one_unit)
