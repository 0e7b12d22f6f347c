"""Books in styles without a profile of their own, read with the general profile, which must never find less than today.

The figures are floors. A change that raises a figure raises its floor; nothing is tuned to these books alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from nachschlag.generator.ingest.drafts import Draft
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.ingest.structure.profile import load_profile
from nachschlag.generator.ingest.structure.recognise import read_rules
from nachschlag.generator.ingest.structure.spans import faults

from .measure import plain
from .printing import print_html

BOOKS = Path(__file__).parents[1] / "data" / "ingest"
OWN = str(BOOKS / "fremd" / "profil.yaml")

Rule = dict[str, Any]


@dataclass(frozen=True)
class Figures:
    """The shares of the listed titles, numbers and English names that a reading finds, and the share of its drafts that are listed."""

    titles: int
    numbers: int
    english: int
    right: float

    def reaches(self, floor: Figures) -> bool:
        return (
            self.titles >= floor.titles
            and self.numbers >= floor.numbers
            and self.english >= floor.english
            and self.right >= floor.right
        )


def read(book: str, file: Path, profile: str) -> Figures:
    reading = read_rules(read_source(file), load_profile(profile))
    assert faults(reading) == []
    rules = yaml.safe_load((BOOKS / book / "expected.yaml").read_text("utf-8"))["rules"]
    return figures(rules, reading.drafts)


def figures(rules: Sequence[Rule], drafts: Sequence[Draft]) -> Figures:
    pairs = matched(rules, drafts)
    return Figures(
        len(pairs),
        sum(bool(rule.get("number")) and rule["number"] == draft.number for rule, draft in pairs),
        sum(bool(rule.get("title_en")) and plain(rule["title_en"]) == plain(draft.title_en) for rule, draft in pairs),
        round(len(pairs) / len(drafts), 2) if drafts else 0,
    )


def matched(rules: Sequence[Rule], drafts: Sequence[Draft]) -> list[tuple[Rule, Draft]]:
    """Pair each rule with a draft of its title, preferring the same number; use each draft once."""
    pairs: list[tuple[Rule, Draft]] = []
    left, free = list(rules), list(drafts)
    for strict in (True, False):
        for rule in list(left):
            found = next((draft for draft in free if _same(rule, draft, strict=strict)), None)
            if found:
                pairs.append((rule, found))
                left.remove(rule)
                free.remove(found)
    return pairs


def _same(rule: Rule, draft: Draft, *, strict: bool) -> bool:
    return plain(rule["title"]) == plain(draft.title) and (not strict or rule.get("number", "") == draft.number)


@pytest.mark.parametrize(
    ("book", "profile", "floor"),
    [
        ("fremd", "allgemein", Figures(73, 37, 15, 0.96)),
        ("fremd", OWN, Figures(69, 37, 15, 0.97)),
        ("norm", "allgemein", Figures(42, 42, 9, 1.0)),
    ],
    ids=["fremd", "fremd-own", "norm"],
)
def test_a_page(book: str, profile: str, floor: Figures) -> None:
    """The general profile reads a web page as well as before, and so does the book's own."""
    assert (got := read(book, BOOKS / book / "buch.html", profile)).reaches(floor), got


@pytest.mark.parametrize(
    ("book", "profile", "floor"),
    [
        # one less: "Groß maul", the small capital ß is drawn as two letters
        ("fremd", "allgemein", Figures(72, 37, 15, 0.95)),
        ("fremd", OWN, Figures(68, 37, 15, 0.94)),
        ("norm", "allgemein", Figures(42, 42, 9, 1.0)),
    ],
    ids=["fremd", "fremd-own", "norm"],
)
def test_a_printed_book(book: str, profile: str, floor: Figures, printed: dict[str, Path]) -> None:
    """The general profile reads a printed book as well as before, and so does the book's own."""
    assert (got := read(book, printed[book], profile)).reaches(floor), got


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("gedruckt")
    return {book: print_html(BOOKS / book / "buch.html", folder / f"{book}.pdf") for book in ("fremd", "norm")}
