"""Differences between two states of a library: the changes after which references in unchanged texts may have other targets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from nachschlag.generator import Library
from nachschlag.generator.files.memo import Memo
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.values import OtherPlace
from nachschlag.generator.reading.changed import mark_of_names, same_names
from nachschlag.generator.references.graph import link_library

ID = "wuerfelkrieg/rueckzug"

#: A change of one entry, and whether references elsewhere stay as they are.
CHANGES = [
    ({"short": "Anders."}, True),
    ({"text": "Anders."}, True),
    ({"title": "Anders"}, False),
    ({"title_en": "Other"}, False),
    ({"aliases": ("Anders",)}, False),
    ({"phases": ("ende",)}, False),  # of two rules of one name, the one of the text's own phase
    ({"places": (OtherPlace("grundregeln", number=parse_number("99.9")),)}, False),
    ({"page": 99}, False),
    ({"number": parse_number("98.1")}, False),
    ({"parent": "wuerfelkrieg/kaempfen"}, False),
]


def changed(library: Library, **change: Any) -> Library:
    """The library with one entry changed."""
    entries = [replace(entry, **change) if entry.id == ID else entry for entry in library.entries.values()]
    return Library(library.systems.values(), entries, library.terms.values(), library.concepts.values(), library.moves)


@pytest.mark.parametrize(("change", "same"), CHANGES, ids=lambda value: str(*value) if isinstance(value, dict) else "")
def test_what_may_lead_references_elsewhere(mini: Library, change: dict[str, Any], same: bool) -> None:
    before, after = changed(mini), changed(mini, **change)
    assert same_names(before, after) is same
    assert (mark_of_names(before) == mark_of_names(after)) is same


@pytest.mark.parametrize(("change", "same"), CHANGES, ids=lambda value: str(*value) if isinstance(value, dict) else "")
def test_names_of_another_system_lead_no_text_elsewhere(mini: Library, change: dict[str, Any], same: bool) -> None:
    before, after = changed(mini), changed(mini, **change)
    assert (mark_of_names(before, "wuerfelkrieg") == mark_of_names(after, "wuerfelkrieg")) is same
    assert mark_of_names(before, "murmeln") == mark_of_names(after, "murmeln")


def test_a_remembered_target_by_id_is_called_as_today(mini: Library, tmp_path: Path) -> None:
    """Also where it is in another system than the text."""
    text = f"Siehe [[{ID}]], sonst **Murmel**."
    entries = [replace(one, text=text) if one.system == "murmeln" else one for one in mini.entries.values()]
    elsewhere = Library(mini.systems.values(), entries, mini.terms.values(), mini.concepts.values(), mini.moves)
    for library in (elsewhere, changed(elsewhere, title="Anders")):
        memo = Memo(tmp_path / "memo", "1")
        assert link_library(library, memo) == link_library(library)
        memo.save()


@pytest.mark.parametrize("change", [change for change, _ in CHANGES], ids=lambda change: str(*change))
def test_remembered_targets_are_those_found_anew(mini: Library, change: dict[str, Any], tmp_path: Path) -> None:
    for library in (changed(mini), changed(mini, **change)):
        memo = Memo(tmp_path / "memo", "1")
        assert link_library(library, memo) == link_library(library)
        memo.save()
        assert link_library(library, Memo(tmp_path / "memo", "1")) == link_library(library)
