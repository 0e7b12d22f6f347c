"""Words with their positions: the damage and markup that a word survives, and what remains two words."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german.tokens import cut, seams, word_key, words

#: A text and its words, normalised for comparison.
WORDS: list[tuple[str, list[str]]] = [
    ("", []),
    (" \n\t .,;", []),
    ("Wer zielt, trifft.", ["wer", "zielt", "trifft"]),
    ("Straße STRASSE", ["strasse", "strasse"]),
    ("3W6 17", ["3w6", "17"]),
    ("17.0", ["17", "0"]),
    ("Ziel_Feld", ["ziel", "feld"]),
    ("Ziel/Feld", ["ziel", "feld"]),
    ("Ziel-Feld", ["ziel", "feld"]),
    ("Wölfe & Bären", ["wölfe", "und", "bären"]),
    ("A&B", ["a", "b"]),
    # damage within a word
    ("Sturm-\nlauf", ["sturmlauf"]),
    ("Sturm-\n  lauf", ["sturmlauf"]),
    ("Sturm- lauf", ["sturmlauf"]),
    ("STURM-\nLAUF", ["sturmlauf"]),
    ("Sturm\u00adlauf", ["sturmlauf"]),
    ("Sturm\u200blauf", ["sturmlauf"]),
    ("**Sturm**lauf", ["sturmlauf"]),
    ("*Sturm*lauf", ["sturmlauf"]),
    ("Wu\u0308rfe", ["würfe"]),
    ("STURMLA\u0308UFE", ["sturmläufe"]),
    # two words
    ("Sturm lauf", ["sturm", "lauf"]),
    ("Sturm\nlauf", ["sturm", "lauf"]),
    ("Sturm-\n\nlauf", ["sturm", "lauf"]),
    ("Nahkampf-\nund Schussphase", ["nahkampf", "und", "schussphase"]),
    ("Nahkampf- und Schussphase", ["nahkampf", "und", "schussphase"]),
    ("Nahkampf- oder Schussphase", ["nahkampf", "oder", "schussphase"]),
    ("NAHKAMPF- UND SCHUSSPHASE", ["nahkampf", "und", "schussphase"]),
    ("Sturm-Lauf", ["sturm", "lauf"]),
    ("Sturm–lauf", ["sturm", "lauf"]),
    ("**Sturm** lauf", ["sturm", "lauf"]),
    ("**Sturm**Lauf", ["sturm", "lauf"]),
]


@pytest.mark.parametrize(("text", "keys"), WORDS)
def test_words(text: str, keys: list[str]) -> None:
    assert [word.key for word in words(text)] == keys


@pytest.mark.parametrize(
    ("text", "spans_"),
    [
        ("Sturm-\nlauf!", [(0, 11)]),
        ("„**Sturm**lauf“", [(3, 14)]),
        ("🎲 Zielen", [(2, 8)]),
        ("Wu\u0308rfe.", [(0, 6)]),
    ],
)
def test_places_hold_what_was_written(text: str, spans_: list[tuple[int, int]]) -> None:
    assert [(word.start, word.end) for word in words(text)] == spans_


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("ZIEL", "ziel"),
        ("Ziel", "ziel"),
        ("Straße", "strasse"),
        ("WÜRFE", "würfe"),
        ("Wu\u0308rfe", "würfe"),
        ("&", "und"),
        ("Sturm-\nlauf", "sturmlauf"),
        ("Stu**rmlauf", "sturmlauf"),
        ("Stu\u00adrmlauf", "sturmlauf"),
        ("W6", "w6"),
    ],
)
def test_key_of_a_word(written: str, key: str) -> None:
    assert word_key(written) == key


@pytest.mark.parametrize(
    ("written", "cuts"),
    [
        ("mitÜberwältigender", [3]),
        ("mitWildheit", [3]),
        ("erHatDurchstoßen", [2, 5]),
        ("Wildheit", []),
        ("WILDHEIT", []),
        ("wildheit", []),
        ("McDuff", [2]),
        ("eMOX", []),
        ("W6", []),
        ("", []),
    ],
)
def test_seams(written: str, cuts: list[int]) -> None:
    assert seams(written) == cuts


PIECES = st.lists(
    st.sampled_from(
        [
            "Sturm",
            "lauf",
            "LAUF",
            "Über",
            "ß",
            "-",
            "- ",
            "-\n",
            "\n",
            "*",
            "**",
            "_",
            "\u00ad",
            "\u0308",
            "&",
            " ",
            "17.0",
            "und",
        ]
    ),
    max_size=12,
).map("".join)


@given(text=PIECES | st.text())
def test_words_follow_one_another_in_the_text(text: str) -> None:
    end = 0
    for word in words(text):
        assert end <= word.start < word.end <= len(text)
        assert word.key == word_key(text[word.start : word.end])
        end = word.end
    written, edges = cut(text)
    assert list(zip(edges[::2], edges[1::2], map(word_key, written), strict=True)) == list(words(text))


@given(text=PIECES | st.text())
def test_no_letter_is_left_out(text: str) -> None:
    covered = {i for word in words(text) for i in range(word.start, word.end)}
    assert all(i in covered for i, letter in enumerate(text) if letter.isalpha())


@given(written=PIECES | st.text())
def test_seams_lie_within_the_word(written: str) -> None:
    assert all(0 < cut < len(written) for cut in seams(written))


@given(text=st.text(st.characters(categories=["L"])))
def test_a_key_is_its_own_key_however_it_is_encoded(text: str) -> None:
    key = word_key(text)
    assert word_key(unicodedata.normalize("NFD", text)) == word_key(unicodedata.normalize("NFC", text))
    assert word_key(key) == key or unicodedata.normalize("NFC", key.casefold()) != key
