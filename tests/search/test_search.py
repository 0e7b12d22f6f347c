"""Queries as players type them → the wanted entry first."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nachschlag.search import Hit, Index
from nachschlag.search.core.passages import highlights


def test_hits_are_sorted_and_limited(index: Index) -> None:
    hits = index.search("kanne tasse", limit=3)
    assert len(hits) == 3
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert index.search("kanne", limit=0) == index.search("kanne", limit=-5) == []


@pytest.mark.parametrize(
    "query", ["kanne tasse", "bewegung", "wie weit darf man sich bewegen", "zw", "kannen 2", "sichtlinie zwerge"]
)
def test_the_first_hits_are_those_of_a_longer_list(index: Index, query: str) -> None:
    every = index.search(query, limit=50)
    assert len(every) > 1
    assert [index.search(query, limit=limit) for limit in range(len(every))] == [every[:limit] for limit in range(len(every))]


def test_filters(index: Index) -> None:
    """Filters given as parameters and in the query restrict the hits; parameters take precedence."""
    assert {hit.system for hit in index.search("bewegung", system="zwergenball")} == {"zwergenball"}
    assert {hit.kind for hit in index.search("bewegung", kind="phase")} == {"phase"}
    assert index.search("bewegung", system="gibtsnicht") == []
    # parameters take precedence over the text
    assert {hit.system for hit in index.search("zb bewegung", system="teekrieg")} == {"teekrieg"}


def test_concepts_are_found_after_the_rules_they_compare_and_belong_to_no_system(index: Index) -> None:
    hits = index.search("bewegung")
    assert {"teekrieg/bewegung", "zwergenball/bewegung"} == {hit.id for hit in hits[:2]}
    [concept] = [hit for hit in hits if hit.kind == "concept"]
    assert (concept.id, concept.system, concept.url) == ("begriffe/bewegung", "", "/begriffe/bewegung/")
    assert "begriffe/bewegung" not in {hit.id for hit in index.search("bewegung", system="teekrieg")}
    assert [hit.id for hit in index.search("bewegung", kind="concept")] == ["begriffe/bewegung"]


def test_a_systems_name_that_leads_nowhere_is_a_word_like_any_other(index: Index) -> None:
    assert index.search("zwergenball")[0].id == "zwergenball/bewegung"  # there are "Zwerge" in its text
    assert index.search("tk sichtlinie")[0].id == "zwergenball/sichtlinie"


def test_hits_lead_to_sections(index: Index) -> None:
    hits = index.search("sieden kaltes wasser")
    assert hits[0].url == "/teekrieg/sieden/#kaltes-wasser"
    assert hits[0].section == {"id": "kaltes-wasser", "title": "Kaltes Wasser"}
    assert [hit.id for hit in hits].count("teekrieg/sieden") == 1


def test_marks_in_a_piece_of_text(index: Index) -> None:
    hit = index.search("siebtabelle krümel")[0]
    assert [hit.snippet[start:end] for start, end in hit.snippet_highlights] == ["Krümel"]


def test_a_page_is_a_hit_of_its_own_kind(index: Index) -> None:
    hit = index.search("S. 12")[0]
    assert (hit.kind, hit.title, hit.short, hit.url) == (
        "page",
        "Seite 12",
        "1 Eintrag · Spielregeln, S. 12",
        "/zwergenball/seite/12/",
    )
    assert index.search("teekrieg S. 12")[0].short == "1 Eintrag · Grundregeln, S. 12"


def test_a_page_is_searched_for_in_the_meant_system(index: Index) -> None:
    assert index.search("zwergenball S. 12")[0].id == index.search("s. 12", system="zwergenball")[0].id == "zwergenball/seite/12"
    assert [hit.id for hit in index.search("S. 12", kind="page", limit=1)] == ["zwergenball/seite/12"]
    assert not any(hit.kind == "page" for query in ("S. 13", "12", "kannen seite 12") for hit in index.search(query))


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


def test_parts_are_found_by_name_and_number_of_entries(index: Index) -> None:
    [part] = [hit for hit in index.search("magie") if hit.kind == "part"]
    assert (part.id, part.url, part.short) == ("teekrieg/teil/magie", "/teekrieg/teil/magie/", "3 Einträge")


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
