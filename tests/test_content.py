"""Our own content: statements made in two places agree."""

from __future__ import annotations

import re

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.proofing.checks.pieces import findings_of, whole
from nachschlag.generator.proofing.checks.terms import CHECKS, names_are_one_to_one
from nachschlag.generator.proofing.checks.waivers import without_waived

from tests.projects import own_library
from tests.relevance.queries import queries


@pytest.fixture(scope="module")
def library() -> Library:
    return own_library()


@pytest.mark.parametrize(
    ("table", "count", "without"),
    [("tabelle-1-1", 21, {"festungen", "landraeuber", "wasserraeuber"}), ("tabelle-6-2", 23, {"raeuber"})],
)
def test_every_element_stands_in_both_tables(library: Library, table: str, count: int, without: set[str]) -> None:
    elements = {entry.slug for entry in library.system_entries("hdd") if entry.kind == "unit-type"}
    listed = re.findall(r"^\| \[\[([\w-]+)", library.entries[f"hdd/{table}"].text, re.MULTILINE)
    assert len(listed) == count
    assert set(listed) == elements - without


def test_every_concept_speaks_of_every_system(library: Library) -> None:
    assert len(library.concepts) >= 60
    for concept in library.concepts.values():
        assert set(concept.entries) == set(library.systems), concept.id
        lacking = {id_ for id_, system in library.systems.items() if system.excerpt and not concept.entries[id_]}
        assert set(library.systems) - lacking <= set(concept.notes) <= set(library.systems), concept.id
        assert concept.title_en, concept.id
        assert concept.description_en, concept.id
        assert concept.differences, concept.id


def luminance(colour: str) -> float:
    """The relative luminance of "#rrggbb", as defined by WCAG."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_system_has_a_mark_and_a_colour_for_white_text(library: Library) -> None:
    for system in library.systems.values():
        assert 1.05 / (luminance(system.accent) + 0.05) >= 4.5, system.id
        assert 'viewBox="0 0 24 24"' in system.mark, system.id
        assert "currentColor" in system.mark, system.id
        assert len(system.mark) < 1000, system.id


def test_our_german_keeps_to_our_glossary(library: Library) -> None:
    """Including hints: each is allowed in the glossary or waived with a reason, so that a new hint stands out."""
    about = whole(library)
    shown = [*findings_of({check.__name__: check(library, about) for check in CHECKS}), *names_are_one_to_one(library)]
    found = without_waived(about, shown)
    assert [f"{finding.location.path}: {finding.message}" for finding in found if finding.code[0] == "B"] == []


def test_judged_queries_want_what_there_is(library: Library) -> None:
    """The queries name rules by their current ids; a moved rule would count as not found."""
    wanted = {name for query in queries() for name in query.wants if "/seite/" not in name}
    known = {*library.entries, *library.terms, *(f"begriffe/{name}" for name in library.concepts)}
    assert sorted(wanted - known) == []
