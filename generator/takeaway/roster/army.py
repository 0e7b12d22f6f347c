"""A roster as values: an army with its forces and units, and the names of rules that the list builder wrote beside them."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.unusable import Unusable


class BadRoster(Unusable):
    """A file that is no roster we can read; `args[0]` is a German sentence with the reason."""


_MOST_WORDS = 5


@dataclass(frozen=True, slots=True)
class RuleName:
    """A name in the roster that may be a rule's; `sure` where the list builder says that it is one, so that a miss is worth telling.

    `kind` says what bears it, one of KINDS; `within` names the field or the type of profile in which it stands.
    """

    text: str
    sure: bool
    kind: str = "choice"
    within: str = ""

    @property
    def is_sentence(self) -> bool:
        """Whether it is too long for a name: words of the book's, which we do not show."""
        return len(self.text.split()) > _MOST_WORDS


#: What a name that need not be a rule's may be, in the order in which the rest is told.
KINDS = {
    "field": "Unbekannte Felder",
    "profile": "Unbekannte Profilarten",
    "category": "Kategorien ohne Regel",
    "choice": "Auswahl ohne Regel",
}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit, or what belongs to a force as a whole (`count` 0): its name, number of models, points ("180 pts"), names in order."""

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
    """A whole army list; `system` is what the list builder calls the system."""

    name: str
    system: str
    points: str
    forces: tuple[Force, ...]
