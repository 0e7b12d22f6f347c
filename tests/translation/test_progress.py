"""Translation progress: stages from facts, `nachschlag status`, the page of a system's translation, notices on outdated rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nachschlag.generator.history.previous import Change, english_changes
from nachschlag.generator.history.progress import Row, Stage, lacks, rows, stage_of, total
from nachschlag.generator.model.english import english_fingerprint, fingerprint_of_words
from nachschlag.generator.model.library import Library
from nachschlag.generator.model.settings import Settings
from nachschlag.generator.pages.progress_page import anchor, outdated_note
from nachschlag.generator.pages.rendered import Rendering
from nachschlag.generator.reading.load import load
from nachschlag.generator.records.bundle import bundle
from nachschlag.generator.references.graph import link_library

from tests.made import made_pages
from tests.projects import lay_over, mini_project
from tests.running import Run

from .history import commit, git

FOLDER = "content/wuerfelkrieg/grundregeln"
FULL = {"title": "Probe", "title_en": "Probe", "kind": "rule", "short": "Wirf.", "short_en": "Roll one die."}
MARK = english_fingerprint("Probe", "Roll one die.")


def entry(body: str = "Text.", **fields: str) -> str:
    head = "".join(f"{name}: {value}\n" for name, value in {**FULL, **fields}.items() if value)
    return f"---\n{head}---\n{body}\n"


def reviewed(by: str) -> str:
    """A review that fits the entry."""
    words = fingerprint_of_words(["Probe", "Wirf.", None, None, "Text."])
    return f"{{date: 2026-11-23, against: '2', by: {by}, text: '{words}', english: '{MARK}'}}"


@pytest.mark.parametrize(
    ("text", "stage", "missing"),
    [
        (entry(), Stage.DRAFT, ()),
        (entry(status="geprüft"), Stage.DRAFT, ()),
        (entry(status="gegengelesen", reviewed=reviewed("leser")), Stage.REVIEWED, ()),
        (entry(status="geprüft", reviewed=reviewed("verlag"), translated_from=f"'{MARK}'"), Stage.CONFIRMED, ()),
        (entry("Anders.", status="gegengelesen", reviewed=reviewed("leser")), Stage.DRAFT, ()),
        (entry(status="geprüft", translated_from="0123456789ab"), Stage.OUTDATED, ()),
        (entry("", translated_from="0123456789ab"), Stage.OUTDATED, ("text",)),
        (entry(""), Stage.MISSING, ("text",)),
        (entry("", card="{effect: Wirf.}"), Stage.DRAFT, ()),
        (entry("", data="{columns: [A], rows: [[1]]}"), Stage.DRAFT, ()),
        (entry(short="", short_en="", status="geprüft"), Stage.MISSING, ("short", "short_en")),
        (entry(title_en=""), Stage.MISSING, ("title_en",)),
    ],
)
def test_a_stage_follows_from_facts(tmp_path: Path, text: str, stage: Stage, missing: tuple[str, ...]) -> None:
    library, _ = load(mini_project(tmp_path / "projekt", {f"{FOLDER}/probe.md": text}))
    found = library.entries["wuerfelkrieg/probe"]
    assert (stage_of(library, found), lacks(library, found)) == (stage, missing)


@pytest.mark.parametrize(
    ("fields", "stage"),
    [
        ("title_en: Cup, definition: Ein Becher.", Stage.DRAFT),
        ("title_en: Cup, definition: Ein Becher., status: geprüft", Stage.DRAFT),
        ("title_en: Cup", Stage.MISSING),
        ("title_en: Cup, entry: zielen", Stage.DRAFT),
        ("definition: Ein Becher.", Stage.MISSING),
    ],
)
def test_terms_have_stages_too(tmp_path: Path, fields: str, stage: Stage) -> None:
    glossary = f"- {{title: Becher, {fields}}}\n"
    library, _ = load(mini_project(tmp_path / "projekt", {"glossary/wuerfelkrieg.yaml": glossary}))
    assert stage_of(library, library.terms["wuerfelkrieg/glossar/becher"]) == stage


def test_rows_count_everything_once(library: Library) -> None:
    for system in library.systems.values():
        found = rows(library, system)
        everything = [*library.system_entries(system.id), *library.system_terms(system.id)]
        assert total(found).total == len(everything)
        assert all(isinstance(row, Row) and row.total for row in found)


@pytest.fixture
def stale(tmp_path: Path) -> Path:
    """A project with a rule that became outdated on 1 March."""
    root = mini_project(tmp_path / "projekt")
    git(root, "init", "-q", "-b", "main")
    fresh = entry(translated_from=f"'{MARK}'")
    commit(root, "2026-01-01", {f"{FOLDER}/probe.md": fresh})
    commit(root, "2026-03-01", {f"{FOLDER}/probe.md": fresh.replace("one die", "two <dice>")})
    return root


def test_status_prints_tables_and_tasks(stale: Path, run: Run) -> None:
    done = run("--project", stale, "status")
    assert done.status == 0
    assert "Würfelkrieg (wuerfelkrieg)" in done.out
    assert "Murmelschlacht (murmeln)" in done.out
    assert f"  wuerfelkrieg/probe  {FOLDER}/probe.md  (seit 1. März 2026)\n" in done.out
    assert f"  wuerfelkrieg/wurf  {FOLDER}/wurf.md  (englische Kurzregel)\n" in done.out
    assert "Würfelkrieg" not in run("--project", stale, "status", "--system", "murmeln").out


def test_status_of_an_entry_shows_what_changed(stale: Path, run: Run) -> None:
    done = run("--project", stale, "status", "wuerfelkrieg/probe")
    assert done.status == 0
    assert "wuerfelkrieg/probe  veraltet seit 1. März 2026" in done.out
    assert "short_en: Roll [-one die-]{+two <dice>+}.\n" in done.out
    assert "title_en" not in done.out


def test_status_says_where_nothing_is_known(tmp_path: Path, run: Run) -> None:
    root = mini_project(tmp_path / "projekt", {f"{FOLDER}/probe.md": entry(translated_from="0123456789ab")})
    done = run("--project", root, "status", "wuerfelkrieg/probe")
    assert (done.status, "nicht bekannt" in done.out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "said"), [(["wuerfelkrieg/prope"], "Meintest du"), (["--system", "gibtsnicht"], "gibtsnicht")]
)
def test_status_of_an_unknown_id(stale: Path, run: Run, arguments: list[str], said: str) -> None:
    done = run("--project", stale, "status", *arguments)
    assert (done.status, said in done.err, done.out) == (2, True, "")


def test_status_as_json(stale: Path, run: Run) -> None:
    shown = json.loads(run("--project", stale, "status", "--json").out)
    systems = {system["id"]: system for system in shown["systems"]}
    assert systems["wuerfelkrieg"]["outdated"] == 1
    for system in systems.values():
        for stage in Stage:
            assert system[stage] == sum(part[stage] for part in system["parts"])
    texts = {text["id"]: text for text in shown["texts"]}
    assert sum(system[stage] for system in systems.values() for stage in Stage) == len(texts)
    only = json.loads(run("--project", stale, "status", "--json", "wuerfelkrieg/probe").out)
    assert only["texts"] == [texts["wuerfelkrieg/probe"]]
    assert texts["wuerfelkrieg/probe"].pop("readability")["sentences"] == 2
    assert all(system["readability"]["words"] for system in systems.values())
    assert texts["wuerfelkrieg/probe"] == {
        "id": "wuerfelkrieg/probe",
        "stage": "outdated",
        "lacks": [],
        "file": f"{FOLDER}/probe.md",
        "translated_from": MARK,
        "english": english_fingerprint("Probe", "Roll two <dice>."),
        "changed": "2026-03-01",
        "previous": {"title_en": "Probe", "short_en": "Roll one die.", "text_en": ""},
    }
    assert "Lesbarkeit: " in run("--project", stale, "status").out


def test_status_says_whole_words_and_how_to_go_on(stale: Path, run: Run) -> None:
    """In a narrow window, too; and nothing about the words of a system without any."""
    out = run("--project", stale, "status").out
    assert "…" not in out.partition("Veraltet")[0]
    assert "nachschlag accept wuerfelkrieg/probe" in run("--project", stale, "status", "wuerfelkrieg/probe").out
    lay_over(stale, {"content/leer/system.yaml": "id: leer\nname: Leer\nparts:\n- {id: regeln, title: Regeln}\n"})
    assert "Lesbarkeit" not in run("--project", stale, "status", "--system", "leer").out


def pages(root: Path, settings: Settings | None = None) -> dict[str, str]:
    library, _ = load(root)
    changes = english_changes(root, library.entries.values(), library.moves)
    return made_pages(library, settings, changes)


def test_the_page_of_a_system_lists_tasks(stale: Path) -> None:
    found = pages(stale, Settings(edit_base="https://example.org/bearbeiten"))
    text = found["wuerfelkrieg/stand.md"]
    assert '"index": false' in text
    assert text.index("{#n-outdated}") < text.index("{#n-missing}")
    task = text.partition('<li id="eintrag-probe">')[2].partition("</li>")[0]
    assert 'href="../probe/"' in task
    assert "seit 1. März 2026" in task
    assert '<dd lang="en">Roll <del>one die</del><ins>two &lt;dice&gt;</ins>.</dd>' in task
    assert f'href="https://example.org/bearbeiten/{FOLDER}/probe.md"' in task
    assert '<a class="n-ziel" href="stand/">Übersetzungsstand</a>' in found["wuerfelkrieg/index.md"]


def test_the_page_says_where_nothing_is_known(tmp_path: Path) -> None:
    root = mini_project(tmp_path / "projekt", {f"{FOLDER}/probe.md": entry(translated_from="0123456789ab")})
    assert pages(root)["wuerfelkrieg/stand.md"].count("das frühere Englische ist nicht bekannt") == 1


def test_bars_say_in_words_what_they_show(stale: Path) -> None:
    text = pages(stale)["wuerfelkrieg/stand.md"]
    bars = text.split("<svg ")[1:]
    library, _ = load(stale)
    assert len(bars) == 1 + len(rows(library, library.systems["wuerfelkrieg"]))
    shown = text.partition(">Gesamt</a>")[2].partition("<svg")[0]
    assert "2 gegengelesen · 8 unvollständig · 1 veraltet" in shown
    for bar in bars:
        widths = [int(piece.partition('"')[0]) for piece in bar.partition("</svg>")[0].split(' width="')[1:]]
        assert sum(widths) == 1000


def test_an_outdated_rule_says_so(stale: Path) -> None:
    found = pages(stale)
    note = "Veraltet: Das Englische hat sich am 1. März 2026 geändert, der deutsche Text noch nicht."
    assert f'<p>{note} <a href="../stand/#eintrag-probe">' in found["wuerfelkrieg/probe.md"]
    assert [path for path, text in found.items() if "n-veraltet" in text] == ["wuerfelkrieg/probe.md"]
    library, _ = load(stale)
    records = bundle(Rendering(library, link_library(library)), library.systems["wuerfelkrieg"])["entries"]
    assert {record["id"] for record in records if "outdated" in record} == {"wuerfelkrieg/probe"}
    entry_ = library.entries["wuerfelkrieg/probe"]
    assert outdated_note(entry_, None) == outdated_note(entry_, Change()) == note.replace("am 1. März 2026 ", "")
    assert anchor(entry_) == "eintrag-probe"


def test_the_english_rule_text_is_not_published(stale: Path) -> None:
    english = f"{FOLDER}/probe.en.md"
    mark = english_fingerprint("Probe", "Roll one die.", "Secret book words.")
    commit(stale, "2026-04-01", {f"{FOLDER}/probe.md": entry(translated_from=f"'{mark}'"), english: "Secret book words."})
    commit(stale, "2026-05-01", {english: "Other book words."})
    text = pages(stale)["wuerfelkrieg/stand.md"]
    assert "nachschlag status wuerfelkrieg/probe" in text
    assert "book words" not in text


def test_no_entry_may_be_called_stand(tmp_path: Path) -> None:
    _, findings = load(mini_project(tmp_path / "projekt", {f"{FOLDER}/stand.md": entry()}))
    assert "K009" in [finding.code for finding in findings]
