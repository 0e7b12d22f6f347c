"""Walks through the vocabulary, and expansions of a query's words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from nachschlag.generator.german import letters
from nachschlag.search import Index
from nachschlag.search.core.expand import expand
from nachschlag.search.core.lexicon import CAP, Lexicon, distance, from_json, to_json
from nachschlag.search.core.query import Word
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
