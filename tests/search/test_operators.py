"""Operators combined with parameters, and hostile texts; tests/cases/search covers their results."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nachschlag.search import Index
from nachschlag.search.core.operators import take_apart


@pytest.mark.parametrize(
    ("query", "rest"), [("spiel:schach dampf", "schach dampf"), ("foo:bar", "foo bar"), ("-spiel:tk dampf", "dampf")]
)
def test_invalid_operators_are_searched_for_as_words(index: Index, query: str, rest: str) -> None:
    assert len(index.notices(query)) == 1
    assert [hit.id for hit in index.search(query)] == [hit.id for hit in index.search(rest)]


def test_parameters_take_precedence_over_operators(index: Index) -> None:
    assert [hit.system for hit in index.search("spiel:zb bewegung", system="teekrieg", limit=2)] == ["teekrieg", "teekrieg"]
    assert index.notices("spiel:zb bewegung", system="teekrieg") == ("„spiel:“ gilt nicht, weil etwas anderes vorgegeben ist.",)
    assert index.notices("spiel:tk bewegung", system="teekrieg") == ()


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
