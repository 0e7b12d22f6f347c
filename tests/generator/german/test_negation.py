"""Negations found in time linear in the text."""

from __future__ import annotations

import time

import pytest
from nachschlag.generator.german.negation import denied_only_in

from tests.growing import assert_linear


@pytest.mark.parametrize(("german", "english"), [("nicht", "without "), ("-", "-"), ("ohne ", "not"), ("a.b", "no ")])
def test_hostile_texts_are_compared_in_linear_time(german: str, english: str) -> None:
    def took(size: int) -> float:
        begun = time.process_time()
        denied_only_in(german * (size // len(german)), english * (size // len(english)))
        return time.process_time() - begun

    assert_linear(took, [8_000, 16_000, 32_000])
