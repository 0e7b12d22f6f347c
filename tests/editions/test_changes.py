"""The changes that entries record: read, checked, on pages, in the JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from nachschlag.generator.history.changes import changes_in, changes_of, folded
from nachschlag.generator.model.library import Library
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.reading.load import load
from nachschlag.generator.records.bundle import bundle
from nachschlag.generator.records.entry import entry_hash
from nachschlag.generator.records.export import exported
from nachschlag.generator.records.schema import SCHEMAS
from nachschlag.generator.references.graph import link_library

from tests.made import made_api, made_pages
from tests.projects import MINI, mini_project

from .conftest import FOLDER

STORM = "wuerfelkrieg/wuerfelsturm"


@pytest.fixture(scope="module")
def library() -> Library:
    return load(MINI)[0]


def with_changes(*rows: str) -> str:
    changes = "".join(f"  - {{{row}}}\n" for row in rows)
    return f"---\ntitle: Probe\nkind: rule\norder: 1\nshort: Wirf.\nchanges:\n{changes}---\nWirf.\n"


def loaded(tmp_path: Path, *rows: str) -> tuple[Library, list[str]]:
    library, findings = load(mini_project(tmp_path / "projekt", {f"{FOLDER}/probe.md": with_changes(*rows)}))
    return library, [finding.code for finding in findings]


def test_newest_first_with_lasting_anchors(library: Library) -> None:
    answer = changes_of(library.entries[STORM])
    assert [(t.anchor, t.kind, t.when) for t in answer] == [
        ("n-aenderung-2026-02-01-uebersetzung", "Übersetzung", "1. Februar 2026"),
        ("n-aenderung-2026-01-31-wortlaut", "Wortlaut", "Erste Fassung · 31. Januar 2026"),
        ("n-aenderung-2026-01-31-nummer", "Nummer", "Erste Fassung · 31. Januar 2026"),
        ("n-aenderung-2025-11-01-bedeutung", "Bedeutung", "Fassung 1 · 1. November 2025"),
        ("n-aenderung-2025-11-01-bedeutung-2", "Bedeutung", "Fassung 1 · 1. November 2025"),
    ]


def test_a_system_lists_a_day_by_importance_then_as_the_book_goes(library: Library) -> None:
    answer = [(t.entry.slug, t.kind) for t in changes_in(library, "wuerfelkrieg") if t.change.date == "2026-01-31"]
    assert answer == [("zielen", "Bedeutung"), ("wuerfelsturm", "Wortlaut"), ("wuerfelsturm", "Nummer")]
    assert changes_in(library, "murmeln") == []
    assert changes_in(library) == changes_in(library, "wuerfelkrieg")


@pytest.mark.parametrize(("count", "first", "rest"), [(0, 0, 0), (1, 1, 0), (4, 4, 0), (5, 3, 2)])
def test_only_long_lists_are_folded(tmp_path: Path, count: int, first: int, rest: int) -> None:
    library, _ = loaded(tmp_path, *(f"date: 2026-01-0{i + 1}, kind: meaning, text: Nr. {i}" for i in range(count)))
    shown = folded(library.entries["wuerfelkrieg/probe"])
    assert (len(shown["first"]), len(shown["rest"])) == (first, rest)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("date: gestern, kind: meaning, text: So.", "F011"),
        ("date: 2026-01-01, kind: bedeutung, text: So.", "F006"),
        ("date: 2026-01-01, kind: meaning", "F004"),
        ("kind: meaning, text: So.", "F004"),
        ("date: 2026-01-01, kind: meaning, text: So., grund: x", "F003"),
        (f"date: 2026-01-01, kind: meaning, text: {'So. ' * 41}", "F007"),
    ],
)
def test_a_wrong_row_is_reported_and_the_entry_kept(tmp_path: Path, row: str, code: str) -> None:
    library, codes = loaded(tmp_path, row, "date: 2026-02-01, kind: wording, text: Gut.")
    assert code in codes
    assert library.entries["wuerfelkrieg/probe"].changes[-1].text == "Gut."


def test_the_page_of_a_rule(library: Library) -> None:
    found = made_pages(library)
    text = found[f"{STORM}.md"]
    part = text.partition("## Änderungen {#n-aenderungen}")[2]
    assert (
        part.index("Hieß Pfeilregen.")
        < part.index("<summary>2 weitere</summary>")
        < part.index("Beim Rückzug gilt er nicht mehr.")
    )
    assert '<li id="n-aenderung-2026-01-31-wortlaut">' in part
    assert "„Zusätzlich“ statt „weitere“ &amp; „mehr“ &lt;so&gt;." in part
    assert "n-aenderungen" not in found["wuerfelkrieg/kaempfen.md"]


def test_the_page_of_a_system(library: Library) -> None:
    found = made_pages(library)
    text = found["wuerfelkrieg/aenderungen.md"]
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == [
        "## 1. Februar 2026 {#n-2026-02-01}",
        "## Erste Fassung · 31. Januar 2026 {#n-2026-01-31}",
        "## Fassung 1 · 1. November 2025 {#n-2025-11-01}",
    ]
    assert 'href="../zielen/#n-aenderung-2026-01-31-bedeutung">Zielen</a>' in text
    assert "noch keine Änderung vermerkt" in found["murmeln/aenderungen.md"]
    assert 'href="aenderungen/">Was sich geändert hat</a>' in found["wuerfelkrieg/index.md"]


def test_two_versions_on_one_day_are_two_parts(tmp_path: Path) -> None:
    rows = [f'version: "{v}", date: 2026-05-01, kind: meaning, text: Nr. {v}' for v in ("2.1", "2.2")]
    text = made_pages(loaded(tmp_path, *rows)[0])["wuerfelkrieg/aenderungen.md"]
    assert "## Fassung 2.1 · 1. Mai 2026 {#n-2026-05-01}" in text
    assert "## Fassung 2.2 · 1. Mai 2026 {#n-2026-05-01-2}" in text


def test_no_entry_may_be_called_aenderungen(tmp_path: Path) -> None:
    _, findings = load(mini_project(tmp_path / "projekt", {f"{FOLDER}/aenderungen.md": with_changes()}))
    assert "K009" in [finding.code for finding in findings]


def test_the_json_has_all_changes(library: Library) -> None:
    graph = link_library(library)
    files = made_api(library)
    record = json.loads(files["api/v1/changes.json"])
    assert [c["date"] for c in record["changes"]] == sorted((c["date"] for c in record["changes"]), reverse=True)
    assert record["changes"][0] == {
        "id": STORM,
        "system": "wuerfelkrieg",
        "title": "Würfelsturm (X)",
        "url": f"/{STORM}/#n-aenderung-2026-02-01-uebersetzung",
        "version": None,
        "date": "2026-02-01",
        "kind": "translation",
        "text": "Hieß Pfeilregen.",
    }
    assert list(Draft202012Validator(SCHEMAS["api-changes"]()).iter_errors(record)) == []
    own = exported(library, library.entries[STORM], graph)["changes"]
    assert own[0] == {"version": "1", "date": "2025-11-01", "kind": "meaning", "text": "Der Sturm gilt auch beim Zielen."}
    assert exported(library, library.entries["wuerfelkrieg/kaempfen"], graph)["changes"] == []
    bundled = {entry["id"]: entry for entry in bundle(Rendering(library, graph), library.systems["wuerfelkrieg"])["entries"]}
    assert len(bundled[STORM]["changes"]) == 5
    assert "changes" not in bundled["wuerfelkrieg/kaempfen"]


def test_the_hash_follows_changes(tmp_path: Path, library: Library) -> None:
    one, _ = loaded(tmp_path / "a", "date: 2026-01-01, kind: meaning, text: So.")
    other, _ = loaded(tmp_path / "b", "date: 2026-01-01, kind: wording, text: So.")
    assert entry_hash(one.entries["wuerfelkrieg/probe"]) != entry_hash(other.entries["wuerfelkrieg/probe"])
