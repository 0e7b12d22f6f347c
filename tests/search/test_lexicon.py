"""Walks through the vocabulary, and expansions of a query's words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german import letters
from nachschlag.search import Index
from nachschlag.search.core.expand import expand, expand_query
from nachschlag.search.core.framing import FILE as FRAMES
from nachschlag.search.core.framing import FRAMING, SENTENCE
from nachschlag.search.core.lexicon import CAP, Lexicon, distance, from_json, to_json
from nachschlag.search.core.query import Word, parse
from nachschlag.search.core.thesaurus import FILE, thesaurus_of

WORDS = st.text("abcd", max_size=8)


def many(words: list[str]) -> Lexicon:
    return Lexicon(1, (), {word: (word,) for word in sorted(words)}, dict.fromkeys(words, 1), {}, {})


def full_distance(one: str, other: str) -> int:
    """The textbook algorithm, without bounds."""
    rows = [[i + j if not i * j else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            cost = one[i - 1] != other[j - 1]
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@given(WORDS, WORDS, st.integers(1, 3))
def test_the_bounded_distance_is_the_distance(one: str, other: str, limit: int) -> None:
    assert distance(one, other, limit) == min(full_distance(one, other), limit + 1)


@given(st.lists(WORDS.filter(bool), max_size=30), WORDS, st.integers(1, 2))
def test_the_scan_finds_every_likeness(words: list[str], word: str, limit: int) -> None:
    expected = sorted((full_distance(word, other), other) for other in set(words) if full_distance(word, other) <= limit)
    assert many(words).like(word, limit) == expected


def test_walks_end() -> None:
    """A look at the vocabulary ends at its limit."""
    lexicon = many([f"ab{number:04}" for number in range(500)])
    assert len(list(lexicon.with_prefix("ab"))) == CAP
    assert len(list(lexicon.containing("b0"))) == CAP
    assert len(lexicon.like("ab0000", 2)) == CAP


def test_the_lexicon_survives_json(index: Index) -> None:
    assert from_json(to_json(index.lexicon)) == index.lexicon


def test_known_words_are_not_taken_for_slips(index: Index) -> None:
    found = {expansion.term for expansion in expand(Word("kannen"), index.lexicon).expansions}
    assert found == {"kann"}


def test_the_thesaurus_has_each_word_once_in_order() -> None:
    rows = [line.split(":")[0].strip(' "') for line in FILE.read_text("utf-8").splitlines() if line.startswith("  ")]
    words = list(map(letters.fold, rows))
    assert words == sorted(set(words))


def test_the_thesaurus_leads_to_known_words_and_other_terms() -> None:
    surfaces = {"fahne": ("fahn",), "flagge": ("flagg",), "banner": ("bann",), "bannertrager": ("bann", "trag")}
    assert thesaurus_of(surfaces) == {"fahn": ("bann",), "flagg": ("bann",)}


def test_words_that_frame_a_sentence_weigh_less_in_it() -> None:
    lexicon = many(["figuren", "tasse"])
    short, long = (expand_query(parse(query), lexicon) for query in ("figuren tasse ", "wie stehen figuren neben der tasse "))
    weights = [
        {word.text: (word.idf, word.expansions[0].in_name, word.expansions[0].in_text) for word in found}
        for found in (short, long)
    ]
    assert weights[1]["tasse"] == weights[0]["tasse"]
    assert weights[1]["figuren"] == tuple(one * FRAMING["figuren"] for one in weights[0]["figuren"])


def test_framing_words_are_listed_once() -> None:
    words = [
        word.strip(" ,[]")
        for line in FRAMES.read_text("utf-8").splitlines()
        if line.startswith("    ")
        for word in line.split(",")
    ]
    assert len(FRAMING) == len([word for word in words if word])
    assert SENTENCE > 2


# -- in one system ------------------------------------------------------------------------------------------------------------


def test_a_system_knows_its_own_words_and_what_the_thesaurus_says_for_them() -> None:
    surfaces = {word: (word,) for word in ("abhauen", "flucht", "sieb")} | {"fluchtweg": ("fluchtweg", "flucht")}
    other = {"abhauen": ("flucht", "sieb"), "sieb": ("abhauen",)}
    whole = Lexicon(2, (), surfaces, dict.fromkeys(surfaces, 1) | {"'vb": 2}, {}, {}, other, own={"a": "'vb flucht fluchtweg"})
    own = whole.within("a")
    assert own.surfaces == {"abhauen": ("abhauen",), "flucht": ("flucht",), "fluchtweg": ("fluchtweg", "flucht")}
    assert own.frequency == {"abhauen": 1, "flucht": 1, "fluchtweg": 1, "'vb": 1}
    assert own.thesaurus == {"abhauen": ("flucht",)}
    assert whole.within("b") is whole


def test_a_name_of_another_system_is_no_slip() -> None:
    whole = Lexicon(
        2, (), {word: (word,) for word in ("kanne", "kante")}, {}, {}, {}, own={"a": "kanne"}, named=frozenset({"kante"})
    )
    assert expand(Word("kanme"), whole.within("a")).expansions
    assert not expand(Word("kante"), whole.within("a")).expansions
