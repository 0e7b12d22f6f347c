"""Typed text → parsed queries."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from nachschlag.search.core.query import LONGEST, MOST_WORDS, parse


@given(st.text(max_size=3 * LONGEST))
def test_every_query_is_bounded(text: str) -> None:
    query = parse(text)
    assert len(query.words) <= MOST_WORDS
    assert len(query.key) <= 4 * LONGEST  # one letter may fold to several
