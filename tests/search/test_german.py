"""Text → tokens: each rule of German as a row, and what must hold for any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german import compounds, letters, search_words, stemming

GERMAN = st.text(st.characters(categories=("L", "M", "N", "P", "Z", "S")) | st.sampled_from("aeouäöüßÄÖÜ -"))


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Größe", "grosse"),
        ("GROESSE", "grosse"),
        ("Gro\u0308ße", "grosse"),
        ("wuerfel", "wurfel"),
        ("Feuer", "feuer"),
        ("Quelle", "quelle"),
        ("neue", "neue"),
        ("Neuübersetzung", "neuubersetzung"),
        ("säen", "san"),
        ("saeen", "san"),
        ("Maß", "mass"),
        ("Crème brûlée", "creme brulee"),
        ("Kon\u00adtrolle", "kontrolle"),
        ("ﬁnden", "finden"),
    ],
)
def test_folding(written: str, folded: str) -> None:
    assert letters.fold(written) == folded


@given(GERMAN)
def test_folding_twice_is_folding_once(text: str) -> None:
    once = letters.fold(text)
    assert letters.fold(once) == once


@given(st.text())
def test_no_text_is_too_odd(text: str) -> None:
    for token in search_words.words(text):
        stemming.stem(token)
        compounds.split_compound(token, {token[:4], token[4:]})
        assert next(stemming.without_ending(token)) == token
    search_words.key(text)
    search_words.acronyms(text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Wirf 2W6, siehe 17.0.", ["wirf", "2w6", "siehe", "17.0"]),
        ("W6 auf 5+", ["w6", "auf", "5"]),
        ("15.2.1 und 3", ["15.2.1", "und", "3"]),
        ("All-out Attack", ["all", "out", "attack"]),
        ("_unter_strich_", ["unter", "strich"]),
        ("…", []),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert search_words.words(text) == tokens


@pytest.mark.parametrize(("text", "joined"), [("kontroll-zone", ["kontrollzone"]), ("2-4", []), ("eins zwei", [])])
def test_hyphenated_words_are_joined_too(text: str, joined: list[str]) -> None:
    assert search_words.joined(text) == joined


@pytest.mark.parametrize("kept", ["nicht", "kein", "keine", "ohne", "nie", "eins", "zwei", "macht", "3"])
def test_negations_numbers_and_nouns_are_no_stop_words(kept: str) -> None:
    assert not search_words.is_stop_word(kept)


@pytest.mark.parametrize("dropped", ["der", "für", "wie", "bedeutet", "the"])
def test_stop_words(dropped: str) -> None:
    assert search_words.is_stop_word(letters.fold(dropped))


@pytest.mark.parametrize(
    ("one", "other"), [("Angriffen", "Angriff"), ("Würfe", "Wurf"), ("wuerfeln", "würfelns"), ("Häuser", "Haus")]
)
def test_inflected_words_share_a_stem(one: str, other: str) -> None:
    assert stemming.stem(letters.fold(one)) == stemming.stem(letters.fold(other))


VOCABULARY = {"bewegung", "phase", "nahkampf", "kampf", "wurf", "verteidigung", "angriff", "punkt", "befehl", "haus"}


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("bewegungsphase", ("bewegung", "phase")),
        ("nahkampfphase", ("nahkampf", "phase")),  # fewest parts, not nah + kampf + phase
        ("verteidigungswurf", ("verteidigung", "wurf")),
        ("angriffspunktwurf", ("angriff", "punkt", "wurf")),
        ("befehlspunkt", ("befehl", "punkt")),
        ("kampf", ()),
        ("hausboot", ()),
        ("bewegung17", ()),
        ("x" * 500, ()),
    ],
)
def test_compounds(word: str, parts: tuple[str, ...]) -> None:
    assert compounds.split_compound(word, VOCABULARY) == parts


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        ("spalten (2)", "spalten"),
        ("spalten (x)", "spalten"),
        ("rettung (5+)", "rettung"),
        ("anteil (1/10)", "anteil"),
        ("rettung 5+", "rettung"),
        ("rennen w6", "rennen"),
        ("bewegen 2w6 zoll", "bewegen 2w6 zoll"),
        ("magie 4", "magie 4"),
        ("17.0", "17.0"),
        ("(2)", "(2)"),
    ],
)
def test_parameters(text: str, stripped: str) -> None:
    assert search_words.strip_parameters(text) == stripped


@pytest.mark.parametrize(
    ("title", "acronyms"),
    [
        ("All-out Attack", {"aoa"}),
        ("Rules of the Game", {"rotg", "rg"}),
        ("Befehlspunkt", {"bp"}),
        ("Spalten (X)", set()),
        ("B C D E F G", set()),
    ],
)
def test_acronyms(title: str, acronyms: set[str]) -> None:
    assert search_words.acronyms(title, VOCABULARY) == acronyms
