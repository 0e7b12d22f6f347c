"""A build that would change nothing is skipped; anything that could change a byte leads to the bytes of a first build."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.projects import MKDOCS, lay_over, mini_project, tree
from tests.running import Run

UNCHANGED = "Nichts geändert seit dem letzten Bau"
RULE = "content/wuerfelkrieg/grundregeln/kaempfen.md"


def again(run: Run, project: Path, *options: str) -> str:
    said = run("--project", project, "build", *options)
    assert said.status == 0
    return str(said.err)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One project for all changes. Each test leaves it as a first build would."""
    return mini_project(tmp_path_factory.mktemp("wieder") / "projekt")


@pytest.fixture
def built(run: Run, shared: Path) -> Iterator[Path]:
    """This project, built as it is. Settings that a test changed are put back afterwards; touched ones would make every page anew."""
    again(run, shared)
    yield shared
    if (shared / "mkdocs.yml").read_text("utf-8") != MKDOCS:
        (shared / "mkdocs.yml").write_text(MKDOCS, "utf-8")


def cold(run: Run, project: Path) -> dict[str, bytes]:
    """The site that a build makes which knows of no other one."""
    for folder in ("build", "site"):
        shutil.rmtree(project / folder)
    assert UNCHANGED not in again(run, project)
    return tree(project / "site")


def test_nothing_is_made_where_nothing_changed(run: Run, built: Path) -> None:
    def times() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in built.rglob("*") if path.is_file() and path != built / "build/fresh"}

    before = times()
    first = again(run, built)
    assert UNCHANGED in first
    assert "Warnung R002" in first  # what the build found is said again
    assert times() == before


def append(path: str, text: str) -> Callable[[Path], object]:
    return lambda project: (project / path).write_text((project / path).read_text("utf-8") + text, "utf-8")


#: The first one makes every page anew, so that none after it can mend what another left wrong.
CHANGES: dict[str, Callable[[Path], object]] = {
    "settings": append("mkdocs.yml", "copyright: niemand\n"),
    "text": append(RULE, "\nNoch ein Satz.\n"),
    "glossary": append("glossary/wuerfelkrieg.yaml", "# Kommentar\n"),
    "title": lambda p: (p / RULE).write_text((p / RULE).read_text("utf-8").replace("title: K", "title: Neues K"), "utf-8"),
    "new entry": lambda p: lay_over(p, {"content/murmeln/regeln/neu.md": "---\ntitle: Neu\nkind: rule\n---\nText.\n"}),
    "entry gone": lambda p: (p / "content/murmeln/regeln/schnipsen.md").unlink(),
    "same size": lambda p: (p / RULE).write_bytes((p / RULE).read_bytes()[:-2] + b"?\n"),
}


def test_changes_end_in_what_a_first_build_makes(run: Run, built: Path) -> None:
    for name, change in CHANGES.items():
        change(built)
        assert (name, UNCHANGED in again(run, built)) == (name, False)
        assert (name, UNCHANGED in again(run, built)) == (name, True)
    site = tree(built / "site")
    assert site == cold(run, built)


#: Changes of what a build made or of times, after which a first build makes the same as before.
OF_THE_SAME_CONTENT: dict[str, Callable[[Path], object]] = {
    "touched": lambda p: os.utime(p / RULE),
    "page damaged": lambda p: (p / "site/wuerfelkrieg/kaempfen/index.html").write_text("kaputt", "utf-8"),
    "data damaged": lambda p: (p / "site/api/v1/index.json").write_text("kaputt", "utf-8"),  # which `build` holds, too
    "page gone": lambda p: (p / "site/index.html").unlink(),
    "file more": lambda p: (p / "site/fremd.txt").write_text("x", "utf-8"),
    "index gone": lambda p: shutil.rmtree(p / "build/index"),
    "record damaged": lambda p: (p / "build/last-build.json").write_text('{"inputs": 1', "utf-8"),
    "record of another shape": lambda p: (p / "build/last-build.json").write_text("[]", "utf-8"),
}


@pytest.mark.parametrize("name", OF_THE_SAME_CONTENT)
def test_the_same_content_is_the_same_site(run: Run, built: Path, name: str) -> None:
    before = tree(built / "site")
    OF_THE_SAME_CONTENT[name](built)
    assert UNCHANGED not in again(run, built)
    assert tree(built / "site") == before
    assert UNCHANGED in again(run, built)


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


def test_a_page_that_is_gone_is_not_counted_among_the_changed(run: Run, built: Path) -> None:
    def pages() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in (built / "build" / "pages").rglob("*.md")}

    again(run, built)
    before = pages()
    (built / RULE).rename((built / RULE).with_name("anders.md"))
    counts = re.findall(r"Seiten: (\d+) neu, (\d+) geändert, (\d+) unverändert", again(run, built))
    after = pages()
    same = sum(before.get(path) == text for path, text in after.items())
    assert counts == [("1", str(len(after) - 1 - same), str(same))]


def test_timings_and_pages_are_reported(run: Run, mini: Path) -> None:
    again(run, mini)
    append(RULE, "\nNoch ein Satz.\n")(mini)
    said = again(run, mini, "--timings")
    assert " s  seiten" in said
    assert re.findall(r"Seiten: 0 neu, (\d+) geändert, ", said) == ["2"]  # the rule's, and the page of its system's progress
