"""Examples against their rule: what a parameter (X) stands for in them."""

from __future__ import annotations

import pytest
from nachschlag.generator.proofing.parameters import strayed

RULE = "Hagel (X) wirft X Würfel."


@pytest.mark.parametrize(
    ("rule", "example", "found"),
    [
        (RULE, "Eine Einheit mit Hagel (3) wirft 4 Würfel.", [("4 Würfel", "3")]),
        (RULE, "Eine Einheit mit Hagel (3) wirft vier Würfel.", [("vier Würfel", "3")]),
        (RULE, "Eine Einheit mit Hagel (3) wirft 2 Würfel.", [("2 Würfel", "3")]),
        ("Wer Hagel (X) hat, heilt bis zu X Wunden.", "Hagel (2): Er heilt 3 Wunden.", [("3 Wunden", "2")]),
        ("Eile (X): +X Schritt beim ersten Lauf.", 'Schritt 5, Eile (3): 9" weit.', [('9"', "3")]),
        # right
        ("Eile (X): +X Schritt beim ersten Lauf.", 'Schritt 5, Eile (3): 8" weit, danach 5".', []),
        ("Eile (X): +X Schritt beim ersten Lauf.", "Schritt 5, Eile (3).", []),
        (RULE, "Eine Einheit mit Hagel (3) wirft 3 Würfel; 2 Würfel zeigen eine 6.", []),
        (RULE, "Vier Einheiten mit Hagel (3) werfen 12 Würfel.", []),
        (RULE, "Hagel (3) und Hagel (2): Sie werfen 5 Würfel.", []),
        (RULE, "Mit Hagel (3) und dem Bonus wirft sie 3 + 1 = 4 Würfel.", []),
        (RULE, "Mit Hagel (3) wirft sie in Deckung nur noch 2 Würfel.", []),
        (RULE, "Eine Einheit mit Hagel (3) hat 4 Modelle.", []),
        ("Hagel (X) wirft X weitere Würfel.", "Mit Hagel (3) wirft sie 5 Würfel.", []),
        ("Hagel (X) wirft X Würfel mehr.", "Mit Hagel (3) wirft sie 5 Würfel.", []),
        ("Wer Hagel (X) hat, heilt bis zu X Wunden.", "Mit Hagel (4) heilt er 3 Wunden.", []),
        ("Wer Hagel (X) hat, heilt höchstens X Wunden.", "Mit Hagel (4) heilt er 3 Wunden.", []),
        (RULE, "Sie wirft 4 Würfel.", []),
        (RULE, "Mit Hagel (3) wirft sie keine 4 Würfel.", []),
        ("Die Einheit mit Heilung (X) heilt X Wunden.", "Heilung (4): Die Einheit hat 3 Wunden und heilt alle.", []),
        ("Hagel wirft 3 Würfel.", "Mit Hagel (3) wirft sie 4 Würfel.", []),
    ],
)
def test_an_example_gives_a_parameter_one_value(rule: str, example: str, found: list[tuple[str, str]]) -> None:
    assert [(example[one.start : one.end], one.value) for one in strayed(rule, example)] == found
