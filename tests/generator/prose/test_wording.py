"""The wording of fields on pages; wording shared with scripts is in tests/cases/pages."""

from __future__ import annotations

import pytest
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, Licence, Part, System
from nachschlag.generator.prose.wording import citation, edition, german_date, place_on_paper, rights, state

PARTS = (Part("regeln", "Grundregeln"),)


def system(**fields: str) -> System:
    return System("spiel", "Spiel", "S", Licence("own-words"), parts=PARTS, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "page", "part", "shown", "expected"),
    [
        ("17.0", 97, "regeln", "Wurf", "17.0, S. 97"),
        ("17.0", 97, "anderes", "Wurf", "17.0, S. 97"),
        ("17.0", None, "regeln", "Wurf", "17.0"),
        ("17.0", None, "anderes", "Wurf", "Grundregeln 17.0"),
    ],
)
def test_a_place_on_the_paper_of_another_entry(number: str, page: int | None, part: str, shown: str, expected: str) -> None:
    entry = Entry("spiel/wurf", "spiel", "regeln", "rule", "Wurf", number=parse_number(number) if number else None, page=page)
    here = Entry("spiel/hier", "spiel", part, "rule", "Hier")
    assert place_on_paper(entry, system(), here, shown) == expected


@pytest.mark.parametrize(("iso", "expected"), [("2026-05-01", "1. Mai 2026"), ("2025-12-24", "24. Dezember 2025"), ("", "")])
def test_a_date(iso: str, expected: str) -> None:
    assert german_date(iso) == expected


@pytest.mark.parametrize(
    ("printed", "version", "expected"),
    [
        ("2.0", "Zweite Edition", "2.0 · Zweite Edition"),
        ("1.0", "1.0 Open Beta", "1.0 Open Beta"),
        ("", "x", "x"),
        ("4", "", "4"),
    ],
)
def test_an_edition_is_said_once(printed: str, version: str, expected: str) -> None:
    assert edition(printed, system(rules_version=version)) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"edition": "4", "rules_version": "Download"}, "Ausgabe 4 · Download"),
        ({"edition": "2.0", "rules_date": "2026-05-01"}, "Ausgabe 2.0 · Regelstand 1. Mai 2026"),
        ({"edition": "1.0", "rules_version": "1.0 Beta"}, "1.0 Beta"),
        ({"edition": "ältere Ausgabe"}, "ältere Ausgabe"),
        ({}, ""),
    ],
)
def test_the_state_of_a_systems_rules(fields: dict[str, str], expected: str) -> None:
    assert state(system(**fields)) == expected


def test_every_entry_can_be_cited(mini: Library) -> None:
    for entry in mini.entries.values():
        assert citation(entry, mini.systems[entry.system])


@pytest.mark.parametrize(
    ("licence", "said"),
    [
        (Licence("own-words", "Verlag", "Nacherzählt."), "Nacherzählt. Unser Text: CC BY-SA 4.0. Rechte am Spiel: Verlag."),
        (Licence("own-words"), "Unser Text: CC BY-SA 4.0."),
        (Licence("permitted", "Verlag"), "Rechte am Spiel: Verlag."),
        (Licence("private"), ""),
    ],
)
def test_rights(licence: Licence, said: str) -> None:
    assert rights(licence) == said
