"""English left in German text: which sentences are English, and which only name English."""

from __future__ import annotations

import pytest
from nachschlag.generator.proofing.english_left import sentences_left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The unit may not move.", ["The unit may not move."]),
        ("Put dice on this.", ["Put dice on this."]),
        ("Wirf 2 Würfel. The unit may not move.", ["The unit may not move."]),
        ("Die Regel heißt Turn of the Tide.", []),
        ("Das ist The End of the Road.", []),
    ],
)
def test_english_sentences_differ_from_german_ones_with_english_names(text: str, left: list[str]) -> None:
    assert [one.written for one in sentences_left(text)] == left
