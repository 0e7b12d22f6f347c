"""When a card may be used, as a player asks it: in my turn, in any, in the opponent's, in answer to something, or all the time.

>>> turn_of("Gegnerische Angriffsphase", "")
'Im Zug des Gegners'
"""

from __future__ import annotations

#: The groups of a phase's page, in the order in which they are shown, with the words in a card's timing that put it there.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("In deinem Zug", ("dein", "eigene")),
    ("In jedem Zug", ("beliebig", "jede")),
    ("Im Zug des Gegners", ("gegner",)),
    ("Als Reaktion", ("reaktion",)),
    ("Von selbst", ("passiv",)),
)


def turn_of(timing: str, reaction: str) -> str:
    """The group that a card belongs to, from its timing and what it reacts to; "" where the timing names nobody's turn
    ("Aufstellungsphase", "Zaubern-Aktion")."""
    if reaction:
        return "Als Reaktion"
    small = timing.casefold()
    return next((title for title, words in GROUPS if any(word in small for word in words)), "")
