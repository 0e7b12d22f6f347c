"""What players type → parsed queries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nachschlag.search.core.documents import Corpus
from nachschlag.search.core.query import LONGEST, MOST_WORDS, parse


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Spalten (2)", ["spalten"]),
        ("was bedeutet Sieden?", ["sieden"]),
        ("was macht Sieden?", ["sieden"]),
        ("die Macht", ["macht"]),
        ("nicht gesüßt", ["nicht", "gesusst"]),
        ("der die das", ["der", "die", "das"]),
        ("Kanne kanne KANNE", ["kanne"]),
        ("kannen s", ["kannen"]),
        ("", []),
        ("\x00\x07", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert [word.text for word in parse(text).words] == words


@pytest.mark.parametrize(
    ("text", "last"), [("voller eins", True), ("voller eins ", False), ("eins?", False), ("voller (2)", True)]
)
def test_the_last_word_may_be_unfinished(text: str, last: bool) -> None:
    assert parse(text).words[-1].last is last


@pytest.mark.parametrize(
    ("text", "also"),
    [
        ("nah gebräu", [("nahgebrau",), ("nahgebrau",)]),
        ("wer schenkt zuerst ein", [("werschenkt", "schenktzurst", "werschenktzurst", "einschenkt")]),
    ],
)
def test_neighbours_and_particles(text: str, also: list[tuple[str, ...]]) -> None:
    assert [word.also for word in parse(text).words][: len(also)] == also


@pytest.mark.parametrize(
    ("text", "system", "key"),
    [
        ("tk kannen", "teekrieg", "kannen"),
        ("Kannen Teekrieg: Der letzte Aufguss", "teekrieg", "kannen"),
        ("kannen im Zwergenball", "zwergenball", "kannen im"),
        ("teekrieg", "teekrieg", "teekrieg"),
        ("kannen", None, "kannen"),
    ],
)
def test_a_game_named_in_the_query(corpus: Corpus, text: str, system: str | None, key: str) -> None:
    query = parse(text, corpus.games)
    assert (query.system, query.key) == (system, key)


@pytest.mark.parametrize(
    ("text", "number", "series", "parts"),
    [
        ("17.0", "17", "", set()),
        ("17", "17", "", set()),
        ("GR 17", "17", "", {"grundregeln"}),
        ("Grundregeln 17.1", "17.1", "", {"grundregeln"}),
        ("core rules 17", "17", "", {"grundregeln"}),
        ("Magie 17.0", "17", "", {"magie"}),
        ("Abschnitt 10.0", "10", "abschnitt", set()),
        ("Tabelle 6.2", "6.2", "tabelle", set()),
        ("Szenario Drei", "3", "szenario", set()),
        ("Szenario III", "3", "szenario", set()),
        ("MG Szenario 3", "3", "szenario", {"magie"}),
        ("Kapitel Zwei 3", "3", "", {"kapitel-zwei"}),
        ("Kapitel 17.0.0", "17", "kapitel", set()),
        ("17a", "17a", "", set()),
        ("GR 17a", "17a", "", {"grundregeln"}),
        ("Abschnitt 10b", "10b", "abschnitt", set()),
        ("aufguss 2a", "", "", set()),
        ("aufguss 2", "", "", set()),
        ("drei tassen", "", "", set()),
        ("tk 17.0", "17", "", set()),
        ("17,0", "17", "", set()),
        ("GR 17,1?", "17.1", "", {"grundregeln"}),
        ("2,5 Zoll", "", "", set()),
    ],
)
def test_rule_numbers(corpus: Corpus, text: str, number: str, series: str, parts: set[str]) -> None:
    query = parse(text, corpus.games)
    assert (query.number, query.series, {part for _, part in query.parts}) == (number, series, parts)


def test_what_nobody_sees_is_no_letter() -> None:
    assert parse("Auf\u00adguss\u200b").key == "aufguss"


@given(st.text(max_size=3 * LONGEST))
def test_every_query_is_bounded(text: str) -> None:
    query = parse(text)
    assert len(query.words) <= MOST_WORDS
    assert len(query.key) <= 4 * LONGEST  # one letter may fold to several


@pytest.mark.parametrize(("text", "unfinished"), [("voller 2", ["voller"]), ("2 3", ["3"]), ("voller 2 eins", ["eins"])])
def test_behind_a_value_the_word_before_it_is_the_unfinished_one(text: str, unfinished: list[str]) -> None:
    assert [word.text for word in parse(text).words if word.last] == unfinished
