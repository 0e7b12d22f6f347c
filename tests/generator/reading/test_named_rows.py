"""Rows of a table with names of their own: found, linked, addressable, and in records."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.settings import Settings
from nachschlag.generator.model.values import Section
from nachschlag.generator.pages.as_markdown import as_markdown
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.proofing.checks import run_checks
from nachschlag.generator.prose.body import row_sections
from nachschlag.generator.reading.load import load
from nachschlag.generator.records.static_api import absolute_href, full_record
from nachschlag.generator.references.graph import link_library
from nachschlag.generator.references.look_up import label, look_up
from nachschlag.search import build_index, open_index

Project = Callable[..., Path]
PART = "content/murmeln/regeln"
LIST = """---
title: Sorten
kind: table
short: Alle Murmeln.
aliases: [Murmelsorten]
data:
  columns: [Name, Original, Größe]
  rows:
    - [Glaskugel, Glass Marble of the Old Ones, klein]
    - ["[[schnipsen|Stahlkugel]]", "*Steel Bearing*", groß]
  row_titles: [Name, Original]
---
## Größe

Die Glaskugel ist klein. Mehr bei [[sorten#stahlkugel|der anderen]].
"""
OTHER = "---\ntitle: Tausch\nkind: rule\nshort: Tausche.\n---\nGib eine Glaskugel her, oder [[glas]].\n"
MOVED = '- {old: murmeln/glas, new: "murmeln/sorten#glaskugel", date: 2026-01-01, why: Steht jetzt dort.}\n'


@pytest.fixture
def library(project: Project) -> Library:
    files = {f"{PART}/sorten.md": LIST, f"{PART}/tausch.md": OTHER, "content/murmeln/moved.yaml": MOVED}
    found, findings = load(project(files))
    assert findings == []
    return found


def test_headings_come_first_and_no_anchor_comes_twice() -> None:
    data = {"columns": ["Name"], "rows": [["Eins"], ["Zwei"], ["Eins"], []], "row_titles": ["Name"]}
    assert [one.id for one in row_sections(data, [Section("zwei", "Zwei")])] == ["eins", "zwei-2", "eins-2", "zeile"]
    assert row_sections({"columns": ["Name"], "rows": [["Eins"]]}) == ()
    assert row_sections(None) == ()


@pytest.mark.parametrize("text", ["Glaskugel", "Glass Marble of the Old Ones", "murmeln/glas", "sorten#glaskugel", "Glaskugeln"])
def test_a_row_is_found_by_its_names_and_its_former_id(library: Library, text: str) -> None:
    assert [hit.target for hit in look_up(library, text, "murmeln")] == ["murmeln/sorten#glaskugel"]
    assert label(library, "murmeln/sorten#glaskugel") == "Sorten: Glaskugel"


def test_other_texts_link_a_row_and_its_own_only_where_the_writer_says_so(library: Library) -> None:
    graph = link_library(library)
    assert [r.target for r in graph.text("murmeln/tausch", "text").references] == ["murmeln/sorten#glaskugel"] * 2
    assert [r.target for r in graph.text("murmeln/sorten", "text").references] == ["murmeln/sorten#stahlkugel"]
    assert graph.backlinks["murmeln/sorten"] == ("murmeln/tausch",)


def test_rows_have_addresses_on_the_page_alone(library: Library) -> None:
    shown = Rendering(library, link_library(library)).entry(library.entries["murmeln/sorten"])
    assert '<tr id="stahlkugel">' in shown.html(str, addressed=True)
    assert "<tr id=" not in shown.html(str)


def test_records_name_rows_as_sections_with_their_english(library: Library) -> None:
    rendering = Rendering(library, link_library(library))
    record = full_record(rendering, library.entries["murmeln/sorten"], absolute_href(library, Settings()))
    assert record["sections"] == [
        {"id": "groesse", "title": "Größe", "number": None},
        {"id": "glaskugel", "title": "Glaskugel", "title_en": "Glass Marble of the Old Ones", "number": None},
        {"id": "stahlkugel", "title": "Stahlkugel", "title_en": "Steel Bearing", "number": None},
    ]


def test_show_prints_the_row_or_section_alone(library: Library) -> None:
    assert as_markdown(library, "murmeln/glas") == (
        "# Sorten: Glaskugel\n\n*Glass Marble of the Old Ones*\n\n"
        "- Name: Glaskugel\n- Original: Glass Marble of the Old Ones\n- Größe: klein\n"
    )
    assert as_markdown(library, "murmeln/sorten#groesse").startswith("# Sorten: Größe\n\nDie Glaskugel ist klein.")


def test_english_names_of_rows_are_no_english_left_in_german(library: Library) -> None:
    assert [f for f in run_checks(library, link_library(library)) if f.code == "B006"] == []


@pytest.mark.parametrize("query", ["glaskugel", "glaskugl", "steel bearing"])
def test_the_search_leads_to_the_row(library: Library, tmp_path: Path, query: str) -> None:
    build_index(library, tmp_path / "index")
    with open_index(tmp_path / "index") as index:
        found = index.search(query, system="murmeln")[0]
    assert found.url in ("/murmeln/sorten/#glaskugel", "/murmeln/sorten/#stahlkugel")
