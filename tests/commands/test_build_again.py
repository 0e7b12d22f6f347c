"""A build that would change nothing is not made; whatever could change a byte makes it again, with the bytes of a first build."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from nachschlag.generator.reading import state

from tests.projects import lay_over, mini_project, tree
from tests.running import Run

UNCHANGED = "Nichts geändert seit dem letzten Bau"
RULE = "content/wuerfelkrieg/grundregeln/kaempfen.md"


@pytest.fixture
def built(run: Run, mini: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project just built, in which the age of files is trusted at once."""
    monkeypatch.setattr(state, "_UNSETTLED", 0)
    assert run("--project", mini, "build").status == 0
    return mini


def again(run: Run, project: Path, *options: str) -> str:
    said = run("--project", project, "build", *options)
    assert said.status == 0
    return str(said.err)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One project for all changes. Each test leaves it as a first build would."""
    return mini_project(tmp_path_factory.mktemp("wieder") / "projekt")


def cold(run: Run, project: Path) -> dict[str, bytes]:
    """The site that a build makes which knows of no other one."""
    for folder in ("build", "site"):
        shutil.rmtree(project / folder)
    assert UNCHANGED not in again(run, project)
    return tree(project / "site")


def test_nothing_is_made_where_nothing_changed(run: Run, built: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in built.rglob("*") if path.is_file()}
    first = again(run, built)
    assert UNCHANGED in first
    assert "Warnung R002" in first  # what the build found is said again
    assert {path: path.stat().st_mtime_ns for path in built.rglob("*") if path.is_file()} == before


def append(path: str, text: str) -> Callable[[Path], object]:
    return lambda project: (project / path).write_text((project / path).read_text("utf-8") + text, "utf-8")


CHANGES: dict[str, Callable[[Path], object]] = {
    "text": append(RULE, "\nNoch ein Satz.\n"),
    "title": lambda p: (p / RULE).write_text((p / RULE).read_text("utf-8").replace("title: K", "title: Neues K"), "utf-8"),
    "new entry": lambda p: lay_over(p, {"content/murmeln/regeln/neu.md": "---\ntitle: Neu\nkind: rule\n---\nText.\n"}),
    "entry gone": lambda p: (p / "content/murmeln/regeln/schnipsen.md").unlink(),
    "glossary": append("glossary/wuerfelkrieg.yaml", "# Kommentar\n"),
    "settings": append("mkdocs.yml", "copyright: niemand\n"),
    "touched": lambda p: os.utime(p / RULE),
    "same size": lambda p: (p / RULE).write_bytes((p / RULE).read_bytes()[:-2] + b"?\n"),
    "page damaged": lambda p: (p / "site/wuerfelkrieg/kaempfen/index.html").write_text("kaputt", "utf-8"),
    "data damaged": lambda p: (p / "site/api/v1/index.json").write_text("kaputt", "utf-8"),  # which `build` holds, too
    "page gone": lambda p: (p / "site/index.html").unlink(),
    "file more": lambda p: (p / "site/fremd.txt").write_text("x", "utf-8"),
    "index gone": lambda p: shutil.rmtree(p / "build/index"),
    "record damaged": lambda p: (p / "build/last-build.json").write_text('{"inputs": 1', "utf-8"),
    "record of another shape": lambda p: (p / "build/last-build.json").write_text("[]", "utf-8"),
}


#: Changes of what a build made or of times, after which a first build makes the same as before.
OF_THE_SAME_CONTENT = (
    "touched",
    "page damaged",
    "data damaged",
    "page gone",
    "file more",
    "index gone",
    "record damaged",
    "record of another shape",
)


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_builds_what_a_first_build_would(run: Run, shared: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(state, "_UNSETTLED", 0)
    if UNCHANGED not in again(run, shared):  # the first test, or one after a failure
        cold(run, shared)
    before = tree(shared / "site")
    CHANGES[name](shared)
    assert UNCHANGED not in again(run, shared)
    site = tree(shared / "site")
    assert site == (before if name in OF_THE_SAME_CONTENT else cold(run, shared))
    assert UNCHANGED in again(run, shared)


def test_a_change_with_the_old_time_is_seen(run: Run, built: Path) -> None:
    rule = built / RULE
    about = rule.stat()
    rule.write_bytes(rule.read_bytes()[:-2] + b"?\n")
    os.utime(rule, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert UNCHANGED not in again(run, built)


def test_another_build_of_the_same_files_is_another(run: Run, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (built / "mkdocs.yml").write_text('site_name: Probe\nsite_url: !ENV [SITE_URL, ""]\n', "utf-8")
    again(run, built)
    assert UNCHANGED in again(run, built)
    monkeypatch.setenv("SITE_URL", "https://example.org/")
    assert UNCHANGED not in again(run, built)
    assert UNCHANGED in again(run, built)
    monkeypatch.delenv("SITE_URL")
    assert UNCHANGED not in again(run, built)
    assert UNCHANGED not in again(run, built, "--system", "murmeln")
    assert UNCHANGED not in again(run, built, "--out", str(built / "anderswo"))
    assert UNCHANGED not in again(run, built)


def test_a_theme_of_the_projects_own_counts(run: Run, built: Path) -> None:
    logo = built / "muster" / "partials" / "logo.html"
    lay_over(built, {
        "mkdocs.yml": "site_name: Probe\ntheme: {name: material, custom_dir: muster}\n",
        "muster/partials/logo.html": "<b>eins</b>",
    })  # fmt: skip
    again(run, built)
    logo.write_text("<b>zwei</b>", "utf-8")
    assert UNCHANGED not in again(run, built)
    assert "<b>zwei</b>" in (built / "site/index.html").read_text("utf-8")


def test_inherited_settings_count(run: Run, built: Path) -> None:
    lay_over(built, {"mkdocs.yml": "INHERIT: mehr.yml\nsite_name: Probe\n", "mehr.yml": "site_description: eins\n"})
    again(run, built)
    (built / "mehr.yml").write_text("site_description: zwei\n", "utf-8")
    assert UNCHANGED not in again(run, built)


def test_files_of_this_moment_are_not_trusted(run: Run, mini: Path) -> None:
    again(run, mini)
    assert UNCHANGED not in again(run, mini)


def test_what_a_failed_build_left_is_not_taken_for_one(run: Run, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (built / RULE).read_bytes()
    append(RULE, "\nMehr.\n")(built)
    with monkeypatch.context() as patched:
        patched.setattr("nachschlag.generator.site.write_site.offline_files", None)
        assert run("--project", built, "build").status == 2
    (built / RULE).write_bytes(text)
    again(run, built)
    site = tree(built / "site")
    assert site == cold(run, built)


def test_timings_and_pages_are_told(run: Run, built: Path) -> None:
    append(RULE, "\nNoch ein Satz.\n")(built)
    said = again(run, built, "--timings")
    assert " s  seiten" in said
    assert re.findall(r"Seiten: 0 neu, (\d+) geändert, ", said) == ["2"]  # the rule's, and the page of its system's progress
