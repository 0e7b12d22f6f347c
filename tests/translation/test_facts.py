"""The facts of a text, and whether two texts state the same: hand-made tables in `facts/`, one case per line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.proofing.checks.facts import CHECKS
from nachschlag.generator.proofing.checks.pieces import findings_of, whole
from nachschlag.generator.proofing.fact_match import differences
from nachschlag.generator.proofing.facts import Fact, facts
from nachschlag.generator.proofing.structure import pairs, rows, shape_differences

from tests.projects import own_library

FOLDER = Path(__file__).parent / "facts"


def table(name: str) -> list[tuple[str, ...]]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [tuple(cell.strip() for cell in line.split(" | ")) for line in lines if line and not line.startswith("#")]


def shown(fact: Fact) -> str:
    number, _, unit = fact.value.partition(" ")
    text = {
        "dice": f"d{number}",
        "distance": f"{number}{unit}",
        "threshold": f"{number}+",
        "percent": f"{number}%",
        "angle": f"{number}°",
        "citation": f"#{number}",
    }.get(fact.kind, number)
    return text if fact.needed else f"({text})"


@pytest.mark.parametrize(("language", "text", "expected"), table("tokens.txt"))
def test_facts_of_a_text(language: str, text: str, expected: str) -> None:
    assert (" ".join(map(shown, facts(text, language))) or "-") == expected


@pytest.mark.parametrize(("german", "english", "expected"), [*table("pairs.txt"), *table("unseen.txt")])
def test_two_texts_state_the_same(german: str, english: str, expected: str) -> None:
    assert (" ".join(one.kind for one in differences(german, english)) or "-") == expected


def test_a_text_is_compared_block_by_block() -> None:
    german = '| Zone | Maß |\n| --- | --- |\n| innen | 6" |\n| außen | 9" |\n\nZwei Zonen.'
    english = '| zone | size |\n| --- | --- |\n| inner | 9" |\n| outer | 6" |\n\nTwo zones.'
    blocks = list(pairs(german, english))
    assert all(german[start:].startswith(ours) for start, ours, _ in blocks)
    assert [ours for _, ours, theirs in blocks if differences(ours, theirs)] == ['| innen | 6" |', '| außen | 9" |']
    assert rows(german)[2] == ["außen", '9"']
    assert rows("| [[zone|Zone]] | Maß |") == [["[[zone|Zone]]", "Maß"]]


@pytest.mark.parametrize(
    ("german", "english", "expected"),
    [
        ("- eins\n- zwei", "- one\n- two", []),
        ("- eins\n- zwei", "* one", [("Listenpunkte", 2, 1)]),
        ("1. eins\n2. zwei", "1) one", [("Listenpunkte", 2, 1)]),
        ("**nie** mehr", "never more", [("Hervorhebungen", 1, 0)]),
        ("| a |\n| --- |\n| b |", "| a |\n| --- |", [("Tabellenzeilen", 2, 1)]),
        ("| a | b |\n| --- | --- |", "| a |\n| --- |", [("Tabellenzellen", 2, 1)]),
        ("6 - 2 ist 4", "4", []),
    ],
)
def test_two_texts_are_built_alike(german: str, english: str, expected: list[tuple[str, int, int]]) -> None:
    assert shape_differences(german, english) == expected


@pytest.fixture(scope="module")
def own() -> Library:
    return own_library()


def test_own_content_agrees_with_its_english(own: Library) -> None:
    assert [
        f"{finding.location} {finding.message}"
        for finding in findings_of({check.__name__: check(own, whole(own)) for check in CHECKS})
    ] == []


#: The least share of single numbers in our short rules whose change must be noticed.
NOTICED = 0.95


def test_a_changed_number_is_noticed(own: Library) -> None:
    """Raise every number in digits in every German short rule by one: 878 of 907 changes are found."""
    changes = [
        (changed, entry.short_en)
        for entry in own.entries.values()
        if entry.short_en
        for changed in one_number_changed(entry.short)
    ]
    noticed = sum(bool(differences(german, english)) for german, english in changes)
    assert len(changes) > len(own.entries) / 2
    assert noticed / len(changes) >= NOTICED


def one_number_changed(text: str) -> list[str]:
    """The text with one of its numbers raised by one, in all ways; without rule numbers, which may be in one language only."""
    found = {fact.start: fact for fact in facts(text, "de") if fact.exact and fact.kind not in ("citation", "parameter")}
    spans = [re.compile(r"\d+").search(text, fact.start, fact.end) for fact in found.values()]
    return [f"{text[: span.start()]}{int(span[0]) + 1}{text[span.end() :]}" for span in spans if span]
