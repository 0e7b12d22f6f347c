"""`nachschlag begin`: a new system that loads and checks as it is, empty or from a book, and nothing in another's place."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from nachschlag.generator.commands.begin import _project
from nachschlag.generator.model.unusable import Unusable
from nachschlag.generator.reading.load import load

from tests.projects import environment, lay_over, mini_project, tree
from tests.running import Run

#: A made-up English book, and the same game in German.
ENGLISH = (
    "# Fog\n\n## Turn\n\n### Moving\n\nA model moves up to 6 inches.\n\n### Hit Roll\n\nRoll a D6 for each of the attacks.\n"
)
GERMAN = (
    "# Nebel\n\n## Zug\n\n### Bewegen\n\nEin Modell bewegt sich bis zu 6 Zoll.\n\n### Trefferwurf\n\nWirf einen W6 je Attacke.\n"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    lay_over(tmp_path, {"fog.md": ENGLISH, "nebel.md": GERMAN, "leer.txt": ""})
    return mini_project(tmp_path / "projekt")


def test_an_empty_system_loads_and_has_no_findings(run: Run, project: Path) -> None:
    before = tree(project)
    said = run("--project", project, "begin", "Nebel über Moor", "--part", "Grundregeln", "--part", "Böse Zauber")
    assert said.status == 0, said.err
    made = {path: raw for path, raw in tree(project).items() if path not in before and not path.startswith("build/schema/")}
    assert made.keys() == {"content/nebel-ueber-moor/system.yaml", "glossary/nebel-ueber-moor.yaml"}
    assert {path: raw for path, raw in tree(project).items() if path in before} == before
    library, findings = load(project)
    assert findings == []
    system = library.systems["nebel-ueber-moor"]
    assert (system.name, system.short, system.licence.status) == ("Nebel über Moor", "Nebel über Moor", "own-words")
    assert [(part.id, part.title) for part in system.parts] == [("grundregeln", "Grundregeln"), ("boese-zauber", "Böse Zauber")]
    first, *more = said.out.splitlines()
    assert (len(more), 'nachschlag new nebel-ueber-moor/grundregeln "' in first) == (2, True)
    assert run("--project", project, "new", "nebel-ueber-moor/grundregeln", "Bewegen").status == 0


def test_a_private_system_lies_in_the_private_folder(run: Run, project: Path) -> None:
    assert run("--project", project, "begin", "Das Heimliche Spiel der Sieben", "--private", "--short", "Sieben").status == 0
    assert {path for path in tree(project) if "sieben" in path} == {
        "privat/content/das-heimliche-spiel-der-sieben/system.yaml",
        "privat/glossary/das-heimliche-spiel-der-sieben.yaml",
    }
    said = run("--project", project, "check", "--strict", "--system", "das-heimliche-spiel-der-sieben")
    assert (said.status, said.out) == (0, "Keine Befunde.\n")


@pytest.mark.parametrize("private", [[], ["--private"]])
def test_files_of_a_new_system_name_a_schema_that_is_there(run: Run, project: Path, private: list[str]) -> None:
    """In any project, also in its private folder, and after the program's own schemas have changed."""
    assert run("--project", project, "begin", "Moor", *private).status == 0
    assert run("--project", project, "new", "moor/regeln", "Bewegen").status == 0
    files = [path for path in project.rglob("*moor*/**/*") if path.is_file()] + [*project.rglob("moor.yaml")]
    assert sorted(path.name for path in files) == ["bewegen.md", "moor.yaml", "system.yaml"]
    entry = next(path for path in files if path.suffix == ".md")
    entry.write_text(entry.read_text("utf-8").replace("../build/", "../../build/"), "utf-8")  # as if it had lain deeper
    assert run("--project", project, "fmt", entry).status == 0
    for path in files:
        line = next(line for line in path.read_text("utf-8").splitlines() if "$schema=" in line)
        schema = path.parent / line.partition("$schema=")[2]
        assert json.loads(schema.read_text("utf-8"))["$schema"].endswith("2020-12/schema")
    schema.write_text("{}", "utf-8")
    assert run("--project", project, "build").status == 0
    assert len(schema.read_text("utf-8")) > 1000


