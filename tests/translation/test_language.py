"""Typographic slips, one case per line of `facts/slips.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest
from nachschlag.generator.proofing.typography import slips

TABLE = (Path(__file__).parent / "facts" / "slips.txt").read_text(encoding="utf-8").splitlines()
CASES = [line.rsplit(" | ", 1) for line in TABLE if not line.startswith("# ")]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_slips_of_a_text(text: str, expected: str) -> None:
    found = [
        f"{slip.code} {slip.written.strip()}" + (f" → {slip.better}" if slip.better else "")
        for slip in slips(text.replace("\\n", "\n"))
    ]
    assert (" ".join(found) or "-") == expected


def test_slips_know_their_place() -> None:
    text = 'Ein Satz.\n\n- "Zwei" davon\n'
    assert [text[slip.start :].startswith(slip.written) for slip in slips(text)] == [True]
