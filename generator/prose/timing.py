"""When a card may be used, as players ask: in my turn, in any turn, in the opponent's, as a reaction, or always.

>>> turn_of("Gegnerische Angriffsphase", "")
'Im Zug des Gegners'
"""

from __future__ import annotations

from ..german.lists import word_map

#: The groups of a phase's page in their order, with whose turn it is.
GROUPS = {
    "own": "In deinem Zug",
    "any": "In jedem Zug",
    "opponent": "Im Zug des Gegners",
    "reaction": "Als Reaktion",
    "passive": "Von selbst",
}

#: The groups of one player's turn alone, with the turn in which a phase's page shows each.
SIDES = {GROUPS["own"]: "mein", GROUPS["opponent"]: "gegner"}


def turn_of(timing: str, reaction: str) -> str:
    """A card's group, from its timing and what it reacts to; "" if the timing names no player's turn ("Aufstellungsphase",
    "Zaubern-Aktion")."""
    if reaction:
        return GROUPS["reaction"]
    small, words = timing.casefold(), word_map("turns")
    return next((title for turn, title in GROUPS.items() if any(word in small for word in words[turn])), "")
