"""`nachschlag ingest`: its output, its exit status, and looking up what it read."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.projects import build, lay_over, mini_project, nachschlag, tree
from tests.running import Run

from .edition import edit

PROFILE = "recognisers: [headings]\nparts: [{heading: ^GELÄNDE$}]\n"
BOOK = "GELÄNDE\n\n1.0 WISPERWALD\n\nIm Wisperwald sieht niemand etwas.\n\n1.1 MOOR\n\nIm Moor sinkt ein Modell ein.\n"
LATER = BOOK.replace("sieht niemand etwas", "hört niemand etwas")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a book beside it."""
    lay_over(tmp_path, {"profil.yaml": PROFILE, "moos.txt": BOOK, "neu/moos.txt": LATER, "glossar.yaml": "- title: Moor\n"})
    return mini_project(tmp_path / "projekt")


def words(project: Path, book: str = "moos.txt") -> tuple[str | Path, ...]:
    """The first words of the command: file, system, profile."""
    above = project.parent
    return ("--project", project, "ingest", above / book, "--system", "moos", "--profile", above / "profil.yaml")


def test_a_book_is_read_into_the_private_folder(run: Run, project: Path) -> None:
    done = run(*words(project))
    assert done.status == 0
    assert done.out.splitlines() == [
        "Profil profil",
        "3 Einträge, 0 Begriffe, davon unsicher: 0",
        "Nicht zugeordnet: 0 von 101 Zeichen",
        "Reparaturen: 0 vorgeschlagen, 0 ausgeführt (mit --no-repair nicht)",
    ]
    assert "12 Dateien geschrieben" in done.err
    assert {path for path in tree(project / "privat") if path.startswith("content/")} == {
        "content/moos/system.yaml",
        "content/moos/gelaende/gelaende.md",
        "content/moos/gelaende/wisperwald.md",
        "content/moos/gelaende/moor.md",
    }


def test_certain_repairs_are_made_and_another_reading_takes_them_back(run: Run, project: Path) -> None:
    book = project.parent / "riss.md"
    book.write_text('# Riss\n\n## Wald\n\nEr ruft "Halt" und steht.\n\n## Moor\n\nEs schweigt ewig.\n', "utf-8")
    ingest = ("--project", project, "ingest", book, "--system", "riss")
    assert "2 ausgeführt" in run(*ingest).out
    wald, moor = (next(project.glob(f"privat/content/riss/*/{name}.md")) for name in ("wald", "moor"))
    assert "Er ruft „Halt“ und steht." in wald.read_text("utf-8")
    edit(moor, "schweigt", "schweigt nie")
    assert run(*ingest, "--no-repair").status == 0
    assert 'Er ruft "Halt" und steht.' in wald.read_text("utf-8")
    assert "Es schweigt nie" in moor.read_text("utf-8")


def test_a_private_system_is_shown_and_found(run: Run, project: Path) -> None:
    assert run(*words(project)).status == 0
    site = build(project)
    assert "Im Wisperwald sieht niemand etwas." in (site / "moos/wisperwald/index.html").read_text("utf-8")
    found = run("--project", project, "search", "wisperwald")
    assert found.status == 0
    assert "moos/wisperwald" in found.out


def test_it_runs_from_any_folder(project: Path, tmp_path: Path) -> None:
    (tmp_path / "fern").mkdir()
    where = ("--system", "moos", "--profile", "../profil.yaml", "--out", "buch")
    done = nachschlag("--project", project, "ingest", os.path.join("..", "moos.txt"), *where, cwd=tmp_path / "fern")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "fern/buch/content/moos/gelaende/moor.md").is_file()


def test_the_report_is_json_on_request(run: Run, project: Path) -> None:
    done = run(*words(project), "--json")
    record = json.loads(done.out)
    assert record == json.loads((project / "privat/ingest/moos/report.json").read_text("utf-8"))
    assert [draft["id"] for draft in record["drafts"]] == ["moos/gelaende", "moos/wisperwald", "moos/moor"]


