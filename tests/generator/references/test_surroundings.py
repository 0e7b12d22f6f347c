"""What the words around a reference decide: beyond tests/cases/finder/surroundings.json what only Python tells."""

from __future__ import annotations

import pytest
from nachschlag.generator.references.link import link
from nachschlag.generator.references.references import find, vocabulary_of
from nachschlag.generator.references.resolve import Place, describe_missing, resolve_all

from .finder_systems import finder_library

LIBRARY = finder_library()


@pytest.mark.parametrize("text", ["Siehe Anhang 99.9.", "Grundregeln 99.9", "(Truppen 99.9)"])
def test_an_unknown_number_of_a_known_part_is_told(text: str) -> None:
    references = find(text, vocabulary_of(LIBRARY, "heer"))
    [found] = resolve_all(references, LIBRARY, Place("heer", "grund"))
    assert (found.target, found.reference.marked) == (None, True)
    assert "gibt es nicht" in describe_missing(found.reference, LIBRARY, Place("heer", "grund"))[0]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("Drachen brennen alles nieder (siehe Kapitel 5, Seite 19).", "drache"),
        ("Drachen haben ihr Drachenfeuer (siehe Kapitel 5, Seite 19).", "drache"),
        ("Das Drachenfeuer trifft jeden (siehe Kapitel 5, Seite 19).", "drachenfeuer"),
        ("Drachen und Paladine (siehe Kapitel 5, Seite 19).", None),
        ("Drachen sind groß (siehe Kapitel 5, Seite 17).", None),
        ("Drachen sind groß (siehe Kapitel 5 ab Seite 19).", None),
        ("Drachen sind groß (siehe Kapitel 5 ab\nSeite 19).", None),
    ],
)
def test_chapter_and_page_are_the_rule_there_that_is_named_nearby(text: str, target: str | None) -> None:
    chapter, page = (found.target for found in link(LIBRARY, text, "heer") if found.type in ("chapter", "page"))
    if target:
        assert (chapter, page) == (f"heer/{target}", f"heer/{target}")
    else:
        assert chapter == "heer/truppen"
        assert page == ("heer/truppen" if "ab" in text else f"heer/seite/{text[-4:-2]}")


def test_steps_of_a_list_stay_apart() -> None:
    text = "1. Sammle alle Regeln\n2. Wähle ein Lager"
    assert [found.text for found in link(LIBRARY, text, "heer")] == ["Lager"]


def test_the_heading_of_a_column_is_no_cell_of_a_list() -> None:
    table = "Danach:\n\n| Held | Kosten |\n|---|---:|\n| Schatten | 2 |\n"
    assert [found.text for found in link(LIBRARY, table, "heer", kind="md")] == ["Schatten"]
