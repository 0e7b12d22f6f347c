"""Where the English original is, and what an overlay's English of a book is good for: comparing, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nachschlag.generator.proofing.project import load_project
from nachschlag.generator.reading.load import load
from nachschlag.generator.records.entry import entry_hash

from tests.projects import build, lay_over, mini_project, tree
from tests.running import Run

RULES = "content/wuerfelkrieg/grundregeln"
PATH = f"{RULES}/pirsch.md"
SEE = "see_en:\n  url: https://example.org/rules#stalk\n  section: Stalking\n"
HEAD = '---\ntitle: Pirsch\ntitle_en: Stalk\n{}kind: rule\nshort: Bewege dich 6" weit.\nshort_en: Move 6".\n---\n'
BODY = 'Du bewegst dich höchstens 6" weit und trinkst aus dem Krug.\n'
BESIDE = f"privat/{RULES}/pirsch.en.md"
ENGLISH = 'You move at most 8" and drink from the Cup. Nobody must read Xyzzy.\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return mini_project(tmp_path / "projekt", {PATH: HEAD.format(SEE) + BODY})


# -- see_en ---------------------------------------------------------------------------------------------------------------------------


def test_the_original_is_on_the_page_and_in_the_record(project: Path) -> None:
    glossary = project / "glossary/wuerfelkrieg.yaml"
    glossary.write_text(glossary.read_text("utf-8") + "- title: Krug\n  see_en: {url: https://example.org/jug}\n", "utf-8")
    system = project / "content/wuerfelkrieg/system.yaml"
    system.write_text(system.read_text("utf-8") + "see_en: {url: https://example.org/all, section: Rulebook}\n", "utf-8")
    site = build(project)
    for page, link in (
        ("wuerfelkrieg/pirsch", 'href="https://example.org/rules#stalk" hreflang="en" rel="external noopener">Stalking</a>'),
        ("wuerfelkrieg/glossar/krug", 'rel="external noopener">example.org/jug</a>'),
        ("wuerfelkrieg/kaempfen", 'href="https://example.org/all" hreflang="en" rel="external noopener">Rulebook</a>'),
    ):
        assert link in (site / page / "index.html").read_text("utf-8"), page
    assert "Englisches Original" not in (site / "murmeln/schnipsen/index.html").read_text("utf-8")
    record = json.loads((site / "api/v1/entries/wuerfelkrieg/pirsch.json").read_text("utf-8"))
    assert record["see_en"] == {"url": "https://example.org/rules#stalk", "section": "Stalking"}
    assert "see_en" not in json.loads((site / "api/v1/entries/wuerfelkrieg/kaempfen.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("field", "code"),
    [("see_en: {url: javascript:alert(1)}\n", "T002"), ("see_en: {section: x}\n", "F004"), ("see_en: here\n", "F005")],
)
def test_an_unusable_address_is_a_finding(tmp_path: Path, field: str, code: str) -> None:
    project = mini_project(tmp_path / "projekt", {PATH: HEAD.format(field) + BODY})
    library, findings = load(project)
    assert code in [finding.code for finding in findings if finding.location.path == PATH]
    entry = library.entries.get("wuerfelkrieg/pirsch")
    assert entry is None or entry.see_en is None


def test_status_tells_what_there_is_to_compare_with(run: Run, project: Path) -> None:
    said = run("--project", project, "status", "--system", "wuerfelkrieg").out
    assert "haben einen englischen Regeltext; 1 Adresse (see_en)" in said
    found = json.loads(run("--project", project, "status", "--json", "--system", "wuerfelkrieg").out)["systems"][0]["originals"]
    assert (found["texts"], found["private_texts"], found["addresses"], found["see_en"]) == (0, 0, 1, None)


# -- a made-up English book in an overlay ------------------------------------------------------------------------------------------------


def test_private_english_is_compared_and_nothing_else_changes(run: Run, project: Path) -> None:
    def public(site: Path) -> dict[str, bytes]:
        return {path: raw for path, raw in tree(site).items() if not path.endswith((".zip", "sitemap.xml.gz"))}

    before = load_project(project)
    found, site = before.findings, public(build(project))
    lay_over(project, {BESIDE: ENGLISH})
    after = load_project(project, overlays=(project / "privat",))
    new = [finding for finding in after.findings if finding not in found]
    assert [finding for finding in found if finding not in after.findings] == []
    assert {finding.location.path for finding in new} == {BESIDE}
    assert {"Z001", "B001"} <= {finding.code for finding in new}
    (fact,) = [finding for finding in new if finding.code == "Z001"]
    assert 'das Englische „8"“' in fact.message
    assert f"Deutsch: {PATH}:" in fact.hint
    entry = after.library.entries["wuerfelkrieg/pirsch"]
    assert entry_hash(entry) == entry_hash(before.library.entries[entry.id])
    assert entry.text_en == ""
    assert public(build(project)) == site
    for form in ("json", "po", "xliff", "csv"):
        assert "Xyzzy" not in run("--project", project, "export", "--format", form, "--system", "wuerfelkrieg").out
    assert ", dazu 1 privat;" in run("--project", project, "status", "--system", "wuerfelkrieg").out
    said = run("--project", project, "check")
    assert f"{BESIDE}:1:1: Z001" in said.out or f"{BESIDE}:1:1" in said.out


def test_numbers_of_our_examples_are_not_compared_with_the_book(project: Path) -> None:
    """They neither count as missing in the English, nor excuse a wrong one."""
    example = '\n::: beispiel\nVon 8" ziehst du 9" ab.\n:::\n'
    lay_over(project, {PATH: HEAD.format(SEE) + BODY + example, BESIDE: 'You move at most 8".\n'})
    found = load_project(project, overlays=(project / "privat",)).findings
    (one,) = [finding for finding in found if finding.location.path == BESIDE and finding.code in ("Z001", "Z002")]
    assert one.message == 'Das Deutsche sagt „6"“, das Englische „8"“ (text).'


@pytest.mark.parametrize(
    "name", ["grundregeln/niemand.en.md", "grundregeln/pirsch.md", "zauberei/pirsch.en.md", "notiz.txt", "grundregeln/bild.svg"]
)
def test_what_stands_beside_nothing_is_reported(project: Path, name: str) -> None:
    path = f"privat/content/wuerfelkrieg/{name}"
    lay_over(project, {path: "x"})
    library, findings = load(project, overlays=(project / "privat",))
    assert [finding.code for finding in findings if finding.location.path == path] == ["D004"]
    assert not any(entry.beside for entry in library.entries.values())
