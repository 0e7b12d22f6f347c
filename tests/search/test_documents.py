"""Library → documents: the searchable parts of entries and terms."""

from __future__ import annotations

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.search.core.documents import Corpus, Document, corpus_of
from nachschlag.search.core.passages import row_text
from nachschlag.search.core.plain import plain_text, shortened

from .conftest import ZWERGE, rule


def by_id(corpus: Corpus, wanted: str) -> Document:
    return next(document for document in corpus.documents if document.id == wanted)


def test_an_entry_brings_the_names_of_its_terms(corpus: Corpus) -> None:
    document = by_id(corpus, "teekrieg/kannen")
    assert document.names == ("Teekanne", "Kanne", "Teapot", "KN", "Pott")
    assert (document.number, document.number_key, document.part, document.main_part) == ("17.0", "17", "Grundregeln", True)
    assert document.part_abbreviations == ("GR",)


def test_a_term_with_an_entry_is_not_a_document(corpus: Corpus) -> None:
    ids = {document.id for document in corpus.documents}
    assert "teekrieg/glossar/kanne" not in ids
    assert "teekrieg/glossar/angst" in ids


def test_a_term_without_an_entry_is_shown_with_its_definition(corpus: Corpus) -> None:
    document = by_id(corpus, "teekrieg/glossar/angst")
    assert (document.kind, document.part, document.short) == ("glossary-term", "Glossar", "Kommt hier nur als Wort vor.")
    assert len(by_id(corpus, "teekrieg/glossar/untertasse").short) <= 320


def test_cards_and_data_are_part_of_the_body(corpus: Corpus) -> None:
    assert "stolpert" in by_id(corpus, "zwergenball/angst").body
    assert "Krümel" in by_id(corpus, "teekrieg/sieb-tabelle").body
    assert by_id(corpus, "teekrieg/gruen").body == "Stempelzahl: 5 g"


@pytest.mark.parametrize("text", ["Vorab:", "| Sieb | Loch | Tee |\n| --- | --- | --- |\n| fein | eng | weiß |"])
def test_a_passage_names_the_cells_of_a_data_row_by_their_own_columns(text: str) -> None:
    data = {"columns": ["Kanne", "Form", "Größe"], "rows": [["Krug", "", "klein"], ["Bauch", "rund", "groß"]]}
    entry = rule("zwergenball", "regeln", "krug", "Krug", text=text, data=data)
    document = corpus_of(Library([ZWERGE], [entry])).documents[0]
    assert row_text(document.body, "Krug") == "Krug · Größe: klein"
    assert row_text(document.body, "Bauch") == "Bauch · Form: rund · Größe: groß"


def test_rows_are_known_by_their_first_cells_unless_another_document_has_that_name(corpus: Corpus) -> None:
    assert by_id(corpus, "teekrieg/sieb-tabelle").rows == ("Grobes Netz", "Krümel")


def test_a_number_with_a_series_keeps_its_word(corpus: Corpus) -> None:
    document = by_id(corpus, "teekrieg/drittes")
    assert (document.number, document.number_key, document.series) == ("Szenario Drei", "3", "Szenario")


def test_every_name_of_a_system(corpus: Corpus) -> None:
    assert {system.id: system.names for system in corpus.systems} == {
        "teekrieg": ("teekrieg", "TK", "Teekrieg: Der letzte Aufguss"),
        "zwergenball": ("zwergenball", "ZB", "Das Zwergenball"),
    }


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("## Ablauf\n\n- **Wirf** 2W6.", "Ablauf Wirf 2W6."),
        ("[[kannen|Kannen]] und [[sieden]], \\[[nicht]]", "Kannen und sieden, nicht"),
        ("siehe [hier](https://example.org/x_y)", "siehe hier"),
        ("| A | B |\n|---|:-:|\n| 1 | 2 |", "A B 1 2"),
        ("::: beispiel\nDrei Tassen.\n:::", "Drei Tassen."),
        ("ein_wort und _schräg_", "ein_wort und schräg"),
        ("1. eins\n2. zwei", "eins zwei"),
    ],
)
def test_plain_text(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain


def test_shortened_at_a_word() -> None:
    short = shortened("Kanne " * 100)
    assert len(short) <= 320
    assert short.endswith("Kanne …")
