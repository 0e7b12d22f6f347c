"""Operators: what they leave of a query, what they find, what they tell; test_browser.py asks the browser the same."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nachschlag.search import Index
from nachschlag.search.core.documents import Corpus
from nachschlag.search.core.operators import take_apart

#: Query → the ids that are found, all of them, best first.
FOUND = {
    # words in this order
    '"jede tasse"': ["teekrieg/zucker-oder-nicht"],
    "„JEDE Tasse“ ohne": ["teekrieg/zucker-oder-nicht"],
    "»jede tasse«": ["teekrieg/zucker-oder-nicht"],
    '"tasse jede"': [],
    '"jede kannen"': [],  # no other form
    '"grobes netz"': ["teekrieg/sieb-tabelle"],  # in the text
    '"gemessen wird" -barfuß': [],
    '"was spaeter noch kommt"': ["begriffe/nachschub"],
    '"in den"': [],
    # left out
    "kannen -bewegung": ["teekrieg/kannen", "teekrieg/sieden", "teekrieg/sieb-tabelle"],  # "bewege", too
    "kannen -tasse": ["teekrieg/bewegungsphase", "teekrieg/bewegung", "teekrieg/sieden", "teekrieg/sieb-tabelle"],
    "angst -takt": ["teekrieg/glossar/angst"],
    "angst -takte": ["teekrieg/glossar/angst"],
    "angst -tak": ["zwergenball/angst", "teekrieg/glossar/angst"],
    'angst -"als wort"': ["zwergenball/angst"],
    # games, kinds, parts, phases
    "angst spiel:teekrieg": ["teekrieg/glossar/angst"],
    "Spiel:„Das Zwergenball“ angst": ["zwergenball/angst"],
    "spiel:zwerg": ["zwergenball/bewegung", "zwergenball/sichtlinie", "zwergenball/angst", "zwergenball/teil/regeln"],
    "art:befehle": ["teekrieg/voller-einschank"],
    "art:spell art:tabelle": ["teekrieg/sieb-tabelle", "teekrieg/dampf"],
    "teil:MG dampf": ["teekrieg/dampf", "teekrieg/dampfer"],
    "teil:magie spiel:tk art:spell": ["teekrieg/dampf"],
    "phase:einsch": ["teekrieg/bewegung"],
    "spiel:zb teekrieg bewegung": ["zwergenball/bewegung"],
    # names
    "name:dampf": ["teekrieg/dampf", "teekrieg/dampfer"],
    "name:ebräu": ["teekrieg/nahgebraeu"],
    "en:brew": ["teekrieg/nahgebraeu"],
    'name:"er ein"': ["teekrieg/voller-einschank"],
    "en:kannen": [],
    # pages
    "S. 12 spiel:zb": ["zwergenball/seite/12"],
    "S. 12 -tee art:table": [],
}

#: Query → what is left of it, and how what is told begins.
UNKNOWN = {
    "spiel:schach dampf": (" schach dampf", "„spiel:schach“ gibt es nicht, gesucht wird „schach“. Möglich: ZB, TK."),
    "art:x dampf": (" x dampf", "„art:x“ gibt es nicht, gesucht wird „x“. Möglich: Aktion, Befehl, Begriff,"),
    "teil:magie dampf spiel:zb": (" magie dampf ", "„teil:magie“ gibt es nicht, gesucht wird „magie“. Möglich: Spielregeln."),
    "phase:mittags": (" mittags", "„phase:mittags“ gibt es nicht, gesucht wird „mittags“. Möglich: Einschenken, Austrinken."),
    "foo:bar": ("foo:bar", "„foo:“ gibt es nicht, gesucht werden die Wörter. Möglich: spiel:, art:, teil:, phase:, name:, en:."),
    "-spiel:tk dampf": (" dampf", "„-spiel:tk“ gilt nicht: Weglassen lassen sich nur Wörter."),
    "dampf spiel:": ("dampf spiel:", "„spiel:“ Möglich: ZB, TK."),
}

PLAIN = [
    "",
    "kannen",
    "1-3",
    "-1",
    "6 - 3",
    "Schuss-Phase",
    "Nah- und Ferngebräu",
    "Zielen: Wurf",
    "Art: Befehl",
    "17:30",
    "https://example.org",
    ":-)",
    '"nicht zu Ende',
    'bis 6" weit',
    'bis 6" oder 12" weit',
    '"" „“ -"" name:""',
    "-",
    "--",
    "spiel: tk",
]


@pytest.mark.parametrize(("query", "ids"), FOUND.items())
def test_what_is_found(index: Index, query: str, ids: list[str]) -> None:
    assert [hit.id for hit in index.search(query, limit=50)] == ids
    assert index.notices(query) == ()


@pytest.mark.parametrize(("query", "told"), UNKNOWN.items())
def test_what_could_not_be_meant_is_told(index: Index, corpus: Corpus, query: str, told: tuple[str, str]) -> None:
    rest, notice = told
    assert take_apart(query, corpus.games, index.lexicon.kinds).text == rest
    [said] = index.notices(query)
    assert said.startswith(notice)
    system = "zwergenball" if "spiel:zb" in query else None
    assert [hit.id for hit in index.search(query)] == [hit.id for hit in index.search(rest, system=system)]


@pytest.mark.parametrize("query", PLAIN)
def test_what_is_no_operator(index: Index, query: str) -> None:
    asked = take_apart(query, index.lexicon.games, index.lexicon.kinds)
    assert (asked.text, asked.narrows, asked.notices) == (query, False, ())


def test_what_is_given_goes_before_operators(index: Index) -> None:
    assert [hit.system for hit in index.search("spiel:zb bewegung", system="teekrieg", limit=2)] == ["teekrieg", "teekrieg"]
    assert index.notices("spiel:zb bewegung", system="teekrieg") == ("„spiel:“ gilt nicht, weil etwas anderes vorgegeben ist.",)
    assert index.notices("spiel:tk bewegung", system="teekrieg") == ()


def test_a_slip_beside_operators_is_mended(index: Index) -> None:
    query = "aufgustreffer spiel:tk -zucker"
    assert index.corrected(query, index.search(query)[0]) == "Aufgusstreffer spiel:tk -zucker"


@given(st.text(st.characters(exclude_characters='"„“”»«:-'), max_size=300))
def test_a_query_without_operators_is_left_as_it_is(text: str) -> None:
    asked = take_apart(text)
    assert (asked.text, asked.narrows, asked.notices) == (text, False, ())


PIECES = st.sampled_from(
    ['"', "„", "“", "»", "«", "-", ":", " ", "spiel:", "art:", "teil:", "phase:", "name:", "en:", "tk", "kanne", "17.0"]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(PIECES | st.text(max_size=3), max_size=30).map("".join))
def test_no_operator_breaks_the_search(index: Index, text: str) -> None:
    index.search(text)
    index.notices(text)