def test_the_report_is_written_to_the_given_path(run: Run, project: Path, tmp_path: Path) -> None:
    report = tmp_path / "bericht.html"
    assert run(*words(project), "--report", report).status == 0
    assert report.read_bytes() == (project / "privat/ingest/moos/report.html").read_bytes()


def test_the_report_on_a_private_system_is_not_put_into_the_project(run: Run, project: Path) -> None:
    before = tree(project)
    assert "liegt im Projekt" in run(*words(project), "--report", project / "content/bericht.html").line
    assert tree(project) == before


def test_the_report_in_the_terminal_says_what_changed(run: Run, project: Path) -> None:
    assert run(*words(project)).status == 0
    done = run(*words(project, "neu/moos.txt"), "--report")
    assert done.status == 0
    assert "Geändert (veraltet, bis du sie annimmst): 1 (moos/wisperwald)" in done.out
    assert "[-sieht-]{+hört+}" in done.out


def test_a_conflict_ends_with_one(run: Run, project: Path) -> None:
    assert run(*words(project)).status == 0
    out = project / "privat"
    edit(out / "content/moos/gelaende/wisperwald.md", "sieht niemand etwas.\n", "ahnt niemand etwas.\n")
    done = run(*words(project, "neu/moos.txt"))
    assert done.status == 1
    assert "Widerspruch, deine Fassung bleibt: 1 (content/moos/gelaende/wisperwald.md)" in done.out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--system", "Moos Spiel"), "taugt nicht als Kennung"),
        (("--system", "../moos"), "taugt nicht als Kennung"),
        (("--system", ""), "taugt nicht als Kennung"),
        (("--profile", "gibtsnicht"), "gibtsnicht"),
        (("--terms", "gibtsnicht.yaml"), "lässt sich nicht als Glossar lesen"),
        (("--out", "content/x"), "liegt im Projekt"),
    ],
)
def test_errors_are_one_line(run: Run, project: Path, more: tuple[str, str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    before = tree(project)
    done = run(*words(project), *more)
    assert done.status == 2
    assert said in done.line
    assert tree(project) == before


@pytest.mark.parametrize("raw", [b"", b"\x00\xff\xfe", b"%PDF-1.4 kaputt", b"<html>", b"nur ein Satz ohne Regel"])
def test_a_book_without_rules_is_one_clear_error(run: Run, project: Path, raw: bytes) -> None:
    (project.parent / "moos.txt").write_bytes(raw)
    assert run(*words(project)).status == 2
    assert not (project / "privat").exists()


@pytest.mark.parametrize(("given", "style"), [((), "hdd"), (("--profile", "allgemein"), "allgemein")])
def test_a_book_of_a_game_of_the_project_reads_alike_by_its_second_name(
    run: Run, project: Path, given: tuple[str, ...], style: str
) -> None:
    (project / "content/hdd").mkdir()
    reading = ("--project", project, "ingest", project.parent / "moos.txt", "--out", project.parent / "ziel")
    done = run(*reading, "--system", "hdd", *given)
    assert done.out.startswith(f"Profil {style}")
    told = " ".join(done.err.split())
    assert f"etwa --system hdd-buch --profile {style}." in told
    again = run(*reading, "--system", "hdd-buch", "--profile", style)
    assert again.out.splitlines()[1:] == done.out.splitlines()[1:]


def test_a_book_that_another_profile_has_read_says_so(run: Run, project: Path) -> None:
    assert "Zuletzt" not in run(*words(project)).out
    told = "Zuletzt las es das Profil „profil“: Soll das wieder gelten, nenne es mit --profile."
    assert "Zuletzt" not in run(*words(project)).out  # which names one
    refused = run(*words(project)[:-2])
    assert refused.status == 2
    assert told in " ".join(refused.err.split())
    assert told in run(*words(project)[:-2], "--replace").out.splitlines()[0]


def test_terms_of_another_system_are_taken(run: Run, project: Path) -> None:
    assert run(*words(project), "--terms", project.parent / "glossar.yaml").status == 0


def test_help_is_german(run: Run) -> None:
    said = run("ingest", "--help").out
    assert all(option in said for option in ("--system", "--out", "--profile", "--terms", "--no-repair", "--report", "--json"))
    assert "show this help" not in said
