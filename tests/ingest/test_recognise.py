"""Miniature books, one folder per structure, and the drafts read from each."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.ingest.drafts import Draft, Reading, Source
from nachschlag.generator.ingest.structure.profile import Profile, load_profile, parse_profile, shipped_profiles
from nachschlag.generator.ingest.structure.recognise import read_rules
from nachschlag.generator.ingest.structure.spans import faults

from tests.tries import tries

BOOKS = sorted(
    path.parent
    for path in (Path(__file__).parents[1] / "data" / "ingest").glob("*/profil.yaml")
    if not (path.parent / "buch.html").is_file()  # books in HTML have tests of their own: test_unknown_style.py
)
PROFILES = [parse_profile((folder / "profil.yaml").read_text("utf-8"), folder.name) for folder in BOOKS]
TEXTS = [next(folder.glob("buch.*")).read_text("utf-8") for folder in BOOKS]


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_a_miniature_book_gives_the_expected_drafts(folder: Path) -> None:
    reading = _read(next(folder.glob("buch.*")).read_text("utf-8"), PROFILES[BOOKS.index(folder)])
    expected = yaml.safe_load((folder / "expected.yaml").read_text("utf-8"))
    assert [
        _shown(draft, reading, wanted) for draft, wanted in zip(reading.drafts, expected["drafts"], strict=False)
    ] == expected["drafts"]
    assert [draft.title for draft in reading.drafts] == [wanted["title"] for wanted in expected["drafts"]]
    for part, wanted in zip(reading.parts, expected.get("parts", reading.parts), strict=True):
        assert wanted is part or {name: _plain(getattr(part, name)) for name in wanted} == wanted
    assert (
        "remainder" not in expected
        or [why for why, _ in groupby(left.why for left in reading.remainder)] == expected["remainder"]
    )
    assert faults(reading) == []


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_a_last_line_without_an_end_is_a_line(folder: Path) -> None:
    text = next(folder.glob("buch.*")).read_text("utf-8").rstrip("\n")
    cut, ended = (_read(text + end, PROFILES[BOOKS.index(folder)]) for end in ("", "\n"))
    assert [(draft.title, draft.text) for draft in cut.drafts] == [(draft.title, draft.text) for draft in ended.drafts]
    assert len(cut.remainder) == len(ended.remainder)


@given(st.data())
@settings(max_examples=tries(200), deadline=None)
def test_joined_spans_give_back_any_cut_of_any_book(data: st.DataObject) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from(TEXTS).flatmap(_cuts), max_size=4)))
    assert faults(_read(text, data.draw(st.sampled_from(PROFILES)))) == []


@given(st.text(max_size=300), st.sampled_from(shipped_profiles()))
@settings(max_examples=tries(100), deadline=None)
def test_any_text_is_read_by_any_shipped_profile(text: str, name: str) -> None:
    assert faults(_read(text, load_profile(name))) == []


def _cuts(text: str) -> st.SearchStrategy[str]:
    return st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(lambda ends: text[min(ends) : max(ends)])


def _read(text: str, profile: Profile) -> Reading:
    return read_rules(Source("buch.txt", "text", text), profile)


def _shown(draft: Draft, reading: Reading, wanted: dict[str, Any]) -> dict[str, Any]:
    """The fields of a draft that have an expected value."""
    parent = reading.drafts[draft.parent].title if draft.parent is not None else ""
    return {name: parent if name == "parent" else _plain(getattr(draft, name)) for name in wanted}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
