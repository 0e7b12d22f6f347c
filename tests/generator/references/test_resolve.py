"""Resolving forced, relative and missing references; tests/cases/finder has the targets of all others."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german.rule_numbers import parse_number
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.reference import Reference
from nachschlag.generator.model.values import Concept, Entry, Licence, Move, Part, Series, System, Term
from nachschlag.generator.references.numbered import series_of
from nachschlag.generator.references.references import find, vocabulary
from nachschlag.generator.references.resolve import MAY_BE, Place, is_below, place_of, resolve_reference
from nachschlag.generator.references.surroundings import describe_missing

PARTS = (Part("grund", "Grundregeln", abbreviations=("GR",), default=True), Part("magie", "Magie"), Part("armee", "Armee"))
SERIES = (Series("section", ("Kapitel",)), Series("table", ("Tabelle",)), Series("step", ("Schritt",)))
SYSTEM = System("spiel", "Spiel", "S", Licence("private"), parts=PARTS, series=SERIES)


def entry(slug: str, title: str, number: str = "", part: str = "grund", **more: object) -> Entry:
    printed = parse_number(number) if number else None
    return Entry(f"spiel/{slug}", "spiel", part, "rule", title, number=printed, **more)  # type: ignore[arg-type]


ENTRIES = [
    entry("kaempfen", "Kämpfen", "17.0"),
    entry("magie-kaempfen", "Kämpfen", part="magie"),
    entry("tabelle-17", "Treffer", "Tabelle 17"),
    entry("schritt-17", "Rollen", "Schritt 17"),
    entry("zaubern", "Zaubern", "17.0", part="magie"),
    entry("bann", "Bann", part="magie", parent="spiel/zaubern"),
    entry("armee-bann", "Bann", part="armee"),
    entry("zweimal-a", "Doppel", part="magie"),
    entry("zweimal-b", "Doppel", part="armee"),
    entry("eltern", "Eltern", part="grund"),
    entry("kind-1", "Kind", part="magie", parent="spiel/eltern"),
    entry("kind-2", "Kind", part="magie", parent="spiel/zaubern"),
    entry("wut", "Wut", aliases=("Zorn",)),
]
TERMS = [
    Term("spiel/glossar/zorn", "spiel", "Zorn"),
    Term("spiel/glossar/becher", "spiel", "Becher", forms=("Bechers",)),
    Term("spiel/glossar/grimm", "spiel", "Grimm", entry="wut"),
    Term("spiel/glossar/leere", "spiel", "Leere", entry="weg"),
]
WUT = dataclasses.replace(ENTRIES[-1], sections=())
LIBRARY = Library(
    [SYSTEM],
    ENTRIES,
    TERMS,
    [Concept("mut", "Mut")],
    [
        Move("spiel/rage", "spiel/raserei", "", ""),
        Move("spiel/raserei", "spiel/wut", "", ""),
        Move("spiel/kreis", "spiel/eck", "", ""),
        Move("spiel/eck", "spiel/kreis", "", ""),
    ],
)
WORDS = vocabulary(LIBRARY, SYSTEM)


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("[[wut]]", "grund", "wut"),
        ("[[spiel/wut|der Zorn]]", "magie", "wut"),
        ("[[rage]]", "grund", "wut"),
        ("[[glossar/becher]]", "grund", "glossar/becher"),
        ("[[kreis]]", "grund", None),
        ("[[weg]]", "grund", None),
        ("[[wut#weg]]", "grund", None),
        ("[[glossar/becher#x]]", "grund", None),
        ("[[../../etc]]", "grund", None),
        ("[[Wut]]", "grund", None),
    ],
)
def test_where_forced_references_lead(text: str, place: str, expected: str | None) -> None:
    [reference] = find(text, WORDS)
    target = resolve_reference(reference, LIBRARY, Place("spiel", place)).target
    assert target == (f"spiel/{expected}" if expected else None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[wut|Der Zorn]] (S. 3): Becher", "wut"),
        ("Wut (S. 3): Becher", "wut"),
        ("[[weg]] (S. 3): Becher", None),
        ("S. 3, Becher", "glossar/becher"),
    ],
)
def test_a_page_means_what_stands_before_it_forced_or_not(text: str, expected: str | None) -> None:
    [page] = [reference for reference in find(text, WORDS) if reference.type == "page"]
    target = resolve_reference(page, LIBRARY, Place("spiel", "grund")).target
    assert target == (f"spiel/{expected}" if expected else None)


def test_a_concept_can_be_forced() -> None:
    [reference] = find("[[begriffe/mut]]", WORDS)
    resolution = resolve_reference(reference, LIBRARY, Place("spiel"))
    assert (resolution.target, resolution.reference.shown) == ("begriffe/mut", "Mut")


@pytest.mark.parametrize(
    ("text", "shown"), [("[[wut]]", "Wut"), ("[[wut|der Zorn]]", "der Zorn"), ("[[weg]]", "weg"), ("[[weg|fort]]", "fort")]
)
def test_what_a_forced_reference_shows(text: str, shown: str) -> None:
    [reference] = find(text, WORDS)
    assert resolve_reference(reference, LIBRARY, Place("spiel")).reference.shown == shown


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (place_of(entry("x", "X", parent="spiel/eltern")), "kind-1"),
        (Place("spiel", "grund", "spiel/zaubern"), "kind-2"),
        (Place("spiel", "grund", "spiel/kind-2", "spiel/zaubern"), "kind-2"),
        (Place("spiel", "grund"), None),
        (Place("spiel", "magie"), None),
    ],
)
def test_relatives_come_before_the_default(place: Place, expected: str | None) -> None:
    [reference] = find("Kind", WORDS)
    resolution = resolve_reference(reference, LIBRARY, place)
    assert resolution.target == (f"spiel/{expected}" if expected else None)
    assert resolution.candidates == ("spiel/kind-1", "spiel/kind-2")


@pytest.mark.parametrize(
    ("word", "series"),
    [("", "section"), ("Kapitel", "section"), ("Tabelle", "table"), ("Szenario", "szenario")],
)
def test_series(word: str, series: str) -> None:
    assert series_of(SYSTEM, word) == series


def test_series_of_no_system() -> None:
    assert series_of(None, "Tabelle") == "tabelle"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("Grundregeln 17.1", "Die Nummer in „Grundregeln 17.1“ gibt es nicht.", "Am nächsten: 17.0"),
        ("Magie 99", "Die Nummer in „Magie 99“ gibt es nicht.", "Am nächsten: 17.0."),
        ("Tabelle 18", "Die Nummer in „Tabelle 18“ gibt es nicht.", "Am nächsten: Tabelle 17."),
        ("[[wutt]]", "„[[wutt]]“ führt ins Leere.", "Meintest du „wut“?"),
    ],
)
def test_what_is_missing(text: str, message: str, hint: str) -> None:
    """A citation without a target is described, with a hint."""
    [reference] = find(text, WORDS)
    said, hinted = describe_missing(reference, LIBRARY, Place("spiel", "grund"))
    assert said == message
    assert hinted.startswith(hint)


REFERENCES = st.builds(
    Reference,
    start=st.just(0),
    end=st.just(1),
    text=st.text(min_size=1),
    type=st.sampled_from(["number", "part+number", "title", "parametrised", "term", "english", "id", "anderes"]),
    name=st.text() | st.sampled_from(["17.0", "17..0", "Kämpfen", "wut#", "#", "spiel/", "begriffe/"]),
    part=st.text() | st.sampled_from(["GR", "Magie"]),
    doubt=st.sampled_from(["", *MAY_BE]),
    beside=st.none(),
)


@given(
    reference=REFERENCES, system=st.sampled_from(["spiel", "nirgends", ""]), part=st.sampled_from(["grund", "magie", "", "../x"])
)
def test_resolving_never_raises_and_only_finds_what_exists(reference: Reference, system: str, part: str) -> None:
    place = Place(system, part, "spiel/wut", "spiel/weg")
    resolution = resolve_reference(reference, LIBRARY, place)
    assert resolution.target is None or LIBRARY.target(resolution.target.partition("#")[0]) is not None
    assert all(describe_missing(reference, LIBRARY, place)[:1])


@pytest.mark.parametrize(("parent", "word"), [("sonderregeln", "sonderregel"), ("waffenfaehigkeiten", "waffenfähigkeit")])
def test_a_list_is_called_as_its_kind_is(parent: str, word: str) -> None:
    assert is_below(entry("wut", "Wut", parent=f"spiel/{parent}"), word)
    assert not is_below(entry("wut", "Wut", parent="spiel/zauber"), word)
