"""Typed texts and their meanings: ids, numbers, names, and the reasons given."""

from __future__ import annotations

import time

import pytest
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.values import Entry, Licence, Move, OtherPlace, Part, Section, Series, System, Term
from nachschlag.generator.references.look_up import label, look_up, suggestions, with_rules

OWN = Licence("own-words")
GAME = System(
    "spiel",
    "Spiel",
    "S",
    OWN,
    parts=(Part("grund", "Grundregeln", "", ("GR",), True), Part("magie", "Magie")),
    series=(Series("paragraf", ("§",)),),
)
OTHER = System("anderes", "Anderes", "A", OWN, parts=(Part("regeln", "Regeln", default=True),))
ENTRIES = [
    Entry(
        *("spiel/wut", "spiel", "grund", "rule", "Wut (X)", "Rage (X)"),
        number=parse_number("17.0"),
        aliases=("Zorn",),
        sections=(Section("wucht", "Die Wucht"),),
    ),
    Entry("spiel/zauber", "spiel", "magie", "rule", "Zauber", "Spell", number=parse_number("17.0"), page=17),
    Entry("spiel/eile", "spiel", "magie", "rule", "Eile", number=parse_number("§ 12a"), page=12),
    Entry("spiel/hast", "spiel", "magie", "rule", "Hast", number=parse_number("§ 12"), page=12),
    Entry("anderes/wut", "anderes", "regeln", "rule", "Wut", "Anger"),
]
LIBRARY = Library(
    [GAME, OTHER],
    ENTRIES,
    [Term("spiel/glossar/becher", "spiel", "Becher", "Cup", definition="Ein Gefäß.")],
    moves=[
        Move("spiel/alt", "spiel/wut", "2026-01-01", "umbenannt"),
        Move("spiel/wucht", "spiel/wut#wucht", "2026-01-01", "steht jetzt dort"),
    ],
)


@pytest.mark.parametrize(
    ("text", "system", "targets", "why"),
    [
        ("spiel/wut", None, ["spiel/wut"], "Kennung spiel/wut"),
        ("/spiel/wut/", None, ["spiel/wut"], "Kennung spiel/wut"),
        ("[[wut]]", "spiel", ["spiel/wut"], "Kennung spiel/wut"),
        ("wut", None, ["anderes/wut", "spiel/wut"], "Kennung anderes/wut"),
        ("spiel/alt", None, ["spiel/wut"], "umgezogen: spiel/alt → spiel/wut"),
        ("wucht", "spiel", ["spiel/wut#wucht"], "umgezogen: spiel/wucht → spiel/wut#wucht"),
        ("https://r.example/spiel/wut/", None, ["spiel/wut"], "Kennung spiel/wut"),
        ("http://r.example:8/regeln/spiel/alt/?von=chat", "spiel", ["spiel/wut"], "umgezogen: spiel/alt → spiel/wut"),
        ("https://r.example/spiel/wut/#wucht", None, ["spiel/wut#wucht"], "Kennung spiel/wut#wucht"),
        ("https://r.example/spiel/wut/#n-mehr", None, ["spiel/wut"], "Kennung spiel/wut"),
        ("https://r.example/spiel/wut/", "anderes", [], ""),
        ("https://r.example/wut/", "spiel", [], ""),
        ("https://r.example/", None, [], ""),
        ("spiel/wut#wucht", None, ["spiel/wut#wucht"], "Kennung spiel/wut#wucht"),
        ("Grundregeln 17.0", None, ["spiel/wut"], "Nummer 17.0 in Grundregeln (S)"),
        ("  GR 17 ", None, ["spiel/wut"], "Nummer 17 in GR (S)"),
        ("Magie, 17.0", None, ["spiel/zauber"], "Nummer 17.0 in Magie (S)"),
        (" 17.0\n", None, ["spiel/wut", "spiel/zauber"], "Nummer 17.0 in Grundregeln (S)"),
        ("§ 12a", None, ["spiel/eile"], "Nummer 12a (S)"),
        ("§12a", None, ["spiel/eile"], "Nummer 12a (S)"),
        ("siehe § 12a", None, ["spiel/eile"], "Nummer 12a (S)"),
        ("§ 12", None, ["spiel/hast"], "Nummer 12 (S)"),
        ("§ 12b", None, [], ""),
        ("12a", None, ["spiel/eile"], "Nummer § 12a in Magie (S)"),
        ("Zorn", None, ["spiel/wut"], "Titel „Zorn“ (S)"),
        ("wut (2)", "anderes", ["anderes/wut"], "Titel „Wut“ (A)"),
        ("RAGE", None, ["spiel/wut"], "englischer Name „Rage (X)“ (S)"),
        ("Cup", None, ["spiel/glossar/becher"], "englischer Name „Cup“ (S)"),
        ("Becher", "anderes", [], ""),
        ("spiel:Grundregeln 17.0", None, ["spiel/wut"], "Nummer 17.0 in Grundregeln (S)"),
        ("spiel: 17.0", None, ["spiel/wut", "spiel/zauber"], "Nummer 17.0 in Grundregeln (S)"),
        (" [[spiel:Zorn]] ", None, ["spiel/wut"], "Titel „Zorn“ (S)"),
        ("[[RAGE]]", None, ["spiel/wut"], "englischer Name „Rage (X)“ (S)"),
        ("[[ Wut (2) | jene Wut ]]", "anderes", ["anderes/wut"], "Titel „Wut“ (A)"),
        ("[[Grundregeln 17.0]]", "spiel", ["spiel/wut"], "Nummer 17.0 in Grundregeln (S)"),
        ("[[anderes:Wut|jene Wut]]", None, ["anderes/wut"], "Titel „Wut“ (A)"),
        ("anderes:wut", "anderes", ["anderes/wut"], "Kennung anderes/wut"),
        ("spiel:Cup", "spiel", ["spiel/glossar/becher"], "englischer Name „Cup“ (S)"),
        ("spiel:Cup", "anderes", [], ""),
        ("anderes:Grundregeln 17.0", None, [], ""),
        ("nirgends:Wut", None, [], ""),
        ("spiel:", None, [], ""),
        ("Grundregeln 99.0", None, [], ""),
        ("", None, [], ""),
    ],
)
def test_what_a_text_means(text: str, system: str | None, targets: list[str], why: str) -> None:
    found = look_up(LIBRARY, text, system)
    assert [hit.target for hit in found] == targets
    assert [hit.why for hit in found][:1] == ([why] if why else [])


