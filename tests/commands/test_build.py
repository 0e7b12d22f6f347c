"""`nachschlag build` and `export`: what they refuse, and that a refusal costs nothing."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator import build as generator_build
from nachschlag.generator.commands import whole_build

from tests.projects import lay_over, mini_project, tree
from tests.running import Run

LEGAL = "site_name: Probe\nextra:\n  nachschlag:\n    impressum: Ich bin es.\n    datenschutz: Wir merken uns nichts.\n"


def make_private(project: Path, system: str = "wuerfelkrieg") -> None:
    path = project / "content" / system / "system.yaml"
    path.write_text(path.read_text("utf-8").replace("status: own-words", "status: private"), "utf-8")


def outputs(project: Path) -> set[str]:
    """Everything a build makes."""
    kept = {"memo", "findings", "fresh"}  # what the checks found says nothing of a build
    made = {path.name for path in (project / "build").glob("*")} - kept
    return ({"site"} if (project / "site").exists() else set()) | made


# -- where to -----------------------------------------------------------------------------------------------------------------


def test_a_foreign_folder_is_refused_and_untouched(run: Run, mini: Path, tmp_path: Path) -> None:
    out = tmp_path / "Fotos"
    lay_over(out, {"urlaub.jpg": b"\xff\xd8", "sub/brief.txt": "Lieber …"})
    before = tree(out)
    said = run("--project", mini, "build", "--out", out)
    assert said.status == 2
    assert "enthält etwas anderes als eine Nachschlag-Seite und wird nicht überschrieben" in said.line
    assert "--out" in said.line
    assert tree(out) == before
    assert outputs(mini) == set()


def test_a_file_is_refused_and_untouched(run: Run, mini: Path, tmp_path: Path) -> None:
    out = tmp_path / "brief.txt"
    out.write_text("Lieber …", "utf-8")
    said = run("--project", mini, "build", "--out", out)
    assert said.status == 2
    assert said.line
    assert out.read_text("utf-8") == "Lieber …"


def test_the_project_itself_is_refused(run: Run, mini: Path) -> None:
    for out in (mini, mini / "content", mini.parent):
        before = tree(mini / "content")
        assert run("--project", mini, "build", "--out", out).status == 2
        assert tree(mini / "content") == before


def test_an_empty_or_new_folder_and_an_old_site_are_fine(run: Run, mini: Path, tmp_path: Path) -> None:
    (tmp_path / "leer").mkdir()
    for out in (tmp_path / "leer", tmp_path / "neu" / "tief", tmp_path / "neu" / "tief"):
        said = run("--project", mini, "build", "--out", out)
        assert said.status == 0, said.err
        assert (out / "wuerfelkrieg/kaempfen/index.html").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["leer", "neu", "projekt"]


def test_what_is_gone_from_the_content_is_gone_from_the_site(run: Run, mini: Path) -> None:
    assert run("--project", mini, "build").status == 0
    assert (mini / "site/wuerfelkrieg/rueckzug/index.html").is_file()
    (mini / "content/wuerfelkrieg/grundregeln/rueckzug.md").unlink()
    assert run("--project", mini, "build").status == 0
    assert not (mini / "site/wuerfelkrieg/rueckzug").exists()
    assert not (mini / "site/api/v1/entries/wuerfelkrieg/rueckzug.json").exists()


def test_one_system_alone(run: Run, mini: Path) -> None:
    assert run("--project", mini, "build", "--system", "murmeln", "--strict").status == 0
    assert (mini / "site/murmeln/schnipsen/index.html").is_file()
    assert not (mini / "site/wuerfelkrieg").exists()


# -- strict -------------------------------------------------------------------------------------------------------------------


def test_strict_stops_at_findings_and_builds_nothing(run: Run, mini: Path) -> None:
    lay_over(mini, {"content/murmeln/regeln/x.md": "---\ntitle: X\nkind: rule\nshort: Siehe [[nirgends]].\n---\n"})
    said = run("--project", mini, "build", "--strict")
    assert said.status == 1
    assert "V001" in said.err
    assert outputs(mini) == set()
    said = run("--project", mini, "build")
    assert said.status == 0
    assert "V001" in said.err


def test_strict_without_findings_builds(run: Run, mini: Path) -> None:
    said = run("--project", mini, "build", "--strict")
    assert said.status == 0
    assert "V005" in said.err  # a hint is shown and stops nothing
    assert "R002" in said.err  # empty legal pages are a warning of the build, no finding on content


# -- publish ------------------------------------------------------------------------------------------------------------------


def test_publish_wants_legal_pages(run: Run, mini: Path) -> None:
    said = run("--project", mini, "build", "--publish")
    assert said.status == 2
    assert "impressum" in said.line
    assert "datenschutz" in said.line
    assert outputs(mini) == set()


def test_publish_refuses_private_systems(run: Run, mini: Path) -> None:
    (mini / "mkdocs.yml").write_text(LEGAL, "utf-8")
    make_private(mini)
    said = run("--project", mini, "build", "--publish")
    assert said.status == 2
    assert "Würfelkrieg ist privat" in said.line
    assert outputs(mini) == set()
    assert run("--project", mini, "build", "--publish", "--system", "murmeln").status == 0


def test_every_build_stops_when_a_published_id_vanishes(run: Run, mini: Path) -> None:
    (mini / "content/wuerfelkrieg/published.txt").write_text("wuerfelkrieg/laengst-weg\nwuerfelkrieg/rueckzug\n", "utf-8")
    said = run("--project", mini, "build")
    assert said.status == 1
    assert "K010" in said.err
    assert "laengst-weg" in said.err
    assert outputs(mini) == set()


@pytest.mark.parametrize(
    ("path", "published"),
    [("content/wuerfelkrieg/grundregeln/rueckzug.md", "rueckzug"), ("glossary/wuerfelkrieg.yaml", "glossar/becher")],
)
def test_a_broken_file_is_reported_and_stops_no_build(run: Run, mini: Path, path: str, published: str) -> None:
    (mini / "content/wuerfelkrieg/published.txt").write_text(f"wuerfelkrieg/{published}\n", "utf-8")
    (mini / path).write_text("---\ntitle: [offen\n---\n", "utf-8")
    said = run("--project", mini, "build")
    assert said.status == 0
    assert "F001" in said.err
    assert "K010" not in said.err
    assert (mini / "site/wuerfelkrieg/index.html").is_file()


def test_publish_records_ids_and_refuses_when_one_vanishes(run: Run, mini: Path) -> None:
    (mini / "mkdocs.yml").write_text(LEGAL, "utf-8")
    assert run("--project", mini, "build", "--publish").status == 0
    record = mini / "content/wuerfelkrieg/published.txt"
    ids = record.read_text("utf-8").splitlines()[1:]
    assert "wuerfelkrieg/rueckzug" in ids
    assert "wuerfelkrieg/glossar/becher" in ids
    assert ids == sorted(ids)
    assert run("--project", mini, "check").status == 0
    (mini / "content/wuerfelkrieg/grundregeln/rueckzug.md").rename(mini / "content/wuerfelkrieg/grundregeln/flucht.md")
    (mini / "content/wuerfelkrieg/grundregeln/wuerfelsturm.md").write_text(
        (mini / "content/wuerfelkrieg/grundregeln/wuerfelsturm.md").read_text("utf-8").replace("[[rueckzug|", "[[flucht|"),
        "utf-8",
    )
    site = tree(mini / "site")
    said = run("--project", mini, "build", "--publish")
    assert said.status == 2
    assert "wuerfelkrieg/rueckzug" in said.line
    assert "moved.yaml" in said.line
    assert tree(mini / "site") == site
    assert record.read_text("utf-8").splitlines()[1:] == ids
    moved = mini / "content/wuerfelkrieg/moved.yaml"
    row = "\n- old: wuerfelkrieg/rueckzug\n  new: wuerfelkrieg/flucht\n  date: 2026-03-01\n  why: Neuer Titel.\n"
    moved.write_text(moved.read_text("utf-8").rstrip("\n") + row, "utf-8")
    assert run("--project", mini, "build", "--publish").status == 0
    assert 'href="../flucht/"' in (mini / "site/wuerfelkrieg/rueckzug/index.html").read_text("utf-8")
    assert "wuerfelkrieg/flucht" in record.read_text("utf-8").splitlines()


# -- when something goes wrong ------------------------------------------------------------------------------------------------


def failing(exception: BaseException) -> Callable[..., object]:
    def fail(*_: object, **__: object) -> None:
        raise exception

    return fail


def test_a_failed_or_interrupted_build_leaves_the_old_site(run: Run, mini_built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mini = mini_built
    before = tree(mini / "site")
    lay_over(mini, {"content/murmeln/regeln/neu.md": "---\ntitle: Neu\nkind: rule\n---\nText.\n"})
    for where, exception, status in (
        ("hashes_of", KeyboardInterrupt(), 130),
        ("hashes_of", OSError(28, "No space left on device"), 2),
        ("offline_files", OSError(28, "No space left on device"), 2),
        ("offline_files", RuntimeError("kaputt"), 2),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(f"nachschlag.generator.site.write_site.{where}", failing(exception))
            said = run("--project", mini, "build")
        assert said.status == status
        assert "Traceback" not in said.err
        assert tree(mini / "site") == before
        assert [path.name for path in mini.iterdir() if "site" in path.name] == ["site"]
    assert run("--project", mini, "build").status == 0
    assert (mini / "site/murmeln/neu/index.html").is_file()


def test_mkdocs_builds_what_a_project_changes_of_it(run: Run, mini: Path) -> None:
    settings = mini / "mkdocs.yml"
    extensions = "markdown_extensions: [abbr, attr_list, {toc: {permalink: false}}]\n"
    assert run("--project", mini, "build").status == 0
    ours = tree(mini / "site")
    settings.write_text(settings.read_text("utf-8") + extensions, "utf-8")
    assert run("--project", mini, "build").status == 0
    assert tree(mini / "site") == ours
    settings.write_text(settings.read_text("utf-8").replace("permalink: false", "permalink: true"), "utf-8")
    assert run("--project", mini, "build").status == 0
    assert 'class="headerlink"' in (mini / "site/wuerfelkrieg/kaempfen/index.html").read_text("utf-8")


def test_mkdocs_trouble_is_one_line(run: Run, mini: Path) -> None:
    (mini / "mkdocs.yml").write_text("site_name: Probe\ntheme: gibt-es-nicht\n", "utf-8")
    said = run("--project", mini, "build")
    assert said.status == 2
    assert "MkDocs kann die Seite nicht bauen" in said.line
    assert not (mini / "site").exists()


def test_a_missing_builder_says_how_to_get_it(run: Run, mini: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nachschlag.generator.site.site.find_spec", lambda name: None)
    for builder, remedy in (("mkdocs", ".[site]"), ("zensical", "zensical"), ("properdocs", "properdocs")):
        said = run("--project", mini, "build", "--builder", builder)
        assert said.status == 2
        assert "pip install" in said.line
        assert remedy in said.line


def test_a_read_only_project_is_one_line(run: Run, mini: Path) -> None:
    lay_over(mini, {"build": "eine Datei, wo der Ordner hingehört"})
    said = run("--project", mini, "build")
    assert said.status == 2
    assert "build" in said.line
    assert not (mini / "site").exists()


# -- export -------------------------------------------------------------------------------------------------------------------


def test_export_writes_the_same_as_it_prints(run: Run, mini: Path, tmp_path: Path) -> None:
    printed = run("--project", mini, "export")
    assert run("--project", mini, "export", "--out", tmp_path / "neu" / "alles.json").status == 0
    assert (tmp_path / "neu" / "alles.json").read_text("utf-8") == printed.out
    assert sorted({entry["system"] for entry in json.loads(printed.out)["entries"]}) == ["murmeln", "wuerfelkrieg"]


def test_private_systems_leave_only_on_request_and_only_to_the_outside(run: Run, mini: Path, tmp_path: Path) -> None:
    make_private(mini)
    inside, outside = mini / "alles.json", tmp_path / "alles.json"
    for arguments in ([], ["--out", outside], ["--system", "wuerfelkrieg"]):
        said = run("--project", mini, "export", *arguments)
        assert (said.status, said.out) == (2, "")
        assert "Würfelkrieg ist privat" in said.line
    os.symlink(mini, tmp_path / "link")
    for arguments in (
        [],
        ["--out", inside],
        ["--out", mini / "content" / ".." / "x.json"],
        ["--out", tmp_path / "link" / "x.json"],
        ["--out", "-"],
    ):
        said = run("--project", mini, "export", "--private", *arguments)
        assert (said.status, said.out) == (2, "")
        assert "außerhalb des Projekts" in said.line
    assert not inside.exists()
    assert not outside.exists()
    assert run("--project", mini, "export", "--private", "--out", outside).status == 0
    assert "wuerfelkrieg/kaempfen" in outside.read_text("utf-8")
    said = run("--project", mini, "export", "--system", "murmeln")
    assert said.status == 0
    assert "wuerfelkrieg/kaempfen" not in re.findall(r'"id": "([^"]+)"', said.out)


def test_a_failed_export_leaves_the_old_file(run: Run, mini: Path, tmp_path: Path) -> None:
    out = tmp_path / "alles.json"
    out.write_text("alt", "utf-8")
    make_private(mini)
    assert run("--project", mini, "export", "--out", out).status == 2
    assert out.read_text("utf-8") == "alt"
    assert [path.name for path in tmp_path.iterdir() if "json" in path.name] == ["alles.json"]


# -- two processes ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def in_two(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets a build of any size use so many processes."""

    def use(count: int) -> None:
        monkeypatch.setattr(generator_build, "_WORTH_A_PROCESS", 0)
        monkeypatch.setattr(whole_build, "cores", lambda: count)

    return use


def test_two_processes_make_what_one_makes(run: Run, tmp_path: Path, in_two: Callable[[int], None]) -> None:
    made = {}
    for count in (1, 2):
        project = mini_project(tmp_path / str(count) / "projekt")
        in_two(count)
        said = run("--project", project, "build")
        assert said.status == 0
        assert run("--project", project, "search", "kaempfen").out
        made[count] = {name: tree(project / name) for name in ("build/pages", "site")}
        made[count]["said"] = said.err.replace(str(project), "").partition("Gebaut")[0]
        assert "Nichts geändert seit dem letzten Bau" in run("--project", project, "build").err
    assert made[1] == made[2]


def test_two_processes_refuse_what_one_refuses(run: Run, tmp_path: Path, in_two: Callable[[int], None]) -> None:
    said = {}
    for count in (1, 2):
        project = mini_project(tmp_path / str(count) / "projekt", {"content/wuerfelkrieg/published.txt": "wuerfelkrieg/weg\n"})
        in_two(count)
        said[count] = run("--project", project, "build")
        assert not (project / "site").exists()
        assert not (project / "build/index").exists()
    assert said[1] == said[2]
    assert said[1].status == 1
