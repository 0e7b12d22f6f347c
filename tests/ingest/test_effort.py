"""Made-up books with the usual mess become usable with few corrections, and with nothing but corrections."""

from __future__ import annotations

from pathlib import Path

import pytest

from .effort import BOOKS, effort


@pytest.mark.parametrize(
    ("book", "most"), [("deichwacht.md", 4), ("gassenkoenige.html", 5), ("nebelpass.txt", 21)], ids=lambda it: str(it)
)
def test_few_corrections_make_a_usable_game(book: str, most: int, tmp_path: Path) -> None:
    found = effort(BOOKS / book, tmp_path)
    assert found.left == []
    assert found.done.total() <= most
