"""References that point within a book: "siehe oben", "auf der nächsten Seite", "in der folgenden Tabelle"."""

from typing import Any

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, Licence, Part, System
from nachschlag.generator.references.finder_index import finder_index
from nachschlag.generator.references.graph import link_library
from nachschlag.generator.references.link import link, with_links
from nachschlag.generator.references.references import find, vocabulary_of
from nachschlag.generator.references.resolve import Place, place_of
from nachschlag.generator.references.surroundings import resolve_all


def entry(slug: str, title: str, order: int, page: int = 8, parent: str = "kampf", **more: Any) -> Entry:
    values = {"kind": "rule", "short": "Kurz.", "text": "", **more}
    above = f"spiel/{parent}" if parent else ""
    values = {"part": "grund", **values}
    return Entry(id=f"spiel/{slug}", system="spiel", title=title, order=order, page=page, parent=above, **values)


LIBRARY = Library(
    [
        System(
            "spiel",
            "Spiel",
            "SP",
            Licence("own-words"),
            parts=(Part("grund", "Grundregeln", default=True), Part("fern", "Fernkampf")),
        )
    ],
    [
        entry("kampf", "Kampf", 0, parent=""),
        entry("ruecken", "Zurückweichen", 1),
        entry("flucht", "Fluchtbewegung", 2),
        entry("moral", "Moraltest", 3),
        entry("schritt", "Kampf abhandeln", 3, parent="moral"),
        entry("nachsetzen", "Nachsetzen", 4, 9),
        entry("sichtlinie", "Sichtlinie", 5, 9),
        entry("tabelle", "Ergebnistabelle", 6, 9, kind="table"),
        entry("ende", "Rundenende", 7, 10),
        entry("folgen", "Folgen", 8, 10, "ende", kind="table"),
        entry("flucht-schuss", "Fliehen nach Schüssen", 9, 10, "ende"),
        entry("schiessen", "Fernkampf", 0, 11, "", part="fern"),
        entry("laden", "Laden", 1, 11, "schiessen", part="fern"),
    ],
)


def pointed(text: str, place: Place) -> list[tuple[str, str | None, tuple[str, ...]]]:
    found = resolve_all(find(text, vocabulary_of(LIBRARY, "spiel")), LIBRARY, place)
    return [(r.reference.text, r.target, r.candidates) for r in found if r.reference.type == "relative"]


@pytest.mark.parametrize(
    ("text", "written", "target"),
    [
        ("Ein Zurückweichen (siehe oben) kommt zuerst.", "siehe oben", "ruecken"),
        ("Dann darf man **nachsetzen** (siehe unten).", "siehe unten", "nachsetzen"),
        ("Nach Nachsetzen, siehe weiter unten.", "siehe weiter unten", "nachsetzen"),
        ("gemäß den oben beschriebenen Regeln für das **Zurückweichen**", "oben beschriebenen", "ruecken"),
        ("Ein Zurückweichen (siehe unten).", "siehe unten", None),  # it stands above
        ("Nach dem Kampf (siehe unten).", "siehe unten", "schritt"),  # which stands above, but one of its own steps is about it
        ("Nach dem Kampf (siehe oben).", "siehe oben", "kampf"),
        ("Die Sichtlinie zählt. Nimm das höchste Ergebnis (siehe unten).", "siehe unten", None),  # another sentence
        ("Bei Zurückweichen und einer Wunde (siehe oben)", "siehe oben", "ruecken"),
        ("Der Moraltest (siehe oben)", "siehe oben", None),  # this very rule
        ("Nachsetzen (siehe nächste Seite)", "siehe nächste Seite", "nachsetzen"),
        ("auf der nächsten Seite", "auf der nächsten Seite", "seite/9"),
        ("auf der vorigen Seite", "auf der vorigen Seite", None),  # of which nothing is known
        ("in der folgenden Tabelle", "in der folgenden Tabelle", "tabelle"),
        ("wie im vorigen Schritt beschrieben", "im vorigen Schritt", "flucht"),
        ("im folgenden Abschnitt", "im folgenden Abschnitt", "nachsetzen"),
        ("wie oben erläutert", "oben erläutert", None),
        ("Wenn ein Trupp nachsetzt (s. u.)", "s. u.", None),  # no form of a name, and one word is too few
        (
            "Wer nach dem Schuss flieht, flieht weiter (siehe unten).",
            "siehe unten",
            "flucht-schuss",
        ),  # whose words both stand here
        ("was später noch im Detail erklärt wird", "später noch im Detail erklärt", None),
        ("Das **Laden**, was später erklärt wird.", "später erklärt", "laden"),  # in a later part
        ("Das **Laden**, was zuvor erklärt wurde.", "zuvor erklärt", None),
        ("im nächsten Kapitel", "im nächsten Kapitel", "schiessen"),
        ("im vorigen Kapitel", "im vorigen Kapitel", None),
        ("Siehe obige Tabelle", "Siehe obige Tabelle", None),  # the only one stands below
        ("Die folgende Tabelle zeigt es.", "Die folgende Tabelle", "tabelle"),
    ],
)
def test_what_it_means_in_a_rules_text(text: str, written: str, target: str | None) -> None:
    expected = f"spiel/{target}" if target else None
    assert pointed(text, place_of(LIBRARY.entries["spiel/moral"])) == [(written, expected, ())]


