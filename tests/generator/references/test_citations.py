"""Finding cited numbers: the fields of each, and what always holds. tests/cases/finder has texts with their citations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german.citation_patterns import part_forms
from nachschlag.generator.model.values import Series
from nachschlag.generator.references.citations import CitationFinder

FINDER = CitationFinder(
    [("Grundregeln", ("GR",)), ("Belagerung", ("BL",)), ("Gelände", ()), ("Regeln für Armeen", ())],
    [
        Series("section", ("Abschnitt", "Regel", "Kapitel")),
        Series("table", ("Tabelle",)),
        Series("figure", ("Abbildung", "Abb.")),
        Series("scenario", ("Szenario",)),
        Series("paragraf", ("§",)),
    ],
    foreign=["Nebelmark"],
)


@pytest.mark.parametrize(
    "text",
    [
        "17.0",
        "Lies das in 17.0 nach.",
        "15.3 und 16.0",
        "wie unter 13.0 beschrieben",
        "7.0 in 17.0",
        "18.2, Schaden zuweisen",
        "Tabelle 6.2a",
        "GR 17a",
        "§ 12a gilt",
        "§ 3a bis 5",
    ],
)
def test_a_loose_number_counts_only_if_there_is_such_a_rule(text: str) -> None:
    references = [c.reference for c in FINDER.find(text)]
    assert references
    assert not any(reference.marked for reference in references)


@pytest.mark.parametrize("text", ["mit dem Listenbauer 2.0", "Platz 3.1"])
def test_a_number_behind_a_noun_counts_only_if_a_title_follows(text: str) -> None:
    assert [c.titled for c in FINDER.find(text)] == [True]


@pytest.mark.parametrize(
    ("text", "type", "name", "part"),
    [
        ("Grundregeln, 17.0", "part+number", "17.0", "Grundregeln"),
        ("Regeln\nfür Armeen 1.1", "part+number", "1.1", "Regeln für Armeen"),
        ("GR 17", "part+number", "17", "GR"),
        ("(17.0)", "number", "17.0", ""),
        ("in der Belagerung (3.1)", "number", "3.1", "Belagerung"),
        ("3.1 der Belagerung", "number", "3.1", "Belagerung"),
        ("Kapitel 10", "chapter", "Kapitel 10", ""),
        ("Belagerung, Kapitel 10", "chapter", "Kapitel 10", "Belagerung"),
        ("Tabelle 6.2", "table", "Tabelle 6.2", ""),
        ("Tabellen 6.2", "table", "Tabelle 6.2", ""),
        ("Abb. 3.2", "figure", "Abbildung 3.2", ""),
        ("S. 13", "page", "13", ""),
        ("auf den Seiten 46", "page", "46", ""),
    ],
)
def test_what_a_citation_says(text: str, type: str, name: str, part: str) -> None:
    [citation] = FINDER.find(text)
    assert (citation.reference.type, citation.reference.part) == (type, part)
    assert citation.reference.name.replace("Abb. ", "Abbildung ") == name


@pytest.mark.parametrize(
    ("text", "types", "parts"),
    [
        ("GR 17.0, 15.3", ["part+number", "number"], ["GR", "GR"]),
        ("Abbildungen 2.1 und 2.2", ["figure", "figure"], ["", ""]),
        ("Seiten 46 und 60", ["page", "page"], ["", ""]),
        ("Belagerung 3.0, 3.1 und 3.2", ["part+number", "number", "number"], ["Belagerung"] * 3),
    ],
)
def test_the_next_number_of_a_list_has_the_kind_and_part_of_the_one_before(text: str, types: list[str], parts: list[str]) -> None:
    references = [c.reference for c in FINDER.find(text)]
    assert [reference.type for reference in references] == types
    assert [reference.part for reference in references] == parts


def test_a_system_without_parts_and_series() -> None:
    finder = CitationFinder([], [])
    assert [c.reference.text for c in finder.find("GR 17, Kapitel 3, S. 4, (17.0)")] == ["Kapitel 3", "S. 4", "17.0"]


@pytest.mark.parametrize(
    ("title", "forms", "others"),
    [
        ("Befehle", {"Befehle", "Befehl", "Befehls", "Befehlen"}, {"Befehlshaber"}),
        ("Belagerung", {"Belagerung", "Belagerungen"}, {"Belagerer"}),
        ("Regeln für Armeen", {"Regeln für Armeen"}, {"Regeln", "Armeen"}),
    ],
)
def test_how_a_part_may_be_named(title: str, forms: set[str], others: set[str]) -> None:
    made = part_forms(title)
    assert forms <= made
    assert not others & made


WORDS = [
    "Grundregeln",
    "GR",
    "Regeln für Armeen",
    "Gelände",
    "Kapitel",
    "Abb.",
    "Seiten",
    "S.",
    "siehe",
    "Version",
    "Nebelmark",
    "eine",
]
NUMBERS = ["17.0", "3", "2.3.1", "IV", "vier", "007", "1.000", "6.2a", '8"', "W6", "2+", "Zoll"]
BETWEEN = [*" \u00a0\n-–/()[]*„“.;€½", " ", "\n\n", ", ", " und ", " bis ", "**"]
PIECES = st.lists(st.sampled_from([*WORDS, *NUMBERS, *BETWEEN]), max_size=20).map("".join)


@given(text=PIECES | st.text())
def test_finding_never_raises_and_citations_lie_in_the_text(text: str) -> None:
    for citation in FINDER.find(text):
        reference = citation.reference
        assert 0 <= reference.start < reference.end <= len(text)
        assert text[reference.start : reference.end] == reference.text
        assert reference.name
        assert reference.type in {"number", "part+number", "chapter", "page", "table", "figure"}


@given(text=PIECES)
def test_citations_end_with_their_number(text: str) -> None:
    """The span stops at the number: no bracket, comma or emphasis behind it."""
    assert all(citation.reference.text[-1].isalnum() for citation in FINDER.find(text))
