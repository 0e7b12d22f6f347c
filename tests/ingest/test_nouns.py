"""Terms taken from sentences, in the form that a heading uses."""

from __future__ import annotations

import pytest
from nachschlag.generator.ingest.structure.nouns import Nouns

BOOK = """Das Boot liegt im Hafen. Ein Boot sinkt, jedes Boot sinkt. Eine Fähre fährt, die Fähre liegt. Der Hafen ist alt; ein Hafen,
einen Hafen. Jede Verbundbasis zählt, die Verbundbasis steht.
Ein Wurf gelingt, der Wurf, einen Wurf. Eine Aktion, einer Aktion, die Aktionen."""


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        ("treibenden Booten", "Treibendes Boot"),
        ("alten Fähren", "Alte Fähre"),
        ("große Häfen", "Großer Hafen"),
        ("gebundene Verbundbasen", "Gebundene Verbundbasis"),
        ("letzten Würfe", "Letzter Wurf"),
        ("freien Aktionen", "Freie Aktion"),
        ("Pflichtbewegungen", "Pflichtbewegung"),
        ("Unbekannte", "Unbekannte"),
        ("kleinen Leuten", "Kleine Leuten"),
        ("abwärts kämpfend", "Abwärts kämpfend"),
        ("Segelboot", "Segelboot"),
        ("", ""),
    ],
)
def test_a_term_stands_in_the_singular_with_the_ending_of_its_gender(printed: str, wanted: str) -> None:
    assert Nouns.of(BOOK).term(printed) == wanted