@pytest.mark.parametrize(
    ("book", "title", "third"),
    [("fog.md", "Hit Roll", "nachschlag export --format po --private --system moor"), ("nebel.md", "Trefferwurf", "check")],
)
def test_a_book_is_read_under_the_given_name(run: Run, project: Path, book: str, title: str, third: str) -> None:
    words = (
        "--project",
        project,
        "begin",
        "Moor und Nebel",
        "--system",
        "moor",
        "--short",
        "M&N",
        "--from",
        project.parent / book,
    )
    said = run(*words)
    assert said.status == 0, said.err
    library, _ = load(project, overlays=[project / "privat"])
    system = library.systems["moor"]
    assert (system.name, system.short, system.overlay, system.licence.status) == ("Moor und Nebel", "M&N", "privat/", "private")
    assert title in {entry.title for entry in library.system_entries("moor")}
    *_, report, shown, last = said.out.splitlines()
    assert Path(report.partition(": ")[2]) == project / "privat/ingest/moor/report.html"
    assert ("nachschlag serve" in shown, third in last) == (True, True)
    before = tree(project)
    assert "gibt es schon" in run(*words).line
    again = run("--project", project, "ingest", project.parent / book, "--system", "moor")
    assert (again.status, tree(project)) == (0, before)  # the given name counts as written by hand


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Wuerfelkrieg",), "„wuerfelkrieg“ gibt es schon"),
        (("Neu", "--system", "murmeln"), "„murmeln“ gibt es schon"),
        (("Neu", "--system", "api"), "taugt nicht als Kennung eines Spiels: Die Seite braucht sie selbst"),
        (("Neu", "--system", "concepts"), "taugt nicht als Kennung"),
        (("Neu", "--system", "../neu"), "taugt nicht als Kennung"),
        (("Art",), "taugt nicht als Kennung"),
        (("???",), "taugt nicht als Titel"),
        (("Glocke\x07",), "taugt nicht als Titel"),
        (("x" * 121,), "taugt nicht als Titel"),
        (("Neu", "--short", "y" * 21), "höchstens 20 Zeichen"),
        (("Neu", "--short", " "), "höchstens 20 Zeichen"),
        (("Neu", "--part", "!"), "taugt nicht als Titel"),
        (("Neu", "--part", "Magie", "--part", "magie"), "zweimal"),
        (("Neu", "--part", "Magie", "--from", "fog.md"), "--part"),
        (("Neu", "--language", "en"), "--from"),
        (("Neu", "--from", "fehlt.md"), "fehlt.md"),
        (("Neu", "--from", "leer.txt"), "leer.txt"),
    ],
)
def test_a_refused_call_leaves_no_file(
    run: Run, project: Path, words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.parent)
    before = tree(project)
    done = run("--project", project, "begin", *words)
    assert (done.status, said in done.line) == (2, True), done.err
    assert tree(project) == before


def test_what_lies_there_already_is_left_alone(run: Run, project: Path) -> None:
    lay_over(project, {"content/kaputt/system.yaml": "id: [", "privat/content/heimlich/x.md": "x", "glossary/alt.yaml": "[]\n"})
    before = tree(project)
    for name in ("Kaputt", "Heimlich", "Alt"):
        for private in ((), ("--private",)):
            assert "gibt es schon" in run("--project", project, "begin", name, *private).line
    assert tree(project) == before


def test_an_empty_folder_becomes_a_project(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_over(tmp_path, {"leer/fog.md": ENGLISH, "voll/fog.md": ENGLISH, "voll/brief.txt": "Lieber Erwin"})
    monkeypatch.chdir(tmp_path / "voll")
    assert "Kein Projekt gefunden" in run("begin", "Moor", "--from", "fog.md").line
    monkeypatch.chdir(tmp_path / "leer")
    assert run("begin", "Moor", "--from", "fehlt.md").status == 2
    assert tree(tmp_path / "leer").keys() == {"fog.md"}
    assert run("begin", "Moor", "--from", "fog.md").status == 0
    assert "/privat/" in (tmp_path / "leer/.gitignore").read_text("utf-8").splitlines()
    assert run("begin", "Heide").status == 0
    library, findings = load(tmp_path / "leer", overlays=[tmp_path / "leer" / "privat"])
    assert (findings, library.systems.keys()) == ([], {"moor", "heide"})


def test_a_part_may_have_a_comma(run: Run, project: Path) -> None:
    assert run("--project", project, "begin", "Moor", "--part", "Tod, Pest und Nebel").status == 0
    assert [part.title for part in load(project)[0].systems["moor"].parts] == ["Tod, Pest und Nebel"]


def test_a_refused_call_leaves_the_project_to_another_begun_meanwhile(run: Run, tmp_path: Path) -> None:
    with suppress(Unusable), _project(argparse.Namespace(project=tmp_path, files=None)):
        assert run("--project", tmp_path, "begin", "Heide").status == 0
        raise Unusable("In diesem Buch ist keine Regel zu erkennen.")
    assert {"mkdocs.yml", ".gitignore", "content/heide/system.yaml"} <= tree(tmp_path).keys()


def _in_terminal(project: Path, answers: str) -> tuple[int, str]:
    """Exit status of `begin` in a terminal with these answers typed, and what it shows."""
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(project)
        words = ("-m", "nachschlag.generator.cli", "begin", "Moor und Nebel")
        os.execve(sys.executable, [sys.executable, *words], environment())
    os.write(terminal, answers.encode())
    shown = b""
    while piece := _read(terminal):
        shown += piece
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_a_terminal_is_asked(project: Path) -> None:
    """Ask for what no option gives, again after an unusable answer; Enter takes the value in brackets."""
    status, shown = _in_terminal(project, "\nwuerfelkrieg\nmoor\nZug, Böse Zauber\nprivat\nn\n")
    assert status == 0, shown
    assert ("„wuerfelkrieg“ gibt es schon" in shown, "Antworte mit j oder n" in shown) == (True, True)
    system = load(project)[0].systems["moor"]
    assert (system.name, system.short, [part.id for part in system.parts]) == (
        "Moor und Nebel",
        "Moor und Nebel",
        ["zug", "boese-zauber"],
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
@pytest.mark.parametrize(
    ("files", "answers", "says"),
    [({}, "\n\x04\x04\x04\x04", "Abgebrochen"), ({"brief.txt": "Lieber Erwin"}, "\n\n\n\n", "Kein Projekt gefunden")],
    ids=["end of input", "before any question"],
)
def test_a_terminal_may_refuse_and_be_refused(tmp_path: Path, files: dict[str, str], answers: str, says: str) -> None:
    lay_over(tmp_path, files)
    status, shown = _in_terminal(tmp_path, answers)
    assert (status, says in shown, "Teile des" in shown) == (2, True, False), shown
    assert tree(tmp_path).keys() == files.keys()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux: the other side has closed
        return b""
