"""The name index has every name of a rule, found by the recipe in its schema and on the help page."""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

import pytest
from nachschlag.generator.german.inflection import noun_forms
from nachschlag.generator.model.library import Library, without_parameter
from nachschlag.generator.reading.load import load
from nachschlag.generator.records.name_index import name_index

from tests.projects import REPOSITORY


def key(index: dict[str, Any], text: str) -> tuple[object, ...]:
    words = re.findall(r"[^\W_]+", without_parameter(text).casefold())
    return tuple(index["words"].get(word, word) for word in words)


def found(index: dict[str, Any], text: str) -> set[str]:
    return {index["ids"][place] for name, place, *_ in index["names"] if key(index, name) == key(index, text)}


@pytest.fixture(scope="module")
def ours() -> Library:
    return load(REPOSITORY, "t9a")[0]


@pytest.mark.parametrize("system", ["wuerfelkrieg", "t9a"])
def test_every_name_leads_to_its_rule(mini: Library, ours: Library, system: str) -> None:
    library = ours if system == "t9a" else mini
    index = name_index(library, library.systems[system])
    by_key: dict[tuple[object, ...], set[str]] = {}
    for name, place, *_ in index["names"]:
        by_key.setdefault(key(index, name), set()).add(index["ids"][place])
    missed = [name.text for name in library.names(system) if name.target not in by_key.get(key(index, name.text), ())]
    assert [text for text in missed if not re.fullmatch(r"(?:Tabelle|Abbildung) [\d.]+|\W*", text)] == []


def test_every_form_leads_to_its_rule(mini: Library) -> None:
    index = name_index(mini, mini.systems["wuerfelkrieg"])
    assert len(noun_forms("Rückzug")) > 4
    assert all("wuerfelkrieg/rueckzug" in found(index, form) for form in noun_forms("Rückzug"))
    assert found(index, "Zauberer") == set()


def test_rows_say_what_a_name_is(mini: Library) -> None:
    index = name_index(mini, mini.systems["wuerfelkrieg"])
    rows = {row[0]: row[2:] for row in index["names"]}
    assert (rows["Wurf"], rows["Kämpfen"], rows["Becher"], rows["Cup"]) == (
        ("title", "everyday"),
        ("title",),
        ("term",),
        ("english",),
    )


def test_it_is_small(ours: Library) -> None:
    """The name index of a whole system stays below 20 KB compressed."""
    index = name_index(ours, ours.systems["t9a"])
    assert len(zlib.compress(json.dumps(index, ensure_ascii=False).encode(), 9)) < 20_000
