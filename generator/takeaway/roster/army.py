"""A roster as values: an army with its forces and units, and the list builder's names of rules for them."""

from __future__ import annotations

from dataclasses import dataclass

MOST_WORDS = 5


@dataclass(frozen=True, slots=True)
class RuleName:
    """A name in the roster that may be a rule's; `sure` if the list builder calls it a rule, so that a miss must be reported.

    `kind` is the kind of thing with the name, one of KINDS; `within` is the field or the type of profile that contains it.
    """

    text: str
    sure: bool
    kind: str = "choice"
    within: str = ""

    @property
    def is_sentence(self) -> bool:
        """Whether the text is too long for a name: a sentence from the book, which we do not show."""
        return len(self.text.split()) > MOST_WORDS


#: Kinds of names that need not be rules, in the order of the report on unmatched names.
KINDS = {
    "field": "Unbekannte Felder",
    "profile": "Unbekannte Profilarten",
    "category": "Kategorien ohne Regel",
    "choice": "Auswahl ohne Regel",
}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit, or what belongs to a whole force (`count` 0): its name, number of models, points ("180 pts"), names in
    order."""

    name: str
    count: int
    points: str
    names: tuple[RuleName, ...]


@dataclass(frozen=True, slots=True)
class Force:
    """A part of the army."""

    name: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """A whole army list; `system` is the list builder's name for the system."""

    name: str
    system: str
    points: str
    forces: tuple[Force, ...]
