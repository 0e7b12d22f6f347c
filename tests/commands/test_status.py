"""Exit statuses 0, 1 and 2, exactly; and bad surroundings end in one German line with the remedy."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.projects import command, environment, mini_project, nachschlag
from tests.running import Run

#: Arguments → status, on the built mini project.
STATUSES: list[tuple[list[str], int]] = [
    (["check"], 0),
    (["check", "--format", "json"], 0),
    (["check", "--format", "sarif"], 0),
    (["check", "--format", "github"], 0),
    (["show", "wuerfelkrieg/kaempfen"], 0),
    (["show", "Grundregeln 17.0"], 0),
    (["show", "GR 17"], 0),
    (["show", "pfeilregen"], 0),
    (["show", "Murmel", "--format", "md"], 0),
    (["show", "kaempfen", "--format", "html"], 0),
    (["show", "wuerfelkrieg/kaempfen", "--format", "json"], 0),
    (["show", "Kämpfen"], 1),  # Grundregeln or Zauberei
    (["show", "gibt es nicht"], 1),
    (["show", "Seite 12"], 0),
    (["show", "Seite 11", "--format", "json"], 0),
    (["show", "Seite 13"], 1),  # none begins there
    (["resolve", "Würfelsturm"], 0),
    (["resolve", "SW"], 0),
    (["resolve", "Dice Storm"], 0),
    (["resolve", "17.1"], 1),
    (["resolve", "--json", "nichts dergleichen"], 1),
    (["resolve", ""], 1),
    (["export"], 0),
    (["export", "--system", "murmeln"], 0),
    (["fmt", "--check"], 1),  # the mini project's heads do not name the schema
    (["search", "kämpfen"], 0),
    (["search", "xyzzyplugh"], 1),
    (["search", "--json", "kämpfen", "--system", "wuerfelkrieg"], 0),
]


@pytest.mark.parametrize(("arguments", "status"), STATUSES, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_status(run: Run, built: Path, arguments: list[str], status: int) -> None:
    """Each call ends with this status."""
    said = run("--project", built, *arguments)
    assert said.status == status, said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    "arguments", [["check", "--format", "json"], ["resolve", "--json", "GR 17"], ["search", "--json", "wurf"]]
)
def test_json_output_is_json(run: Run, built: Path, arguments: list[str]) -> None:
    json.loads(run("--project", built, *arguments).out)


def test_project_behind_the_command(run: Run, built: Path) -> None:
    assert run("check", "--project", built).status == 0


def test_project_is_found_upwards(run: Run, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(built / "content" / "murmeln" / "regeln")
    assert run("show", "schnipsen").status == 0
    assert run("check", "schnipsen.md").status == 0


# -- unusable -----------------------------------------------------------------------------------------------------------------

#: Arguments → what the one line says.
UNUSABLE: list[tuple[list[str], str]] = [
    (["build", "--system", "wurfelkrieg"], "Meintest du „wuerfelkrieg“"),
    (["export", "--system", "../../etc"], "Das Spiel „../../etc“ gibt es nicht"),
    (["show", "kaempfen", "--system", "go"], "Das Spiel „go“ gibt es nicht"),
    (["resolve", "x", "--system", ""], "Das Spiel „“ gibt es nicht"),
    (["search", "kämpfen", "--system", "go"], "Kein Spiel mit der Kennung „go“. Es gibt:"),
    (["search", "kämpfen", "--kind", "ritual"], "Keine Art „ritual“. Es gibt:"),
    (["search", "kämpfen", "--limit", "0"], "erlaubt ist 1 bis"),
    (["check", "nirgends.md"], "„nirgends.md“ gibt es nicht"),
    (["check", "/etc"], "liegt nicht im Projekt"),
    (["fmt", "nirgends.md"], "„nirgends.md“ gibt es nicht"),
    (["fmt", "/etc"], "liegt nicht im Projekt"),
    (["new", "wuerfelkrieg/grundregel", "Neu"], "Meintest du „grundregeln“"),
    (["new", "wuerfelkrieg", "Neu"], "ist kein Teil von"),
    (["new", "go/regeln", "Neu"], "Das Spiel „go“ gibt es nicht"),
    (["new", "../../etc", "Neu"], "gibt es nicht"),
    (["new", "wuerfelkrieg/../../etc", "Neu"], "ist kein Teil von"),
    (["new", "wuerfelkrieg/grundregeln", "???"], "taugt nicht als Titel"),
    (["new", "wuerfelkrieg/grundregeln", "x" * 121], "taugt nicht als Titel"),
    (["new", "wuerfelkrieg/grundregeln", "Neu", "--number", "siebzehn"], "ist keine Regelnummer"),
    (["import", "fehlt.po"], "„fehlt.po“ lässt sich nicht lesen: es gibt sie nicht. Prüfe Pfad und Rechte."),
    (["roster", "fehlt.ros"], "„fehlt.ros“ lässt sich nicht lesen: es gibt sie nicht. Prüfe Pfad und Rechte."),
    (["link", "fehlt.txt"], "„fehlt.txt“ lässt sich nicht lesen: es gibt sie nicht. Prüfe Pfad und Rechte."),
    (["ingest", "fehlt.txt", "--system", "x"], "„fehlt.txt“ lässt sich nicht lesen: es gibt sie nicht. Prüfe Pfad und Rechte."),
    (["serve", "--port", "70000"], "erlaubt ist 0 bis 65535"),
    (["serve", "--port", "-1"], "erlaubt ist 0 bis 65535"),
]


@pytest.mark.parametrize(
    ("arguments", "expected"), UNUSABLE, ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else ""
)
def test_unusable_calls(run: Run, built: Path, arguments: list[str], expected: str) -> None:
    """A call that cannot be carried out ends with status 2 and one German sentence."""
    said = run("--project", built, *arguments)
    assert (said.status, said.out) == (2, "")
    assert expected in said.line


EVERY = (
    ["build"],
    ["check"],
    ["show", "x"],
    ["resolve", "x"],
    ["export"],
    ["fmt"],
    ["new", "a/b", "T"],
    ["serve", "--port", "0"],
    ["search", "x"],
)


@pytest.mark.parametrize("arguments", EVERY, ids=lambda a: a[0])
def test_no_project(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    """Outside of a project every command says so, and names `--project`."""
    monkeypatch.chdir(tmp_path)
    said = run(*arguments)
    assert (said.status, said.out) == (2, "")
    assert "Kein Projekt gefunden" in said.line
    assert "--project" in said.line
    said = run("--project", tmp_path / "fehlt", *arguments)
    assert said.status == 2
    assert "ist kein Projekt: Dort liegt keine mkdocs.yml" in said.line


@pytest.mark.parametrize("arguments", EVERY, ids=lambda a: a[0])
@pytest.mark.parametrize("content", ["no content", "empty content"])
def test_empty_project(run: Run, tmp_path: Path, arguments: list[str], content: str) -> None:
    """Every command survives a project without systems."""
    (tmp_path / "mkdocs.yml").write_text("site_name: Leer\n", "utf-8")
    if content == "empty content":
        (tmp_path / "content").mkdir()
    said = run("--project", tmp_path, *arguments)
    assert "Traceback" not in said.err
    if arguments == ["check"]:
        assert said.status == 1
        assert "D005" in said.out
    elif arguments == ["fmt"]:
        assert said.status in (0, 2)
    else:
        assert said.status == 2
        assert said.line.startswith("nachschlag: ")
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("arguments", [a for a in EVERY if a[0] not in ("fmt", "search")], ids=lambda a: a[0])
@pytest.mark.parametrize(
    ("mkdocs", "said_of_it"),
    [(b"a: [", "lässt sich nicht lesen"), (b"\xff\xfe", "lässt sich nicht lesen")],
    ids=["yaml", "bytes"],
)
def test_broken_mkdocs_yml(run: Run, mini: Path, arguments: list[str], mkdocs: bytes, said_of_it: str) -> None:
    """A broken mkdocs.yml ends every command with a line that names it."""
    (mini / "mkdocs.yml").write_bytes(mkdocs)
    said = run("--project", mini, *arguments)
    assert (said.status, said.out) == (2, "")
    assert said_of_it in said.err
    assert len(said.err.strip().splitlines()) <= 2
    assert "Traceback" not in said.err


#: A broken file, and the finding that says so.
BROKEN = {
    "yaml": ("content/murmeln/regeln/kaputt.md", b"---\ntitle: [\nkind: rule\n---\n", "F001"),
    "bytes": ("content/murmeln/regeln/kaputt.md", b"---\ntitle: K\xe4se\nkind: rule\n---\n", "D001"),
    "head": ("content/murmeln/regeln/kaputt.md", b"Nur Text.\n", "F002"),
    "kind": ("content/murmeln/regeln/kaputt.md", b"---\ntitle: Kaputt\nkind: regel\n---\n", "F006"),
    "part": ("content/murmeln/regelwerk/kaputt.md", b"---\ntitle: Kaputt\nkind: rule\n---\n", "F012"),
    "name": ("content/murmeln/regeln/Ka putt.md", b"---\ntitle: Kaputt\nkind: rule\n---\n", "D003"),
    "parent": ("content/murmeln/regeln/kaputt.md", b"---\ntitle: Kaputt\nkind: rule\nparent: ../../etc\n---\n", ""),
    "glossary": ("glossary/murmeln.yaml", b"- title: [\n", "F001"),
    "system": ("content/drittes/system.yaml", b"id: drittes\n", "F004"),
    "moved": (
        "content/murmeln/moved.yaml",
        b"- old: ../../etc/passwd\n  new: murmeln/schnipsen\n  date: 2026-01-01\n  why: x\n",
        "D003",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_content_is_found_and_the_rest_stands(run: Run, tmp_path: Path, name: str) -> None:
    path, content, code = BROKEN[name]
    root = mini_project(tmp_path / "projekt", {path: content})
    said = run("--project", root, "check")
    assert said.status == 1
    assert code in said.out
    assert path.rpartition("/")[0] in said.out
    for arguments in (["show", "wuerfelkrieg/kaempfen"], ["resolve", "GR 17"], ["export"]):
        said = run("--project", root, *arguments)
        assert said.status == 0, said.err
        assert "Traceback" not in said.err


def test_broken_content_of_every_kind_is_built_around(run: Run, tmp_path: Path) -> None:
    overlay = {path.replace("kaputt.md", f"kaputt-{name}.md"): content for name, (path, content, _) in BROKEN.items()}
    assert len(overlay) == len(BROKEN)
    root = mini_project(tmp_path / "projekt", overlay)
    said = run("--project", root, "build")
    assert said.status == 0, said.err
    assert [code for _, _, code in BROKEN.values() if code not in said.err + said.out] == []
    assert (root / "site/wuerfelkrieg/kaempfen/index.html").is_file()
    assert not list(root.parent.rglob("passwd*"))


def test_check_of_one_path_leaves_the_others_out(run: Run, tmp_path: Path) -> None:
    root = mini_project(tmp_path / "projekt", {BROKEN["yaml"][0]: BROKEN["yaml"][1]})
    assert run("--project", root, "check", root / "content" / "wuerfelkrieg").status == 0
    assert run("--project", root, "check", root / BROKEN["yaml"][0]).status == 1


# -- the index ----------------------------------------------------------------------------------------------------------------


def test_missing_index(run: Run, mini: Path) -> None:
    """A search without an index says how to build one."""
    said = run("--project", mini, "search", "kämpfen")
    assert (said.status, said.out) == (2, "")
    assert "kein Suchindex; neu bauen: nachschlag build" in said.line


def test_index_of_another_version(run: Run, built: Path, tmp_path: Path) -> None:
    """A search refuses an index of another version; a build replaces it."""
    root = tmp_path / "projekt"
    shutil.copytree(built, root)
    index = root / "build" / "index"
    version = index / (index / "current").read_text("utf-8").strip() / "version.json"
    version.write_text(json.dumps({**json.loads(version.read_text("utf-8")), "schema": 0}), "utf-8")
    said = run("--project", root, "search", "kämpfen")
    assert said.status == 2
    assert "anderen Programmversion; neu bauen: nachschlag build" in said.line
    assert run("--project", root, "build").status == 0
    assert run("--project", root, "search", "kämpfen").status == 0


def test_damaged_index(run: Run, built: Path, tmp_path: Path) -> None:
    """A search refuses a damaged index, and runs nothing in it."""
    root = tmp_path / "projekt"
    shutil.copytree(built, root)
    for path in (root / "build" / "index").rglob("*.seg"):
        path.write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    said = run("--project", root, "search", "kämpfen")
    assert said.status == 2
    assert "beschädigt; neu bauen: nachschlag build" in said.line


# -- as a process -------------------------------------------------------------------------------------------------------------


def test_a_closed_pipe_is_no_trouble(built: Path) -> None:
    process = subprocess.Popen(
        command("--project", built, "export"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")


def test_output_into_an_ascii_terminal(built: Path) -> None:
    done = nachschlag("--project", built, "show", "wuerfelkrieg/kaempfen", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert "Traceback" not in done.stderr
    assert done.returncode == 0, done.stderr
    assert "Kämpfen" in done.stdout


def test_unwritable_output_is_one_line(run: Run, built: Path) -> None:
    said = run("--project", built, "export", "--out", "/proc/nichts/export.json")
    assert said.status == 2
    assert said.line.endswith("“: es gibt sie nicht. Nichts wurde halb geschrieben.")
