"""Finding references in Markdown, and the fields of each. tests/cases/finder has plain texts with their references."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, Licence, Part, Series, System, Term
from nachschlag.generator.references.references import Vocabulary, find, vocabulary

SYSTEM = System(
    "spiel",
    "Spiel",
    "S",
    Licence("private"),
    parts=(
        Part("grund", "Grundregeln", abbreviations=("GR",), default=True),
        Part("armee", "Regeln für Armeen"),
        Part("leer", "Anhang"),
    ),
    series=(Series("section", ("Kapitel", "Abschnitt")), Series("table", ("Tabelle",)), Series("step", ("Schritt",))),
    everyday=("Wurf",),
)


def entry(slug: str, title: str, number: str = "", part: str = "grund", **more: object) -> Entry:
    printed = parse_number(number) if number else None
    return Entry(f"spiel/{slug}", "spiel", part, "rule", title, number=printed, **more)  # type: ignore[arg-type]


ENTRIES = [
    entry("kaempfen", "KÄMPFEN", "17.0", aliases=("Kampf",), title_en="Fight"),
    entry("zielen", "Zielen", "15.3"),
    entry("spalten", "Spalten (X)"),
    entry("wurf", "Wurf"),
    entry("kritischer-treffer", "Kritischer Treffer"),
    entry("treffer", "Treffer", "Tabelle 6.2"),
    entry("wut-magie", "Wut (Magie)"),
    entry("reichweite", "Reichweite", aliases=("Reichw.",)),
    entry("tod", "Tod, oder Ehre!"),
    entry("armee", "Armee", "1.1", part="armee"),
    entry("x", "X"),
    entry("z-plan", "Z Plan"),
]
TERMS = [Term("spiel/glossar/becher", "spiel", "Becher", forms=("Bechers",), abbreviations=("BE",), synonyms=("Humpen",))]


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return vocabulary(Library([SYSTEM], ENTRIES, TERMS), SYSTEM)


#: Citations of rules that do not exist.
MISSING: list[tuple[str, list[str]]] = [
    ("Grundregeln 99.0", ["Grundregeln 99.0"]),
    ("GR 17.0.1", ["GR 17.0.1"]),
    ("GR 117.0", ["GR 117.0"]),
    ("siehe 17.0, 117.0", ["17.0", "117.0"]),
    ("117.0", ["117.0"]),
    ("Tabelle 6.2a", ["Tabelle 6.2a"]),
]

MARKDOWN: list[tuple[str, list[str]]] = [
    ("# Zielen\n\nZielen", ["Zielen"]),
    ("`Zielen` und ``Ziel`Zielen`` und Zielen", ["Zielen"]),
    ("```\nZielen\n```\nZielen", ["Zielen"]),
    ("~~~\nGrundregeln 17.0", []),
    ("[Zielen](https://example.org) ![Zielen](a.svg) Zielen", ["Zielen"]),
    ("<https://example.org/Zielen> https://example.org/Zielen www.Zielen.de mailto:Zielen@x.de", []),
    ("::: beispiel Zielen\nZielen\n:::", ["Zielen"]),
    ("| Zielen | GR 17 |\n|---|---|\n| Wut | Treffer |", ["Zielen", "GR 17", "Wut", "Treffer"]),
    ("[[zielen]]", ["[[zielen]]"]),
    ("[[zielen|dort]]", ["[[zielen|dort]]"]),
    ("| [[zielen\\|dort]] |", ["[[zielen\\|dort]]"]),
    ("[[kaempfen#ablauf|Zielen]]", ["[[kaempfen#ablauf|Zielen]]"]),
    ("\\[[not]]", []),
    ("[[]] [[ [[a]", []),
    ("[[a\nb]]", []),
    ("`[[zielen]]`", []),
    ("# [[zielen]]", []),
    ("„[[zielen|Zielen]]“, Zielen", ["[[zielen|Zielen]]", "Zielen"]),
    ("[[a]][[b]]", ["[[a]]", "[[b]]"]),
]


#: The ends of a block, a list item or a table cell: no reference crosses them, and a citation beyond explains nothing here.
BORDERS: list[tuple[str, list[str]]] = [
    ("1. aus jedem Kapitel\n2. und dann", []),
    ("1. aus jedem Kapitel\n17) und dann", []),
    ("- nach Kapitel\n\n  2. und dann", []),
    ("Aus dem Kapitel\n1. Zielen", ["Zielen"]),
    ("Aus dem Kapitel\n17. Zielen", ["Kapitel\n17", "Zielen"]),  # no list: only a 1 begins one within a paragraph
    ("> Kapitel\n\n17 gilt", []),
    ("- Kapitel\n17 gilt", ["Kapitel\n17"]),  # the item goes on
    ("Kapitel\n::: hinweis\n17 gilt\n:::", []),
    ("::: hinweis\nKapitel\n:::\n17 gilt", []),
    ("Kapitel\n***\n17 gilt", []),
    ("Kapitel\n```\n17\n```", []),
    ("siehe\n- (17 gilt)", []),
    ("- (dort, oder, \n- 15.3)", ["15.3"]),
    ("| Kapitel | 17 |\n|---|---|\n| Kapitel|17 |\n| (da, | 15.3) |", ["15.3"]),
    ("Kapitel | 17\n---|---\nKapitel | 17", []),
    ("| a | b |\n|---|---|\n| [[zielen|dort]] | [[zielen\\|da]] |", ["[[zielen|dort]]", "[[zielen\\|da]]"]),
    ("| a | b |\n|---|---|\n| Kritischer|Treffer |", ["Treffer"]),
    ("- [[zielen|hier\n- und da]]", []),
    ("[[zielen|hier\nund da]]", ["[[zielen|hier\nund da]]"]),
    ("- 15.3 Zielen\n- 17.0", ["15.3", "Zielen", "17.0"]),
]


@pytest.mark.parametrize(("text", "found"), MISSING + MARKDOWN + BORDERS)
def test_what_is_found(text: str, found: list[str], words: Vocabulary) -> None:
    assert [r.text for r in find(text, words)] == found


@pytest.mark.parametrize("text", ["# Zielen", "`Zielen`", "```\nZielen\n```", "[Zielen](https://example.org)", "::: Zielen"])
def test_plain_text_has_no_markdown(text: str, words: Vocabulary) -> None:
    assert [r.text for r in find(text, words, markdown=False)] == ["Zielen"]


@pytest.mark.parametrize(
    ("text", "type", "name", "part", "parameter", "shown", "marked"),
    [
        ("Grundregeln, 17.0", "part+number", "17.0", "Grundregeln", "", "Grundregeln, 17.0", True),
        ("Regeln\nfür Armeen 1.1", "part+number", "1.1", "Regeln für Armeen", "", "Regeln\nfür Armeen 1.1", True),
        ("Tabelle 6.2", "table", "Tabelle 6.2", "", "", "Tabelle 6.2", True),
        ("(17.0)", "number", "17.0", "", "", "17.0", True),
        ("steht in 17.0", "number", "17.0", "", "", "17.0", False),
        ("Spalten (2)", "parametrised", "Spalten", "", "2", "Spalten (2)", True),
        ("Zielen", "title", "Zielen", "", "", "Zielen", False),
        ("*Zielen*", "title", "Zielen", "", "", "Zielen", True),
        ("Fight", "english", "Fight", "", "", "Fight", False),
        ("Humpen", "term", "Humpen", "", "", "Humpen", False),
        ("Reichw. weit", "title", "Reichw.", "", "", "Reichw", False),
        ("Tod oder Ehre", "title", "Tod, oder Ehre!", "", "", "Tod oder Ehre", False),
        ("[[zielen#a| dort ]]", "id", "zielen#a", "", "", "dort", True),
        ("[[zielen]]", "id", "zielen", "", "", "", True),
    ],
)
def test_what_a_reference_says(
    text: str, type: str, name: str, part: str, parameter: str, shown: str, marked: bool, words: Vocabulary
) -> None:
    [r] = find(text, words)
    assert (r.type, r.name, r.part, r.parameter, r.shown, r.marked) == (type, name, part, parameter, shown, marked)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("in den Grundregeln 15.3", "Grundregeln"),
        ("in den Grundregeln steht 15.3", "Grundregeln"),
        ("- in den Grundregeln\n- (15.3)", ""),
        ("| in den Grundregeln | (15.3) |\n|---|---|", ""),
        ("- (15.3)\n- aus den Grundregeln", ""),
    ],
)
def test_a_part_counts_within_its_block(text: str, part: str, words: Vocabulary) -> None:
    assert [r.part for r in find(text, words) if r.name == "15.3"] == [part]


def test_what_stands_beside_stands_in_the_same_block(words: Vocabulary) -> None:
    assert [r.beside is not None for r in find("Zielen,\nS. 13", words)] == [False, True]
    assert [r.beside for r in find("- Zielen,\n- S. 13", words)] == [None, None]
    [title, page] = find("1. Nichts\n2. Zielen, S. 13", words)
    assert page.beside == title


def test_offsets_count_code_points(words: Vocabulary) -> None:
    [r] = find("🎲 Ä\u0308 Zielen", words)
    assert (r.start, r.end) == (5, 11)


#: Pieces that mean something to the finder, glued at random.
PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "Grundregeln",
                "GR",
                "17.0",
                "15.3",
                "Tabelle 6.2",
                "siehe ",
                "Zielen",
                "zielen",
                "KÄMPFEN",
                "Spalten",
                "Kritischer",
            ),
            *(
                "Treffer",
                "Reichw.",
                "Wut (Magie)",
                "(2)",
                "(X)",
                "[[",
                "]]",
                "[[a|b]]",
                "|",
                "\\",
                "`",
                "```",
                "~~~",
                "#",
                ":::",
                "- ",
                "> ",
            ),
            *(
                " ",
                "\n",
                "\n\n",
                ", ",
                "-",
                "*",
                "**",
                "„",
                "“",
                "[",
                "]",
                "(",
                ")",
                "<",
                ">",
                "https://",
                '8"',
                "W6",
                ".",
                "\u00a0",
                "\ue000",
            ),
        ]
    ),
    max_size=25,
).map("".join)


@given(text=PIECES | st.text(), markdown=st.booleans())
def test_finding_never_raises_and_spans_hold(text: str, markdown: bool, words: Vocabulary) -> None:
    end = 0
    for r in find(text, words, markdown=markdown):
        assert end <= r.start < r.end <= len(text)
        assert text[r.start : r.end] == r.text
        assert r.name
        end = r.end


def test_a_series_without_words_finds_nothing_and_breaks_nothing() -> None:
    system = replace(SYSTEM, series=(Series("step", ()), Series("section", ())))
    words = vocabulary(Library([system], ENTRIES, TERMS), system)
    assert [reference.text for reference in find("Schritt 3, Regel 15.3, (15.3)", words) if reference.type == "number"] == [
        "Regel 15.3",
        "15.3",
    ]
