"""The turn in which a card is used."""

import pytest
from nachschlag.generator.prose.timing import GROUPS, turn_of


@pytest.mark.parametrize(
    ("timing", "reaction", "group"),
    [
        ("Deine Heldenphase", "", "In deinem Zug"),
        ("Einmal pro Zug, deine Bewegungsphase", "", "In deinem Zug"),
        ("Einmal pro Schlachtrunde, zu Beginn deines Zuges", "", "In deinem Zug"),
        ("Gegnerische Angriffsphase", "", "Im Zug des Gegners"),
        ("Beliebige Nahkampfphase", "", "In jedem Zug"),
        ("Ende eines beliebigen Zuges", "", "In jedem Zug"),
        ("Zu Beginn jeder Runde", "", "In jedem Zug"),
        ("Aufstellungsphase", "", ""),
        ("Reaktion", "Gegner hat gewürfelt", "Als Reaktion"),
        ("Deine Heldenphase", "du hast gewürfelt", "Als Reaktion"),
        ("Passiv", "", "Von selbst"),
        ("Zaubern-Aktion", "", ""),
        ("", "", ""),
    ],
)
def test_whose_turn(timing: str, reaction: str, group: str) -> None:
    assert turn_of(timing, reaction) == group
    assert group in {*GROUPS.values(), ""}
