"""A core book and its expansions read into one system: each keeps its own entries, ids and record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from nachschlag.generator.ingest.editions.bringing_back import bring_back
from nachschlag.generator.ingest.editions.previous_reading import NoReading
from nachschlag.generator.ingest.storing import alone, store

from tests.projects import lay_over, mini_project, tree
from tests.running import Run

from .edition import edit, entry_file, loaded, moved, other, read, rule, term

WALD = rule("Wald", "Im Wald sieht niemand weiter als eine Handbreit.", "1.0")
MUT = term("Mut", "Wie tapfer ein Modell ist.")
CORE = (WALD, rule("Bach", "Ein Bach bremst jedes Modell um die Hälfte.", "1.1"), MUT)
HEER = rule("Heer", "Ein Heer besteht aus Fröschen und Kröten.", "1.0", "", data={"preis": "12"})
MORE = (HEER, rule("Wald", "Im Moorwald quaken Frösche die ganze Nacht.", "1.0"), term("Mut", "Wie laut ein Frosch quakt."))
NAME = "Moorheer"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A system of two books."""
    read(tmp_path / "privat", *CORE)
    read(tmp_path / "privat", *MORE, book=NAME)
    return tmp_path / "privat"


def test_books_live_side_by_side(out: Path) -> None:
    library = loaded(out)
    assert set(library.entries) == {"moos/wald", "moos/bach", "moos/heer", "moos/moorheer-gelaende-wald"}
    assert {part.title for part in library.systems["moos"].parts} == {"Gelände", "Moorheer", "Moorheer: Gelände"}
    assert {id_: one.definition for id_, one in library.terms.items()} == {
        "moos/glossar/mut": MUT.text,
        "moos/glossar/mut-moorheer": MORE[2].text,
    }
    for folder in ("ingest/moos", "ingest/moos/books/moorheer"):
        assert {"spans.json", "source.txt", "base"} <= {path.name for path in (out / folder).iterdir()}


@pytest.mark.parametrize(("book", "drafts"), [("", CORE), (NAME, MORE)])
def test_either_book_again_changes_no_byte(out: Path, book: str, drafts: tuple[object, ...]) -> None:
    before = tree(out)
    outcome = read(out, *drafts, book=book)  # type: ignore[arg-type]
    assert tree(out) == before
    assert (outcome.same, outcome.new, outcome.gone) == (True, [], [])


def test_a_new_edition_of_one_book_leaves_the_other_alone(out: Path) -> None:
    edit(out / "content/moos/system.yaml", "name: Moos", "# Mein Spiel\nname: Moosmoor")
    by_hand = edit(entry_file(out, "wald"), "Handbreit", "Elle")
    lauter = other(MORE[1], "Frösche", "Kröten")
    outcome = read(out, lauter, MORE[2], book=NAME)
    assert (outcome.gone, [one.id for one in outcome.changed]) == (["moos/heer"], ["moos/moorheer-gelaende-wald"])
    library = loaded(out)
    assert library.entries["moos/moorheer-gelaende-wald"].text == lauter.text
    assert entry_file(out, "wald").read_text("utf-8") == by_hand
    assert [part.title for part in library.systems["moos"].parts] == ["Gelände", "Moorheer: Gelände"]
    assert "# Mein Spiel" in (out / "content/moos/system.yaml").read_text("utf-8")
    read(out, replace(WALD, part="Höhen"), *CORE[1:])
    assert {"moos/wald", "moos/moorheer-gelaende-wald", "moos/glossar/mut-moorheer"} <= {
        *loaded(out).entries,
        *loaded(out).terms,
    }
    assert moved(out) == {"moos/heer": ""}


def test_what_one_book_lost_comes_back(out: Path) -> None:
    read(out, *MORE[1:], book=NAME)
    with alone(out):
        back = bring_back(out, "moos")
        store(out, "moos", back.outcome)
    assert back.ids == ["moos/heer"]
    assert "moos/heer" in loaded(out).entries
    read(out, *CORE)
    read(out, *MORE[1:], book=NAME)
    assert "moos/heer" in loaded(out).entries


def test_a_further_book_needs_a_first(tmp_path: Path) -> None:
    with pytest.raises(NoReading, match="ohne --book"):
        read(tmp_path / "privat", *MORE, book=NAME)


@pytest.mark.parametrize("name", ["…", "a\nb", "x" * 60])
def test_a_name_that_is_none_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    lay_over(tmp_path, {"moos.txt": "1.0 WALD\n\nIm Wald.\n"})
    project = mini_project(tmp_path / "projekt")
    said = run("--project", project, "ingest", tmp_path / "moos.txt", "--system", "moos", "--book", name)
    assert (said.status, "--book" in said.err) == (2, True)