@pytest.mark.parametrize(
    "text",
    ["Er liegt oben.", "Die Karte wird wie oben gezeigt gelegt.", "Stelle dich auf die andere Seite.", "führt folgende Schritte aus",
     "ein Bogen, der nach unten zeigt", "die Obenliegende", "Im nächsten Zug", "Er wird später entfernt.", "zuvor gewählte Ziele",
     "Der nächste Schritt", "was später erklärt wird (siehe Seite 27)"],
)  # fmt: skip
def test_what_only_looks_like_one(text: str) -> None:
    assert pointed(text, place_of(LIBRARY.entries["spiel/moral"])) == []


def test_two_that_fit_are_candidates() -> None:
    text = "Nach Zurückweichen oder Fluchtbewegung samt allen Proben (siehe oben)"
    assert pointed(text, place_of(LIBRARY.entries["spiel/moral"])) == [("siehe oben", None, ("spiel/flucht", "spiel/ruecken"))]


def test_a_table_of_its_own_is_meant_first() -> None:
    own = entry("moral", "Moraltest", 3, text="in der folgenden Tabelle\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n")
    library = Library(LIBRARY.systems.values(), [own if e.id == own.id else e for e in LIBRARY.entries.values()])
    assert [r.reference.type for r in link_library(library).text(own.id, "text").references] == []


def test_a_text_of_others_is_read_below_its_headings() -> None:
    text = "# Moraltest\n\nNach dem Zurückweichen (siehe oben) gilt dies.\n\nAus der folgenden Tabelle.\n"
    found = [(f.text, f.target) for f in link(LIBRARY, text, "spiel", kind="md") if f.type == "relative"]
    assert found == [("siehe oben", "spiel/ruecken"), ("Aus der folgenden Tabelle", None)]
    assert "[siehe oben](/spiel/ruecken/)" in with_links(
        LIBRARY, text, "spiel", href=lambda one: f"/{one}/", kind="md", density="all"
    )


def test_below_the_heading_of_a_part_a_name_means_what_the_part_says_about_it() -> None:
    text = "# Grundregeln\n\nDann darfst du **nachsetzen** (siehe unten), nicht aber würfeln (siehe unten).\n"
    found = [(f.text, f.target) for f in link(LIBRARY, text, "spiel", kind="md") if f.type == "relative"]
    assert found == [("siehe unten", "spiel/nachsetzen"), ("siehe unten", None)]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("Würfle am Rundenende und lies das Ergebnis aus nebenstehender Tabelle ab.", "spiel/folgen"),
        ("# Rundenende\n\nLies das Ergebnis aus der folgenden Tabelle ab.", "spiel/folgen"),
        ("Würfle am Rundenende. Lies das Ergebnis aus der folgenden Tabelle ab.", None),  # another sentence
        ("Würfle beim Kampf am Rundenende nach der folgenden Tabelle.", None),  # each has one
    ],
)
def test_a_table_of_the_rule_named_before_it(text: str, target: str | None) -> None:
    found = [f.target for f in link(LIBRARY, text, "spiel", kind="md") if f.type == "relative"]
    assert found == [target]


SECTIONS = """ZURÜCKWEICHEN

Wer weicht, dreht sich um. Dann gilt dies, wie oben beschrieben. Die Schritte 1-2 unten folgen.

1. **Drehen:** Dreh dich.

FLUCHTBEWEGUNG

Wie oben beschrieben dreht sich, wer flieht. Die Werte sind unten angegeben.

❖ ERGEBNISTABELLE

KAMPF (COMBAT) ABHANDELN

Erst dies. Das gilt, wie oben beschrieben.

UNBEKANNTES

Hier steht etwas. Das gilt, wie oben beschrieben.
"""


def test_below_the_headings_of_others_the_nearest_section_is_meant() -> None:
    found = [(f.text, f.target) for f in link(LIBRARY, SECTIONS, "spiel") if f.type == "relative"]
    assert found == [
        ("oben beschrieben", "spiel/ruecken"),  # the section itself says it
        ("Die Schritte 1-2 unten", "spiel/ruecken"),
        ("oben beschrieben", "spiel/ruecken"),  # nothing stands above in the section
        ("unten angegeben", "spiel/tabelle"),
        ("oben beschrieben", "spiel/schritt"),
        ("oben beschrieben", None),  # no rule has this title
    ]


def test_a_step_of_others_is_the_item_before() -> None:
    steps = [
        entry("auf", "Aufbau", 11),
        entry("gewaehlt", "Gewählt (Wald)", 12, parent="auf"),
        entry("zufall", "Zufall", 13, parent="auf"),
    ]
    library = Library(LIBRARY.systems.values(), [*LIBRARY.entries.values(), *steps])
    text = "AUFBAU\n\n- **Gewählt:** Wähle einen.\n- **Zufall:** Würfle, und stelle ihn wie im vorigen Schritt auf.\n"
    assert [f.target for f in link(library, text, "spiel") if f.type == "relative"] == ["spiel/gewaehlt"]


def test_nothing_is_above_a_text_without_a_place() -> None:
    assert [(f.text, f.target) for f in link(LIBRARY, "Nachsetzen (siehe oben)", "spiel") if f.type == "relative"] == [
        ("siehe oben", None)
    ]


def test_browsers_know_no_place_and_look_for_none() -> None:
    index = finder_index(LIBRARY, LIBRARY.systems["spiel"])
    assert not any("oben" in source for kind in index["patterns"].values() for source in kind.values())
