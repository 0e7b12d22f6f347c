"""Queries as players type them → the entry they want, on top."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nachschlag.search import Hit, Index
from nachschlag.search.core.results import highlights

QUERIES = [
    ("Kannen", "teekrieg/kannen"),
    ("kanne", "teekrieg/kannen"),
    ("Teekanne", "teekrieg/kannen"),
    ("pott", "teekrieg/kannen"),
    ("Teapot", "teekrieg/kannen"),
    ("KN", "teekrieg/kannen"),
    ("wuerfel", "teekrieg/wuerfel"),
    ("dice", "teekrieg/wuerfel"),
    ("W6", "teekrieg/wuerfel"),
    ("GR 17", "teekrieg/kannen"),
    ("Grundregeln 17.0", "teekrieg/kannen"),
    ("17", "teekrieg/kannen"),
    ("Magie 17.0", "teekrieg/dampf"),
    ("17.1", "teekrieg/sieden"),
    ("Tabelle 6.2", "teekrieg/sieb-tabelle"),
    ("17a", "teekrieg/dampfer"),
    ("MG 17a", "teekrieg/dampfer"),
    ("Szenario 3", "teekrieg/drittes"),
    ("szenario drei", "teekrieg/drittes"),
    ("Kapitel Zwei 3", "teekrieg/umruehren"),
    ("Aufguss (2)", "teekrieg/aufguss"),
    ("aufguss", "teekrieg/aufguss"),
    ("Aufgusstreffer", "teekrieg/aufgusstreffer"),
    ("aufgustreffer", "teekrieg/aufgusstreffer"),
    ("aufgusstref (3)", "teekrieg/aufgusstreffer"),  # still typing, with the value already behind it
    ("infusion hits", "teekrieg/aufgusstreffer"),
    ("bewegungspha", "teekrieg/bewegungsphase"),
    ("bewegung", "teekrieg/bewegung"),
    ("zb bewegung", "zwergenball/bewegung"),
    ("bewegung zwergenball", "zwergenball/bewegung"),
    ("VE", "teekrieg/voller-einschank"),
    ("aop", "teekrieg/voller-einschank"),
    ("LoS", "zwergenball/sichtlinie"),
    ("was bedeutet sieden?", "teekrieg/sieden"),
    ("was macht dampf?", "teekrieg/dampf"),
    ("wer schenkt zuerst ein", "teekrieg/wer-zuerst"),
    ("grosse grune", "teekrieg/gruen"),
    ("nah gebräu", "teekrieg/nahgebraeu"),
    ("nahgebreu", "teekrieg/nahgebraeu"),
    ("gebräu", "teekrieg/nahgebraeu"),
    ("nicht", "teekrieg/zucker-oder-nicht"),
    ("angst", "zwergenball/angst"),  # an entry before a term of the same name
    ("krümel", "teekrieg/sieb-tabelle"),
    ("kanne rücken", "teekrieg/bewegung"),
    ("movement", "teekrieg/bewegung"),  # a rule before what compares the games
    ("nachschub", "begriffe/nachschub"),
    ("verpflegung", "begriffe/nachschub"),
    ("supply", "begriffe/nachschub"),
    ("henkel", "begriffe/bewegung"),
    ("GR17", "teekrieg/kannen"),  # run together
    ("Tab. 6.2", "teekrieg/sieb-tabelle"),
    ("scenario 3", "teekrieg/drittes"),
    ("tee krieg sichtlinie", "zwergenball/sichtlinie"),
    ("geschüttet", "teekrieg/aufguss"),  # what players say, in another form
    ("wie viel wasser kommt rein", "teekrieg/aufguss"),
    ("knanen", "teekrieg/kannen"),
    ("steam", "teekrieg/dampf"),
    ("voller einsch", "teekrieg/voller-einschank"),
    ("bewegungphase", "teekrieg/bewegungsphase"),
]


@pytest.mark.parametrize(("query", "first"), QUERIES)
def test_the_right_entry_is_on_top(index: Index, query: str, first: str) -> None:
    hits = index.search(query)
    assert [hit.id for hit in hits][:1] == [first]


def test_hits_are_sorted_and_limited(index: Index) -> None:
    hits = index.search("kanne tasse", limit=3)
    assert len(hits) == 3
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert index.search("kanne", limit=0) == index.search("kanne", limit=-5) == []


def test_filters(index: Index) -> None:
    assert {hit.system for hit in index.search("bewegung", system="zwergenball")} == {"zwergenball"}
    assert {hit.kind for hit in index.search("bewegung", kind="phase")} == {"phase"}
    assert index.search("bewegung", system="gibtsnicht") == []
    # what is asked for goes before what is typed
    assert {hit.system for hit in index.search("zb bewegung", system="teekrieg")} == {"teekrieg"}


def test_concepts_are_found_after_the_rules_they_compare_and_belong_to_no_game(index: Index) -> None:
    hits = index.search("bewegung")
    assert {"teekrieg/bewegung", "zwergenball/bewegung"} == {hit.id for hit in hits[:2]}
    [concept] = [hit for hit in hits if hit.kind == "concept"]
    assert (concept.id, concept.system, concept.url) == ("begriffe/bewegung", "", "/begriffe/bewegung/")
    assert "begriffe/bewegung" not in {hit.id for hit in index.search("bewegung", system="teekrieg")}
    assert [hit.id for hit in index.search("bewegung", kind="concept")] == ["begriffe/bewegung"]


def test_a_games_name_that_leads_nowhere_is_a_word_like_any_other(index: Index) -> None:
    assert index.search("zwergenball")[0].id == "zwergenball/bewegung"  # there are "Zwerge" in its text
    assert index.search("tk sichtlinie")[0].id == "zwergenball/sichtlinie"


@pytest.mark.parametrize("query", ["sieden kaltes wasser", "kaltes Wasser sieden", "kaltem wasser"])
def test_a_section_is_named_and_led_to(index: Index, query: str) -> None:
    hits = index.search(query)
    assert (hits[0].id, hits[0].url) == ("teekrieg/sieden", "/teekrieg/sieden/#kaltes-wasser")
    assert hits[0].section == {"id": "kaltes-wasser", "title": "Kaltes Wasser"}
    assert [hit.id for hit in hits].count("teekrieg/sieden") == 1


@pytest.mark.parametrize(
    ("query", "row", "piece"),
    [
        ("grobes netz", "Grobes Netz", "Grobes Netz · Blätter"),
        ("siebtabelle krumel", "Krümel", "Krümel · weg"),
        ("siebtabelle netz", "", "Grobes Netz · Blätter"),
        ("siebtabelle", "", ""),
    ],
)
def test_a_row_is_named_where_the_query_says_all_of_its_title(index: Index, query: str, row: str, piece: str) -> None:
    hit, *others = index.search(query)
    assert (hit.id, hit.url, hit.row, hit.snippet) == ("teekrieg/sieb-tabelle", "/teekrieg/sieb-tabelle/", row, piece)
    assert hit.id not in {other.id for other in others}


@pytest.mark.parametrize("query", ["sieden", "boil", "sieden kalt"])
def test_a_section_is_named_only_where_the_query_says_all_of_its_title(index: Index, query: str) -> None:
    hit = index.search(query)[0]
    assert (hit.id, hit.url, hit.section) == ("teekrieg/sieden", "/teekrieg/sieden/", None)


@pytest.mark.parametrize("query", ["S. 12", "seite 12", "steht das auf Seite 12?", "page 12", "p012"])
def test_a_page_is_found_by_its_number(index: Index, query: str) -> None:
    hits = index.search(query)
    assert [hit.id for hit in hits[:2]] == ["zwergenball/seite/12", "teekrieg/seite/12"]
    assert (hits[0].kind, hits[0].title, hits[0].short, hits[0].url) == (
        "page",
        "Seite 12",
        "1 Eintrag",
        "/zwergenball/seite/12/",
    )


def test_a_page_is_looked_for_in_the_game_that_is_meant(index: Index) -> None:
    assert index.search("zwergenball S. 12")[0].id == index.search("s. 12", system="zwergenball")[0].id == "zwergenball/seite/12"
    assert [hit.id for hit in index.search("S. 12", kind="page", limit=1)] == ["zwergenball/seite/12"]
    assert not any(hit.kind == "page" for query in ("S. 13", "12", "kannen seite 12") for hit in index.search(query))


def test_nothing_for_nonsense(index: Index) -> None:
    assert index.search("qzxvjk") == index.search("") == index.search("?!") == []


def test_a_hit_as_json(index: Index) -> None:
    hit = index.search("Grundregeln 17.0")[0]
    assert hit.to_json() == {
        "id": "teekrieg/kannen",
        "system": "teekrieg",
        "kind": "rule",
        "title": "Kannen",
        "title_en": "Teapots",
        "number": "17.0",
        "part": "Grundregeln",
        "short": "Jede Kanne fasst drei Tassen.",
        "url": "/teekrieg/kannen/",
        "score": hit.score,
        "highlights": [],
        "snippet": "",
        "snippet_highlights": [],
        "section": None,
        "row": "",
    }


@pytest.mark.parametrize(
    ("query", "hit", "snippet"),
    [
        ("kannen", "teekrieg/kannen", ""),  # the title says it all
        ("tasse kanne würfel zwei", "teekrieg/wuerfel", "Wirf zwei Würfel."),
        ("siebtabelle krümel", "teekrieg/sieb-tabelle", "Krümel · weg"),
        ("angst stolpert", "zwergenball/angst", "Der Takt stolpert."),
    ],
)
def test_a_snippet_shows_what_title_and_short_rule_do_not_say(index: Index, query: str, hit: str, snippet: str) -> None:
    [found] = [found for found in index.search(query) if found.id == hit]
    assert found.snippet == snippet
    assert all(found.snippet[start:end].strip() for start, end in found.snippet_highlights)


@pytest.mark.parametrize(
    ("query", "corrected"),
    [
        ("aufgustreffer", "Aufgusstreffer"),
        ("wo ist die knane?", "wo ist die Kanne?"),
        ("kanne", ""),
        ("kannen", ""),
        ("beweg", ""),
        ("magiv", "Magie"),  # as near to the English "Magic"
    ],
)
def test_what_was_meant(index: Index, query: str, corrected: str) -> None:
    assert index.corrected(query, index.search(query)[0]) == corrected


def test_the_nearest_names_where_nothing_fits(index: Index) -> None:
    assert index.search("sidenqx", system="teekrieg") == []
    assert index.nearest("sidenqx", system="teekrieg")[0].id == "teekrieg/sieden"
    assert index.nearest("") == []


def test_parts_are_found_by_name_and_number_of_entries(index: Index) -> None:
    [part] = [hit for hit in index.search("magie") if hit.kind == "part"]
    assert (part.id, part.url, part.short) == ("teekrieg/teil/magie", "/teekrieg/teil/magie/", "3 Einträge")


def test_only_what_matters_in_a_phase(index: Index) -> None:
    assert [hit.id for hit in index.search("kanne", phase="einschenken")] == ["teekrieg/bewegung"]
    assert index.search("kanne", phase="austrinken") == []


def marked(hit: Hit) -> list[str]:
    return [hit.short[start:end] for start, end in hit.highlights]


def test_highlights_show_inflected_words_and_compounds(index: Index) -> None:
    assert marked(index.search("kannen")[0]) == ["Kanne"]
    assert highlights("Zwei Kannen, eine Kanne.", {"kann"}, index.lexicon) == ((5, 11), (18, 23))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(max_size=300))
def test_no_text_breaks_the_search(index: Index, text: str) -> None:
    for hit in index.search(text):
        assert all(0 <= start < end <= len(hit.short) for start, end in hit.highlights)


@pytest.mark.parametrize(
    "query",
    [
        "kanne " * 2000,
        "x" * 10_000,
        "* ? [a-z]* k* " * 500,
        "\x00\x1b[31m\u202e",
        "\ud800",
        "ä" * 10_000,
        "17." * 400,
        "(" * 5000,
    ],
)
def test_monstrous_queries_are_answered_at_once(index: Index, query: str) -> None:
    start = time.perf_counter()
    index.search(query)
    assert time.perf_counter() - start < 0.2
