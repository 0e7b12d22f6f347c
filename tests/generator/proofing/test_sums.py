"""Sums in texts that no sane writer wrote."""

from __future__ import annotations

import pytest
from nachschlag.generator.proofing.sums import wrong_sums


@pytest.mark.parametrize(
    "text",
    [
        f"Die 1 und 2 zusammen {'1' * 5000}.",
        f"Die {'1' * 5000} und 2 zusammen 3.",
        f"Es fallen {'9' * 5000} Würfel, davon {'9' * 5001} Treffer.",
        f"{'9' * 400} : 2 = 3",
        f"{'999999999 × ' * 40}1 : 2 = 3",
        "7 : 0 = 3",
    ],
)
def test_numbers_beyond_all_reckoning_are_left_alone(text: str) -> None:
    assert list(wrong_sums(text)) == []


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Der Wurf: 4 + 2 + 1 = 8.", ["7"]),
        ("Teile 12: 4 + 2 + 1 = 8.", []),  # a colon after a number may be a quotient
        ("Wirf 4 + 2 + 1 = 8.", ["7"]),
        ("Wirf 4 + 2 Punkte = 7 Punkte.", ["6"]),
        ("Wirf 10 - 4 + 2 = 9.", ["8"]),
        ("Die 1, 2, 4 und 5 machen zusammen 12.", []),
        ("Die 1, 2, 4 und 5 zusammen 11.", ["12"]),
    ],
)
def test_a_sum_is_reckoned_from_its_first_number(text: str, right: list[str]) -> None:
    assert [found.right for found in wrong_sums(text)] == right