def test_the_nearest_names_are_suggested_once_each() -> None:
    assert [hit.target for hit in suggestions(LIBRARY, "Bechr")] == ["spiel/glossar/becher"]
    assert [hit.target for hit in suggestions(LIBRARY, "Zauberer", "spiel")] == ["spiel/zauber"]
    assert suggestions(LIBRARY, "qqqqqq") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("spiel/Wut", ["spiel/wut", "anderes/wut"]),
        ("anderes/wuht", ["anderes/wut", "spiel/wut"]),
        ("anderes/regeln/wuht", ["anderes/wut", "spiel/wut"]),
        ("Spiel/Glossar/Becher/", ["spiel/glossar/becher"]),
        ("anderes/eile", ["spiel/eile"]),
        ("Seite 14", ["spiel/seite/12", "spiel/seite/17"]),
        ("siehe S. 99", ["spiel/seite/17"]),
    ],
)
def test_for_ids_and_pages_the_nearest_of_their_kind_are_suggested(text: str, expected: list[str]) -> None:
    assert [hit.target for hit in suggestions(LIBRARY, text)] == expected


def test_ids_of_the_system_that_is_named_precede_nearer_ones_of_others() -> None:
    library = Library([GAME, OTHER], [*ENTRIES, Entry("spiel/wuete", "spiel", "grund", "rule", "Wüte")])
    assert [hit.target for hit in suggestions(library, "anderes/wuet")] == ["anderes/wut", "spiel/wuete", "spiel/wut"]


def test_a_long_list_of_pages_is_looked_up_in_linear_time() -> None:
    def took(size: int) -> float:
        begun = time.process_time()
        look_up(LIBRARY, "S. 12-13, " * (size // 10))
        return time.process_time() - begun

    took(500)
    assert min(took(8_000) for _ in range(3)) < 50 * max(took(500) for _ in range(3))  # 16 times as long a text; squared, 256


def test_in_place_of_a_page_stand_its_rules() -> None:
    found = with_rules(LIBRARY, look_up(LIBRARY, "Seite 12", "spiel"))
    assert [(hit.target, hit.why) for hit in found] == [("spiel/eile", "Seite 12 (S)"), ("spiel/hast", "Seite 12 (S)")]
    assert with_rules(LIBRARY, look_up(LIBRARY, "Eile")) == look_up(LIBRARY, "Eile")


def test_a_rule_on_two_pages_is_shown_once() -> None:
    wall = Entry("spiel/wall", "spiel", "grund", "rule", "Wall", page=30, places=(OtherPlace("magie", page=31),))
    found = with_rules(library := Library([GAME], [wall]), look_up(library, "S. 30 und S. 31"))
    assert [hit.target for hit in found] == ["spiel/wall"]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("spiel/wut", "Grundregeln 17.0 Wut (X) (Rage (X))"),
        ("spiel/wut#wucht", "Grundregeln 17.0 Wut (X) (Rage (X)): Die Wucht"),
        ("spiel/glossar/becher", "Becher (Cup)"),
        ("weg", "weg"),
    ],
)
def test_labels(target: str, expected: str) -> None:
    """A target is shown by its name."""
    assert label(LIBRARY, target) == expected


def test_what_is_near_is_sought_in_the_system_that_is_named() -> None:
    assert [found.target for found in suggestions(LIBRARY, "spiel:Grundregeln 17.1")] == ["spiel/wut"]
    assert [found.target for found in suggestions(LIBRARY, "anderes:Wuut")] == ["anderes/wut"]
