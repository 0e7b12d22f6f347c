"""Text → tokens: each rule of German as a row, and properties of any text."""

from __future__ import annotations

import pytest
import snowballstemmer
from hypothesis import example, given
from hypothesis import strategies as st
from nachschlag.generator.german import compounds, letters, search_words, stemming

GERMAN = st.text(st.characters(categories=("L", "M", "N", "P", "Z", "S")) | st.sampled_from("aeouäöüßÄÖÜ -"))


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


@pytest.mark.parametrize("kept", ["nicht", "kein", "keine", "ohne", "nie", "eins", "zwei", "macht", "3"])
def test_negations_numbers_and_nouns_are_not_stop_words(kept: str) -> None:
    assert not search_words.is_stop_word(kept)


@pytest.mark.parametrize("dropped", ["der", "für", "wie", "bedeutet", "the"])
def test_stop_words(dropped: str) -> None:
    assert search_words.is_stop_word(letters.fold(dropped))


@pytest.mark.parametrize(
    ("one", "other"), [("Angriffen", "Angriff"), ("Würfe", "Wurf"), ("wuerfeln", "würfelns"), ("Häuser", "Haus")]
)
def test_inflected_words_share_a_stem(one: str, other: str) -> None:
    assert stemming.stem(letters.fold(one)) == stemming.stem(letters.fold(other))


#: Endings and the letters around them that the stemmer looks at, so that made words take every step of it.
PIECES = [
    *"aeiouybstnlqf",
    *stemming.ENDINGS,
    "erin",
    "erinnen",
    "ln",
    "lns",
    "end",
    "ung",
    "lich",
    "isch",
    "heit",
    "keit",
    "ig",
    "ik",
    "niss",
    "syst",
]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join))
@example("möglichkeiten")
@example("bebauung")
def test_stems_are_those_of_snowball(word: str) -> None:
    assert stemming.stem(word) == (snowballstemmer.stemmer("german").stemWord(word) or word)


BEGINNINGS = ["", "ge", *stemming.SEPARABLE[:6], *stemming.INSEPARABLE[:4]]
ROOTS = st.sampled_from(["renn", "stell", "gruppier", *list(stemming.IRREGULAR)[:40]]) | st.text(
    "aegnrtu", min_size=1, max_size=5
)
MADE = st.builds("".join, st.tuples(st.sampled_from(BEGINNINGS), st.sampled_from(["", "ge"]), ROOTS, st.sampled_from(PIECES)))


@given(MADE, st.lists(MADE | st.sampled_from(sorted(stemming.IRREGULAR.values()))))
def test_no_base_is_passed_over(word: str, others: list[str]) -> None:
    class Every:
        """A vocabulary of all words."""

        def __contains__(self, form: str) -> bool:
            assert form == word or stemming.may_have_base(word, form)
            return form in others

    assert stemming.base_of(word, Every()) == stemming.base_of(word, set(others))  # type: ignore[arg-type]


VOCABULARY = {"bewegung", "phase", "nahkampf", "kampf", "wurf", "verteidigung", "angriff", "punkt", "befehl", "haus"}


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
