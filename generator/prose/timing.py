"""When a card may be used, as players ask: in my turn, in any turn, in the opponent's, as a reaction, or always.

>>> turn_of("Gegnerische Angriffsphase", "")
'Im Zug des Gegners'
"""

from __future__ import annotations

#: The groups of a phase's page in their order, with the words of a card's timing that select each.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("In deinem Zug", ("dein", "eigene")),
    ("In jedem Zug", ("beliebig", "jede")),
    ("Im Zug des Gegners", ("gegner",)),
    ("Als Reaktion", ("reaktion",)),
    ("Von selbst", ("passiv",)),
)

#: The groups of one player's turn alone, with the turn in which a phase's page shows each.
SIDES = {"In deinem Zug": "mein", "Im Zug des Gegners": "gegner"}


def turn_of(timing: str, reaction: str) -> str:
    """A card's group, from its timing and what it reacts to; "" if the timing names no player's turn ("Aufstellungsphase",
    "Zaubern-Aktion")."""
    if reaction:
        return "Als Reaktion"
    small = timing.casefold()
    return next((title for title, words in GROUPS if any(word in small for word in words)), "")
