"""What decides the files about texts: a change reaches the keys of all that shows it, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from nachschlag.generator import Library
from nachschlag.generator.model.settings import Settings
from nachschlag.generator.model.values import PlayerQueries
from nachschlag.generator.pages.page_keys import PageKeys
from nachschlag.generator.prose.soft_hyphens import SoftHyphens
from nachschlag.generator.references.graph import link_library

ID = "wuerfelkrieg/kaempfen"


def keys_of(library: Library, queries: Iterable[PlayerQueries] = (), **change: Any) -> PageKeys:
    """The keys of the library with these queries and one entry changed."""
    entries = [replace(entry, **change) if entry.id == ID else entry for entry in library.entries.values()]
    rest = (library.terms.values(), library.concepts.values(), library.moves, library.drawings, {}, queries)
    changed = Library(library.systems.values(), entries, *rest)
    return PageKeys(changed, link_library(changed), Settings())


@pytest.mark.parametrize(
    ("system", "change", "pages", "bundle", "progress"),
    [
        ("murmeln", {"title": "Raufen"}, True, False, False),  # the page of an entry of the same concept names it
        ("murmeln", {"text": "Anders."}, False, False, False),
        ("wuerfelkrieg", {"text": "Anders."}, True, True, True),
    ],
)
def test_what_a_change_reaches(
    mini: Library, system: str, change: dict[str, Any], *, pages: bool, bundle: bool, progress: bool
) -> None:
    before, after = keys_of(mini), keys_of(mini, **change)
    of = mini.systems[system]
    assert (before.of_whole(of) != after.of_whole(of)) is bundle
    assert (before.of_progress(of) != after.of_progress(of)) is progress
    assert any(before.of(entry) != after.of(entry) for entry in mini.system_entries(system)) is pages


def test_what_players_ask_for_orders_the_texts_to_review(mini: Library) -> None:
    before, after, of = keys_of(mini), keys_of(mini, [PlayerQueries(ID, ("prügeln",))]), mini.systems["wuerfelkrieg"]
    assert before.of_progress(of) != after.of_progress(of)
    assert before.of_whole(of) == after.of_whole(of)


def test_titles_that_references_by_id_show_are_split(mini: Library) -> None:
    other = "murmeln/schnipsen"
    texts = {ID: {"text": f"Wie [[{other}]]."}, other: {"title": "Wolkenschatten"}}
    entries = [replace(entry, **texts.get(entry.id, {})) for entry in mini.entries.values()]
    library = Library(mini.systems.values(), entries, mini.terms.values(), mini.concepts.values())
    graph = link_library(library)
    before, after = (PageKeys(library, graph, Settings(), soft=SoftHyphens(words)) for words in ([], ["Wolken", "Schatten"]))
    assert before.of(library.entries[ID]) != after.of(library.entries[ID])
