"""Other places of a rule in the book: their citations, names and pages lead to the rule's entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from nachschlag.generator import resolve
from nachschlag.generator.files.rows import open_rows, write_rows
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Term
from nachschlag.generator.pages.views import other_names
from nachschlag.generator.prose.wording import places_in_book
from nachschlag.generator.reading.load import load
from nachschlag.generator.reading.stored_library import StoredLibrary, library_form, library_tables
from nachschlag.generator.records.entry import entry_hash
from nachschlag.generator.records.export import exported
from nachschlag.generator.references.finder_index import finder_index
from nachschlag.generator.references.graph import link_library
from nachschlag.search.core.documents import corpus_of

SCHIEF = "content/wuerfelkrieg/grundregeln/schief.md"
ENTRY = "---\ntitle: Schiefer Würfel\nkind: rule\npage: 12\n{}---\nEin Würfel liegt schief.\n"
PLACES = 'places:\n  - {part: zauberei, number: "9.9", page: 25, title: Windschief, title_en: Askew}\n  - {part: zauberei}\n'


@pytest.fixture
def library(project: Callable[..., Path]) -> Library:
    library, findings = load(project({SCHIEF: ENTRY.format(PLACES)}))
    assert [finding.code for finding in findings if finding.location.path == SCHIEF] == []
    return library


@pytest.mark.parametrize("text", ["Zauberei 9.9", "ZB 9.9", "Windschief", "Askew"])
def test_what_cites_another_place_means_the_owner(library: Library, text: str) -> None:
    [found] = resolve(library, text, system="wuerfelkrieg")
    assert found.target == "wuerfelkrieg/schief"


def test_the_rule_stands_on_both_pages(library: Library) -> None:
    assert [[entry.slug for entry in library.on_page("wuerfelkrieg", page)].count("schief") for page in (12, 25, 26)] == [1, 1, 0]


def test_both_searches_and_the_browser_know_both_pages(library: Library) -> None:
    system = library.systems["wuerfelkrieg"]
    [names] = [one for one in corpus_of(library).systems if one.id == system.id]
    rules = {page: count for page, count, _ in names.pages}
    assert [rules[page] for page in (12, 25)] == [len(library.on_page(system.id, page)) for page in (12, 25)]
    assert {12, 25} <= set(finder_index(library, system)["pages"])


def test_the_record_and_the_page_say_where_else_it_stands(library: Library) -> None:
    entry, system = library.entries["wuerfelkrieg/schief"], library.systems["wuerfelkrieg"]
    record = exported(library, entry, link_library(library))
    same = {"part": "Zauberei", "part_id": "zauberei", "number": None, "page": None, "title": "", "title_en": ""}
    assert record["places"] == [same | {"number": "9.9", "page": 25, "title": "Windschief", "title_en": "Askew"}, same]
    assert places_in_book(entry, system) == ["Zauberei 9.9: Windschief, Seite 25", "Zauberei"]


def test_a_further_place_changes_the_fingerprint(library: Library) -> None:
    entry = library.entries["wuerfelkrieg/schief"]
    assert len({entry_hash(replace(entry, places=entry.places[:number])) for number in range(3)}) == 3


def test_a_stored_library_keeps_them(library: Library, tmp_path: Path) -> None:
    form = library_form()
    write_rows(tmp_path / "rows", "", library_tables(library), form)
    rows = open_rows(tmp_path / "rows", "", form)
    assert rows is not None
    assert StoredLibrary(rows, rows).entries["wuerfelkrieg/schief"].places == library.entries["wuerfelkrieg/schief"].places


def test_a_page_does_not_repeat_its_title_as_another_name(library: Library) -> None:
    entry = replace(library.entries["wuerfelkrieg/schief"], title="Deckung (Sturm)", aliases=("Deckung", "Schutz"))
    assert other_names(library, entry) == ["Schutz"]


def test_abbreviations_are_for_the_search_alone(library: Library) -> None:
    term = Term("wuerfelkrieg/glossar/schutz", "wuerfelkrieg", "Schutz", abbreviations=("Schu", "SW"), synonyms=("SW", "Deckung"))
    assert other_names(library, term) == ["SW", "Deckung"]
